package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.ArrayType;
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

/**
 * What the threads of a block do together for running values: they hand what iterations add over in shared memory, from threads that
 * touch neighbouring elements to threads whose iterations follow one another, and back.
 */
final class ScanBlock {
    /** Iterations of a warp. */
    private static final int OF_WARP = ScanOrder.WARP * ScanOrder.ITEMS;

    private final LoopEmitter emitter;
    private final Builder builder;
    private final List<ScanOrder> orders = new ArrayList<>();
    private final List<Scans.Running> running;
    private final ElementType cell;
    private final Value lane;
    private final Value inWarp;
    private final Value warp;
    private int sharedArrays;

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

    /** {@return the number of the thread in its block} */
    Value lane() {
        return lane;
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

    /** {@return shared memory for what the iterations of the block add} */
    Value sharedOfItems() {
        return shared(ScanOrder.TILE + ScanOrder.TILE / ScanOrder.WARP);
    }

    void sync() {
        builder.emit(new Op.Call(Intrinsics.BLOCK_SYNC));
    }

    private void syncWarp() {
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

    /** {@return where it is in shared memory: one place is left free after each 32, so that neither way through it makes threads wait} */
    private Value place(Value item) {
        Value first = emitter.int32(BinaryKind.MUL, warp, OF_WARP + OF_WARP / ScanOrder.WARP);
        Value row = emitter.int32(BinaryKind.MUL, item, ScanOrder.WARP + 1);
        return emitter.int32(BinaryKind.ADD, emitter.int32(BinaryKind.ADD, first, inWarp), row);
    }

    /** {@return where in shared memory one of neighbouring iterations of a thread is} */
    private Value ofLane(Value item) {
        // Two lanes have what 32 places have.
        Value free = emitter.shifted(lane, 1);
        Value first = emitter.int32(BinaryKind.ADD, emitter.int32(BinaryKind.MUL, lane, ScanOrder.ITEMS), free);
        return emitter.int32(BinaryKind.ADD, first, item);
    }

    /**
     * {@return where a thread keeps what its iterations add to a running value, and then what is before each} If there is one running
     * value, that is the shared memory in which threads hand it over; else threads take turns with that.
     *
     * @param which the running value
     * @param items shared memory for what the iterations of the block add
     */
    Value own(int which, Value items) {
        return running.size() == 1
                ? items
                : builder.emit(new Op.LocalArray(ReductionKernel.element(type(which)), ScanOrder.ITEMS));
    }

    private static boolean isShared(Value own) {
        return ((ArrayType) own.type()).space() == Space.SHARED;
    }

    void store(Value own, Value item, Value value) {
        emitter.store(own, isShared(own) ? place(item) : item, isShared(own) ? bits(value) : value);
    }

    Value load(int which, Value own, Value item) {
        return isShared(own) ? value(emitter.load(own, place(item)), type(which)) : emitter.load(own, item);
    }

    /** Hands what iterations add to the lanes that combine it; {@return what it comes to in this one} */
    Value laneTotal(int which, Value own, Value items) {
        ScanOrder order = orders.get(which);
        Value count = builder.constant(ScanOrder.ITEMS);
        if (!isShared(own)) {
            emitter.repeat(count, List.of(), (item, _) -> {
                emitter.store(items, place(item), bits(emitter.load(own, item)));
                return List.of();
            });
        }
        syncWarp();
        return emitter.repeat(
                        count,
                        List.of(order.identity()),
                        (item, so) -> List.of(
                                order.join(so.getFirst(), value(emitter.load(items, ofLane(item)), type(which)))))
                .getFirst();
    }

    /** Scans what lanes came to; all threads of the block take part. */
    InBlock inBlock(int which, Value own, Value warps) {
        ScanOrder order = orders.get(which);
        Value inclusive = scanned(own, order);
        emitter.when(emitter.isEqual(inWarp, ScanOrder.WARP - 1), () -> emitter.store(warps, warp, bits(inclusive)));
        sync();
        Value identity = order.identity();
        Value all = identity;
        Value lower = identity;
        for (int w = 0; w < ScanOrder.LANES / ScanOrder.WARP; w++) {
            lower = w == 0 ? lower : emitter.select(emitter.isEqual(warp, w), all, lower);
            all = order.join(all, value(emitter.load(warps, builder.constant(w)), type(which)));
        }
        Value up = builder.emit(new Op.Call(shuffle(inclusive, true)), inclusive, builder.constant(1));
        Value lanes = emitter.select(emitter.isEqual(inWarp, 0), identity, up);
        return new InBlock(order.join(lower, lanes), all);
    }

    /**
     * Lets lanes hand out what a running value is before or after each iteration.
     *
     * @param before what it is before the lane's first
     * @param isAfter whether after each
     */
    void spread(int which, Value before, Value items, Value own, boolean isAfter) {
        ScanOrder order = orders.get(which);
        Value count = builder.constant(ScanOrder.ITEMS);
        emitter.repeat(count, List.of(before), (item, so) -> {
            Value place = ofLane(item);
            Value added = value(emitter.load(items, place), type(which));
            Value after = order.join(so.getFirst(), added);
            emitter.store(items, place, bits(isAfter ? after : so.getFirst()));
            return List.of(after);
        });
        syncWarp();
        if (!isShared(own)) {
            emitter.repeat(count, List.of(), (item, _) -> {
                emitter.store(own, item, value(emitter.load(items, place(item)), type(which)));
                return List.of();
            });
            syncWarp();
        }
    }

    /**
     * Combines what lanes reduced besides.
     *
     * @param combine takes what two parts came to and returns it combined
     * @param ends what the lane came to
     * @return arrays whose first elements are what the block came to, for lane 0
     */
    List<Value> reduced(Function combine, List<Value> ends) {
        List<Value> shared = new ArrayList<>();
        for (Value end : ends) {
            Value array = shared(ReductionKernel.element(end.type()), ScanOrder.LANES);
            emitter.store(array, lane, end);
            shared.add(array);
        }
        for (int half = ScanOrder.LANES / 2; half > 0; half /= 2) {
            int distance = half;
            sync();
            emitter.when(emitter.isLess(lane, builder.constant(half)), () -> {
                List<Value> both = new ArrayList<>();
                Value other = emitter.int32(BinaryKind.ADD, lane, distance);
                shared.forEach(array -> both.add(emitter.load(array, lane)));
                shared.forEach(array -> both.add(emitter.load(array, other)));
                List<Value> combined = Inlining.inline(builder, combine, both);
                for (int i = 0; i < shared.size(); i++) {
                    emitter.store(shared.get(i), lane, combined.get(i));
                }
            });
        }
        return shared;
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
