package dev.gpukernel.device;

/**
 * Shared memory: arrays that the threads of a block have in common, and nobody else. CUDA's {@code __shared__}, Numba's
 * {@code cuda.shared.array}.
 *
 * <p>Each place in the source that asks for an array has one for each block. Asking there again, in a loop or from another thread
 * of the block, gives the same array; a helper method called at two places has two. Sizes are constants.
 *
 * <p>Arrays are index-checked like any other. Their contents are undefined at first: the CPU gives zeros, a GPU whatever was
 * there. What one thread writes another reads after a {@link Block#sync()}.
 *
 * <p>A block's dynamic shared memory has the size that the launch gives it, {@code Launch.sharedBytes(n)}, and is cut into
 * arrays by their place in it. Those must not overlap: a GPU would show the same bytes in both, and the CPU ends the launch with
 * {@code [SharedOverlap]}.
 */
public final class Shared {
    private Shared() {}

    /**
     * An array of the block.
     *
     * @param length number of elements, a constant
     * @return the array, the same for every thread of the block
     */
    public static boolean[] booleans(int length) {
        return (boolean[]) array("Shared.booleans", boolean.class, length);
    }

    /**
     * An array of the block.
     *
     * @param length number of elements, a constant
     * @return the array, the same for every thread of the block
     */
    public static byte[] bytes(int length) {
        return (byte[]) array("Shared.bytes", byte.class, length);
    }

    /**
     * An array of the block.
     *
     * @param length number of elements, a constant
     * @return the array, the same for every thread of the block
     */
    public static char[] chars(int length) {
        return (char[]) array("Shared.chars", char.class, length);
    }

    /**
     * An array of the block.
     *
     * @param length number of elements, a constant
     * @return the array, the same for every thread of the block
     */
    public static short[] shorts(int length) {
        return (short[]) array("Shared.shorts", short.class, length);
    }

    /**
     * An array of the block.
     *
     * @param length number of elements, a constant
     * @return the array, the same for every thread of the block
     */
    public static int[] ints(int length) {
        return (int[]) array("Shared.ints", int.class, length);
    }

    /**
     * An array of the block.
     *
     * @param length number of elements, a constant
     * @return the array, the same for every thread of the block
     */
    public static long[] longs(int length) {
        return (long[]) array("Shared.longs", long.class, length);
    }

    /**
     * An array of the block.
     *
     * @param length number of elements, a constant
     * @return the array, the same for every thread of the block
     */
    public static float[] floats(int length) {
        return (float[]) array("Shared.floats", float.class, length);
    }

    /**
     * An array of the block.
     *
     * @param length number of elements, a constant
     * @return the array, the same for every thread of the block
     */
    public static double[] doubles(int length) {
        return (double[]) array("Shared.doubles", double.class, length);
    }

    /**
     * A two-dimensional array of the block.
     *
     * @param rows number of rows, a constant
     * @param columns number of columns, a constant
     * @return the array, the same for every thread of the block; its rows lie one after another
     */
    public static int[][] ints(int rows, int columns) {
        return (int[][]) array("Shared.ints", int.class, rows, columns);
    }

    /**
     * A two-dimensional array of the block.
     *
     * @param rows number of rows, a constant
     * @param columns number of columns, a constant
     * @return the array, the same for every thread of the block; its rows lie one after another
     */
    public static long[][] longs(int rows, int columns) {
        return (long[][]) array("Shared.longs", long.class, rows, columns);
    }

    /**
     * A two-dimensional array of the block.
     *
     * @param rows number of rows, a constant
     * @param columns number of columns, a constant
     * @return the array, the same for every thread of the block; its rows lie one after another
     */
    public static float[][] floats(int rows, int columns) {
        return (float[][]) array("Shared.floats", float.class, rows, columns);
    }

    /**
     * A two-dimensional array of the block.
     *
     * @param rows number of rows, a constant
     * @param columns number of columns, a constant
     * @return the array, the same for every thread of the block; its rows lie one after another
     */
    public static double[][] doubles(int rows, int columns) {
        return (double[][]) array("Shared.doubles", double.class, rows, columns);
    }

