package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.Operand.Rows;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rows of an array that change places: two, {@code t = a[p]; a[p] = a[k]; a[k] = t;}, or more that go round, {@code t = a[i]; a[i] = a[j]; a[j] = a[k];
 * a[k] = t;}. Their elements do, which nobody can tell from it as long as no other variable refers to a row from before. Of an array that is
 * passed, the caller can: {@link RowMoves} keeps which row each is.
 */
final class RowSwaps {
    private final Translation translation;
    private final List<Swap> swaps = new ArrayList<>();

    /** Rounds that are not closed, by the block in which their last rows so far were set. */
    private final Map<Block, Round> begun = new HashMap<>();

    /** Where rows are set that are no part of a round. */
    private final List<SourcePosition> rest = new ArrayList<>();

    /** Blocks that were taken for what follows another one, over a single edge. */
    private final Set<Block> following = new HashSet<>();

    /** Where control gets if a row is there while others go round. */
    private final Set<Block> guarded = new HashSet<>();

    RowSwaps(Translation translation) {
        this.translation = translation;
    }

    /** A place in the code: behind so many instructions of a block. */
    private record Place(Block block, int end) {
        static Place behind(Instr instr) {
            return new Place(instr.block(), instr.block().instrs().indexOf(instr) + 1);
        }
    }

    /** A row is set to another one, by their numbers. */
    record Move(Value to, Value from) {}

    /**
     * Where the kernel throws while rows go round, as the number of the next one is out of range.
     *
     * @param thrown what throws
     * @param set rows that were set by then
     */
    record End(Instr thrown, List<SetRow> set) {}

    /**
     * A row that was set to another one.
     *
     * @param place its number, as {@link Op.RowElement} has it
     * @param from the number of the other one
     * @param distance how much larger that is
     */
    record SetRow(Instr place, Instr from, Instr distance) {}

    /** Rows that go round: the first is kept in a variable, each is set to the next one, and the last to the first. */
    static final class Round {
        private final Value array;
        private final Place begin;
        private final SourcePosition position;
        private final Set<Block> crossed;
        private final List<Move> moves = new ArrayList<>();
        private final List<End> ends = new ArrayList<>();
        private Place place;
        private boolean mayEnd;

        private Round(Value array, Move first, Place begin, SourcePosition position, Set<Block> crossed) {
            this.array = array;
            this.begin = begin;
            this.place = begin;
            this.position = position;
            this.crossed = crossed;
            moves.add(first);
        }

        /** {@return what each row is set to but the last, in order} */
        List<Move> moves() {
            return List.copyOf(moves);
        }

        /** {@return where the kernel throws before all rows are set, once} */
        List<End> takeEnds() {
            List<End> taken = List.copyOf(ends);
            ends.clear();
            return taken;
        }

        /** {@return whether something else may throw before all rows are set} */
        boolean mayEnd() {
            return mayEnd;
        }
    }

    /**
     * Two rows that changed places.
     *
     * @param round which they are part of
     * @param store of one of their elements; which array that is shows in the end
     * @param after where they have
     */
    record Swap(Round round, Instr store, Block after) {
        Value array() {
            return store.operand(0);
        }
    }

    /** Goes back over blocks, each of which alone leads to the next one, and takes values of a later block for what they are in those before. */
    private final class Line {
        private final Set<Block> crossed = new HashSet<>();

        Line() {}

        Line(Line other) {
            crossed.addAll(other.crossed);
        }

        /** {@return the block that alone leads to another one and nowhere else, null if there is none} */
        @Nullable Block before(Block block) {
            Instr end =
                    block.incoming().size() == 1 ? block.incoming().getFirst().source() : null;
            if (end == null || !(end.op() instanceof Op.Jump || guarded.contains(block))) {
                return null;
            }
            crossed.add(block);
            return end.block();
        }

        Value settled(Value value) {
            Value settled = value;
            while (settled instanceof BlockParam param && crossed.contains(param.block())) {
                settled = passed(param);
            }
            return settled;
        }

        private Value passed(BlockParam param) {
            return param.block().incoming().getFirst().arguments().get(param.index());
        }

        /** {@return where a row was read, null if control does not lead straight from there to a place} */
        private @Nullable Place read(@Nullable Value start, Place place) {
            Value read = start == null ? null : settled(start);
            Set<Block> seen = new HashSet<>();
            Block block = place.block;
            while (block != null && seen.add(block)) {
                if (read instanceof Instr instr && instr.block() == block) {
                    return Place.behind(instr);
                }
                Block before = before(block);
                if (before != null && read instanceof BlockParam param && param.block() == block) {
                    read = passed(param);
                }
                block = before;
            }
            return null;
        }

