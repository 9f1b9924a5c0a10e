package dev.gpukernel.internal.cuda;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Graphs, 1:1 as the driver names them. Results are unchecked: see {@link Check}. Safe for use by several threads, as far as no two of
 * them use one graph at once.
 */
final class GraphCalls {
    private static final MethodHandle GRAPH_CREATE = Driver.link(DriverFunction.GRAPH_CREATE);
    private static final MethodHandle GRAPH_ADD_KERNEL_NODE = Driver.link(DriverFunction.GRAPH_ADD_KERNEL_NODE);
    private static final MethodHandle GRAPH_INSTANTIATE_WITH_FLAGS =
            Driver.link(DriverFunction.GRAPH_INSTANTIATE_WITH_FLAGS);
    private static final MethodHandle GRAPH_EXEC_KERNEL_NODE_SET_PARAMS =
            Driver.link(DriverFunction.GRAPH_EXEC_KERNEL_NODE_SET_PARAMS);
    private static final MethodHandle GRAPH_LAUNCH = Driver.link(DriverFunction.GRAPH_LAUNCH);
    private static final MethodHandle GRAPH_EXEC_DESTROY = Driver.link(DriverFunction.GRAPH_EXEC_DESTROY);
    private static final MethodHandle GRAPH_DESTROY = Driver.link(DriverFunction.GRAPH_DESTROY);

    private GraphCalls() {}

    static int cuGraphCreate(MemorySegment graph, int flags) {
        try {
            return (int) GRAPH_CREATE.invokeExact(graph, flags);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuGraphAddKernelNode(
            MemorySegment node, long graph, MemorySegment dependencies, long count, MemorySegment parameters) {
        try {
            return (int) GRAPH_ADD_KERNEL_NODE.invokeExact(node, graph, dependencies, count, parameters);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuGraphInstantiateWithFlags(MemorySegment executable, long graph, long flags) {
        try {
            return (int) GRAPH_INSTANTIATE_WITH_FLAGS.invokeExact(executable, graph, flags);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuGraphExecKernelNodeSetParams(long executable, long node, MemorySegment parameters) {
        try {
            return (int) GRAPH_EXEC_KERNEL_NODE_SET_PARAMS.invokeExact(executable, node, parameters);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuGraphLaunch(long executable, long stream) {
        try {
            return (int) GRAPH_LAUNCH.invokeExact(executable, stream);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuGraphExecDestroy(long executable) {
        try {
            return (int) GRAPH_EXEC_DESTROY.invokeExact(executable);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuGraphDestroy(long graph) {
        try {
            return (int) GRAPH_DESTROY.invokeExact(graph);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }
}
