package dev.gpukernel.internal.jit;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A nest for launches of which it is known beforehand that no thread faults. It is compiled at the first of them. */
final class ProvenPlan {
    private final NestProgram nest;
    private final NestProgram.Proven program;
    private final Supplier<Plan> compile;
    private volatile @Nullable Plan plan;

    /**
     * Makes it.
     *
     * @param nest the nest
     * @param program its code for such launches
     * @param compile compiles it
     */
    ProvenPlan(NestProgram nest, NestProgram.Proven program, Supplier<Plan> compile) {
        this.nest = nest;
        this.program = program;
        this.compile = compile;
    }

    /** {@return what tells whether a launch is one of those} */
    ProvenLaunches launches() {
        return new ProvenLaunches(program.code(), nest.launched());
    }

    /** {@return the plan for such launches} */
    Plan plan() {
        Plan known = plan;
        return known == null ? compiled() : known;
    }

    private synchronized Plan compiled() {
        Plan known = plan;
        if (known == null) {
            known = compile.get();
            plan = known;
        }
        return known;
    }

    /** {@return the plan, {@code null} if no launch has needed it yet} */
    @Nullable Plan known() {
        return plan;
    }
}
