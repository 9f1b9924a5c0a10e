package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import org.jspecify.annotations.Nullable;

/**
 * A variable to which each iteration of a loop adds the same constant.
 *
 * @param variable the header's parameter
 * @param step what is added, not 0
 * @param narrow the type that the sum is narrowed to, {@code null} if it is not: a variable that Java declares as byte, short or char
 */
public record LoopCounter(
        BlockParam variable, long step, @Nullable ElementType narrow) {
    /** What an iteration makes of the variable. */
    private record Update(long step, @Nullable ElementType narrow) {}

    /**
     * Looks at a value.
     *
     * @param loop a loop
     * @param value any value
     * @return how the loop changes it, or {@code null} if it is no variable of that kind
     */
    public static @Nullable LoopCounter of(Loop loop, Value value) {
        if (!(value instanceof BlockParam variable) || variable.block() != loop.header()) {
            return null;
        }
        Update update = null;
        for (Edge edge : loop.backEdges()) {
            Update own = update(edge.arguments().get(variable.index()), variable);
            if (own == null || (update != null && !update.equals(own))) {
                return null;
            }
            update = own;
        }
        return update == null ? null : new LoopCounter(variable, update.step, update.narrow);
    }

    private static @Nullable Update update(Value next, BlockParam variable) {
        boolean isNarrowed = next instanceof Instr narrowing && narrowing.op() instanceof Op.Narrow;
        Value sum = isNarrowed ? ((Instr) next).operand(0) : next;
        Long step = difference(sum, variable);
        return step == null || step == 0
                ? null
                : new Update(step, isNarrowed ? ((Op.Narrow) ((Instr) next).op()).to() : null);
    }

    /** {@return the constant that a value is more than another, as far as it is the sum of both; {@code null} if it is not} */
    public static @Nullable Long difference(Value value, Value base) {
        if (value == base) {
            return 0L;
        }
        if (!(value instanceof Instr sum)
                || !(sum.op() instanceof Op.Binary(BinaryKind kind, ScalarType type))
                || type.isFloating()
                || !sum.operands().contains(base)) {
            return null;
        }
        boolean baseFirst = sum.operand(0) == base;
        if (!(sum.operand(baseFirst ? 1 : 0) instanceof Instr other)
                || !(other.op() instanceof Op.Constant(ScalarType _, long bits))
                || bits == Long.MIN_VALUE) {
            return null;
        }
        return switch (kind) {
            case ADD -> bits;
            case SUB -> baseFirst ? -bits : null;
            case MUL, DIV, REM, AND, OR, XOR, SHL, SHR, USHR -> null;
        };
    }
}
