package dev.gpukernel.internal.backend;

import org.jspecify.annotations.Nullable;

/** Scalar arguments as a launch carries them: sign-extended if integral, raw bits if floating. */
public final class ScalarBits {
    private ScalarBits() {}

    /** {@return the bits of a value in its box, 0 for none} */
    public static long of(@Nullable Object value) {
        return switch (value) {
            case null -> 0;
            case Boolean v -> v ? 1 : 0;
            case Byte v -> v;
            case Character v -> v;
            case Short v -> v;
            case Integer v -> v;
            case Long v -> v;
            case Float v -> Float.floatToRawIntBits(v);
            case Double v -> Double.doubleToRawLongBits(v);
            default -> throw new IllegalArgumentException(value.getClass() + " is not a scalar");
        };
    }

    /**
     * Makes the Java value.
     *
     * @param type a primitive type
     * @param bits its bits
     * @return the value in its box
     */
    public static Object box(Class<?> type, long bits) {
        return switch (type.getName()) {
            case "boolean" -> bits != 0;
            case "byte" -> (byte) bits;
            case "char" -> (char) bits;
            case "short" -> (short) bits;
            case "int" -> (int) bits;
            case "long" -> bits;
            case "float" -> Float.intBitsToFloat((int) bits);
            case "double" -> Double.longBitsToDouble(bits);
            default -> throw new IllegalArgumentException(type + " is not a scalar");
        };
    }
}