        /** {@return whether two values are one, or computed in the same way} */
        boolean areSame(Value one, Value other) {
            Value settled = settled(one);
            Value otherSettled = settled(other);
            if (settled == otherSettled) {
                return true;
            }
            if (!(settled instanceof Instr first)
                    || !(otherSettled instanceof Instr second)
                    || !first.op().equals(second.op())
                    || first.op().effect() != Effect.NONE) {
                return false;
            }
            for (int i = 0; i < first.operands().size(); i++) {
                if (!areSame(first.operand(i), second.operand(i))) {
                    return false;
                }
            }
            return true;
        }

        /** {@return the instructions between two places, null if control does not lead straight from the one to the other} */
        @Nullable List<Instr> between(Place from, Place to) {
            List<Instr> between = new ArrayList<>();
            Set<Block> seen = new HashSet<>();
            Block block = to.block;
            while (block != null && block != from.block && seen.add(block)) {
                between.addAll(block == to.block ? block.instrs().subList(0, to.end) : block.instrs());
                block = before(block);
            }
            int end = block == to.block
                    ? to.end
                    : block == null ? 0 : block.instrs().size();
            if (block != from.block || from.end > end) {
                return null;
            }
            between.addAll(block.instrs().subList(from.end, end));
            return between;
        }

        /** {@return whether nothing is written from one place to another, to which control leads straight} */
        boolean isQuiet(Place from, Place to) {
            List<Instr> between = between(from, to);
            return between != null && between.stream().allMatch(RowSwaps::isQuiet);
        }

        /** {@return whether a row was read at a place or before, and nothing was written since} */
        boolean isReadBefore(@Nullable Value start, Place place) {
            Place read = read(start, place);
            return read != null && isQuiet(read, place);
        }

        /** {@return whether a row was read between two places} */
        boolean isReadBetween(@Nullable Value start, Place from, Place to) {
            Place read = read(start, to);
            return read != null && between(from, read) != null;
        }

        /** {@return whether an instruction reads elements of an array} */
        boolean reads(Instr instr, Value array) {
            return instr.op().effect() == Effect.READ
                    && !(instr.op() instanceof Op.RowLength)
                    && instr.operands().stream().anyMatch(operand -> areSame(operand, array));
        }
    }

    /** {@return whether rows of an array change places} */
    boolean areIn(Value array) {
        return swaps.stream().anyMatch(swap -> swap.array() == array);
    }

    /** {@return whether rows of any array do, or were to} */
    boolean areAny() {
        return !swaps.isEmpty() || !begun.isEmpty() || !rest.isEmpty();
    }

    private Place here() {
        Block block = translation.builder.block();
        return new Place(block, block.instrs().size());
    }

    /** {@return the round of an array's rows that goes on here, null if there is none} */
    private @Nullable Round going(Value array, Line line) {
        Set<Block> seen = new HashSet<>();
        Place here = here();
        Block block = here.block;
        while (block != null && !begun.containsKey(block) && seen.add(block)) {
            block = line.before(block);
        }
        Round round = block == null ? null : begun.get(block);
        if (round == null) {
            return null;
        }
        line.crossed.addAll(round.crossed);
        if (!line.areSame(round.array, array) || !line.isQuiet(round.place, here)) {
            return null;
        }
        List<Instr> between = line.between(round.place, here);
        return between == null || between.stream().anyMatch(instr -> line.reads(instr, array)) ? null : round;
    }

    /**
     * Goes on with a round, where a row is set to another one of its array.
     *
     * @param to the number of the row that is set, whose index was checked if this goes on
     * @param row the other one
     * @return the round, null if there is none that goes on
     */
    @Nullable Round goOn(Rows array, Value to, Operand.Row row) {
        Line line = new Line();
        Round round = going(array.elements(), line);
        if (round == null || !line.areSame(round.moves.getLast().from, to)) {
            return null;
        }
        Place here = here();
        Line whole = new Line(line);
        boolean closes =
                whole.isReadBefore(row.start(), round.begin) && whole.areSame(round.moves.getFirst().to, row.number());
        if (!closes && !line.isReadBetween(row.start(), round.place, here)) {
            return null;
        }
        List<Instr> between = Objects.requireNonNull(line.between(round.place, here));
        round.mayEnd |= between.stream().anyMatch(RowSwaps::mayFault);
        round.crossed.addAll(closes ? whole.crossed : line.crossed);
        begun.values().remove(round);
        if (closes) {
            following.addAll(round.crossed);
        } else {
            round.moves.add(new Move(to, row.number()));
            round.place = here;
            begin(here.block, round);
        }
        return round;
    }

