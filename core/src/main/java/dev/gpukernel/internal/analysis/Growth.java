package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;

/** How much a function makes of a parameter that is 0. */
public final class Growth {
    /** Operations and joins of control flow looked through. */
    private static final int DEEPEST = 16;

    private final BlockParam param;

    private Growth(BlockParam param) {
        this.param = param;
    }

    /**
     * Asks whether a function only makes a parameter that is 0 a little greater.
     *
     * @param function the function
     * @param param one of its parameters, an integer
     * @param place which of the values that it returns is meant
     * @param most the most that it may be then
     */
    public static boolean isSmall(Function function, BlockParam param, int place, int most) {
        Growth growth = new Growth(param);
        Interval allowed = new Interval(0, most);
        return function.blocks().stream()
                .map(Block::terminator)
                .filter(end -> end.op() instanceof Op.Return)
                .allMatch(end -> allowed.contains(growth.of(end.operand(place), DEEPEST)));
    }

    private Interval of(Value value, int depth) {
        if (value == param) {
            return Interval.point(0);
        }
        if (depth == 0) {
            return Interval.of(value.type());
        }
        if (value instanceof Instr instr) {
            return IntervalArithmetic.of(instr.op(), operand -> of(instr.operand(operand), depth - 1));
        }
        return joined((BlockParam) value, depth);
    }

    private Interval joined(BlockParam joined, int depth) {
        return joined.block().incoming().stream()
                .map((Edge edge) -> of(edge.arguments().get(joined.index()), depth - 1))
                .reduce(Interval::union)
                .orElseGet(() -> Interval.of(joined.type()));
    }
}
