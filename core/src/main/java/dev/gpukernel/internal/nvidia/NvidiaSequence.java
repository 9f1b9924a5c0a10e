package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.LaunchSequence;
import dev.gpukernel.internal.backend.NotedLaunch;
import dev.gpukernel.internal.backend.Stream;
import java.lang.ref.Cleaner;
import java.util.ArrayDeque;
import java.util.List;

/** Launches as a graph of the driver, or one after the other if there is one among them that a graph cannot have. */
final class NvidiaSequence implements LaunchSequence {
    /**
     * So many launches of the sequence may be under way; the next one waits for the first. Each has a graph of its own, for the faults.
     * With eight, the device has work for some tens of microseconds while the host waits, even if a sequence is only a few small kernels.
     */
    private static final int MOST_INSTANCES = 8;

    private static final Cleaner CLEANER = Cleaner.create();

    private final NvidiaDevice device;
    private final Instances instances;
    private final Cleaner.Cleanable cleanable;
    private GraphPlan plan;
    private boolean isGraph;

    NvidiaSequence(NvidiaDevice device, List<NotedLaunch> launches) {
        this.device = device;
        this.plan = GraphPlan.of(launches);
        this.isGraph = plan.fitsGraph();
        this.instances = new Instances();
        this.cleanable = CLEANER.register(this, instances::close);
    }

    /** The graphs, the one that was launched longest ago first. */
    private static final class Instances {
        private final ArrayDeque<GraphInstance> all = new ArrayDeque<>();

        synchronized void close() {
            all.forEach(GraphInstance::close);
            all.clear();
        }
    }

    @Override
    public void launch(Stream stream) {
        if (!isGraph) {
            plan.launches().forEach(launch -> launch.launch(stream));
        } else if (!plan.launches().isEmpty()) {
            synchronized (instances) {
                GraphInstance instance = take();
                try {
                    instance.update(plan);
                    instance.launch((NvidiaStream) stream);
                } finally {
                    instances.all.add(instance);
                }
            }
        }
    }

    /** Takes a graph out that can be launched. */
    private GraphInstance take() {
        GraphInstance first = instances.all.peek();
        if (first != null && first.isBusy() && (instances.all.size() == MOST_INSTANCES || first.isDone())) {
            first.await();
        }
        if (first == null || first.isBusy()) {
            return GraphInstance.make(device, plan);
        }
        return instances.all.remove();
    }

    @Override
    public void set(List<NotedLaunch> launches) {
        GraphPlan next = GraphPlan.of(launches);
        if (!next.isAlike(plan)) {
            instances.close();
            isGraph = next.fitsGraph();
        }
        plan = next;
    }

    @Override
    public void close() {
        cleanable.clean();
    }
}
