package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the last block of a launch does that ends: it reduces what the chunks of all blocks came to, in the order in which {@link
 * ReductionKernel} reduces iterations, so that this takes no second launch. Each block stores what its chunk came to, and then takes a
 * ticket: it adds one to a counter, which is 0 before the launch. The block with the last ticket sees what all others stored, and sets
 * the counter back to 0. A launch in which a thread faults may leave any number there.
 *
 * <p>Where there is one chunk, what chunks came to and the result are passed as one array, and nobody counts.
 */
final class LastBlock {
    private static final int CHUNK_BITS = Integer.numberOfTrailingZeros(ReductionKernel.CHUNK);

    /** So many loads of a lane are under way at once, as there are about four chunks for each lane where a launch fills the device once. */
    private static final int AT_ONCE = 4;

    private final Function kernel;
    private final LoopEmitter emitter;
    private final Builder builder;
    private final Function combine;
    private final List<Value> starts;
    private final List<Value> chunks;
    private final List<Value> results = new ArrayList<>();
    private final Value counter;

    /**
     * Adds the parameters: an array of one element for each accumulator, and one of an int.
     *
     * @param kernel the function
     * @param emitter emits its code
     * @param combine takes the accumulators of two lanes and returns them combined
     * @param starts what accumulators begin with
     * @param chunks arrays for what chunks come to
     */
    LastBlock(Function kernel, LoopEmitter emitter, Function combine, List<Value> starts, List<Value> chunks) {
        this.kernel = kernel;
        this.emitter = emitter;
        this.builder = emitter.builder();
        this.combine = combine;
        this.starts = starts;
        this.chunks = chunks;
        Block entry = kernel.entry();
        for (Value array : chunks) {
            results.add(entry.addParam(array.type()));
        }
        this.counter = entry.addParam(new ArrayType(ElementType.INT, Space.GLOBAL));
    }

    /**
     * Emits it, to the end of the function.
     *
     * @param lanes combines lanes, its shared memory numbered from 0
     * @param lane the number of the thread in its block
     * @param chunk the number of the block's chunk
     * @param sums what the lane accumulated
     */
    void emit(LaneReduction lanes, Value lane, Value chunk, List<Value> sums) {
        Value ticket = builder.emit(new Op.SharedArray(ElementType.INT, 1, chunks.size()));
        Value count = emitter.length(chunks.getFirst());
        Value last = emitter.int32(BinaryKind.SUB, count, 1);
        Value areMore = emitter.isLess(builder.constant(1), count);
        lanes.combine(sums, combined -> {
            store(chunks, chunk, combined);
            emitter.when(areMore, () -> takeTicket(ticket, last));
        });
        emitter.when(areMore, () -> {
            sync();
            Value own = emitter.load(ticket, builder.constant(0));
            Value isLast = emitter.isEqual(emitter.int32(BinaryKind.SUB, own, last), 0);
            emitter.when(isLast, () -> reduceChunks(lanes, lane, count));
        });
        builder.ret();
    }

    /** What the block stored is there for whoever takes a later ticket; the last one sees what all stored. */
    private void takeTicket(Value ticket, Value last) {
        fence();
        Value own = builder.emit(
                new Op.Atomic(Op.AtomicKind.ADD, ElementType.INT, Space.GLOBAL),
                counter,
                builder.constant(0),
                builder.constant(1));
        emitter.store(ticket, builder.constant(0), own);
        emitter.when(emitter.isEqual(emitter.int32(BinaryKind.SUB, own, last), 0), this::fence);
    }

    /** Reduces the chunks, and what chunks of these come to, until there is one value left. */
    private void reduceChunks(LaneReduction lanes, Value lane, Value count) {
        Block step = kernel.addBlock();
        Block after = kernel.addBlock();
        builder.jump(step, List.of(count));
        BlockParam left = step.addParam(ScalarType.I32);
        builder.atEnd(step);
        // There are fewer than 2^31, and the sum is taken for a number without a sign.
        Value next = emitter.shifted(emitter.int32(BinaryKind.ADD, left, ReductionKernel.CHUNK - 1), CHUNK_BITS);
        Value isDone = emitter.isEqual(next, 1);
        emitter.repeat(next, List.of(), (number, _) -> {
            Value first = emitter.int32(BinaryKind.MUL, number, ReductionKernel.CHUNK);
            Value some = builder.emit(
                    new Op.Call(Intrinsics.MIN_I32),
                    emitter.int32(BinaryKind.SUB, left, first),
                    builder.constant(ReductionKernel.CHUNK));
            List<Value> sums = accumulate(first, some, lane);
            lanes.combine(sums, combined -> {
                // Its elements have all been read.
                store(chunks, number, combined);
                emitter.when(isDone, () -> {
                    store(results, builder.constant(0), combined);
                    emitter.store(counter, builder.constant(0), builder.constant(0));
                });
            });
            sync();
            return List.of();
        });
        builder.branch(isDone, after, List.of(), step, List.of(next));
        builder.atEnd(after);
    }

    /** {@return what a lane accumulates of some chunks} Several loads are under way at once, of which the last lanes leave out some. */
    private List<Value> accumulate(Value first, Value some, Value lane) {
        int atOnce = LaneReduction.isQuick(combine) && !combine.effects().mayFault() ? AT_ONCE : 1;
        Value last = emitter.int32(BinaryKind.SUB, some, 1);
        return emitter.repeat(lane, some, atOnce * ReductionKernel.LANES, starts, (position, sums) -> {
            List<Value> positions = new ArrayList<>();
            List<List<Value>> loaded = new ArrayList<>();
            for (int i = 0; i < atOnce; i++) {
                Value own = emitter.int32(BinaryKind.ADD, position, i * ReductionKernel.LANES);
                Value there = i == 0 ? own : builder.emit(new Op.Call(Intrinsics.MIN_I32), own, last);
                Value index = emitter.int32(BinaryKind.ADD, first, there);
                positions.add(own);
                loaded.add(
                        chunks.stream().map(array -> emitter.load(array, index)).toList());
            }
            List<Value> so = sums;
            for (int i = 0; i < atOnce; i++) {
                so = combined(so, loaded.get(i), i == 0 ? null : emitter.isLess(positions.get(i), some));
            }
            return so;
        });
    }

    private List<Value> combined(List<Value> sums, List<Value> loaded, @Nullable Value isThere) {
        List<Value> both = new ArrayList<>(sums);
        both.addAll(loaded);
        List<Value> combined = new ArrayList<>(Inlining.inline(builder, combine, both));
        for (int i = 0; i < combined.size() && isThere != null; i++) {
            combined.set(i, emitter.select(isThere, combined.get(i), sums.get(i)));
        }
        return combined;
    }

    private void store(List<Value> arrays, Value index, List<Value> values) {
        for (int i = 0; i < values.size(); i++) {
            emitter.store(arrays.get(i), index, values.get(i));
        }
    }

    private void sync() {
        builder.emit(new Op.Call(Intrinsics.BLOCK_SYNC));
    }

    private void fence() {
        builder.emit(new Op.Call(Intrinsics.GRID_FENCE));
    }
}
