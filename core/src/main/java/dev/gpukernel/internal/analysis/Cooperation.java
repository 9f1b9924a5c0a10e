package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Scope;
import java.util.stream.Stream;

/** What the threads of a kernel need of each other. */
public final class Cooperation {
    private Cooperation() {}

    /**
     * The widest group of threads that one of the kernel waits for or shares memory with.
     *
     * @param function what one thread does
     * @return {@link Scope#THREAD} if each is on its own, so that they may run in any order, one after another
     */
    public static Scope scope(Function function) {
        return ops(function).map(Cooperation::scope).reduce(Scope.THREAD, Cooperation::wider);
    }

    /** {@return whether a kernel prints} */
    public static boolean prints(Function function) {
        return ops(function).anyMatch(Op.Print.class::isInstance);
    }

    /** {@return bytes of shared memory that the arrays of constant size take in each block} */
    public static long sharedBytes(Function function) {
        return ops(function)
                .filter(Op.SharedArray.class::isInstance)
                .map(Op.SharedArray.class::cast)
                .distinct()
                .mapToLong(Op.SharedArray::bytes)
                .sum();
    }

    private static Stream<Op> ops(Function function) {
        return function.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .map(instr -> instr.op());
    }

    private static Scope scope(Op op) {
        return switch (op) {
            case Op.Call call -> call.intrinsic().scope();
            case Op.SharedArray _, Op.DynamicShared _, Op.DynamicSize _ -> Scope.BLOCK;
            default -> Scope.THREAD;
        };
    }

    private static Scope wider(Scope one, Scope other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
