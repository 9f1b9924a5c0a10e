package dev.gpukernel.internal.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Kernels that the driver launches together, in the order of what they wait for: one call for all of them.
 *
 * <p>Used by one thread at a time. The functions' modules must stay open as long as it is used.
 */
public final class CudaGraph implements AutoCloseable {
    private final CudaContext context;
    private final Handle graph;
    private final Handle executable;
    private final long[] nodes;

    private CudaGraph(CudaContext context, Handle graph, Handle executable, long[] nodes) {
        this.context = context;
        this.graph = graph;
        this.executable = executable;
        this.nodes = nodes;
    }

    /**
     * A launch of a graph. The driver copies the arguments when the graph is made or the node is set.
     *
     * @param function what is launched
     * @param gridX blocks along x
     * @param gridY blocks along y
     * @param gridZ blocks along z
     * @param blockX threads of a block along x
     * @param blockY threads of a block along y
     * @param blockZ threads of a block along z
     * @param sharedBytes of dynamic shared memory for each block
     * @param parameters an array of pointers, one to each argument's value
     */
    public record Node(
            CudaFunction function,
            int gridX,
            int gridY,
            int gridZ,
            int blockX,
            int blockY,
            int blockZ,
            int sharedBytes,
            MemorySegment parameters) {
        /** {@return the driver's struct of the node, CUDA_KERNEL_NODE_PARAMS_v1} */
        private MemorySegment in(Arena arena) {
            MemorySegment struct = arena.allocate(Layout.BYTES, Long.BYTES);
            struct.set(ValueLayout.JAVA_LONG, Layout.FUNCTION, function.enter());
            int[] shape = {gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes};
            MemorySegment.copy(shape, 0, struct, ValueLayout.JAVA_INT, Layout.SHAPE, shape.length);
            struct.set(ValueLayout.JAVA_LONG, Layout.PARAMETERS, parameters.address());
            return struct;
        }

        @Override
        public String toString() {
            return "%s, grid=%dx%dx%d, block=%dx%dx%d, sharedBytes=%d"
                    .formatted(function.name(), gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes);
        }
    }

    /** Byte offsets of the driver's struct: the function, seven ints, a gap, two pointers. */
    static final class Layout {
        static final long FUNCTION = 0;
        static final long SHAPE = 8;
        static final long PARAMETERS = 40;
        static final long BYTES = 56;

        private Layout() {}
    }

    /**
     * Makes a graph, in about a microsecond for each node and some for the whole.
     *
     * @param context where the functions are loaded
     * @param nodes the launches, at least one
     * @param after for each of them, which ones before it must be done
     * @return the graph, ready to be launched
     */
    public static CudaGraph make(CudaContext context, List<Node> nodes, List<int[]> after) {
        OutCell out = OutCell.mine();
        DevicePool pool = context.pool();
        Check.ok(pool.withRoom(() -> GraphCalls.cuGraphCreate(out.first(), 0)), "cuGraphCreate");
        Handle graph = new Handle("the graph", out.firstLong());
        boolean done = false;
        try {
            long[] made = new long[nodes.size()];
            for (int i = 0; i < made.length; i++) {
                made[i] = add(pool, graph.get(), nodes.get(i), after.get(i), made);
            }
            Check.ok(
                    pool.withRoom(() -> GraphCalls.cuGraphInstantiateWithFlags(out.first(), graph.get(), 0)),
                    "cuGraphInstantiateWithFlags",
                    graph.get());
            done = true;
            return new CudaGraph(context, graph, new Handle("the graph", out.firstLong()), made);
        } finally {
            if (!done) {
                GraphCalls.cuGraphDestroy(graph.take());
            }
        }
    }

    private static long add(DevicePool pool, long graph, Node node, int[] after, long[] made) {
        OutCell out = OutCell.mine();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment dependencies = arena.allocate(ValueLayout.JAVA_LONG, after.length);
            for (int i = 0; i < after.length; i++) {
                dependencies.setAtIndex(ValueLayout.JAVA_LONG, i, made[after[i]]);
            }
            MemorySegment parameters = node.in(arena);
            int status = pool.withRoom(() ->
                    GraphCalls.cuGraphAddKernelNode(out.first(), graph, dependencies, after.length, parameters));
            if (status != Check.SUCCESS) {
                throw Check.failure(status, "cuGraphAddKernelNode", node);
            }
            return out.firstLong();
        }
    }

    /**
     * Replaces a launch in what is launched from now on. What waits for what stays.
     *
     * @param index which one, from 0
     * @param node the new one
     */
    public void set(int index, Node node) {
        long exec = executable.get();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment parameters = node.in(arena);
            int status = context.pool()
                    .withRoom(() -> GraphCalls.cuGraphExecKernelNodeSetParams(exec, nodes[index], parameters));
            if (status != Check.SUCCESS) {
                throw Check.failure(status, "cuGraphExecKernelNodeSetParams", node);
            }
        }
    }

    /** Adds all launches to a stream. */
    public void launch(CudaStream stream) {
        long exec = executable.get();
        long queue = stream.handle();
        context.makeCurrent();
        int status = GraphCalls.cuGraphLaunch(exec, queue);
        if (context.pool().makesRoom(status)) {
            status = GraphCalls.cuGraphLaunch(exec, queue);
        }
        Check.ok(status, "cuGraphLaunch", exec, queue);
    }

    /** Gives it up. What was launched is still done. Later calls do nothing. */
    @Override
    public void close() {
        long exec = executable.take();
        if (exec != 0) {
            context.makeCurrent();
            Check.ok(GraphCalls.cuGraphExecDestroy(exec), "cuGraphExecDestroy", exec);
            long made = graph.take();
            Check.ok(GraphCalls.cuGraphDestroy(made), "cuGraphDestroy", made);
        }
    }
}
