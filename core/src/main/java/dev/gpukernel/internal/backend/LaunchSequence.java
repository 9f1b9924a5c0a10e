package dev.gpukernel.internal.backend;

import java.util.List;

/**
 * Launches that are done together, again and again. To what comes before and after they are one launch; among themselves they have the
 * order in which they were noted, as far as their arrays ask for it. Used by one thread at a time.
 */
public interface LaunchSequence extends AutoCloseable {
    /**
     * Enqueues all of them.
     *
     * @param stream where
     * @throws KernelFault if the device runs kernels at once and a thread faulted
     */
    void launch(Stream stream) throws KernelFault;

    /**
     * Replaces the launches, in what is enqueued from now on. Those that stay should be the same objects.
     *
     * @param launches all of them, in order
     */
    void set(List<NotedLaunch> launches);

    /** Gives it up. What was enqueued is still done. */
    @Override
    void close();

    /** {@return launches one after the other} */
    static LaunchSequence inOrder(List<NotedLaunch> launches) {
        return new LaunchSequence() {
            private List<NotedLaunch> all = List.copyOf(launches);

            @Override
            public void launch(Stream stream) throws KernelFault {
                for (NotedLaunch launch : all) {
                    launch.launch(stream);
                }
            }

            @Override
            public void set(List<NotedLaunch> newLaunches) {
                all = List.copyOf(newLaunches);
            }

            @Override
            public void close() {
                all = List.of();
            }
        };
    }
}
