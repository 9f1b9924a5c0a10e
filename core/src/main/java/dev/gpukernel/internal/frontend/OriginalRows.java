package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.frontend.Operand.Row;
import dev.gpukernel.internal.frontend.Operand.Rows;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rows of a clone that were not set yet, which are those of the array that was cloned: reading or writing one is reading or writing the other. */
final class OriginalRows {
    private final Translation translation;
    private final Instr maker;
    private final BlockParam clone;
    private final BlockParam original;
    private final RowsAtOnce.Places places;
    private final Rows cloned;
    private final Set<Value> lengths = new HashSet<>();

    private OriginalRows(
            Translation translation, Instr maker, BlockParam original, RowsAtOnce.Places places, Rows cloned) {
        this.translation = translation;
        this.maker = maker;
        this.clone = (BlockParam) maker.operand(0);
        this.original = original;
        this.places = places;
        this.cloned = cloned;
    }

    /**
     * What was cloned. Values are found as operands of instructions that nobody uses, as the translation replaces them until it is done.
     *
     * @param shape the array as it was
     * @param uses an instruction for each of its leaves
     */
    record Cloned(Rows shape, List<Instr> uses) {
        static Cloned of(Rows rows, Function<Value, Instr> use) {
            return new Cloned(rows, rows.leaves().stream().map(use).toList());
        }

        Rows rows() {
            return (Rows)
                    shape.withLeaves(uses.stream().map(use -> use.operand(0)).iterator());
        }
    }

    /**
     * {@return the rows of what was cloned, null if the array is no clone, or if it cannot be said where they are from then on}
     *
     * @param maker makes the array
     */
    static @Nullable OriginalRows of(Translation translation, Instr maker, SetElements elements) {
        Cloned cloned = translation.clonedRows.get(maker);
        Rows rows = cloned == null ? null : cloned.rows();
        if (rows == null || !(rows.elements() instanceof BlockParam original) || !elements.isFixed(original)) {
            return null;
        }
        RowsAtOnce.Places places = switch (rows.layout()) {
            case RowLayout.Even(List<Value> sizes) -> new RowsAtOnce.Even(sizes.getLast());
            case RowLayout.Ragged(Value _, List<Value> starts) -> new RowsAtOnce.Ragged(starts.getLast());
            case RowLayout.Constant _, RowLayout.OneByOne _, RowLayout.Table _ -> null;
        };
        return places == null ? null : new OriginalRows(translation, maker, original, places, rows);
    }

    /** Lets all that is done with a row be done with the original's; {@return whether that is possible} */
    boolean use(Instr start) {
        List<Instr> indices = List.copyOf(start.users());
        for (Instr index : indices) {
            if (!(index.op() instanceof Op.RowElement)
                    || !index.users().stream().allMatch(this::isAccess)) {
                return false;
            }
        }
        Value row = number(start.operand(1), before(start));
        for (Instr index : indices) {
            List.copyOf(index.users()).forEach(access -> access.replaceUses(clone, original));
            Value element = before(index).emit(index.op(), start, index.operand(1), row);
            replace(index, element);
        }
        replace(start, places.start(row, before(start)));
        return true;
    }

    /** {@return the number of a row among all rows of the array that it is in: what was cloned may be a plane of one of three dimensions} */
    private Value number(Value row, Builder builder) {
        Row plane = cloned.row();
        if (plane == null) {
            return row;
        }
        Value first = switch (cloned.layout()) {
            case RowLayout.Ragged(Value _, List<Value> starts) ->
                new RowsAtOnce.Ragged(starts.get(plane.depth() - 1)).start(plane.number(), builder);
            case RowLayout.Even(List<Value> sizes) ->
                new RowsAtOnce.Even(sizes.get(plane.depth())).start(plane.number(), builder);
            default -> throw new IllegalStateException(cloned + " has no places");
        };
        return builder.emit(new Op.RowElement(), first, row, plane.number());
    }

    private boolean isAccess(Instr user) {
        return switch (user.op()) {
            case Op.Load _, Op.Store _, Op.Atomic _ ->
                user.operand(0) == clone && !isMoved(original, user) && !isMoved(clone, user);
            case Op.IndexCheck _ -> true;
            default -> false;
        };
    }

    /** {@return whether rows of an array may have changed places since it was cloned} */
    private boolean isMoved(BlockParam rows, Instr user) {
        return translation.rowSwaps.areStale(rows, user, maker.block());
    }

    /** Lets the length of a row be that of the original's, all of which are of one length if they change places. */
    void useLength(Instr length) {
        Builder builder = before(length);
        Value own = places.length(number(length.operand(1), builder), builder);
        lengths.add(own);
        replace(length, own);
    }

    /** {@return whether a number was the length of a row} */
    boolean isLength(Value number) {
        return lengths.contains(number) || (places instanceof RowsAtOnce.Even(Value all) && all == number);
    }

    private static void replace(Instr instr, Value by) {
        instr.replaceAllUsesWith(by);
        instr.remove();
    }

    private Builder before(Instr instr) {
        return new Builder(translation.function).before(instr).at(instr.position());
    }
}
