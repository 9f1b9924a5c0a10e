package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopExits;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.RedundantParams;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes a counted loop that may be left early apart into loops that run to their ends, and what is done once:
 *
 * <pre>{@code
 * while (i < n && !found) {                        // by the host: a chunk each time
 *     first = m;
 *     for (j = 0; j < m; j++) if (leaves(i + j)) first = min(first, j);
 *     found = first < m;
 *     i += first;
 * }
 * for (p = start; p < i; p++) iteration(p);        // if iterations do more than ask whether to leave
 * if (found) iteration(i);                         // up to where it leaves
 * }</pre>
 *
 * <p>What {@link SearchSlice} finds to decide it is asked of iterations behind the one that leaves, too, which no one can tell. The host
 * counts anew at the beginning of each chunk, and a chunk ends before the variable wraps around or in the middle of doing so. So the
 * search gives what Java gives, whatever the loop's numbers are.
 */
final class SearchLoop {
    /** What the value is called that a search reduces: the first iteration of a chunk that leaves. No variable of a source is. */
    static final String FIRST = "(first)";

    /** What the size of a chunk is called. */
    static final String SIZE = "(chunk)";

    /** Iterations of the first chunk: a launch is not over sooner with fewer. */
    static final int LEAST = 1 << 14;

    /** The next chunk is larger, by as much: what is looked at in vain is in proportion to what must be looked at. */
    static final int GROWTH = 4;

    private static final int MOST = 1 << 28;

    /** No chunk of longs goes far enough to wrap around without the host's notice. */
    private static final long MOST_STEP = 1L << 30;

    private static final long ALL_INTS = (1L << 32) - 1;

    private final Function kernel;
    private final Loop loop;
    private final CountedLoop counted;
    private final SearchSlice slice;
    private final @Nullable SourcePosition position;
    private final ScalarType type;
    private final SearchCopies copies;

    /** What the loop's variables begin with. */
    private final List<Value> starts;

    private final Value start;
    private final Value bound;
    private final Value zero;
    private final Value one;

    private SearchLoop(Function kernel, CountedLoop counted, SearchSlice slice) {
        this.kernel = kernel;
        this.loop = counted.loop();
        this.counted = counted;
        this.slice = slice;
        this.position = loop.header().terminator().position();
        this.type = (ScalarType) counted.variable().type();
        this.copies = new SearchCopies(kernel, counted, slice);
        Edge entry = loop.entryEdges().getFirst();
        Builder before = new Builder(kernel).before(entry.source()).at(position);
        this.starts = List.copyOf(entry.arguments());
        this.start = starts.get(counted.variable().index());
        this.bound = new HostValues(before, loop).before(counted.bound());
        this.zero = before.constant(0);
        this.one = before.constant(1);
    }

    /** {@return whether a loop counts, but may also be left early, for what comes after it} */
    static boolean isLeftEarly(Loop loop) {
        CountedLoop counted = LoopExits.of(loop).size() > 1 ? CountedLoop.atMost(loop) : null;
        return counted != null
                && !counted.mayEndOtherwise()
                && (counted.variable().type() == ScalarType.I32 || Math.abs(counted.step()) <= MOST_STEP);
    }

    /** {@return why it cannot be searched for where a loop is left, in words that follow "but"; null if it can or does not count} */
    static @Nullable String hindrance(Function kernel, Loop loop) {
        CountedLoop counted = isLeftEarly(loop) ? CountedLoop.atMost(loop) : null;
        return counted == null ? null : new SearchSlice(kernel, counted).hindrance();
    }

    /** {@return what is to be said of a loop besides that it may be left early; nothing if that would not help} */
    static String hindranceInWords(Function kernel, Loop loop) {
        String hindrance = hindrance(kernel, loop);
        return hindrance == null ? "" : "; or let it be known ahead where it ends: now " + hindrance;
    }

    /**
     * Takes a loop apart.
     *
     * @param kernel where it is
     * @param header of a loop that {@link #isLeftEarly}
     * @return pairs of parameters that must not be the same array then, null if the loop stays as it is
     */
    static @Nullable List<AliasConflict> split(Function kernel, Block header) {
        Loop loop = at(kernel, header);
        if (hindrance(kernel, loop) != null) {
            return null;
        }
        LoopForm.separateConstants(kernel, loop);
        Loop lead = at(kernel, header);
        LoopForm.prepare(kernel, lead, Dominators.of(kernel));
        CountedLoop counted = CountedLoop.atMost(at(kernel, header));
        SearchSlice slice = counted == null ? null : new SearchSlice(kernel, counted);
        if (counted == null || slice == null || slice.hindrance() != null) {
            throw new IllegalStateException("a loop was lost");
        }
        new SearchLoop(kernel, counted, slice).split();
        ControlFlowSimplification.removeUnreachable(kernel);
        for (Pass pass : List.of(new ConstantFolding(), new ValueNumbering(), new DeadCodeElimination())) {
            pass.run(kernel);
        }
        RedundantParams.removeFrom(kernel);
        return slice.conflicts();
    }

