package dev.gpukernel.internal.ir;

import dev.gpukernel.internal.ir.Op.Constant;

/** Numbers as the text form writes them, so that the very same bits are read back. */
final class ConstantText {
    private ConstantText() {}

    static String print(Constant constant) {
        long bits = constant.bits();
        return switch (constant.type()) {
            case I1 -> bits != 0 ? "true" : "false";
            case I32, I64 -> Long.toString(bits);
            case F32 -> {
                float value = Float.intBitsToFloat((int) bits);
                yield Float.isNaN(value) ? "0x" + Integer.toHexString((int) bits) : Float.toString(value);
            }
            case F64 -> {
                double value = Double.longBitsToDouble(bits);
                yield Double.isNaN(value) ? "0x" + Long.toHexString(bits) : Double.toString(value);
            }
        };
    }

    /**
     * Reads a number.
     *
     * @throws IllegalArgumentException if it is not written the way {@link #print} does
     */
    static Constant parse(ScalarType type, String text) {
        Constant constant = read(type, text);
        if (!print(constant).equals(text)) {
            throw new IllegalArgumentException("expected " + print(constant) + " instead of " + text);
        }
        return constant;
    }

    private static Constant read(ScalarType type, String text) {
        return switch (type) {
            case I1 -> Constant.of(Boolean.parseBoolean(text));
            case I32 -> Constant.of(Integer.parseInt(text));
            case I64 -> Constant.of(Long.parseLong(text));
            case F32 ->
                text.startsWith("0x")
                        ? new Constant(type, Integer.parseUnsignedInt(text.substring(2), 16))
                        : Constant.of(Float.parseFloat(text));
            case F64 ->
                text.startsWith("0x")
                        ? new Constant(type, Long.parseUnsignedLong(text.substring(2), 16))
                        : Constant.of(Double.parseDouble(text));
        };
    }
}
