package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A nest for launches of which it is known beforehand that no thread faults. It is compiled at the first of them. What is known
 * follows from integers, lengths and counts alone, and the answer for the last ones is kept.
 */
final class ProvenPlan {
    /** Looking takes long beside a small launch: after so many launches that were all different, nothing is looked at any more. */
    private static final int MOST_MISSES = 64;

    private final NestProgram.Proven program;
    private final List<BlockParam> params;
    private final Supplier<Plan> compile;
    private @Nullable Plan plan;
    private long[] key;
    private long[] asked;
    private boolean answer;
    private boolean isAnswered;
    private int misses;

    /**
     * Makes it.
     *
     * @param nest the nest
     * @param program its code for such launches
     * @param compile compiles it
     */
    ProvenPlan(NestProgram nest, NestProgram.Proven program, Supplier<Plan> compile) {
        this.program = program;
        this.params = nest.launched().params();
        this.compile = compile;
        this.key = new long[params.size() + 3];
        this.asked = new long[key.length];
    }

    /**
     * The plan for a launch.
     *
     * @param arguments its arguments
     * @param counts numbers of iterations along x, y and z, each at least 1
     * @return the plan, {@code null} if some thread might fault
     */
    synchronized @Nullable Plan find(HostExpression.Arguments arguments, long[] counts) {
        if (misses == MOST_MISSES) {
            return null;
        }
        write(arguments, counts);
        if (isAnswered && Arrays.equals(key, asked)) {
            misses = 0;
        } else {
            misses++;
            answer = program.holds(arguments, counts);
            isAnswered = true;
            long[] other = key;
            key = asked;
            asked = other;
        }
        return answer ? compiled() : null;
    }

    private void write(HostExpression.Arguments arguments, long[] counts) {
        for (int i = 0; i < params.size(); i++) {
            key[i] = params.get(i).type() instanceof ScalarType type
                    ? type.isFloating() ? 0 : arguments.scalarBits(i)
                    : arguments.arrayLength(i);
        }
        System.arraycopy(counts, 0, key, params.size(), counts.length);
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
