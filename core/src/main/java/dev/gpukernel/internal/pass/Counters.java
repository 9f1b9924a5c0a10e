package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Condition;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.analysis.Induction;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counters that a loop moves in one direction only, by constants. The numbers that one passes in an iteration are that iteration's
 * alone: so are the elements of an array that is only accessed there.
 */
final class Counters {
    private final Function code;
    private final CountedLoop counted;
    private final Loop loop;
    private final List<Accumulation> counters;

    /**
     * Finds them.
     *
     * @param code where the loop is
     * @param counted the loop
     * @param accumulations its running values
     */
    Counters(Function code, CountedLoop counted, List<Accumulation> accumulations) {
        this.code = code;
        this.counted = counted;
        this.loop = counted.loop();
        this.counters = accumulations.stream().filter(Counters::counts).toList();
    }

    private static boolean counts(Accumulation one) {
        boolean up = true;
        boolean down = true;
        for (Value value : one.values()) {
            if (value instanceof Instr step) {
                Long moved = moved(step, one);
                if (moved == null) {
                    return false;
                }
                up &= moved >= 0;
                down &= moved <= 0;
            }
        }
        return isInteger(one.param().type()) && up != down;
    }

    /** {@return by how much a step moves a counter, null if that is no small constant} */
    static @Nullable Long moved(Instr step, Accumulation one) {
        for (Value before : step.operands()) {
            Long moved = one.values().contains(before) ? Induction.difference(step, before) : null;
            if (moved != null && isSmall(moved)) {
                return moved;
            }
        }
        return null;
    }

    static boolean isInteger(Type type) {
        return type == ScalarType.I32 || type == ScalarType.I64;
    }

    static boolean isSmall(long number) {
        return number >= -Short.MAX_VALUE && number <= Short.MAX_VALUE;
    }

    /**
     * Tells whether no element is accessed by two iterations.
     *
     * @param accesses all accesses to an array, or to two that may be the same
     * @return what must be true of a launch if all of them are at indices that one counter passes in the iteration, null if they are not
     */
    @Nullable List<Condition> apart(List<Access> accesses) {
        for (Accumulation counter : counters) {
            CounterSpan passed = new CounterSpan(loop, counter);
            long most = passed.most();
            List<Condition> conditions = most == 0 ? null : fits(most);
            if (conditions != null && passed.areIn(accesses)) {
                return conditions;
            }
        }
        return null;
    }

    /** {@return what keeps a counter from coming round to where it has been, null if that cannot be asked} */
    private @Nullable List<Condition> fits(long most) {
        boolean isInt = counted.variable().type() == ScalarType.I32;
        if (isInt && most <= Math.abs(counted.step())) {
            return List.of();
        }
        HostExpression first = HostExpression.of(code, counted.start());
        HostExpression last = HostExpression.of(code, counted.bound());
        if (first == null || last == null) {
            return null;
        }
        long iterations = ((1L << Integer.SIZE) - 1) / most;
        return List.of(new Condition(
                counted.iterations(first, last),
                Long.MIN_VALUE,
                iterations,
                "the loop has at most " + iterations + " iterations"));
    }
}
