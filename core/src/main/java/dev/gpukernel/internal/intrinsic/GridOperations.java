package dev.gpukernel.internal.intrinsic;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Operations that only a kernel has which is written for one thread of a grid. */
public final class GridOperations {
    private static final Set<Intrinsics> LONGS = EnumSet.of(Intrinsics.GRID_X_LONG, Intrinsics.GRID_SIZE_X_LONG);
    private static final Set<Intrinsics> INTS = EnumSet.of(Intrinsics.GRID_X, Intrinsics.GRID_SIZE_X);

    private GridOperations() {}

    /** {@return whether a kernel, or a function that it calls, has any, or it has no loop and yet atomic operations: so have threads} */
    public static boolean areIn(Function kernel) {
        return isAny(kernel, GridOperations::isOne)
                || (isAny(kernel, Op.Atomic.class::isInstance) && all(kernel).noneMatch(GridOperations::hasLoop));
    }

    /** {@return whether a block leads to itself: such are left once those are gone that no block which is left leads to} */
    private static boolean hasLoop(Function function) {
        Set<Block> left = new LinkedHashSet<>(function.blocks());
        boolean removed = true;
        while (removed) {
            removed = left.removeIf(block -> block.incoming().stream()
                    .noneMatch(edge -> left.contains(edge.source().block())));
        }
        return !left.isEmpty();
    }

    private static Stream<Function> all(Function kernel) {
        return Stream.concat(Stream.of(kernel), kernel.calledFunctions().stream());
    }

    /** {@return whether all that a kernel asks for are places along x that are longs, of which there may be more than ints} */
    public static boolean countLongs(Function kernel) {
        return isAny(kernel, op -> isOf(op, LONGS)) && !isAny(kernel, op -> isOf(op, INTS));
    }

    private static boolean isOf(Op op, Set<Intrinsics> some) {
        return op instanceof Op.Call call && call.intrinsic() instanceof Intrinsics own && some.contains(own);
    }

    private static boolean isAny(Function kernel, Predicate<Op> is) {
        return all(kernel)
                .flatMap(called -> called.blocks().stream())
                .flatMap(block -> block.instrs().stream())
                .anyMatch(instr -> is.test(instr.op()));
    }

    private static boolean isOne(Op op) {
        return op instanceof Op.SharedArray
                || op instanceof Op.DynamicShared
                || (op instanceof Op.Call call
                        && call.intrinsic() instanceof Intrinsics intrinsic
                        && intrinsic.dependsOnThread());
    }
}
