package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the loop over chunks of iterations of a {@link SearchLoop}, each of which is searched for the first iteration that leaves. The
 * host counts anew at the beginning of each chunk, and a chunk ends before the variable wraps around or in the middle of doing so.
 */
final class SearchChunks {
    /** What the value is called that a search reduces: the first iteration of a chunk that leaves. No variable of a source is. */
    private static final String FIRST = "(first)";

    /** What the size of a chunk is called. */
    private static final String SIZE = "(chunk)";

    /** Iterations of the first chunk: a launch is not over sooner with fewer. */
    private static final int LEAST = 1 << 14;

    /** Those of the first chunk if a loop in each decides whether it leaves. */
    private static final int LEAST_OF_LOOPS = 1 << 8;

    /** The next chunk is larger, by as much: what is looked at in vain is in proportion to what must be looked at. */
    private static final int GROWTH = 4;

    private static final int MOST = 1 << 28;

    /** No chunk of longs goes far enough to wrap around without the host's notice. */
    private static final long MOST_STEP = 1L << 30;

    private static final long ALL_INTS = (1L << 32) - 1;

    private final Function kernel;
    private final CountedLoop counted;
    private final SearchCopies copies;
    private final @Nullable SourcePosition position;
    private final ScalarType type;
    private final Value bound;
    private final Value zero;
    private final Value one;

    /**
     * Prepares it.
     *
     * @param counted the loop
     * @param copies of its iterations
     * @param before stands before it
     * @param bound what its variable is compared with
     */
    SearchChunks(Function kernel, CountedLoop counted, SearchCopies copies, Builder before, Value bound) {
        this.kernel = kernel;
        this.counted = counted;
        this.copies = copies;
        this.position = before.position();
        this.type = (ScalarType) counted.variable().type();
        this.bound = bound;
        this.zero = before.constant(0);
        this.one = before.constant(1);
    }

    /** {@return whether a loop is one over chunks, by its header} */
    static boolean areAskedIn(Block header) {
        return header.params().stream().anyMatch(param -> SIZE.equals(param.name()));
    }

    /** {@return whether a carried value is the first iteration that leaves} */
    static boolean isFirst(BlockParam carried) {
        return FIRST.equals(carried.name());
    }

    /** {@return whether the host sees where a loop's variable wraps around} */
    static boolean isCounted(CountedLoop counted) {
        return counted.variable().type() == ScalarType.I32 || Math.abs(counted.step()) <= MOST_STEP;
    }

    /** Where the search ends: with the variable, whether that has wrapped around on the way, and whether an iteration leaves. */
    record End(Block block, BlockParam variable, BlockParam wrapped, BlockParam leaves) {}

    private Builder at(Block block) {
        return new Builder(kernel).atEnd(block).at(position);
    }

    /** Searches chunk by chunk for the first iteration that leaves. */
    void search(End end) {
        Instr into = counted.loop().entryEdges().getFirst().source();
        int most = type == ScalarType.I64 ? MOST : Math.clamp((1L << 30) / Math.abs(counted.step()), 1, MOST);
        Builder before = new Builder(kernel).before(into).at(position);
        Value least = before.constant(Math.min(copies.hasLoops() ? LEAST_OF_LOOPS : LEAST, most));
        Block chunks = kernel.addBlock();
        before.jump(chunks, List.of(counted.start(), least, zero));
        into.remove();
        BlockParam from = chunks.addParam(type);
        from.setName(counted.variable().name());
        BlockParam size = chunks.addParam(ScalarType.I32);
        size.setName(SIZE);
        BlockParam wrapped = chunks.addParam(ScalarType.I32);
        Block counting = kernel.addBlock();
        Builder builder = at(chunks);
        builder.branch(goesOn(builder, from, bound), counting, List.of(), end.block, List.of(from, wrapped, zero));
        builder = at(counting);
        Value count = count(builder, from, size);
        Value first = first(builder, from, count);
        Value next = moved(builder, from, first);
        Value backwards =
                builder.emit(new Op.Compare(counted.step() > 0 ? Predicate.LT : Predicate.GT, type), next, from);
        Value passed = builder.emit(new Op.Select(ScalarType.I32), backwards, one, wrapped);
        Value isFound = builder.emit(new Op.Compare(Predicate.LT, ScalarType.I32), first, count);
        Block on = kernel.addBlock();
        builder.branch(isFound, end.block, List.of(next, passed, one), on, List.of());
        Builder growing = at(on);
        Value isMost = growing.emit(
                new Op.Compare(Predicate.GE, ScalarType.I32), size, growing.constant(Math.max(1, most / GROWTH)));
        Value larger = growing.emit(new Op.Binary(BinaryKind.MUL, ScalarType.I32), size, growing.constant(GROWTH));
        Value grown = growing.emit(new Op.Select(ScalarType.I32), isMost, growing.constant(most), larger);
        growing.jump(chunks, List.of(next, grown, passed));
    }

    /** {@return whether the loop's test holds} */
    Value goesOn(Builder builder, Value variable, Value to) {
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
            distance =
                    builder.emit(new Op.Binary(BinaryKind.AND, ScalarType.I64), distance, builder.constant(ALL_INTS));
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
        Value step = type == ScalarType.I64 ? builder.constant(counted.step()) : builder.constant((int) counted.step());
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
                header, List.of(counting.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I32), number, one), least));
        Builder found = at(leaving);
        found.jump(latch, List.of(found.emit(new Op.Call(Intrinsics.MIN_I32), first, number)));
        Builder entry = at(body);
        copies.search(entry, moved(entry, from, number), first, latch, leaving);
        builder.atEnd(after);
        return first;
    }
}
