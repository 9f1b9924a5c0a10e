package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.Map;

/** How much a function makes of a parameter that is 0. */
public final class Growth {
    /** Operations and joins of control flow looked through. */
    private static final int DEEPEST = 16;

    private Growth() {}

    /**
     * Asks whether a function only makes a parameter that is 0 a little greater.
     *
     * @param function the function
     * @param param one of its parameters, an integer
     * @param place which of the values that it returns is meant
     * @param most the most that it may be then
     */
    public static boolean isSmall(Function function, BlockParam param, int place, int most) {
        Map<Value, Interval> known = Map.of(param, Interval.point(0));
        Interval allowed = new Interval(0, most);
        return function.blocks().stream()
                .map(Block::terminator)
                .filter(end -> end.op() instanceof Op.Return)
                .allMatch(end -> allowed.contains(IntervalArithmetic.of(end.operand(place), DEEPEST, known)));
    }
}
