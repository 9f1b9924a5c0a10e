package dev.gpukernel;

import java.util.Arrays;
import java.util.Objects;

/**
 * Sorts arrays, on the host or on a device, by a stable radix sort. The order is that of {@link Arrays#sort(double[])}: of floating-point
 * numbers -0.0 comes before 0.0, and NaN last.
 *
 * <p>Arrays of the host are sorted on the current device; on the CPU that is {@link Arrays#parallelSort(int[])}. On a GPU, sorting an array of
 * the device takes as much memory again, and twice as much for {@code float}s and {@code double}s, while it lasts.
 */
public final class GpuArrays {
    private GpuArrays() {}

    /**
     * Sorts an array of the host.
     *
     * @param array the elements
     * @throws GpuException if the device has too little memory or fails
     */
    public static void sort(int[] array) {
        if (isOnHeap()) {
            Arrays.parallelSort(array);
        } else {
            onDevice(array);
        }
    }

    /**
     * Sorts an array of the host.
     *
     * @param array the elements
     * @throws GpuException if the device has too little memory or fails
     */
    public static void sort(long[] array) {
        if (isOnHeap()) {
            Arrays.parallelSort(array);
        } else {
            onDevice(array);
        }
    }

    /**
     * Sorts an array of the host.
     *
     * @param array the elements
     * @throws GpuException if the device has too little memory or fails
     */
    public static void sort(float[] array) {
        if (isOnHeap()) {
            Arrays.parallelSort(array);
        } else {
            onDevice(array);
        }
    }

    /**
     * Sorts an array of the host.
     *
     * @param array the elements
     * @throws GpuException if the device has too little memory or fails
     */
    public static void sort(double[] array) {
        if (isOnHeap()) {
            Arrays.parallelSort(array);
        } else {
            onDevice(array);
        }
    }

    private static boolean isOnHeap() {
        return Gpu.current().backend().equals("cpu");
    }

    private static <A> void onDevice(A host) {
        try (GpuArray<A> array = Gpu.current().upload(host)) {
            sort(array);
            array.copyTo(host);
        }
    }

    /**
     * Sorts an array of a device. On a GPU this does not wait until it is done.
     *
     * @param array ints, longs, floats or doubles
     * @throws IllegalArgumentException if it holds anything else
     * @throws IllegalStateException if it is closed
     * @throws GpuException if the device has too little memory or fails
     */
    public static void sort(GpuArray<?> array) {
        Sorter.get().sort(Objects.requireNonNull(array, "array"));
    }

    /**
     * Finds the order of the elements of an array of a device.
     *
     * @param array ints, longs, floats or doubles
     * @return for each place of the sorted array where its element is now, those of equal ones in order; the caller closes it
     * @throws IllegalArgumentException if it holds anything else
     * @throws IllegalStateException if it is closed
     * @throws GpuException if the device has too little memory or fails
     */
    public static GpuArray<int[]> argSort(GpuArray<?> array) {
        return Sorter.get().order(Objects.requireNonNull(array, "array"));
    }

    /**
     * Sorts keys, and brings what belongs to each to the same place. Values of equal keys stay in order.
     *
     * @param keys ints, longs, floats or doubles
     * @param values as many of them
     * @throws IllegalArgumentException if there are more or fewer, or one array holds anything else
     * @throws IllegalStateException if one is closed
     * @throws GpuException if the device has too little memory or fails
     */
    public static void sortByKey(GpuArray<?> keys, GpuArray<?> values) {
        Sorter.get().sortByKey(Objects.requireNonNull(keys, "keys"), Objects.requireNonNull(values, "values"));
    }
}
