package dev.gpukernel.internal.ir;

/** What fits in a register. Java's boolean, byte, char and short are {@link #I32} here, as on the JVM's stack. */
public enum ScalarType implements Type {
    /** A condition: the result of a comparison. */
    I1(1),
    I32(4),
    I64(8),
    F32(4),
    F64(8);

    private final int bytes;

    ScalarType(int bytes) {
        this.bytes = bytes;
    }

    /** {@return its size as a kernel parameter} */
    public int bytes() {
        return bytes;
    }

    public boolean isFloating() {
        return this == F32 || this == F64;
    }

    @Override
    public String text() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
