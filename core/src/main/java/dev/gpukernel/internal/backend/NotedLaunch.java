package dev.gpukernel.internal.backend;

/** A launch with its arguments, noted by a {@link RecordingStream} and done as often as one likes. */
public interface NotedLaunch {
    /**
     * Enqueues it.
     *
     * @param stream where
     * @throws KernelFault if the device runs kernels at once and a thread faulted
     */
    void launch(Stream stream) throws KernelFault;
}
