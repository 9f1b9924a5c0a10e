package dev.gpukernel.internal.ir;

/** What an array's length and the indices of its elements are. */
public enum IndexType {
    /** Of all arrays that Java has. */
    INT(ScalarType.I32, ""),
    /** Of memory that may have more elements than such an array. */
    LONG(ScalarType.I64, "i64");

    /** The most elements that memory with indices of this kind has: far fewer than would let a sum of a few indices wrap around. */
    public static final long MOST_ELEMENTS = 1L << 40;

    private final ScalarType type;
    private final String text;

    IndexType(ScalarType type, String text) {
        this.type = type;
        this.text = text;
    }

    /** {@return what an index or length is, by its type} */
    public static IndexType of(Type type) {
        return type == LONG.type ? LONG : INT;
    }

    /** {@return the type of an index} */
    public ScalarType type() {
        return type;
    }

    /** {@return the type as the text form writes it, nothing for the usual one} */
    String text() {
        return text;
    }

    /** {@return the same after a type or operation} */
    String suffix(String separator) {
        return text.isEmpty() ? "" : separator + text;
    }
}
