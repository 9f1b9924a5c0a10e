package dev.gpukernel.internal.jit;

import java.util.stream.Stream;

/** A nest for launches of which it is known beforehand that no thread faults. It is compiled at the first of them. */
final class ProvenPlan {
    private final NestProgram nest;
    private final NestProgram.Proven program;
    private final Made<Plan> plan;

    /**
     * Makes it.
     *
     * @param nest the nest
     * @param program its code for such launches
     * @param plan compiles it
     */
    ProvenPlan(NestProgram nest, NestProgram.Proven program, Made<Plan> plan) {
        this.nest = nest;
        this.program = program;
        this.plan = plan;
    }

    /** {@return what tells whether a launch is one of those} */
    ProvenLaunches launches() {
        return new ProvenLaunches(program.code(), nest.launched());
    }

    /** {@return the plan for such launches} */
    Plan plan() {
        return plan.get();
    }

    /** {@return the plan, if a launch has needed it yet} */
    Stream<Plan> known() {
        return plan.known();
    }
}
