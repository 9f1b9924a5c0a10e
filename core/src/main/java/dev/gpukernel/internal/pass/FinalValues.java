package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;

/**
 * Computes before a counted loop what its variable, and what follows from it, will be after it. Steps of other magnitudes than powers
 * of 2 are left alone: with them a loop may go on after its variable has overflowed, and end later.
 */
final class FinalValues {
    private final CountedLoop counted;
    private final Builder builder;
    private final HostValues host;

    /**
     * Prepares it.
     *
     * @param function where the loop is
     * @param counted a loop that is left when its variable reaches its bound, and not otherwise
     */
    FinalValues(Function function, CountedLoop counted) {
        this.counted = counted;
        this.builder = new Builder(function)
                .before(counted.loop().entryEdges().getFirst().source());
        this.host = new HostValues(builder, counted.loop());
    }

    /** Replaces what is used after the loop; {@return whether there is any} */
    boolean replace() {
        ValuesAfter used = new ValuesAfter(counted);
        List<Value> after = used.ofHeader();
        after.removeIf(value -> !counted.loop().follows(value, counted.variable()));
        // A variable that wraps around and comes back to its start never ends the loop; another may.
        boolean endsAsCounted = Long.bitCount(Math.abs(counted.step())) == 1 || counted.always();
        if (after.isEmpty() || counted.mayEndOtherwise() || !endsAsCounted) {
            return false;
        }
        host.put(counted.variable(), last());
        after.forEach(value -> used.replace(value, host.before(value)));
        used.leadThere(counted.exit());
        return true;
    }

    /** {@return the variable's last value} */
    private Value last() {
        ScalarType type = (ScalarType) counted.variable().type();
        Value start = counted.start();
        Value bound = host.before(counted.bound());
        Value end = bound.type() == type
                ? end(type, start, bound)
                // An int that reaches a long.
                : builder.emit(
                        new Op.Convert(ScalarType.I64, type),
                        end(ScalarType.I64, LoopShaping.wide(builder, start), bound));
        long step = counted.step();
        if (Math.abs(step) == 1) {
            return end;
        }
        Value distance = step > 0
                ? InductionSubstitution.difference(builder, type, end, start)
                : InductionSubstitution.difference(builder, type, start, end);
        long magnitude = Math.abs(step);
        if (Long.bitCount(magnitude) != 1) {
            return stepped(start, distance, magnitude);
        }
        Value mask = InductionSubstitution.constant(builder, type, -magnitude);
        Value round = InductionSubstitution.constant(builder, type, magnitude - 1);
        Value up = InductionSubstitution.binary(builder, BinaryKind.ADD, type, distance, round);
        Value multiple = InductionSubstitution.binary(builder, BinaryKind.AND, type, up, mask);
        return step > 0
                ? InductionSubstitution.sum(builder, type, start, multiple)
                : InductionSubstitution.difference(builder, type, start, multiple);
    }

    /** {@return the last value of an int that moves by no power of 2} */
    private Value stepped(Value start, Value distance, long magnitude) {
        Value mask = builder.constant(0xFFFF_FFFFL);
        Value whole = InductionSubstitution.binary(
                builder, BinaryKind.AND, ScalarType.I64, LoopShaping.wide(builder, distance), mask);
        Value by = builder.constant(magnitude);
        Value count = InductionSubstitution.binary(
                builder, BinaryKind.DIV, ScalarType.I64, LoopShaping.plus(builder, whole, magnitude - 1), by);
        Value moved = InductionSubstitution.binary(builder, BinaryKind.MUL, ScalarType.I64, count, by);
        Value own = builder.emit(new Op.Convert(ScalarType.I64, ScalarType.I32), moved);
        return counted.step() > 0
                ? InductionSubstitution.sum(builder, ScalarType.I32, start, own)
                : InductionSubstitution.difference(builder, ScalarType.I32, start, own);
    }

    /** {@return the first number from the start on that ends the loop} */
    private Value end(ScalarType type, Value start, Value bound) {
        Value one = InductionSubstitution.constant(builder, type, 1);
        return switch (counted.predicate()) {
            case NE -> bound;
            case LT, GT -> farther(start, bound);
            case LE, GE -> {
                BinaryKind onwards = counted.step() > 0 ? BinaryKind.ADD : BinaryKind.SUB;
                yield farther(start, InductionSubstitution.binary(builder, onwards, type, bound, one));
            }
            case EQ, LTU, LEU, GTU, GEU -> throw new IllegalStateException("no counted loop has this condition");
        };
    }

    /** {@return the one of two integers that the variable gets to later} */
    private Value farther(Value start, Value bound) {
        boolean up = counted.step() > 0;
        Op.Constant first = start.constant();
        Op.Constant last = bound.constant();
        if (first != null && last != null) {
            long end = up ? Math.max(first.bits(), last.bits()) : Math.min(first.bits(), last.bits());
            return InductionSubstitution.constant(builder, first.type(), end);
        }
        return LoopShaping.extremum(builder, up, start, bound);
    }
}
