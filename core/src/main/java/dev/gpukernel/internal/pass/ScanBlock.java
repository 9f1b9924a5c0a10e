package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the threads of a block do together for running values. */
final class ScanBlock {
    /** Iterations of a warp. */
    static final int OF_WARP = ScanOrder.WARP * ScanOrder.ITEMS;

    private final LoopEmitter emitter;
    private final Builder builder;
    private final List<ScanOrder> orders = new ArrayList<>();
    private final List<Scans.Running> running;
    private final ElementType cell;
    private final Value lane;
    private final Value inWarp;
    private final Value warp;
    private int sharedArrays;
    private @Nullable Value items;

    /** A running value before each lane of a block, and after all. */
    record InBlock(Value before, Value total) {}

    /**
     * Begins a function for the threads of a block.
     *
     * @param emitter what emits its code, at its beginning
     * @param scans the running values
     */
    ScanBlock(LoopEmitter emitter, Scans scans) {
        this.emitter = emitter;
        this.builder = emitter.builder();
        this.running = scans.running();
        running.forEach(one -> orders.add(new ScanOrder(emitter, one)));
        this.cell = scans.isNarrow() ? ElementType.INT : ElementType.LONG;
        this.lane = builder.emit(new Op.Call(Intrinsics.THREAD_IDX_X));
        this.inWarp = emitter.int32(BinaryKind.AND, lane, ScanOrder.WARP - 1);
        this.warp = emitter.shifted(lane, 5);
    }

    LoopEmitter emitter() {
        return emitter;
    }

    /** {@return the number of the thread in its block} */
    Value lane() {
        return lane;
    }

    /** {@return the number of the thread in its warp} */
    Value inWarp() {
        return inWarp;
    }

    /** {@return the number of the thread's warp} */
    Value warp() {
        return warp;
    }

    ScanOrder order(int which) {
        return orders.get(which);
    }

    /** {@return shared memory for the bits of running values} */
    Value shared(int length) {
        return shared(cell, length);
    }

    Value shared(ElementType element, int length) {
        return builder.emit(new Op.SharedArray(element, length, sharedArrays++));
    }

    /** {@return shared memory for what the warps of the block come to} */
    Value sharedOfWarps() {
        return shared(ScanOrder.LANES / ScanOrder.WARP);
    }

    /** {@return shared memory for what the iterations of the block add to one running value after another} */
    Value sharedOfItems() {
        Value own = items;
        if (own == null) {
            own = shared(ScanOrder.TILE + ScanOrder.TILE / ScanOrder.WARP);
            items = own;
        }
        return own;
    }

    void sync() {
        builder.emit(new Op.Call(Intrinsics.BLOCK_SYNC));
    }

    void syncWarp() {
        builder.emit(new Op.Call(Intrinsics.WARP_SYNC));
    }

    /** {@return the bits of a running value, as shared memory holds them} */
    Value bits(Value value) {
        return switch ((ScalarType) value.type()) {
            case I1 -> throw new IllegalArgumentException("a condition is no running value");
            case I32 -> cell == ElementType.INT ? value : emitter.wide(value);
            case I64 -> value;
            case F32 -> bits(builder.emit(new Op.Call(Intrinsics.FLOAT_BITS), value));
            case F64 -> builder.emit(new Op.Call(Intrinsics.DOUBLE_BITS), value);
        };
    }

    Value value(Value bits, ScalarType type) {
        Value own = bits.type() == ScalarType.I64 && type.bytes() == Integer.BYTES ? emitter.narrow(bits) : bits;
        return switch (type) {
            case I1, I32, I64 -> own;
            case F32 -> builder.emit(new Op.Call(Intrinsics.FLOAT_OF_BITS), own);
            case F64 -> builder.emit(new Op.Call(Intrinsics.DOUBLE_OF_BITS), own);
        };
    }

    ScalarType type(int which) {
        return running.get(which).identity().type();
    }

