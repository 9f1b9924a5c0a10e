package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Value;

/**
 * Items of a sum of 0 and 1, as counters are: neighbours in a warp vote on what they add, and each counts the votes of those before it.
 * Nothing goes through shared memory.
 */
final class VotedItems implements ScanItems {
    private final LoopEmitter emitter;
    private final ScanBlock block;
    private final int which;
    private final Value votes;

    /**
     * Makes room for them.
     *
     * @param block the threads
     * @param which the running value
     */
    VotedItems(ScanBlock block, int which) {
        this.emitter = block.emitter();
        this.block = block;
        this.which = which;
        this.votes = emitter.builder().emit(new Op.LocalArray(ElementType.INT, ScanOrder.ITEMS));
    }

    @Override
    public void put(Value item, Value added) {
        emitter.store(votes, item, call(Intrinsics.WARP_BALLOT, emitter.isEqual(added, 1)));
    }

    @Override
    public Value get(Value item) {
        return emitter.load(votes, item);
    }

    @Override
    public ScanBlock.InBlock combine(Value warps) {
        Value total = emitter.builder().constant(0);
        for (int item = 0; item < ScanOrder.ITEMS; item++) {
            total = emitter.int32(
                    BinaryKind.ADD, total, ones(get(emitter.builder().constant(item))));
        }
        return block.inWarps(which, total, warps);
    }

    @Override
    public void spread(Value before, boolean isAfter) {
        Value lanes = lanes(isAfter);
        Value so = before;
        for (int number = 0; number < ScanOrder.ITEMS; number++) {
            Value item = emitter.builder().constant(number);
            Value all = get(item);
            Value counted = ones(emitter.int32(BinaryKind.AND, all, lanes));
            emitter.store(votes, item, emitter.int32(BinaryKind.ADD, so, counted));
            so = emitter.int32(BinaryKind.ADD, so, ones(all));
        }
    }

    /** {@return a bit for each lane that comes first, and perhaps for the own} */
    private Value lanes(boolean withOwn) {
        Value next = emitter.int32(BinaryKind.SHL, emitter.builder().constant(withOwn ? 2 : 1), block.inWarp());
        return emitter.int32(BinaryKind.SUB, next, 1);
    }

    private Value ones(Value bits) {
        return call(Intrinsics.BIT_COUNT_I32, bits);
    }

    private Value call(Intrinsics intrinsic, Value argument) {
        return emitter.builder().emit(new Op.Call(intrinsic), argument);
    }
}
