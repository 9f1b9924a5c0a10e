package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.HostExpression;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A nest for launches of which it is known beforehand that no thread faults. It is compiled at the first of them. */
final class ProvenPlan {
    /** Looking takes long beside a small launch: after so many launches that were all different, nothing is looked at any more. */
    private static final int MOST_MISSES = 64;

    private final ProvenLaunches launches;
    private final Supplier<Plan> compile;
    private @Nullable Plan plan;

    /**
     * Makes it.
     *
     * @param nest the nest
     * @param program its code for such launches
     * @param compile compiles it
     */
    ProvenPlan(NestProgram nest, NestProgram.Proven program, Supplier<Plan> compile) {
        this.launches = new ProvenLaunches(program.code(), nest.launched());
        this.compile = compile;
    }

    /**
     * The plan for a launch.
     *
     * @param arguments its arguments
     * @param counts numbers of iterations along x, y and z, each at least 1
     * @return the plan, {@code null} if some thread might fault
     */
    synchronized @Nullable Plan find(HostExpression.Arguments arguments, long[] counts) {
        return launches.misses() < MOST_MISSES && launches.holds(arguments, counts) ? compiled() : null;
    }

    private Plan compiled() {
        Plan known = plan;
        if (known == null) {
            known = compile.get();
            plan = known;
        }
        return known;
    }

    /** {@return the plan, {@code null} if no launch has needed it yet} */
    synchronized @Nullable Plan known() {
        return plan;
    }
}
