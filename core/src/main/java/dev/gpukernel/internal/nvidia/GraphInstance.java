package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.cuda.CudaEvent;
import dev.gpukernel.internal.cuda.CudaGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A graph of the driver with places for the faults of its launches. Since the places are among the arguments, it is launched again
 * only once it is known that it is done and the faults were read. One without places can be launched at any time.
 */
final class GraphInstance implements FaultPlace {
    private final LaunchLog log;
    private final CudaGraph graph;
    private final List<NvidiaLaunch> launches;
    private GraphPlan plan;
    private final @Nullable FaultSlot[] slots;
    private final boolean mayFault;
    private final @Nullable CudaEvent done;

    /** Where it was launched last, and the number of that launch. */
    private @Nullable NvidiaStream stream;

    private long number;

    /** Whether a launch may have left faults here that were not read. Written under the log's lock, or before it knows the launch. */
    private volatile boolean isBusy;

    /** Under the log's lock. */
    private boolean isClosed;

    private GraphInstance(
            LaunchLog log, CudaGraph graph, GraphPlan plan, @Nullable FaultSlot[] slots, @Nullable CudaEvent done) {
        this.log = log;
        this.graph = graph;
        this.launches = new ArrayList<>(plan.launches());
        this.plan = plan;
        this.slots = slots;
        this.mayFault = done != null;
        this.done = done;
    }

    static GraphInstance make(NvidiaDevice device, GraphPlan plan) {
        LaunchLog log = device.log();
        List<NvidiaLaunch> launches = plan.launches();
        @Nullable FaultSlot[] slots = new FaultSlot[launches.size()];
        boolean isMade = false;
        try {
            boolean mayFault = false;
            for (int i = 0; i < slots.length; i++) {
                NvidiaExecutable executable = launches.get(i).executable();
                slots[i] = executable.mayFault() ? log.takeSlot().of(executable) : null;
                mayFault |= executable.mayFault();
            }
            List<CudaGraph.Node> nodes = IntStream.range(0, slots.length)
                    .mapToObj(i -> launches.get(i).node(slots[i]))
                    .toList();
            CudaGraph graph = CudaGraph.make(device.context(), nodes, plan.after());
            CudaEvent done = mayFault ? CudaEvent.untimed(device.context()) : null;
            isMade = true;
            return new GraphInstance(log, graph, plan, slots, done);
        } finally {
            if (!isMade) {
                giveBack(slots, log);
            }
        }
    }

    private static void giveBack(@Nullable FaultSlot[] slots, LaunchLog log) {
        for (FaultSlot slot : slots) {
            if (slot != null) {
                log.giveBack(slot);
            }
        }
    }

    /** {@return whether it cannot be launched before it is done} */
    boolean isBusy() {
        return isBusy;
    }

    /** {@return whether the last launch is done} */
    boolean isDone() {
        return done == null || done.isDone();
    }

    /** Waits for the last launch, and has its faults read. */
    void await() {
        NvidiaStream running = stream;
        if (done != null && running != null) {
            done.synchronize();
            log.done(running, number);
        }
    }

    /** Takes over the arguments of a plan that is alike. */
    @SuppressWarnings("ReferenceEquality") // the very same plan
    void update(GraphPlan next) {
        if (next != plan) {
            updateNodes(next);
            plan = next;
        }
    }

    private void updateNodes(GraphPlan newPlan) {
        for (int i = 0; i < launches.size(); i++) {
            NvidiaLaunch next = newPlan.launches().get(i);
            if (!launches.get(i).equals(next)) {
                graph.set(i, next.node(slots[i]));
                launches.set(i, next);
            }
        }
    }

    /** Launches it, and takes note of it. */
    void launch(NvidiaStream queue) {
        boolean isEnqueued = false;
        isBusy = mayFault;
        synchronized (queue) {
            try {
                graph.launch(queue.cuda());
                isEnqueued = true;
            } finally {
                isBusy &= isEnqueued;
            }
            stream = queue;
            number = queue.enqueued(plan.arrays(), plan.written(), mayFault ? this : null, launches.size());
            if (done != null) {
                done.record(queue.cuda());
            }
        }
    }

    @Override
    public boolean isRaised() {
        for (FaultSlot slot : slots) {
            if (slot != null && slot.isRaised()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public List<KernelFault> take(FaultSlots all) {
        List<KernelFault> faults = new ArrayList<>();
        for (FaultSlot slot : slots) {
            if (slot != null && slot.isRaised()) {
                faults.addAll(slot.take(all));
            }
        }
        return faults;
    }

    @Override
    public void clear(FaultSlots all) {
        for (FaultSlot slot : slots) {
            if (slot != null && slot.isRaised()) {
                slot.clear(all);
            }
        }
    }

    @Override
    public void giveBack(FaultSlots all) {
        isBusy = false;
        if (isClosed) {
            for (FaultSlot slot : slots) {
                if (slot != null) {
                    slot.giveBack(all);
                }
            }
        }
    }

    /** Gives it up; the places for faults once they are read. */
    void close() {
        graph.close();
        if (done != null) {
            done.close();
        }
        synchronized (log) {
            isClosed = true;
            if (!isBusy) {
                log.giveBack(this);
            }
        }
    }

    @Override
    public String toString() {
        return "a graph of " + launches.size() + " launches, the last one number " + Objects.toString(number);
    }
}
