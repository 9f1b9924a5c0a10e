package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Shape;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A nest whose iterations leave nothing but what they store: one launch, of the form that suits the operands. */
final class PlainStep extends NestStep {
    /** Looking takes long beside a small launch: after so many launches that were all different, nothing is looked at any more. */
    private static final int MOST_MISSES = 64;

    /** Threads along x that have several iterations each: with fewer, those that have less than all of theirs are too many. */
    private static final int LEAST_THREADS = 8;

    private final @Nullable Made<Plan> single;
    private final @Nullable ProvenPlan proven;
    private final @Nullable ProvenLaunches launches;
    private final @Nullable HistogramPlans histograms;

    /** Of other forms than the usual one. */
    private final Map<Plan, Invocation> others = new HashMap<>();

    private Shape shape = Shape.ONE_THREAD;

    /** The last one of a device that does iterations of the outermost loop in turn. */
    private Shape inTurn = Shape.ONE_THREAD;

    PlainStep(KernelPlan.NestPlan nest, boolean isLast) {
        super(nest, isLast);
        this.single = nest.single();
        this.proven = nest.proven();
        this.launches = proven == null ? null : proven.launches();
        this.histograms = nest.histograms();
    }

    /**
     * Prepares the launch.
     *
     * @param operands its numbers, the iterations counted, at least 1
     * @param arrays where its arrays are, claimed
     * @return what is to be launched in {@link #shape}, its arguments set
     */
    Invocation ready(Operands operands, LaunchArrays arrays) {
        boolean isProven = isProven(operands);
        HistogramPlans.Chosen shared = histograms == null ? null : histograms.find(isProven, operands);
        Plan form = form(isProven, operands.counts());
        Invocation ready = shared == null ? ready(form, operands, arrays) : ready(shared, operands, arrays);
        ready.setFaultFree(isProven);
        return ready;
    }

    private Plan form(boolean isProven, long[] counts) {
        if (single != null
                && counts[0] < (long) LEAST_THREADS * program.threads().grain().iterations()) {
            return single.get();
        }
        return proven != null && isProven ? proven.plan() : plan;
    }

    private Invocation ready(Plan form, Operands operands, LaunchArrays arrays) {
        Invocation ready = invocation(form);
        pass(ready, operands, arrays);
        shape = shape(form, operands.counts());
        return ready;
    }

    private boolean isProven(Operands operands) {
        return launches != null && launches.misses() < MOST_MISSES && launches.holds(operands, operands.counts());
    }

    private Invocation ready(HistogramPlans.Chosen shared, Operands operands, LaunchArrays arrays) {
        Invocation ready = invocation(shared.plan());
        pass(ready, operands, arrays);
        for (int axis = 0; axis < shared.counts().length; axis++) {
            ready.setScalar(params + axis, shared.counts()[axis]);
        }
        shape = shared.shape();
        return ready;
    }

    /** {@return the shape of the launch that was prepared last} */
    Shape shape() {
        return shape;
    }

    @Override
    void run(PiecePlan nest, LoopCut cut, Operands operands, LaunchArrays arrays, long[] results) throws KernelFault {
        arrays.run(cut, launcher(nest, operands));
    }

    @SuppressWarnings("ReferenceEquality") // the very same plan
    private Invocation invocation(Plan form) {
        return form == plan
                ? invocation
                : others.computeIfAbsent(form, key -> key.executable().newInvocation());
    }

    /** {@return the shape of a launch; a device that does iterations of the outermost loop in turn does neither more nor fewer} */
    private Shape shape(Plan form, long[] counts) {
        if (!form.gpu().raw().sharesHeap()) {
            return form.forNest(counts, program.axes().size());
        }
        long outermost = counts[program.axes().getFirst().index()];
        counts[0] = outermost;
        if (outermost > Integer.MAX_VALUE) {
            return form.forNest(counts, 1);
        }
        if (inTurn.gridX() != outermost) {
            inTurn = form.forBlocks(outermost, 1);
        }
        return inTurn;
    }
}
