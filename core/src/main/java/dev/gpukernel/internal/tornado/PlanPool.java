package dev.gpukernel.internal.tornado;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The plans of a kernel that are idle. A plan may be used by one thread at a time, so who launches takes one, or makes it, and gives it
 * back. Beyond a number of them, those not used for longest are closed.
 */
final class PlanPool implements AutoCloseable {
    /** Plans hold device memory, of arrays that may be large. */
    static final int MOST_IDLE = 8;

    private final Function<PlanKey, TornadoPlan> maker;
    private final Deque<TornadoPlan> idle = new ArrayDeque<>();
    private boolean closed;

    PlanPool(Function<PlanKey, TornadoPlan> maker) {
        this.maker = maker;
    }

    /** Takes a plan that nobody else uses until it is given back. */
    TornadoPlan take(PlanKey key) {
        TornadoPlan known = poll(key);
        return known != null ? known : maker.apply(key);
    }

    private synchronized @Nullable TornadoPlan poll(PlanKey key) {
        Iterator<TornadoPlan> plans = idle.iterator();
        while (plans.hasNext()) {
            TornadoPlan plan = plans.next();
            if (plan.key().equals(key)) {
                plans.remove();
                return plan;
            }
        }
        return null;
    }

    void giveBack(TornadoPlan plan) {
        TornadoPlan surplus = keep(plan);
        if (surplus != null) {
            surplus.close();
        }
    }

    private synchronized @Nullable TornadoPlan keep(TornadoPlan plan) {
        if (closed) {
            return plan;
        }
        idle.addFirst(plan);
        return idle.size() > MOST_IDLE ? idle.removeLast() : null;
    }

    /** Closes idle plans that nobody will ask for any more. */
    void drop(PlanKey key) {
        for (TornadoPlan plan = poll(key); plan != null; plan = poll(key)) {
            plan.close();
        }
    }

    /**
     * Closes all idle plans, which gives their device memory back.
     *
     * @return whether there was any
     */
    boolean closeIdle() {
        List<TornadoPlan> all;
        synchronized (this) {
            all = List.copyOf(idle);
            idle.clear();
        }
        all.forEach(TornadoPlan::close);
        return !all.isEmpty();
    }

    /** {@return how many plans are idle} */
    synchronized int size() {
        return idle.size();
    }

    @Override
    public synchronized void close() {
        closed = true;
        idle.forEach(TornadoPlan::close);
        idle.clear();
    }
}