    private static Loop at(Function kernel, Block header) {
        return Loop.of(kernel).stream()
                .filter(loop -> loop.header() == header)
                .findFirst()
                .orElseThrow();
    }

    private Builder at(Block block) {
        return new Builder(kernel).atEnd(block).at(position);
    }

    /** Where the search ends: with the variable, whether that has wrapped around on the way, and whether an iteration leaves. */
    private record End(Block block, BlockParam variable, BlockParam wrapped, BlockParam leaves) {}

    private void split() {
        Block over = kernel.addBlock();
        End end = new End(
                over, over.addParam(type), over.addParam(ScalarType.I32), over.addParam(ScalarType.I32));
        search(end);
        List<Value> values = new ArrayList<>();
        Block after = over;
        if (slice.hasEffects()) {
            after = iterate(end, values);
        } else {
            values.add(end.variable);
        }
        Block leaving = kernel.addBlock();
        Block ending = kernel.addBlock();
        Builder builder = at(after);
        Value leaves = builder.emit(new Op.Compare(Predicate.NE, ScalarType.I32), end.leaves, zero);
        builder.branch(leaves, leaving, List.of(), ending, List.of());
        copies.end(at(ending), values);
        copies.leave(at(leaving), values);
    }

    /** Searches chunk by chunk for the first iteration that leaves. */
    private void search(End end) {
        Instr into = loop.entryEdges().getFirst().source();
        int most = type == ScalarType.I64
                ? MOST
                : (int) Math.clamp((1L << 30) / Math.abs(counted.step()), 1, MOST);
        Builder before = new Builder(kernel).before(into).at(position);
        Value least = before.constant(Math.min(LEAST, most));
        Block chunks = kernel.addBlock();
        before.jump(chunks, List.of(start, least, zero));
        into.remove();
        BlockParam from = chunks.addParam(type);
        from.setName(counted.variable().name());
        BlockParam size = chunks.addParam(ScalarType.I32);
        size.setName(SIZE);
        BlockParam wrapped = chunks.addParam(ScalarType.I32);
        Block counting = kernel.addBlock();
        Builder builder = at(chunks);
        builder.branch(
                goesOn(builder, from, bound),
                counting,
                List.of(),
                end.block,
                List.of(from, wrapped, zero));
        builder = at(counting);
        Value count = count(builder, from, size);
        Value first = first(builder, from, count);
        Value next = moved(builder, from, first);
        Value backwards = builder.emit(
                new Op.Compare(counted.step() > 0 ? Predicate.LT : Predicate.GT, type), next, from);
        Value passed = builder.emit(new Op.Select(ScalarType.I32), backwards, one, wrapped);
        Value isFound = builder.emit(new Op.Compare(Predicate.LT, ScalarType.I32), first, count);
        Block on = kernel.addBlock();
        builder.branch(isFound, end.block, List.of(next, passed, one), on, List.of());
        Builder growing = at(on);
        Value isMost = growing.emit(
                new Op.Compare(Predicate.GE, ScalarType.I32), size, growing.constant(Math.max(1, most / GROWTH)));
        Value larger =
                growing.emit(new Op.Binary(BinaryKind.MUL, ScalarType.I32), size, growing.constant(GROWTH));
        Value grown = growing.emit(new Op.Select(ScalarType.I32), isMost, growing.constant(most), larger);
        growing.jump(chunks, List.of(next, grown, passed));
    }

    private Value goesOn(Builder builder, Value variable, Value to) {
        ScalarType compared = (ScalarType) to.type();
        Value tested = compared == ScalarType.I64 ? LoopShaping.wide(builder, variable) : variable;
        return builder.emit(new Op.Compare(counted.predicate(), compared), tested, to);
    }

