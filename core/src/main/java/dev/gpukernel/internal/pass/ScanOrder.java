package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * The order in which running values are combined, for one thread that goes through it from first to last. {@value #LANES} parts
 * follow one another, in warps of 32. In a warp, for the distances 1, 2, 4, 8 and 16, a lane whose number has the distance's bit takes
 * to the left of its own what the lane before the last multiple of the distance has. What the warps come to is combined from first to
 * last.
 */
final class ScanOrder {
    /** Parts, lanes of a block. */
    static final int LANES = 256;

    /** Iterations of a part, neighbours. */
    static final int ITEMS = 16;

    /** Iterations of a block. */
    static final int TILE = LANES * ITEMS;

    /** Lanes of a warp. */
    static final int WARP = 32;

    private static final int LEVELS = 5;

    /** Where the state has what the warps before came to, and what the lanes before in this one did. */
    private static final int WARPS = LEVELS;

    private static final int BEFORE = LEVELS + 1;

    /** Values that go from part to part for each running value. */
    static final int STATE = LEVELS + 2;

    private final LoopEmitter emitter;
    private final Scans.Running running;

    ScanOrder(LoopEmitter emitter, Scans.Running running) {
        this.emitter = emitter;
        this.running = running;
    }

    Value join(Value left, Value right) {
        return Inlining.inline(emitter.builder(), running.join(), List.of(left, right))
                .getFirst();
    }

    Value identity() {
        return emitter.builder().emit(running.identity());
    }

    /** {@return the state before the first part} */
    List<Value> begin() {
        Value identity = identity();
        List<Value> state = new ArrayList<>();
        for (int i = 0; i < STATE; i++) {
            state.add(identity);
        }
        return state;
    }

    /** {@return what the parts before the next came to} */
    Value before(List<Value> state) {
        return join(state.get(WARPS), state.get(BEFORE));
    }

    /** {@return what all parts came to, after the last lane of a warp} */
    Value total(List<Value> state) {
        return state.get(WARPS);
    }

    /**
     * Takes a part.
     *
     * @param state the state before it
     * @param part its number, from 0
     * @param value what it came to
     * @return the state after it
     */
    List<Value> take(List<Value> state, Value part, Value value) {
        List<Value> after = new ArrayList<>();
        Value own = value;
        for (int level = 0; level < LEVELS; level++) {
            Value has = emitter.isEqual(emitter.int32(BinaryKind.AND, part, 1 << level), 0);
            Value joined = join(state.get(level), own);
            after.add(emitter.select(has, own, state.get(level)));
            own = emitter.select(has, own, joined);
        }
        Value isLast = emitter.isEqual(emitter.int32(BinaryKind.AND, part, WARP - 1), WARP - 1);
        Value warps = join(state.get(WARPS), own);
        after.add(emitter.select(isLast, warps, state.get(WARPS)));
        after.add(emitter.select(isLast, identity(), own));
        return after;
    }
}
