package dev.gpukernel;

import java.util.ServiceLoader;

/**
 * What {@link GpuArrays} calls to get arrays of a device sorted; found as a service, so that nothing here depends on kernels.
 *
 * <p>Not for users.
 */
public interface Sorter {
    /** {@return the sorter} */
    static Sorter get() {
        return Holder.SORTER;
    }

    /**
     * See {@link GpuArrays#sort(GpuArray)}.
     *
     * @param array the elements
     */
    void sort(GpuArray<?> array);

    /**
     * See {@link GpuArrays#argSort(GpuArray)}.
     *
     * @param array the elements
     * @return their order
     */
    GpuArray<int[]> order(GpuArray<?> array);

    /**
     * See {@link GpuArrays#sortByKey(GpuArray, GpuArray)}.
     *
     * @param keys the keys
     * @param values what belongs to each
     */
    void sortByKey(GpuArray<?> keys, GpuArray<?> values);

    /** The sorter, loaded when it is first asked for. */
    final class Holder {
        private static final Sorter SORTER = ServiceLoader.load(Sorter.class, Sorter.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "gpukernel-core is incomplete: no service of " + Sorter.class.getName()));

        private Holder() {}
    }
}
