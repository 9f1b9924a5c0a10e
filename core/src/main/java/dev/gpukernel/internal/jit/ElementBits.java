package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.ir.Op;
import java.lang.reflect.Array;
import java.util.List;

/** Elements of host arrays as bits: sign-extended if integral, raw bits if floating. */
final class ElementBits {
    private ElementBits() {}

    static long get(Object array, int index) {
        return switch (array) {
            case boolean[] a -> a[index] ? 1 : 0;
            case byte[] a -> a[index];
            case char[] a -> a[index];
            case short[] a -> a[index];
            case int[] a -> a[index];
            case long[] a -> a[index];
            case float[] a -> Float.floatToRawIntBits(a[index]);
            case double[] a -> Double.doubleToRawLongBits(a[index]);
            default -> throw new IllegalArgumentException("an array of " + array.getClass());
        };
    }

    /** Sets an element; of a number with more bits than it has, it takes the lowest. */
    static void set(Object array, int index, long bits) {
        switch (array) {
            case boolean[] a -> a[index] = (bits & 1) != 0;
            case byte[] a -> a[index] = (byte) bits;
            case char[] a -> a[index] = (char) bits;
            case short[] a -> a[index] = (short) bits;
            case int[] a -> a[index] = (int) bits;
            case long[] a -> a[index] = bits;
            case float[] a -> a[index] = Float.intBitsToFloat((int) bits);
            case double[] a -> a[index] = Double.longBitsToDouble(bits);
            default -> throw new IllegalArgumentException("an array of " + array.getClass());
        }
    }

    /** {@return a new array with a table's elements} */
    static Object array(Op.ConstantArray table) {
        List<Long> elements = table.elements();
        Object array = Array.newInstance(table.element().arrayClass().getComponentType(), elements.size());
        for (int i = 0; i < elements.size(); i++) {
            set(array, i, elements.get(i));
        }
        return array;
    }
}
