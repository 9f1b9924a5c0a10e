package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What numbers may be at a block, by the comparisons with constants on the only way to it. Ints and doubles alone; a double stands for
 * either, as it holds every int.
 */
final class WayRanges {
    /** Numbers that another is computed from, one after the other, that are looked at. */
    private static final int DEPTH = 6;

    private static final double MOST_BETWEEN_BOUNDS = 1_000_000;

    private final Map<Value, Range> facts = new HashMap<>();
    private boolean isNeverReached;

    private WayRanges() {}

    /**
     * What a number may be.
     *
     * @param least the least it may be
     * @param most the most
     * @param isNan whether it may be NaN
     */
    record Range(double least, double most, boolean isNan) {
        static final Range INT = new Range(Integer.MIN_VALUE, Integer.MAX_VALUE, false);
        static final Range ANY = new Range(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, true);

        private Range and(Range other) {
            return new Range(Math.max(least, other.least), Math.min(most, other.most), isNan && other.isNan);
        }

        private boolean isEmpty() {
            return least > most && !isNan;
        }

        /** {@return whether it has bounds on both sides, such as constants are} */
        boolean isBounded() {
            return !isNan && most - least <= MOST_BETWEEN_BOUNDS;
        }
    }

    /** {@return what is known at a block} */
    static WayRanges at(Block block) {
        WayRanges ranges = new WayRanges();
        List<Edge> way = new ArrayList<>();
        Block at = block;
        while (at.incoming().size() == 1 && way.size() < at.function().blocks().size()) {
            way.add(at.incoming().getFirst());
            at = way.getLast().source().block();
        }
        ranges.isNeverReached = at.incoming().isEmpty() && at != at.function().entry();
        // What a number is made of is known before it.
        for (Edge edge : way.reversed()) {
            ranges.take(edge);
        }
        return ranges;
    }

    /** {@return whether the conditions on the way cannot all hold, or nothing leads there} */
    boolean areNone() {
        return isNeverReached
                || facts.keySet().stream().anyMatch(value -> range(value).isEmpty());
    }

    private void take(Edge edge) {
        Instr source = edge.source();
        if (!(source.op() instanceof Op.Branch)
                || source.edges().getFirst().target()
                        == source.edges().getLast().target()
                || !(source(source.operand(0)) instanceof Instr compare)
                || !(compare.op() instanceof Op.Compare(Predicate predicate, ScalarType type))
                || (type != ScalarType.I32 && type != ScalarType.F64)) {
            return;
        }
        Predicate holds = edge == source.edges().getFirst() ? predicate : predicate.negated();
        note(compare.operand(0), holds, constant(compare.operand(1)), type);
        note(compare.operand(1), holds.swapped(), constant(compare.operand(0)), type);
    }

    private void note(Value value, Predicate holds, @Nullable Double bound, ScalarType type) {
        if (bound == null || bound.isNaN() || constant(value) != null) {
            return;
        }
        boolean isInt = type == ScalarType.I32;
        double below = isInt ? bound - 1 : Math.nextDown(bound);
        double above = isInt ? bound + 1 : Math.nextUp(bound);
        boolean isNan = !isInt && holds.acceptsNan();
        narrow(
                value,
                switch (holds) {
                    case LT, LTU -> new Range(Double.NEGATIVE_INFINITY, below, isNan);
                    case LE, LEU -> new Range(Double.NEGATIVE_INFINITY, bound, isNan);
                    case GT, GTU -> new Range(above, Double.POSITIVE_INFINITY, isNan);
                    case GE, GEU -> new Range(bound, Double.POSITIVE_INFINITY, isNan);
                    case EQ -> new Range(bound, bound, isNan);
                    case NE -> new Range(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, isNan);
                });
    }

