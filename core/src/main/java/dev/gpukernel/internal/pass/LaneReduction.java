package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * How the lanes of a block combine what each has, in shared memory: for a distance of 128, 64, … 1, lane {@code l} below it combines its
 * own with that of lane {@code l + distance}. Lanes of one warp wait for their warp alone. Where combining is quick, the first warp does it for
 * the larger distances, too, so that the block meets once.
 */
final class LaneReduction {
    private static final int LANES = ReductionKernel.LANES;
    private static final int WARP = 32;

    /** Most instructions of what combines two, which is then copied for each distance and each warp. */
    private static final int MOST_COPIED = 24;

    private final LoopEmitter emitter;
    private final Builder builder;
    private final Function combine;
    private final Value lane;
    private final boolean hasWarps;
    private final List<Value> shared = new ArrayList<>();

    /**
     * Declares the shared memory.
     *
     * @param emitter emits the code, at the beginning of the function
     * @param combine takes what two lanes have and returns it combined
     * @param lane the number of the thread in its block of {@value ReductionKernel#LANES}
     * @param hasWarps whether warps of the device can wait for themselves
     * @param firstArray number of the first shared array that the function has not yet
     */
    LaneReduction(LoopEmitter emitter, Function combine, Value lane, boolean hasWarps, int firstArray) {
        this.emitter = emitter;
        this.builder = emitter.builder();
        this.combine = combine;
        this.lane = lane;
        this.hasWarps = hasWarps;
        int accumulators = combine.params().size() / 2;
        combine.params().subList(0, accumulators).forEach(param -> {
            ElementType element = ReductionKernel.element(param.type());
            shared.add(builder.emit(new Op.SharedArray(element, LANES, firstArray + shared.size())));
        });
    }

    /** {@return whether it takes little to combine two values, so that code for many is not long} */
    static boolean isQuick(Function combine) {
        return combine.size() <= MOST_COPIED;
    }

    /**
     * Combines what lanes have. All threads of the block come here; before they come again, they must have met.
     *
     * @param own what the lane has
     * @param first emits what the first lane does with what the block came to
     */
    void combine(List<Value> own, Consumer<List<Value>> first) {
        store(own);
        if (!hasWarps) {
            List<Value> combined = halved(own, LANES, Intrinsics.BLOCK_SYNC);
            emitter.when(emitter.isEqual(lane, 0), () -> first.accept(combined));
            return;
        }
        List<Value> ofWarps = own;
        if (isQuick(combine)) {
            sync(Intrinsics.BLOCK_SYNC);
        } else {
            ofWarps = halved(own, LANES, WARP, Intrinsics.BLOCK_SYNC);
        }
        List<Value> before = ofWarps;
        emitter.when(emitter.isLess(lane, builder.constant(WARP)), () -> {
            List<Value> column = isQuick(combine) ? inColumn(own) : before;
            List<Value> combined = halved(column, WARP, Intrinsics.WARP_SYNC);
            emitter.when(emitter.isEqual(lane, 0), () -> first.accept(combined));
        });
    }

    /** {@return for a lane of the first warp what all lanes come to that are a multiple of warps away} */
    private List<Value> inColumn(List<Value> own) {
        List<List<Value>> rows = new ArrayList<>(List.of(own));
        for (int row = 1; row < LANES / WARP; row++) {
            rows.add(load(emitter.int32(BinaryKind.ADD, lane, row * WARP)));
        }
        for (int distance = rows.size() / 2; distance > 0; distance /= 2) {
            for (int row = 0; row < distance; row++) {
                rows.set(row, combined(rows.get(row), rows.get(row + distance)));
            }
        }
        store(rows.getFirst());
        return rows.getFirst();
    }

    private List<Value> halved(List<Value> own, int lanes, Intrinsics sync) {
        return halved(own, lanes, 1, sync);
    }

    /** Combines what so many lanes have until there are no more than some; {@return what the lane then has, if it is one of these} */
    private List<Value> halved(List<Value> own, int lanes, int least, Intrinsics sync) {
        List<Value> so = own;
        for (int half = lanes / 2; half >= least; half /= 2) {
            int distance = half;
            List<Value> before = so;
            sync(sync);
            so = emitter.choose(
                    emitter.isLess(lane, builder.constant(distance)),
                    () -> {
                        List<Value> both = combined(before, load(emitter.int32(BinaryKind.ADD, lane, distance)));
                        if (distance > 1) {
                            store(both);
                        }
                        return both;
                    },
                    () -> before);
        }
        return so;
    }

    private List<Value> combined(List<Value> left, List<Value> right) {
        List<Value> both = new ArrayList<>(left);
        both.addAll(right);
        return Inlining.inline(builder, combine, both);
    }

    private List<Value> load(Value index) {
        List<Value> loaded = new ArrayList<>();
        shared.forEach(array -> loaded.add(emitter.load(array, index)));
        return loaded;
    }

    private void store(List<Value> values) {
        for (int i = 0; i < values.size(); i++) {
            emitter.store(shared.get(i), lane, values.get(i));
        }
    }

    private void sync(Intrinsics sync) {
        builder.emit(new Op.Call(sync));
    }
}
