package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.NotedLaunch;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.cuda.CudaGraph;
import org.jspecify.annotations.Nullable;

/**
 * A launch that was noted.
 *
 * @param invocation its arguments, which stay
 * @param shape its shape
 */
record NvidiaLaunch(NvidiaInvocation invocation, Shape shape) implements NotedLaunch {
    @Override
    public void launch(Stream stream) {
        invocation.launch(shape, stream);
    }

    NvidiaExecutable executable() {
        return invocation.executable();
    }

    /** {@return whether a graph can have it: where prints go, and where blocks wait for each other, depends on the stream} */
    boolean fitsGraph() {
        return !executable().prints() && !executable().waitsForGrid();
    }

    /** {@return whether it can take another one's place in a graph} */
    boolean isAlike(NvidiaLaunch other) {
        return executable() == other.executable();
    }

    CudaGraph.Node node(@Nullable FaultSlot fault) {
        return invocation.node(shape, fault);
    }
}