    /** {@return whether all rows of a round were set} */
    boolean isClosed(Round round) {
        return !begun.containsValue(round);
    }

    /** Takes that a row is set to another one of its array, which may begin a round. */
    void begin(Rows array, Value to, Operand.Row row) {
        Place here = here();
        Line line = new Line();
        if (line.isReadBefore(row.start(), here)) {
            Move first = new Move(to, row.number());
            begin(here.block, new Round(array.elements(), first, here, translation.position(), line.crossed));
        } else {
            rest.add(translation.position());
        }
    }

    private void begin(Block block, Round round) {
        Round other = begun.put(block, round);
        if (other != null) {
            rest.add(other.position);
        }
    }

    /** {@return the round in which rows of an array are going, null if there is none} */
    @Nullable Round going(Rows array) {
        return array.row() == null ? going(array.elements(), new Line()) : null;
    }

    /**
     * Takes that rows may be left as they are while they go round.
     *
     * @param end where that is
     * @param goesOn where control gets otherwise
     */
    void mayEnd(Round round, End end, Block goesOn) {
        round.ends.add(end);
        guarded.add(goesOn);
    }

    private static boolean mayFault(Instr instr) {
        Integer divisor = instr.op() instanceof Op.DivisorCheck ? ConstantSizes.of(instr.operand(0)) : null;
        return instr.op().mayFault() && (divisor == null || divisor == 0);
    }

    private static boolean isQuiet(Instr instr) {
        Effect effect = instr.op().effect();
        return effect == Effect.NONE
                || effect == Effect.READ
                || effect == Effect.FAULT
                || instr.op() instanceof Op.Jump
                || instr.op() instanceof Op.Branch;
    }

    /** Takes note of rows that have changed places where a block begins. */
    void swapped(Round round, Instr store, Block after) {
        swaps.add(new Swap(round, store, after));
    }

    /**
     * Keeps which row each is of arrays that are passed, and rejects what is half done and rows from before that are used after, in a kernel in which
     * every array is known.
     */
    void settle() {
        Findings findings = translation.findings;
        begun.values().forEach(round -> findings.add(Message.ROWS_MOVED, round.position));
        rest.forEach(position -> findings.add(Message.ROWS_MOVED, position));
        for (Swap swap : swaps) {
            if (!areFollowing() || (RowByRow.maker(swap.array()) == null && !RowMoves.areKept(translation, swap))) {
                findings.add(Message.ROWS_MOVED, Objects.requireNonNull(swap.store.position()));
            }
            for (Instr user : swap.array().users()) {
                SourcePosition position = user.position();
                // A row may have been read before it changed places.
                boolean isReturned = translation.returnsRows && user.op() instanceof Op.Return;
                if (position != null && (isReturned || isStale(swap, user))) {
                    findings.add(Message.ROWS_MOVED, position);
                }
            }
        }
        if (findings.isEmpty()) {
            RowMoves.keep(
                    translation,
                    swaps.stream()
                            .filter(swap -> RowByRow.maker(swap.array()) == null)
                            .toList());
        }
    }

    /** {@return whether no other way leads to a block that was taken to follow another one} */
    private boolean areFollowing() {
        return following.stream().allMatch(block -> block.incoming().size() == 1);
    }

    /** {@return whether an access is to a row that was read before others changed places, and may be one of them} */
    private static boolean isStale(Swap swap, Instr user) {
        boolean isAccess =
                user.op() instanceof Op.Load || user.op() instanceof Op.Store || user.op() instanceof Op.Atomic;
        if (!isAccess
                || !(user.operand(1) instanceof Instr index)
                || index.operands().isEmpty()) {
            return false;
        }
        Value start = index.operand(0);
        if (start instanceof BlockParam) {
            // One of several rows.
            return true;
        }
        return isStale(swap, user, start.block());
    }

    private static boolean isStale(Swap swap, Instr user, Block known) {
        return user.block() != known && isReached(user.block(), swap.after, known);
    }

    /** {@return whether an instruction uses a row of an array, known by another name since a block, after it may have changed places} */
    boolean areStale(Value array, Instr user, Block known) {
        return swaps.stream().anyMatch(swap -> swap.array() == array && isStale(swap, user, known));
    }

    /** {@return whether control gets from one block to another, but not by way of a third} */
    private static boolean isReached(Block to, Block from, Block without) {
        Set<Block> seen = new HashSet<>(List.of(without));
        Deque<Block> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            Block block = open.pop();
            if (seen.add(block)) {
                if (block == to) {
                    return true;
                }
                open.addAll(block.successors());
            }
        }
        return false;
    }
}
