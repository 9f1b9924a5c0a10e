package dev.gpukernel.internal.pass;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopConditions;
import dev.gpukernel.internal.analysis.LoopExits;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
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
import java.util.Objects;
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
 * <p>What {@link SearchSlice} finds to decide it is asked of iterations behind the one that leaves, too, which no one can tell. So the
 * search gives what Java gives, whatever the loop's numbers are.
 */
final class SearchLoop {
    private final Function kernel;
    private final Loop loop;
    private final CountedLoop counted;
    private final SearchSlice slice;
    private final @Nullable SourcePosition position;
    private final ScalarType type;
    private final SearchCopies copies;
    private final SearchChunks chunks;

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
        this.chunks = new SearchChunks(kernel, counted, copies, before, bound);
        this.zero = before.constant(0);
        this.one = before.constant(1);
    }

    /** {@return whether a loop counts, but may also be left early, for what comes after it} */
    static boolean isLeftEarly(Loop loop) {
        List<Edge> exits = LoopExits.of(loop);
        CountedLoop counted = exits.isEmpty() ? null : CountedLoop.atMost(loop);
        return counted != null
                && (exits.size() > 1 || !exits.contains(counted.exit()))
                && !counted.mayEndOtherwise()
                && SearchChunks.isCounted(counted);
    }

    /** {@return why it cannot be searched for where a loop is left, in words that follow "since"; null if it can or does not count} */
    static @Nullable String hindrance(Function kernel, Loop loop) {
        CountedLoop counted = isLeftEarly(loop) ? CountedLoop.atMost(loop) : null;
        return counted == null ? null : new SearchSlice(kernel, counted).hindrance();
    }

    /** {@return what is to be said of a loop besides that it may be left early; nothing if that would not help} */
    static String hindranceInWords(Function kernel, Loop loop) {
        String hindrance = hindrance(kernel, loop);
        return hindrance == null ? "" : "; the place cannot be found ahead, since " + hindrance;
    }

    /**
     * Takes a loop apart.
     *
     * @param kernel where it is
     * @param header of a loop that {@link #isLeftEarly}
     * @return pairs of parameters that must not be the same array then, null if the loop stays as it is
     */
    static @Nullable List<AliasConflict> split(Function kernel, Block header) {
        Loop loop = loopAt(kernel, header);
        if (hindrance(kernel, loop) != null) {
            return null;
        }
        LoopForm.separateInvariants(kernel, loop);
        LoopForm.prepare(kernel, loopAt(kernel, header), Dominators.of(kernel));
        CountedLoop counted = CountedLoop.atMost(loopAt(kernel, header));
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

    private static Loop loopAt(Function kernel, Block header) {
        return Objects.requireNonNull(Loop.at(Loop.of(kernel), header), "still a loop");
    }

    private Builder at(Block block) {
        return new Builder(kernel).atEnd(block).at(position);
    }

    private void split() {
        Block over = kernel.addBlock();
        SearchChunks.End end = new SearchChunks.End(
                over, over.addParam(type), over.addParam(ScalarType.I32), over.addParam(ScalarType.I32));
        chunks.search(end);
        List<Value> values = new ArrayList<>();
        Block after = over;
        if (slice.hasEffects()) {
            after = iterate(end, values);
        } else {
            values.add(end.variable());
        }
        Block leaving = kernel.addBlock();
        Block ending = kernel.addBlock();
        Builder builder = at(after);
        Value leaves = builder.emit(new Op.Compare(Predicate.NE, ScalarType.I32), end.leaves(), zero);
        builder.branch(leaves, leaving, List.of(), ending, List.of());
        copies.end(at(ending), values);
        copies.leave(at(leaving), values);
    }

    /**
     * Writes the loop that does the iterations before the one that leaves.
     *
     * @param values takes what its variables are at the end
     * @return where it ends
     */
    private Block iterate(SearchChunks.End end, List<Value> values) {
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
        Builder builder = at(end.block());
        Value isMoved = builder.emit(new Op.Compare(Predicate.NE, type), end.variable(), start);
        Value any = builder.emit(
                new Op.Binary(BinaryKind.OR, ScalarType.I32),
                builder.emit(new Op.Select(ScalarType.I32), isMoved, one, zero),
                end.wrapped());
        Value isAny = builder.emit(new Op.Compare(Predicate.NE, ScalarType.I32), any, zero);
        builder.branch(isAny, before, List.of(), after, starts);
        builder = counted.always() ? at(before) : refuseWrapped(at(before), end);
        Value last = limit(builder, end);
        builder.jump(header, starts);
        builder = at(header);
        List<BlockParam> own = header.params();
        List<Value> ends = new ArrayList<>(own);
        ends.set(counted.variable().index(), end.variable());
        Value variable = own.get(counted.variable().index());
        builder.branch(chunks.goesOn(builder, variable, last), body, List.of(), after, ends);
        copies.iterate(at(body), own, header);
        return after;
    }

    /** {@return the bound before the iteration that leaves} */
    private Value limit(Builder builder, SearchChunks.End end) {
        ScalarType compared = (ScalarType) bound.type();
        Value variable = compared == ScalarType.I64 ? LoopShaping.wide(builder, end.variable()) : end.variable();
        int less = counted.isInclusive() ? counted.step() > 0 ? -1 : 1 : 0;
        return LoopShaping.plus(builder, variable, less);
    }

    /** Refuses arguments for which the variable wraps around before the iteration that leaves: no bound tells then how far it goes. */
    private Builder refuseWrapped(Builder builder, SearchChunks.End end) {
        Block refused = kernel.addBlock();
        Block accepted = kernel.addBlock();
        Value hasWrapped = builder.emit(new Op.Compare(Predicate.NE, ScalarType.I32), end.wrapped(), zero);
        builder.branch(hasWrapped, refused, List.of(), accepted, List.of());
        String message = Message.LOOP_CONDITION.format(kernel.name(), LoopConditions.noOverflow(counted));
        at(refused).emit(new Op.Throw(IllegalArgumentException.class.getName(), message, ""));
        return at(accepted);
    }
}
