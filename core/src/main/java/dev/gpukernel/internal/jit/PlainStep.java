package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Shape;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A nest whose iterations leave nothing but what they store: one launch, of the form that suits the operands. */
final class PlainStep extends NestStep {
    private final @Nullable ProvenPlan proven;
    private final @Nullable HistogramPlans histograms;

    /** Of other forms than the usual one. */
    private final Map<Plan, Invocation> others = new HashMap<>();

    private final RepeatedLaunches repeated;

    PlainStep(KernelPlan.NestPlan nest, RepeatedLaunches repeated) {
        super(nest);
        this.repeated = repeated;
        this.proven = nest.proven();
        this.histograms = nest.histograms();
    }

    @Override
    void launch(Operands operands, long iterations, LaunchArrays arrays, long[] results) throws KernelFault {
        Plan known = proven == null ? null : proven.find(operands, operands.counts());
        HistogramPlans.Chosen shared =
                histograms == null ? null : histograms.find(known != null, operands, operands.counts(), iterations);
        if (shared != null) {
            launch(shared, operands, arrays);
            return;
        }
        Plan form = known == null ? plan : known;
        Invocation ready = invocation(form);
        pass(ready, operands, arrays);
        repeated.launch(ready, shape(form, operands.counts()), arrays.stream());
    }

    private void launch(HistogramPlans.Chosen shared, Operands operands, LaunchArrays arrays) throws KernelFault {
        Invocation ready = invocation(shared.plan());
        pass(ready, operands, arrays);
        for (int axis = 0; axis < shared.counts().length; axis++) {
            ready.setScalar(params + axis, shared.counts()[axis]);
        }
        repeated.launch(ready, shared.shape(), arrays.stream());
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
        return outermost <= Integer.MAX_VALUE ? form.forBlocks(outermost, 1) : form.forNest(counts, 1);
    }
}
