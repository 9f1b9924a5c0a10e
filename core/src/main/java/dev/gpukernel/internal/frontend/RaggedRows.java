package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Dimensions;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of several lengths that a kernel makes. All elements are in one array, and another one, the starts, says where each row begins and the last one
 * ends. A loop adds up the lengths where the outer array is made: a running sum, which is parallel.
 */
final class RaggedRows implements RowsAtOnce.Places {
    private static final Op.Binary ADD = new Op.Binary(BinaryKind.ADD, ScalarType.I32);
    private static final Op.Convert NARROW = new Op.Convert(ScalarType.I64, ScalarType.I32);

    private final Function function;
    private final Instr maker;
    private final List<Value> first;
    private final List<Part> parts;
    private final BlockParam starts;
    private final RowsAtOnce.Ragged places;

    /**
     * Rows side by side whose lengths are computed in one way.
     *
     * @param range what sets them, null if two loops set all rows
     * @param ends where they are, null if these are all
     * @param lengths computes lengths
     * @param length what the length of a row is computed by
     */
    record Part(@Nullable SetRange range, SetRange.@Nullable Ends ends, RowLengths lengths, RowLengths.Way length) {
        Value length(Value row, Builder builder) {
            Value number = range == null || ends == null ? row : range.number(row, ends, builder);
            return lengths.copied(length, number, builder);
        }

        boolean readsElements() {
            return lengths.readsElements(length);
        }
    }

    /**
     * Changes nothing yet but to add a parameter, which the starts become.
     *
     * @param maker makes the outer array
     * @param first the lengths of the first rows, known where the array is made
     * @param parts the other rows, in their order
     */
    RaggedRows(Function function, Instr maker, List<Value> first, List<Part> parts) {
        this.function = function;
        this.maker = maker;
        this.first = first;
        this.parts = parts;
        this.starts = function.entry().addParam(new ArrayType(ElementType.INT));
        this.places = new RowsAtOnce.Ragged(starts);
    }

    /** Makes the starts, and all elements, before the outer array. */
    void make() {
        BlockParam array = (BlockParam) maker.operand(0);
        array.setStarts(starts);
        Builder builder = new Builder(function).before(maker).at(maker.position());
        makeStarts(builder);
        Value sum = builder.constant(0L);
        for (int i = 0; i < first.size(); i++) {
            sum = add(builder, sum, first.get(i), builder.constant(i + 1));
        }
        Block before = maker.block();
        Block rest = function.addBlock();
        before.moveInstrsTo(maker, rest);
        builder.atEnd(before);
        sum = parts.isEmpty() ? sum : addParts(builder, sum);
        requireFew(builder, sum);
        ElementType element = ((Op.MakeArray) maker.op()).element();
        builder.emit(new Op.MakeArray(element, Dimensions.ONE), array, builder.emit(NARROW, sum));
        builder.jump(rest, List.of());
    }

    private void makeStarts(Builder builder) {
        Op.Compare isLess = new Op.Compare(Predicate.LT, ScalarType.I32);
        Op.Select select = new Op.Select(ScalarType.I32);
        Value count = maker.operand(1);
        // Rows beyond the last are not set: Java throws there.
        Value set = builder.constant(first.size());
        Value rows = builder.emit(select, builder.emit(isLess, count, set), set, count);
        Value most = builder.constant(Integer.MAX_VALUE - 1);
        Value fewer = builder.emit(select, builder.emit(isLess, rows, most), rows, most);
        builder.emit(
                new Op.MakeArray(ElementType.INT, Dimensions.ONE),
                starts,
                builder.emit(ADD, fewer, builder.constant(1)));
    }

    /** Adds the length of a row to that of all rows before, and stores where the next one begins; {@return the sum} */
    private Value add(Builder builder, Value sum, Value length, Value next) {
        Value zero = builder.constant(0);
        // A negative length throws where the row is made.
        Value isNegative = builder.emit(new Op.Compare(Predicate.LT, ScalarType.I32), length, zero);
        Value own = builder.emit(new Op.Select(ScalarType.I32), isNegative, zero, length);
        Value end =
                builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I64), sum, builder.emit(Op.Convert.WIDEN, own));
        builder.emit(new Op.Store(ElementType.INT, Space.GLOBAL), starts, next, builder.emit(NARROW, end));
        return end;
    }

    private Value addParts(Builder builder, Value sum) {
        Block header = function.addBlock();
        BlockParam row = header.addParam(ScalarType.I32);
        BlockParam before = header.addParam(ScalarType.I64);
        Block body = function.addBlock();
        Block after = function.addBlock();
        builder.jump(header, List.of(builder.constant(first.size()), sum));
        builder.atEnd(header);
        Value goesOn = builder.emit(new Op.Compare(Predicate.LT, ScalarType.I32), row, maker.operand(1));
        builder.branch(goesOn, body, List.of(), after, List.of());
        builder.atEnd(body);
        Value next = builder.emit(ADD, row, builder.constant(1));
        Value end = add(builder, before, length(row, parts, builder), next);
        builder.jump(header, List.of(next, end));
        builder.atEnd(after);
        return before;
    }

    /** {@return the length of a row of one of some parts} */
    private static Value length(Value row, List<Part> parts, Builder builder) {
        Part part = parts.getFirst();
        Value length = part.length(row, builder);
        if (parts.size() == 1 || part.ends() == null) {
            return length;
        }
        Value others = length(row, parts.subList(1, parts.size()), builder);
        Value isHere = builder.emit(
                new Op.Compare(Predicate.LT, ScalarType.I32), row, part.ends().to());
        return builder.emit(new Op.Select(ScalarType.I32), isHere, length, others);
    }

    private void requireFew(Builder builder, Value sum) {
        Block few = function.addBlock();
        Block many = function.addBlock();
        Value most = builder.constant((long) Dimensions.MOST_ELEMENTS);
        Value areMany = builder.emit(new Op.Compare(Predicate.GT, ScalarType.I64), sum, most);
        builder.branch(areMany, many, List.of(), few, List.of());
        builder.atEnd(many);
        String refusal = Message.TOO_MANY_ELEMENTS.format(
                "an array of rows that kernel " + function.name() + " makes", Op.Throw.HOLE, Dimensions.MOST_ELEMENTS);
        builder.emit(new Op.Throw(IllegalArgumentException.class.getName(), refusal, "J"), sum);
        builder.atEnd(few);
    }

    @Override
    public Value start(Value row, Builder builder) {
        return places.start(row, builder);
    }

    @Override
    public Value length(Value row, Builder builder) {
        if (first.isEmpty() && parts.size() == 1 && !parts.getFirst().readsElements()) {
            return parts.getFirst().length(row, builder);
        }
        return places.length(row, builder);
    }
}
