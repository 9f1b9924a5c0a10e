package dev.gpukernel.internal.cuda;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Graphs of the {@link FakeDriver}. Their kernels run one after the other, in any order that what they wait for allows. */
public final class FakeGraphs {
    private static final Map<Long, Graph> GRAPHS = new ConcurrentHashMap<>();
    private static final AtomicLong LAUNCHES = new AtomicLong();
    private static final AtomicLong EDGES = new AtomicLong();

    private FakeGraphs() {}

    /** A graph: its nodes in the order in which they were added, and what each waits for. */
    private static final class Graph {
        final List<Long> handles = new ArrayList<>();
        final List<FakeDriver.Launch> launches = new ArrayList<>();
        final List<List<Integer>> after = new ArrayList<>();

        Graph copy() {
            Graph copy = new Graph();
            copy.handles.addAll(handles);
            copy.launches.addAll(launches);
            copy.after.addAll(after);
            return copy;
        }

        /** Runs the nodes in some order that what they wait for allows. */
        void run(SplittableRandom random) {
            List<Integer> left =
                    new ArrayList<>(IntStream.range(0, launches.size()).boxed().toList());
            while (!left.isEmpty()) {
                List<Integer> ready = left.stream()
                        .filter(node -> Collections.disjoint(after.get(node), left))
                        .toList();
                Integer next = ready.get(random.nextInt(ready.size()));
                launches.get(next).run(random);
                left.removeIf(next::equals);
            }
        }
    }

    /** {@return how many graphs there are, made and made ready} */
    public static int count() {
        return GRAPHS.size();
    }

    /** {@return how many kernels graphs have launched} */
    public static long launches() {
        return LAUNCHES.get();
    }

    /** {@return how many pairs of kernels of graphs were made of which one waits for the other} */
    public static long edges() {
        return EDGES.get();
    }

    static int cuGraphCreate(MemorySegment graph, int flags) {
        if (FakeDriver.isShortOfMemory()) {
            return CudaError.OUT_OF_MEMORY.code();
        }
        return FakeDriver.create(graph, handle -> GRAPHS.put(handle, new Graph())) + flags;
    }

    private static FakeDriver.Launch node(MemorySegment struct) {
        int[] shape = new int[6];
        MemorySegment.copy(struct, ValueLayout.JAVA_INT, CudaGraph.Layout.SHAPE, shape, 0, shape.length);
        long parameters = struct.get(ValueLayout.JAVA_LONG, CudaGraph.Layout.PARAMETERS);
        return FakeDriver.launch(
                struct.get(ValueLayout.JAVA_LONG, CudaGraph.Layout.FUNCTION),
                new int[] {shape[0], shape[1], shape[2]},
                new int[] {shape[3], shape[4], shape[5]},
                FakeDriver.everything().asSlice(parameters));
    }

    static int cuGraphAddKernelNode(
            MemorySegment node, long graph, MemorySegment dependencies, long count, MemorySegment parameters) {
        if (FakeDriver.isShortOfMemory()) {
            return CudaError.OUT_OF_MEMORY.code();
        }
        Graph target = FakeDriver.known(GRAPHS.get(graph));
        List<Integer> after = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int before = target.handles.indexOf(dependencies.getAtIndex(ValueLayout.JAVA_LONG, i));
            if (before < 0) {
                return FakeDriver.INVALID_HANDLE;
            }
            after.add(before);
        }
        target.after.add(after);
        EDGES.addAndGet(count);
        target.launches.add(node(parameters));
        return FakeDriver.create(node, target.handles::add);
    }

    static int cuGraphInstantiateWithFlags(MemorySegment executable, long graph, long flags) {
        if (FakeDriver.isShortOfMemory()) {
            return CudaError.OUT_OF_MEMORY.code();
        }
        Graph made = FakeDriver.known(GRAPHS.get(graph)).copy();
        return FakeDriver.create(executable, handle -> GRAPHS.put(handle, made)) + (int) flags;
    }

    static int cuGraphExecKernelNodeSetParams(long executable, long node, MemorySegment parameters) {
        if (FakeDriver.isShortOfMemory()) {
            return CudaError.OUT_OF_MEMORY.code();
        }
        Graph made = FakeDriver.known(GRAPHS.get(executable));
        made.launches.set(made.handles.indexOf(node), node(parameters));
        return 0;
    }

    static int cuGraphLaunch(long executable, long stream) {
        if (FakeDriver.isToFail()) {
            return CudaError.LAUNCH_OUT_OF_RESOURCES.code();
        }
        if (FakeDriver.isShortOfMemory()) {
            return CudaError.OUT_OF_MEMORY.code();
        }
        Graph launched = FakeDriver.known(GRAPHS.get(executable)).copy();
        LAUNCHES.addAndGet(launched.launches.size());
        FakeDriver.enqueue(stream, launched::run, executable);
        return 0;
    }

    static int cuGraphExecDestroy(long executable) {
        return cuGraphDestroy(executable);
    }

    static int cuGraphDestroy(long graph) {
        FakeDriver.known(GRAPHS.remove(graph));
        return 0;
    }
}
