package dev.gpukernel.oracle;

import dev.gpukernel.internal.backend.Leaves;
import java.lang.reflect.Array;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Compares by bits: zeros of either sign differ. All NaNs are equal, as Java leaves open which bits an operation's NaN has; a kernel
 * cannot tell them apart without {@code floatToRawIntBits}.
 */
public final class Bits {
    private Bits() {}

    /** {@return the first index at which two arrays of numbers, of rows or of records differ, or -1; the shorter length if one goes on longer} */
    public static int firstDifference(Object first, Object second) {
        return switch (first) {
            case boolean[] array -> Arrays.mismatch(array, (boolean[]) second);
            case byte[] array -> Arrays.mismatch(array, (byte[]) second);
            case char[] array -> Arrays.mismatch(array, (char[]) second);
            case short[] array -> Arrays.mismatch(array, (short[]) second);
            case int[] array -> Arrays.mismatch(array, (int[]) second);
            case long[] array -> Arrays.mismatch(array, (long[]) second);
            case float[] array -> Arrays.mismatch(array, (float[]) second);
            case double[] array -> Arrays.mismatch(array, (double[]) second);
            case Object[] rows -> Arrays.mismatch(rows, (@Nullable Object[]) second, Bits::compareRows);
            default -> throw new IllegalArgumentException("not an array of numbers: " + first.getClass());
        };
    }

    /** Of rows and records it counts alone whether they are the same. */
    private static int compareRows(@Nullable Object first, @Nullable Object second) {
        if (first == null || second == null) {
            return first == null && second == null ? 0 : 1;
        }
        if (first instanceof Record) {
            return Leaves.values(first).equals(Leaves.values(second)) ? 0 : 1;
        }
        return firstDifference(first, second) < 0 ? 0 : 1;
    }

    /** {@return whether two boxed numbers are the same} */
    public static boolean same(Object first, Object second) {
        return first.equals(second);
    }

    /** {@return an array's element with its bits, for messages} */
    public static String text(Object array, int index) {
        if (index >= Array.getLength(array)) {
            return "nothing";
        }
        return switch (Array.get(array, index)) {
            case null -> "null";
            case Object row when row.getClass().isArray() -> "a row of " + Array.getLength(row);
            case Float value -> value + " (0x" + Integer.toHexString(Float.floatToRawIntBits(value)) + ")";
            case Double value -> value + " (0x" + Long.toHexString(Double.doubleToRawLongBits(value)) + ")";
            case Object value -> value.toString();
        };
    }
}
