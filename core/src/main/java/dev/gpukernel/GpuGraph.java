package dev.gpukernel;

/**
 * Launches that were recorded by {@link Gpu#record} and are done together, as often as one likes: one call of the driver for all of them,
 * so that small kernels follow each other without waiting for the host.
 *
 * <pre>{@code
 * try (GpuGraph step = gpu.record(() -> {
 *         SimGpu.forces(positions, forces);
 *         SimGpu.move(0.01f, forces, positions);
 *     })) {
 *     for (int i = 0; i < 1000; i++) {
 *         step.launch();
 *     }
 *     step.set("dt", 0.005f);
 *     step.launch();
 * }
 * }</pre>
 *
 * <p>A launch of the graph is one launch to everything else: it comes after what was done before with any of its arrays, and what uses
 * them later comes after all of it. Within, launches that share no array that one of them writes may run side by side. What a kernel
 * throws is thrown by whatever waits for the graph's launch, as for other launches; if several of its kernels throw, that of the first
 * one, with the others as suppressed exceptions. Arrays are not closed with the graph. One of them that is closed makes later launches
 * fail.
 *
 * <p>Usable from several threads, one after the other.
 */
public interface GpuGraph extends AutoCloseable {
    /** {@return the device it runs on} */
    Gpu device();

    /** {@return how many launches of kernels were recorded} */
    int size();

    /**
     * Enqueues all of its launches: on the stream of the enclosing {@link GpuStream#run}, else on the default stream. Several
     * launches of one graph are done one after the other, wherever it has an array that it writes.
     *
     * @throws IllegalStateException if it, or an array that it uses, is closed
     * @throws GpuException if the device fails
     */
    void launch();

    /**
     * Replaces an argument in every launch of a kernel that has a parameter of a name. What the launch itself would refuse is refused
     * here, and then nothing is replaced. Launches that were enqueued before are not changed.
     *
     * <p>A plain loop's iterations are counted again, so that what it is launched with may become another number of threads. A grid
     * kernel keeps its {@link Launch}.
     *
     * @param parameter name of the parameter
     * @param value a number, a boolean, a record or a {@link GpuArray}
     * @return this
     * @throws IllegalArgumentException if no kernel has such a parameter, or a launch with that argument is refused
     */
    GpuGraph set(String parameter, Object value);

    /**
     * Replaces an argument of one launch, as {@link #set(String, Object)} does.
     *
     * @param launch which launch, from 0, in the order in which they were recorded
     * @param parameter name of the parameter
     * @param value a number, a boolean, a record or a {@link GpuArray}
     * @return this
     * @throws IllegalArgumentException if there is no such launch or parameter, or the launch with that argument is refused
     */
    GpuGraph set(int launch, String parameter, Object value);

    /**
     * Replaces an argument of one launch, as {@link #set(String, Object)} does.
     *
     * @param launch which launch, from 0, in the order in which they were recorded
     * @param position which parameter of the kernel's method, from 0
     * @param value a number, a boolean, a record or a {@link GpuArray}
     * @return this
     * @throws IllegalArgumentException if there is no such launch or parameter, or the launch with that argument is refused
     */
    GpuGraph set(int launch, int position, Object value);

    /**
     * Replaces an array wherever a launch uses it.
     *
     * @param <A> type of the arrays
     * @param array an array of this graph
     * @param by what to use from now on
     * @return this
     * @throws IllegalArgumentException if no launch uses the array, or one with the other array is refused
     */
    <A> GpuGraph replace(GpuArray<A> array, GpuArray<A> by);

    /** Frees what the device keeps for it. What was launched is still done, its arrays stay open. Closing again does nothing. */
    @Override
    void close();
}
