package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.List;

/**
 * Items that threads hand over in shared memory, from those that touch neighbouring elements to those whose iterations follow one
 * another, and back.
 */
final class HandedItems implements ScanItems {
    private final LoopEmitter emitter;
    private final ScanBlock block;
    private final int which;
    private final ScanOrder order;
    private final Value shared;
    private final Value own;

    /**
     * Makes room for them. If there is one running value, a thread keeps its items in the shared memory in which they are handed over;
     * else threads take turns with that.
     *
     * @param block the threads
     * @param which the running value
     * @param isAlone whether there is no other
     */
    HandedItems(ScanBlock block, int which, boolean isAlone) {
        this.emitter = block.emitter();
        this.block = block;
        this.which = which;
        this.order = block.order(which);
        this.shared = block.sharedOfItems();
        this.own = isAlone
                ? shared
                : emitter.builder()
                        .emit(new Op.LocalArray(ReductionKernel.element(block.type(which)), ScanOrder.ITEMS));
    }

    private boolean isShared() {
        return ((ArrayType) own.type()).space() == Space.SHARED;
    }

    @Override
    public void put(Value item, Value added) {
        emitter.store(own, isShared() ? place(item) : item, isShared() ? block.bits(added) : added);
    }

    @Override
    public Value get(Value item) {
        return isShared() ? value(place(item)) : emitter.load(own, item);
    }

    @Override
    public ScanBlock.InBlock combine(Value warps) {
        if (!isShared()) {
            emitter.repeat(ScanOrder.ITEMS, item -> emitter.store(shared, place(item), block.bits(get(item))));
        }
        block.syncWarp();
        Value total = emitter.repeat(
                        ScanOrder.ITEMS,
                        List.of(order.identity()),
                        (item, so) -> List.of(order.join(so.getFirst(), value(ofLane(item)))))
                .getFirst();
        return block.inBlock(which, total, warps);
    }

    @Override
    public void spread(Value before, boolean isAfter) {
        emitter.repeat(ScanOrder.ITEMS, List.of(before), (item, so) -> {
            Value place = ofLane(item);
            Value after = order.join(so.getFirst(), value(place));
            emitter.store(shared, place, block.bits(isAfter ? after : so.getFirst()));
            return List.of(after);
        });
        block.syncWarp();
        if (!isShared()) {
            emitter.repeat(ScanOrder.ITEMS, item -> emitter.store(own, item, value(place(item))));
            block.syncWarp();
        }
    }

    private Value value(Value place) {
        return block.value(emitter.load(shared, place), block.type(which));
    }

    /** {@return where it is in shared memory: one place is left free after each 32, so that neither way through it makes threads wait} */
    private Value place(Value item) {
        int ofWarp = ScanBlock.OF_WARP + ScanBlock.OF_WARP / ScanOrder.WARP;
        Value first = emitter.int32(BinaryKind.MUL, block.warp(), ofWarp);
        Value row = emitter.int32(BinaryKind.MUL, item, ScanOrder.WARP + 1);
        return emitter.int32(BinaryKind.ADD, emitter.int32(BinaryKind.ADD, first, block.inWarp()), row);
    }

    /** {@return where in shared memory one of neighbouring iterations of a thread is} */
    private Value ofLane(Value item) {
        // Two lanes have what 32 places have.
        Value free = emitter.shifted(block.lane(), 1);
        Value first = emitter.int32(BinaryKind.ADD, emitter.int32(BinaryKind.MUL, block.lane(), ScanOrder.ITEMS), free);
        return emitter.int32(BinaryKind.ADD, first, item);
    }
}