    /**
     * Counts the iterations of a chunk where the loop's test holds for the first: as many as the size says, or fewer, if the test fails
     * after these. At least one.
     */
    private Value count(Builder builder, Value from, Value size) {
        boolean up = counted.step() > 0;
        Value wideFrom = LoopShaping.wide(builder, from);
        Value wideBound = LoopShaping.wide(builder, bound);
        Value distance = up ? minus(builder, wideBound, wideFrom) : minus(builder, wideFrom, wideBound);
        if (counted.predicate() == Predicate.NE && type == ScalarType.I32) {
            // An int gets there behind the greatest one.
            distance = builder.emit(
                    new Op.Binary(BinaryKind.AND, ScalarType.I64), distance, builder.constant(ALL_INTS));
        }
        Value whole = counted.isInclusive() ? distance : minus(builder, distance, builder.constant(1L));
        Value others = Math.abs(counted.step()) == 1
                ? whole
                : builder.emit(
                        new Op.Binary(BinaryKind.DIV, ScalarType.I64),
                        whole,
                        builder.constant(Math.abs(counted.step())));
        Value most = minus(builder, LoopShaping.wide(builder, size), builder.constant(1L));
        // Below 0, the distance is beyond what a long can be.
        Value isFar = builder.emit(new Op.Compare(Predicate.LT, ScalarType.I64), whole, builder.constant(0L));
        Value fewer = builder.emit(
                new Op.Select(ScalarType.I64), isFar, most, LoopShaping.extremum(builder, false, others, most));
        Value narrow = builder.emit(new Op.Convert(ScalarType.I64, ScalarType.I32), fewer);
        return builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I32), narrow, one);
    }

    private static Value minus(Builder builder, Value left, Value right) {
        return builder.emit(new Op.Binary(BinaryKind.SUB, ScalarType.I64), left, right);
    }

    /** {@return the variable some iterations later; it may wrap around} */
    private Value moved(Builder builder, Value from, Value iterations) {
        Value number = type == ScalarType.I64 ? LoopShaping.wide(builder, iterations) : iterations;
        Value step =
                type == ScalarType.I64 ? builder.constant(counted.step()) : builder.constant((int) counted.step());
        Value way = builder.emit(new Op.Binary(BinaryKind.MUL, type), number, step);
        return builder.emit(new Op.Binary(BinaryKind.ADD, type), from, way);
    }

    /** Writes the loop that searches a chunk; {@return the first iteration that leaves, the count if none does} */
    private Value first(Builder builder, Value from, Value count) {
        Block header = kernel.addBlock();
        Block body = kernel.addBlock();
        Block after = kernel.addBlock();
        Block latch = kernel.addBlock();
        Block leaving = kernel.addBlock();
        builder.jump(header, List.of(zero, count));
        BlockParam number = header.addParam(ScalarType.I32);
        number.setName(counted.variable().name());
        BlockParam first = header.addParam(ScalarType.I32);
        first.setName(FIRST);
        Builder test = at(header);
        Value goesOn = test.emit(new Op.Compare(Predicate.LT, ScalarType.I32), number, count);
        test.branch(goesOn, body, List.of(), after, List.of());
        BlockParam least = latch.addParam(ScalarType.I32);
        Builder counting = at(latch);
        counting.jump(
                header,
                List.of(counting.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I32), number, one), least));
        Builder found = at(leaving);
        found.jump(latch, List.of(found.emit(new Op.Call(Intrinsics.MIN_I32), first, number)));
        Builder entry = at(body);
        copies.search(entry, moved(entry, from, number), first, latch, leaving);
        builder.atEnd(after);
        return first;
    }

    /**
     * Writes the loop that does the iterations before the one that leaves.
     *
     * @param values takes what its variables are at the end
     * @return where it ends
     */
    private Block iterate(End end, List<Value> values) {
        Block before = kernel.addBlock();
        Block header = kernel.addBlock();
        Block body = kernel.addBlock();
        Block after = kernel.addBlock();
        for (BlockParam param : loop.header().params()) {
            header.addParam(param.type()).setName(param.name());
            BlockParam last = after.addParam(param.type());
            last.setName(param.name());
            values.add(last);
        }
        Builder builder = at(end.block);
        Value isMoved = builder.emit(new Op.Compare(Predicate.NE, type), end.variable, start);
        Value any = builder.emit(
                new Op.Binary(BinaryKind.OR, ScalarType.I32),
                builder.emit(new Op.Select(ScalarType.I32), isMoved, one, zero),
                end.wrapped);
        Value isAny = builder.emit(new Op.Compare(Predicate.NE, ScalarType.I32), any, zero);
        builder.branch(isAny, before, List.of(), after, starts);
        builder = at(before);
        Value last = limit(builder, end);
        builder.jump(header, starts);
        builder = at(header);
        List<BlockParam> own = header.params();
        List<Value> ends = new ArrayList<>(own);
        ends.set(counted.variable().index(), end.variable);
        Value variable = own.get(counted.variable().index());
        builder.branch(goesOn(builder, variable, last), body, List.of(), after, ends);
        copies.iterate(at(body), own, header);
        return after;
    }

    /** {@return the bound before the iteration that leaves} Where the variable wraps around, the loop's own: no launch takes that. */
    private Value limit(Builder builder, End end) {
        ScalarType compared = (ScalarType) bound.type();
        Value variable = compared == ScalarType.I64 ? LoopShaping.wide(builder, end.variable) : end.variable;
        int less = counted.isInclusive() ? counted.step() > 0 ? -1 : 1 : 0;
        Value hasWrapped = builder.emit(new Op.Compare(Predicate.NE, ScalarType.I32), end.wrapped, zero);
        return builder.emit(
                new Op.Select(compared), hasWrapped, bound, LoopShaping.plus(builder, variable, less));
    }
}