    private void narrow(Value narrowed, Range range) {
        Value value = source(narrowed);
        facts.merge(value, range, Range::and);
        if (value instanceof Instr instr
                && instr.op() instanceof Op.Convert(ScalarType from, ScalarType to)
                && from == ScalarType.F64
                && to == ScalarType.I32) {
            // It was rounded towards zero, NaN to zero, and what is beyond an int to the last one.
            Range whole = range(value);
            narrow(
                    instr.operand(0),
                    new Range(
                            whole.least <= Integer.MIN_VALUE ? Double.NEGATIVE_INFINITY : whole.least - 1,
                            whole.most >= Integer.MAX_VALUE ? Double.POSITIVE_INFINITY : whole.most + 1,
                            whole.least <= 0 && whole.most >= 0));
        }
    }

    private static @Nullable Double constant(Value value) {
        Op.Constant constant = source(value).constant();
        if (constant == null) {
            return null;
        }
        return switch (constant.type()) {
            case I32 -> (double) (int) constant.bits();
            case F64 -> Double.longBitsToDouble(constant.bits());
            default -> null;
        };
    }

    /** {@return what an int or a double may be} */
    Range range(Value value) {
        return range(value, DEPTH);
    }

    /** {@return what a parameter of a block is that one edge alone leads to, another value as it is} */
    private static Value source(Value value) {
        Value source = value;
        while (source instanceof BlockParam param && param.block().incoming().size() == 1) {
            source = param.block()
                    .incoming()
                    .getFirst()
                    .arguments()
                    .get(param.block().params().indexOf(param));
        }
        return source;
    }

    private Range range(Value ranged, int depth) {
        Value value = source(ranged);
        Double constant = constant(value);
        if (constant != null) {
            return new Range(constant, constant, constant.isNaN());
        }
        Range made = value instanceof Instr instr && depth > 0 ? made(instr, depth - 1) : any(value);
        Range fact = facts.get(value);
        return fact == null ? made : made.and(fact);
    }

    private static Range any(Value value) {
        return value.type() == ScalarType.I32 ? Range.INT : Range.ANY;
    }

    private Range made(Instr instr, int depth) {
        return switch (instr.op()) {
            case Op.Convert(ScalarType from, ScalarType to)
            when from == ScalarType.F64 && to == ScalarType.I32 -> {
                Range exact = range(instr.operand(0), depth);
                double least = (int) exact.least;
                double most = (int) exact.most;
                yield exact.isNan
                        ? new Range(Math.min(least, 0), Math.max(most, 0), false)
                        : new Range(least, most, false);
            }
            case Op.Convert(ScalarType from, ScalarType to)
            when from == ScalarType.I32 && to == ScalarType.F64 -> range(instr.operand(0), depth);
            case Op.Binary(Op.BinaryKind kind, ScalarType type)
            when kind == Op.BinaryKind.ADD && (type == ScalarType.F64 || type == ScalarType.I32) ->
                sum(range(instr.operand(0), depth), range(instr.operand(1), depth), type);
            case Op.Binary(Op.BinaryKind kind, ScalarType type)
            when kind == Op.BinaryKind.SUB && (type == ScalarType.F64 || type == ScalarType.I32) -> {
                Range right = range(instr.operand(1), depth);
                yield sum(range(instr.operand(0), depth), new Range(-right.most, -right.least, right.isNan), type);
            }
            default -> any(instr);
        };
    }

    private static Range sum(Range left, Range right, ScalarType type) {
        Range sum = sum(left, right);
        boolean isInt = type == ScalarType.I32;
        // An int may wrap around.
        return isInt && (sum.least < Integer.MIN_VALUE || sum.most > Integer.MAX_VALUE) ? Range.INT : sum;
    }

    /** {@return what sums may be: rounding keeps their order} */
    private static Range sum(Range left, Range right) {
        boolean areFinite = Double.isFinite(left.least)
                && Double.isFinite(left.most)
                && Double.isFinite(right.least)
                && Double.isFinite(right.most);
        return areFinite
                ? new Range(left.least + right.least, left.most + right.most, left.isNan || right.isNan)
                : Range.ANY;
    }
}