    /**
     * {@return the number of one of the iterations that a thread does} A warp has as many as follow one another as its threads do, each of
     * them one of 32.
     *
     * @param first number of the block's first
     * @param item which of the thread's
     */
    Value number(Value first, Value item) {
        Value ofThread = emitter.int64(BinaryKind.ADD, first, emitter.wide(firstPosition()));
        Value row = emitter.int32(BinaryKind.MUL, item, ScanOrder.WARP);
        return emitter.int64(BinaryKind.ADD, ofThread, emitter.wide(row));
    }

    private Value firstPosition() {
        return emitter.int32(BinaryKind.ADD, emitter.int32(BinaryKind.MUL, warp, OF_WARP), inWarp);
    }

    /**
     * {@return how many iterations a thread does of a block's first ones}
     *
     * @param count how many these are, at most all of the block's
     */
    Value left(Value count) {
        Value after = emitter.int32(BinaryKind.SUB, count, firstPosition());
        Value rows = emitter.int32(BinaryKind.ADD, after, ScanOrder.WARP - 1);
        Value some = builder.emit(new Op.Call(Intrinsics.MAX_I32), rows, builder.constant(0));
        return builder.emit(
                new Op.Call(Intrinsics.MIN_I32), emitter.shifted(some, 5), builder.constant(ScanOrder.ITEMS));
    }

    /** Scans what lanes came to; all threads of the block take part. */
    InBlock inBlock(int which, Value own, Value warps) {
        ScanOrder order = orders.get(which);
        Value inclusive = scanned(own, order);
        InBlock inWarps = inWarps(which, inclusive, warps);
        Value up = builder.emit(new Op.Call(shuffle(inclusive, true)), inclusive, builder.constant(1));
        Value lanes = emitter.select(emitter.isEqual(inWarp, 0), order.identity(), up);
        return new InBlock(order.join(inWarps.before(), lanes), inWarps.total());
    }

    /**
     * Scans what warps came to; all threads of the block take part.
     *
     * @param own for the last lane of a warp, what that came to
     * @param warps shared memory for what they come to
     * @return the running value before the warp
     */
    InBlock inWarps(int which, Value own, Value warps) {
        ScanOrder order = orders.get(which);
        emitter.when(emitter.isEqual(inWarp, ScanOrder.WARP - 1), () -> emitter.store(warps, warp, bits(own)));
        sync();
        Value identity = order.identity();
        Value all = identity;
        Value lower = identity;
        for (int w = 0; w < ScanOrder.LANES / ScanOrder.WARP; w++) {
            lower = w == 0 ? lower : emitter.select(emitter.isEqual(warp, w), all, lower);
            all = order.join(all, value(emitter.load(warps, builder.constant(w)), type(which)));
        }
        return new InBlock(lower, all);
    }

    /** {@return how lanes combine what they reduced besides} */
    LaneReduction reduction(Function combine) {
        LaneReduction lanes = new LaneReduction(emitter, combine, lane, true, sharedArrays);
        sharedArrays += combine.params().size() / 2;
        return lanes;
    }

    private Value scanned(Value value, ScanOrder order) {
        Value own = value;
        for (int distance = 1; distance < ScanOrder.WARP; distance *= 2) {
            Value hasBit = emitter.isEqual(emitter.int32(BinaryKind.AND, inWarp, distance), distance);
            Value start = emitter.int32(BinaryKind.AND, inWarp, -distance);
            Value from = emitter.int32(BinaryKind.SUB, start, 1);
            Value other = builder.emit(new Op.Call(shuffle(own, false)), own, from);
            own = emitter.select(hasBit, order.join(other, own), own);
        }
        return own;
    }

    private static Intrinsics shuffle(Value value, boolean up) {
        return switch ((ScalarType) value.type()) {
            case I1 -> throw new IllegalArgumentException("a condition is no running value");
            case I32 -> up ? Intrinsics.SHUFFLE_UP_I32 : Intrinsics.SHUFFLE_I32;
            case I64 -> up ? Intrinsics.SHUFFLE_UP_I64 : Intrinsics.SHUFFLE_I64;
            case F32 -> up ? Intrinsics.SHUFFLE_UP_F32 : Intrinsics.SHUFFLE_F32;
            case F64 -> up ? Intrinsics.SHUFFLE_UP_F64 : Intrinsics.SHUFFLE_F64;
        };
    }
}
