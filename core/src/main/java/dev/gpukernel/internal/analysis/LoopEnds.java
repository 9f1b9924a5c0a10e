package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where loops end that are known to have an iteration: there, the greater of start and bound is the bound. */
final class LoopEnds {
    private final List<CountedLoop> iterating = new ArrayList<>();

    /** Takes note that a loop has an iteration, and the same start and bound whenever it is begun. */
    void add(CountedLoop loop) {
        iterating.add(loop);
    }

    /**
     * {@return what the greater or lesser of two values is known to be: the one at which a loop ends that starts at the other} It is
     * computed so for the loop's variable after it.
     */
    @Nullable Value of(Value value) {
        if (!(value instanceof Instr instr) || !(instr.op() instanceof Op.Call call)) {
            return null;
        }
        String called = call.intrinsic().text();
        boolean isMax = called.equals("Math.max.i32") || called.equals("Math.max.i64");
        if (!isMax && !called.equals("Math.min.i32") && !called.equals("Math.min.i64")) {
            return null;
        }
        return iterating.stream()
                        .anyMatch(loop -> loop.step() > 0 == isMax
                                && instr.operand(0) == loop.start()
                                && isEnd(loop, instr.operand(1)))
                ? instr.operand(1)
                : null;
    }

    /** Forgets the loops. */
    void clear() {
        iterating.clear();
    }

    private static boolean isEnd(CountedLoop loop, Value value) {
        return switch (loop.predicate()) {
            case LT, GT -> value == loop.bound();
            case LE, GE ->
                value.type() == ScalarType.I32 && Affine.isMoved(loop.bound(), value, loop.step() > 0 ? 1 : -1);
            case NE, EQ, LTU, LEU, GTU, GEU -> false;
        };
    }
}
