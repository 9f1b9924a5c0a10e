package dev.gpukernel.internal.backend;

import dev.gpukernel.internal.ir.Op;
import java.util.Locale;

/** What a kernel prints, put into words. */
public final class PrintSite {
    private PrintSite() {}

    /**
     * Fills in what is printed.
     *
     * @param print the operation
     * @param operands the bits of its operands, as in {@link Op.Constant}; more than there are do not matter
     * @return the text
     * @throws java.util.IllegalFormatException if the format does not fit the operands
     */
    public static String text(Op.Print print, long... operands) {
        Object[] values = new Object[print.operandTypes().length()];
        for (int i = 0; i < values.length; i++) {
            values[i] = boxed(print.operandTypes().charAt(i), operands[i]);
        }
        return String.format(Locale.ROOT, print.format(), values);
    }

    static Object boxed(char descriptor, long bits) {
        return switch (descriptor) {
            case 'Z' -> bits != 0;
            case 'B' -> (byte) bits;
            case 'C' -> (char) bits;
            case 'S' -> (short) bits;
            case 'J' -> bits;
            case 'F' -> Float.intBitsToFloat((int) bits);
            case 'D' -> Double.longBitsToDouble(bits);
            default -> (int) bits;
        };
    }
}
