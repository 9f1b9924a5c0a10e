package dev.gpukernel.oracle;

import org.jspecify.annotations.Nullable;

/** What kernels return, as Java has it. */
final class Results {
    private Results() {}

    /**
     * Turns a result of the representation into one of Java.
     *
     * @param type what the kernel's method returns
     * @param value an array, a number or truth value as the interpreter has it, or its bits
     * @return the array or boxed number; {@code null} of a method that returns nothing
     */
    static @Nullable Object boxed(Class<?> type, Object value) {
        if (type.isArray()) {
            return value;
        }
        if (value instanceof Float || value instanceof Double || type == void.class) {
            return type == void.class ? null : value;
        }
        long bits = value instanceof Boolean truth ? (truth ? 1 : 0) : ((Number) value).longValue();
        return switch (NumberType.ofArray(type.arrayType())) {
            case BYTE -> (byte) bits;
            case SHORT -> (short) bits;
            case CHAR -> (char) bits;
            case INT -> (int) bits;
            case LONG -> bits;
            case FLOAT -> Float.intBitsToFloat((int) bits);
            case DOUBLE -> Double.longBitsToDouble(bits);
            case BOOLEAN -> bits != 0;
        };
    }
}