    /**
     * All of the block's dynamic shared memory.
     *
     * @return the array, of as many elements as fit into it
     */
    public static byte[] dynamicBytes() {
        int bytes = ThreadState.together("Shared.dynamicBytes").dynamicBytes();
        return dynamicBytes(0, bytes / Byte.BYTES);
    }

    /**
     * A part of the block's dynamic shared memory.
     *
     * @param byteOffset where it begins, a multiple of 1
     * @param length number of elements
     * @return the array, the same for every thread of the block
     * @throws IndexOutOfBoundsException if it is not within the launch's shared bytes or not aligned
     */
    public static byte[] dynamicBytes(int byteOffset, int length) {
        return (byte[]) slice("Shared.dynamicBytes", byte.class, Byte.BYTES, byteOffset, length);
    }

    /**
     * All of the block's dynamic shared memory.
     *
     * @return the array, of as many elements as fit into it
     */
    public static int[] dynamicInts() {
        int bytes = ThreadState.together("Shared.dynamicInts").dynamicBytes();
        return dynamicInts(0, bytes / Integer.BYTES);
    }

    /**
     * A part of the block's dynamic shared memory.
     *
     * @param byteOffset where it begins, a multiple of 4
     * @param length number of elements
     * @return the array, the same for every thread of the block
     * @throws IndexOutOfBoundsException if it is not within the launch's shared bytes or not aligned
     */
    public static int[] dynamicInts(int byteOffset, int length) {
        return (int[]) slice("Shared.dynamicInts", int.class, Integer.BYTES, byteOffset, length);
    }

    /**
     * All of the block's dynamic shared memory.
     *
     * @return the array, of as many elements as fit into it
     */
    public static long[] dynamicLongs() {
        int bytes = ThreadState.together("Shared.dynamicLongs").dynamicBytes();
        return dynamicLongs(0, bytes / Long.BYTES);
    }

    /**
     * A part of the block's dynamic shared memory.
     *
     * @param byteOffset where it begins, a multiple of 8
     * @param length number of elements
     * @return the array, the same for every thread of the block
     * @throws IndexOutOfBoundsException if it is not within the launch's shared bytes or not aligned
     */
    public static long[] dynamicLongs(int byteOffset, int length) {
        return (long[]) slice("Shared.dynamicLongs", long.class, Long.BYTES, byteOffset, length);
    }

    /**
     * All of the block's dynamic shared memory.
     *
     * @return the array, of as many elements as fit into it
     */
    public static float[] dynamicFloats() {
        int bytes = ThreadState.together("Shared.dynamicFloats").dynamicBytes();
        return dynamicFloats(0, bytes / Float.BYTES);
    }

    /**
     * A part of the block's dynamic shared memory.
     *
     * @param byteOffset where it begins, a multiple of 4
     * @param length number of elements
     * @return the array, the same for every thread of the block
     * @throws IndexOutOfBoundsException if it is not within the launch's shared bytes or not aligned
     */
    public static float[] dynamicFloats(int byteOffset, int length) {
        return (float[]) slice("Shared.dynamicFloats", float.class, Float.BYTES, byteOffset, length);
    }

    /**
     * All of the block's dynamic shared memory.
     *
     * @return the array, of as many elements as fit into it
     */
    public static double[] dynamicDoubles() {
        int bytes = ThreadState.together("Shared.dynamicDoubles").dynamicBytes();
        return dynamicDoubles(0, bytes / Double.BYTES);
    }

    /**
     * A part of the block's dynamic shared memory.
     *
     * @param byteOffset where it begins, a multiple of 8
     * @param length number of elements
     * @return the array, the same for every thread of the block
     * @throws IndexOutOfBoundsException if it is not within the launch's shared bytes or not aligned
     */
    public static double[] dynamicDoubles(int byteOffset, int length) {
        return (double[]) slice("Shared.dynamicDoubles", double.class, Double.BYTES, byteOffset, length);
    }

    private static Object array(String operation, Class<?> type, int... sizes) {
        return ThreadState.together(operation).sharedArray(type, sizes);
    }

    private static Object slice(String operation, Class<?> type, int elementBytes, int byteOffset, int length) {
        BlockThread thread = ThreadState.together(operation);
        SharedSlice.check(byteOffset, length, elementBytes, thread.dynamicBytes());
        return thread.dynamicArray(type, byteOffset, length);
    }
}
