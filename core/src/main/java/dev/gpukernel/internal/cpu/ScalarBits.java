package dev.gpukernel.internal.cpu;

/** Scalar arguments as a launch carries them: sign-extended if integral, raw bits if floating. */
final class ScalarBits {
    private ScalarBits() {}

    /**
     * Makes the Java value.
     *
     * @param type a primitive type
     * @param bits its bits
     * @return the value in its box
     */
    static Object box(Class<?> type, long bits) {
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
