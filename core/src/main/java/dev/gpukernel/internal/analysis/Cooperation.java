package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Scope;
import java.util.HashSet;
import java.util.Set;

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
        Scope widest = Scope.THREAD;
        for (Instr instr : function.instrs()) {
            Scope own = scope(instr.op());
            widest = own.compareTo(widest) > 0 ? own : widest;
        }
        return widest;
    }

    /** {@return whether a kernel prints} */
    public static boolean prints(Function function) {
        for (Instr instr : function.instrs()) {
            if (instr.op() instanceof Op.Print) {
                return true;
            }
        }
        return false;
    }

    /** {@return bytes of shared memory that the arrays of constant size take in each block} */
    public static long sharedBytes(Function function) {
        Set<Op.SharedArray> arrays = new HashSet<>();
        long bytes = 0;
        for (Instr instr : function.instrs()) {
            if (instr.op() instanceof Op.SharedArray array && arrays.add(array)) {
                bytes += array.bytes();
            }
        }
        return bytes;
    }

    private static Scope scope(Op op) {
        return switch (op) {
            case Op.Call call -> call.intrinsic().scope();
            case Op.SharedArray _, Op.DynamicShared _, Op.DynamicSize _ -> Scope.BLOCK;
            default -> Scope.THREAD;
        };
    }
}
