package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.intrinsic.GridOperations;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Which row each is of arrays that are passed, once their rows have changed places. For each array the kernel makes another one, its moves, of as many zeros
 * as there are rows: {@link BlockParam#moves}. What lets the elements of two rows change places changes it with them.
 */
final class RowMoves {
    private static final Op.Compare LESS = new Op.Compare(Predicate.LT, ScalarType.I32);
    private static final Op.Binary ADD = new Op.Binary(BinaryKind.ADD, ScalarType.I64);
    private static final Op.Binary SUB = new Op.Binary(BinaryKind.SUB, ScalarType.I64);
    private static final Op.Convert NARROW = new Op.Convert(ScalarType.I64, ScalarType.I32);
    private static final Op.Load LOAD = new Op.Load(ElementType.LONG, Space.GLOBAL);
    private static final Op.Store STORE = new Op.Store(ElementType.LONG, Space.GLOBAL);

    private final Function function;
    private final BlockParam moves;

    private RowMoves(Translation translation, BlockParam array) {
        this.function = translation.function;
        this.moves = function.entry().addParam(new ArrayType(ElementType.LONG));
        array.setMoves(moves);
        moves.setName("order of " + array.name());
        Instr first = function.entry().instrs().getFirst();
        RowLayout.Even layout = (RowLayout.Even) Objects.requireNonNull(translation.passedRows.get(array));
        new Builder(function)
                .before(first)
                .emit(
                        new Op.MakeArray(ElementType.LONG, Dimensions.ONE),
                        moves,
                        layout.sizes().getFirst());
    }

    /** {@return whether a kernel can tell which row each is of an array that is passed, after two have changed places} */
    static boolean areKept(Translation translation, RowSwaps.Swap swap) {
        return translation.passedRows.get(swap.array()) instanceof RowLayout.Even
                && !swap.round().mayEnd()
                && !GridOperations.areIn(translation.function);
    }

    /** Changes a kernel in which rows of arrays change places that are passed. */
    static void keep(Translation translation, List<RowSwaps.Swap> swaps) {
        Map<Value, RowMoves> arrays = new HashMap<>();
        for (RowSwaps.Swap swap : swaps) {
            RowMoves moves =
                    arrays.computeIfAbsent(swap.array(), array -> new RowMoves(translation, (BlockParam) array));
            moves.swap(swap);
            moves.end(swap.round());
        }
    }

    /** Lets an iteration of the loop over the elements of two rows change the moves too; there is one, even if they have no elements. */
    private void swap(RowSwaps.Swap swap) {
        Block body = swap.store().block();
        Block header = body.terminator().edges().getFirst().target();
        BlockParam column = header.params().getFirst();
        Instr goesOn = (Instr) header.terminator().operand(0);
        Value length = goesOn.operand(1);
        Instr entry = header.incoming().stream()
                .map(edge -> edge.source())
                .filter(source -> source.block() != body)
                .findFirst()
                .orElseThrow();
        Builder before = new Builder(function).before(entry).at(entry.position());
        Value one = before.constant(1);
        Value isLess = before.emit(LESS, length, one);
        Value count = before.emit(new Op.Select(ScalarType.I32), isLess, one, length);
        goesOn.replaceUses(length, count);

        Block rest = function.addBlock();
        Block elements = function.addBlock();
        Block both = function.addBlock();
        Block numbers = function.addBlock();
        List<Instr> instrs = body.instrs();
        Instr last = swap.store();
        body.moveInstrsTo(instrs.get(instrs.indexOf(last) + 1), rest);
        body.moveInstrsTo(body.instrs().getFirst(), elements);
        Builder builder = new Builder(function).atEnd(body).at(last.position());
        builder.branch(builder.emit(LESS, column, length), elements, List.of(), both, List.of());
        builder.atEnd(elements).jump(both, List.of());
        builder.atEnd(both);
        builder.branch(builder.emit(LESS, column, builder.constant(1)), numbers, List.of(), rest, List.of());
        builder.atEnd(numbers);
        Value kept = ((Instr) elements.instrs().stream()
                        .filter(instr -> instr.op() instanceof Op.Store)
                        .findFirst()
                        .orElseThrow()
                        .operand(1))
                .operand(2);
        swap(builder, kept, ((Instr) last.operand(1)).operand(2), column);
        builder.jump(rest, List.of());
    }

    private void swap(Builder builder, Value one, Value other, Value column) {
        Value first = builder.emit(new Op.RowElement(), one, column, one);
        Value second = builder.emit(new Op.RowElement(), other, column, other);
        Value ofFirst = builder.emit(LOAD, moves, first);
        Value ofSecond = builder.emit(LOAD, moves, second);
        builder.emit(STORE, moves, first, builder.emit(ADD, ofSecond, distance(builder, one, other)));
        builder.emit(STORE, moves, second, builder.emit(ADD, ofFirst, distance(builder, other, one)));
    }

    /** {@return how far the elements have moved, without where the row is that is shared} */
    private static Value moved(Builder builder, Value both) {
        return builder.emit(Op.Convert.WIDEN, builder.emit(NARROW, both));
    }

    private static Value distance(Builder builder, Value from, Value to) {
        return builder.emit(Op.Convert.WIDEN, builder.emit(new Op.Binary(BinaryKind.SUB, ScalarType.I32), to, from));
    }

    /** Lets rows be what they were set to where the kernel throws before all of a round are. */
    private void end(RowSwaps.Round round) {
        for (RowSwaps.End end : round.takeEnds()) {
            Builder builder =
                    new Builder(function).before(end.thrown()).at(end.thrown().position());
            for (RowSwaps.SetRow set : end.set()) {
                Value distance = builder.emit(Op.Convert.WIDEN, set.distance());
                Value shared = builder.emit(
                        new Op.Binary(BinaryKind.MUL, ScalarType.I64), distance, builder.constant(1L << Integer.SIZE));
                Value from = builder.emit(LOAD, moves, set.from());
                Value sharedThere = builder.emit(SUB, from, moved(builder, from));
                Value own = moved(builder, builder.emit(LOAD, moves, set.place()));
                Value row = builder.emit(ADD, own, builder.emit(ADD, shared, sharedThere));
                builder.emit(STORE, moves, set.place(), row);
            }
        }
    }
}
