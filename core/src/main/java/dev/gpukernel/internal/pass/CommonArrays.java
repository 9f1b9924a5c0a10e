package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.intrinsic.GridOperations;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.LocalArray;
import dev.gpukernel.internal.ir.ThreadArrays;
import java.util.ArrayList;
import java.util.List;

/**
 * Arrays of constant length that a kernel of plain loops makes outside its loops, that a loop writes, and that something else reads: a table of
 * counts, say. As long as its length is constant, such an array is taken for one of the host, which loops that run in parallel cannot write.
 * Here it becomes an array that the kernel makes on the device, as those of other lengths are.
 */
public final class CommonArrays {
    private CommonArrays() {}

    /** {@return whether a kernel has such arrays} */
    public static boolean areIn(Function kernel) {
        return !of(kernel).isEmpty();
    }

    /** Lets a kernel make such arrays on the device. */
    public static void make(Function kernel) {
        for (Instr array : of(kernel)) {
            ThreadArrays.makeByKernel(array, List.of(((LocalArray) array.op()).length()));
        }
    }

    private static List<Instr> of(Function kernel) {
        List<Instr> local = new ArrayList<>();
        for (Block block : kernel.blocks()) {
            block.instrs().stream()
                    .filter(instr -> instr.op() instanceof LocalArray)
                    .forEach(local::add);
        }
        if (local.isEmpty() || GridOperations.areIn(kernel)) {
            return List.of();
        }
        List<Loop> loops = Loop.of(kernel);
        return local.stream().filter(array -> isCommon(array, loops)).toList();
    }

    private static boolean isCommon(Instr array, List<Loop> loops) {
        return array.users().stream()
                        .allMatch(user -> user.op() instanceof Op.Load
                                || user.op() instanceof Op.Length
                                || (user.op() instanceof Op.Store && user.operand(0) == array))
                && loops.stream().noneMatch(loop -> isIn(loop, array))
                && loops.stream().anyMatch(loop -> isWrittenIn(loop, array) && isReadOutside(loop, array));
    }

    private static boolean isIn(Loop loop, Instr instr) {
        return loop.blocks().contains(instr.block());
    }

    private static boolean isWrittenIn(Loop loop, Instr array) {
        return array.users().stream().anyMatch(user -> user.op() instanceof Op.Store && isIn(loop, user));
    }

    private static boolean isReadOutside(Loop loop, Instr array) {
        return array.users().stream().anyMatch(user -> user.op() instanceof Op.Load && !isIn(loop, user));
    }
}
