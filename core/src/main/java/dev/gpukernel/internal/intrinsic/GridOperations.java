package dev.gpukernel.internal.intrinsic;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import java.util.ArrayList;
import java.util.List;

/** Operations that only a kernel has which is written for one thread of a grid. */
public final class GridOperations {
    private GridOperations() {}

    /** {@return whether a kernel, or a function that it calls, has any} */
    public static boolean areIn(Function kernel) {
        List<Function> all = new ArrayList<>(kernel.calledFunctions());
        all.addFirst(kernel);
        for (Function called : all) {
            for (Block block : called.blocks()) {
                for (Instr instr : block.instrs()) {
                    if (isOne(instr.op())) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static boolean isOne(Op op) {
        return op instanceof Op.SharedArray
                || op instanceof Op.DynamicShared
                || (op instanceof Op.Call call
                        && call.intrinsic() instanceof Intrinsics intrinsic
                        && intrinsic.dependsOnThread());
    }
}
