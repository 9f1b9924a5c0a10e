package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.analysis.Affine;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Induction;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Elements side by side that are set one after the other, each once: by a loop, up or down, one in each iteration, or one element by an
 * instruction in no loop.
 *
 * @param sets what sets an element, in branches of which an iteration takes one: the array, the index, what it is set to
 * @param index the index that they have in common
 * @param over the loop, null if there is none
 * @param isRising whether each iteration sets the element behind that of the one before
 */
record SetRange(List<Instr> sets, Value index, @Nullable CountedLoop over, boolean isRising) {
    private static final Op.Binary ADD = new Op.Binary(BinaryKind.ADD, ScalarType.I32);
    private static final Op.Binary MULTIPLY = new Op.Binary(BinaryKind.MUL, ScalarType.I32);
    private static final Op.Binary SUBTRACT = new Op.Binary(BinaryKind.SUB, ScalarType.I32);
    private static final Op.Binary SUBTRACT_WIDE = new Op.Binary(BinaryKind.SUB, ScalarType.I64);
    private static final Op.Compare IS_OTHER = new Op.Compare(Predicate.NE, ScalarType.I64);

    /**
     * {@return what a loop sets, null if an index is not that of the iteration before and one more or less}
     *
     * @param over a loop of which each iteration does one of some instructions
     */
    static @Nullable SetRange of(List<Instr> sets, CountedLoop over) {
        Value index = sets.getFirst().operand(1);
        if (Math.abs(over.step()) != 1
                || over.predicate() == Predicate.NE
                || !over.isOfInts()
                || !sets.stream().allMatch(set -> set.operand(1) == index)) {
            return null;
        }
        Loop loop = over.loop();
        for (BlockParam param : loop.header().params()) {
            Induction induction = Induction.byNumber(loop, param);
            if (induction == null
                    || Math.abs(induction.step()) != 1
                    || induction.narrowed() != null
                    || param.type() != ScalarType.I32) {
                continue;
            }
            Affine affine = Affine.of(index, param, value -> !loop.contains(value.block()));
            if (affine != null && Math.abs(affine.step()) == 1) {
                return new SetRange(sets, index, over, affine.step() == induction.step());
            }
        }
        return null;
    }

    /** {@return what an instruction in no loop sets} */
    static SetRange of(Instr set) {
        return new SetRange(List.of(set), set.operand(1), null, true);
    }

    /** {@return whether the index is the loop's variable, which grows from a constant} */
    boolean isPlain() {
        return over != null && over.step() == 1 && over.predicate() == Predicate.LT && index == over.variable();
    }

    /**
     * Where the elements are, in numbers that are known where the array is made.
     *
     * @param from the first of them
     * @param to behind the last one
     * @param isWrong whether the loop's iterations are not as many as that, as a number wraps around; null if they are
     */
    record Ends(Value from, Value to, @Nullable Value isWrong) {}

    /**
     * {@return what tells the number of an iteration, or where the range is plain, that of a row; null if there is no loop}
     *
     * @param before computes numbers that are no iteration's
     */
    RowLengths.@Nullable Numbering numbering(RowLengths before) {
        return over == null
                ? null
                : isPlain() ? new RowLengths.RowNumber(over.variable()) : new Iterations(over, before);
    }

    /** The number of an iteration, of which all variables follow that grow or fall by a number in each. */
    private record Iterations(CountedLoop over, RowLengths before) implements RowLengths.Numbering {
        @Override
        public boolean isVariable(Value value) {
            if (!(value instanceof BlockParam param) || param.type() != ScalarType.I32) {
                return false;
            }
            Induction induction = Induction.byNumber(over.loop(), param);
            return induction != null
                    && induction.narrowed() == null
                    && before.isKnown(over.loop().first(param));
        }

        @Override
        public Value variable(Value variable, Value number, Builder builder) {
            BlockParam param = (BlockParam) variable;
            int step = (int) Objects.requireNonNull(Induction.byNumber(over.loop(), param))
                    .step();
            Value grown = builder.emit(MULTIPLY, number, builder.constant(step));
            return builder.emit(ADD, before.copied(over.loop().first(param), null, builder), grown);
        }
    }

    /** {@return the number by which the length of a row is computed} */
    Value number(Value row, Ends ends, Builder builder) {
        if (over == null || isPlain()) {
            return row;
        }
        return isRising
                ? builder.emit(SUBTRACT, row, ends.from())
                : builder.emit(SUBTRACT, builder.emit(SUBTRACT, ends.to(), builder.constant(1)), row);
    }

    /**
     * {@return where the elements are, null if that is not known where the array is made}
     *
     * @param before computes numbers that are no iteration's
     * @param known computes those of an iteration, by the {@linkplain #numbering numbering}
     */
    @Nullable Ends ends(RowLengths before, RowLengths known, Builder builder) {
        Value one = builder.constant(1);
        if (over == null) {
            if (!before.isKnown(index)) {
                return null;
            }
            Value from = before.copied(index, null, builder);
            return new Ends(from, builder.emit(ADD, from, one), null);
        }
        if (!before.isKnown(over.start()) || !before.isKnown(over.bound()) || !known.isKnown(index)) {
            return null;
        }
        Value start = before.copied(over.start(), null, builder);
        Value bound = before.copied(over.bound(), null, builder);
        if (isPlain()) {
            return new Ends(start, bound, null);
        }
        boolean isUp = over.step() > 0;
        Value low = isUp ? start : bound;
        Value high = isUp ? bound : start;
        Value distance = builder.emit(SUBTRACT, high, low);
        Value iterations = over.isInclusive() ? builder.emit(ADD, distance, one) : distance;
        Value firstIndex = known.copied(index, builder.constant(0), builder);
        Value from = isRising ? firstIndex : builder.emit(SUBTRACT, builder.emit(ADD, firstIndex, one), iterations);
        Value to = isRising ? builder.emit(ADD, firstIndex, iterations) : builder.emit(ADD, firstIndex, one);
        return new Ends(from, to, isWrong(low, high, from, to, builder));
    }

    private Value isWrong(Value low, Value high, Value from, Value to, Builder builder) {
        CountedLoop loop = Objects.requireNonNull(over);
        Value distance = builder.emit(SUBTRACT_WIDE, wide(high, builder), wide(low, builder));
        Value all = builder.emit(SUBTRACT_WIDE, wide(to, builder), wide(from, builder));
        if (!loop.isInclusive()) {
            return builder.emit(IS_OTHER, distance, all);
        }
        Value iterations = builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I64), distance, builder.constant(1L));
        Value end = builder.constant(loop.step() > 0 ? Integer.MAX_VALUE : Integer.MIN_VALUE);
        Value isEndless = builder.emit(new Op.Compare(Predicate.EQ, ScalarType.I32), loop.step() > 0 ? high : low, end);
        Value isOther = builder.emit(IS_OTHER, iterations, all);
        return builder.emit(new Op.Binary(BinaryKind.OR, ScalarType.I1), isOther, isEndless);
    }

    private static Value wide(Value value, Builder builder) {
        return builder.emit(Op.Convert.WIDEN, value);
    }
}
