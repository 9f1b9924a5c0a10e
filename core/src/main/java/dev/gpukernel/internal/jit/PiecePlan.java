package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.jit.LoopCutter.Launched;
import dev.gpukernel.internal.jit.LoopCutter.Room;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A nest for launches in pieces. It is compiled when one of them comes. */
final class PiecePlan {
    private final NestProgram nest;
    private final Supplier<List<Function>> code;
    private final java.util.function.Function<Function, Plan> compile;
    private @Nullable LoopCutter cutter;
    private List<Function> made = List.of();
    private List<Plan> plans = List.of();
    private boolean isMade;

    /** The last launch that was looked at, and what came of it. */
    private long[] lastKey = {};

    private @Nullable LoopCut lastCut;

    /**
     * Makes it.
     *
     * @param nest the nest
     * @param code makes the code of a thread of a piece, of a loop with running values of each step; nothing if there is none
     * @param compile compiles it
     */
    PiecePlan(NestProgram nest, Supplier<List<Function>> code, java.util.function.Function<Function, Plan> compile) {
        this.nest = nest;
        this.code = code;
        this.compile = compile;
    }

    boolean isReduction() {
        return nest.combine() != null && !isScan();
    }

    /** {@return whether a piece begins with what the one before it ends with} */
    boolean isScan() {
        return nest.scans() != null;
    }

    int axes() {
        return nest.axes().size();
    }

    /** {@return the axis of the loop whose iterations are divided among pieces} */
    int outermost() {
        return nest.axes().getFirst().index();
    }

    /** Cuts a launch; {@return the pieces, null if it cannot be cut so that they find room} */
    synchronized @Nullable LoopCut cut(Launched launched, Room room) {
        if (!isMade) {
            isMade = true;
            made = code.get();
            cutter = made.isEmpty() ? null : new LoopCutter(nest, made);
        }
        if (cutter == null) {
            return null;
        }
        long[] key = launched.key(nest.launched().params());
        LoopCut last = lastCut;
        if (last != null && Arrays.equals(key, lastKey) && last.bytes(last.atOnce()) <= room.most()) {
            return last;
        }
        lastKey = key;
        lastCut = cutter.cut(launched, room);
        return lastCut;
    }

    /** {@return how a piece is launched, in each of its steps, once a launch was cut} */
    synchronized List<Plan> plans() {
        if (plans.isEmpty()) {
            if (made.isEmpty()) {
                throw new IllegalStateException(nest.launched().name() + " was not cut");
            }
            plans = made.stream().map(compile).toList();
        }
        return plans;
    }
}
