package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Arrays that a loop does not write, so that their elements may be read at another time, if need be because two parameters differ. */
final class UnwrittenArrays {
    private final Function kernel;
    private final Loop loop;
    private final String reason;
    private final List<AliasConflict> conflicts = new ArrayList<>();

    /**
     * Looks at nothing yet.
     *
     * @param kernel the function
     * @param loop the loop
     * @param reason why parameters must not be the same array
     */
    UnwrittenArrays(Function kernel, Loop loop, String reason) {
        this.kernel = kernel;
        this.loop = loop;
        this.reason = reason;
    }

    /** {@return pairs of parameters that must not be the same array, of those asked for so far} */
    List<AliasConflict> conflicts() {
        return conflicts;
    }

    /** {@return whether nothing in the loop writes an array, if no two parameters are the same that were taken note of} */
    boolean areUnwritten(Value array) {
        for (Access access : Access.in(loop.blocks())) {
            if (access.isWrite() && access.array().type().equals(array.type())) {
                AliasConflict conflict = access.array() == array ? null : conflict(array, access);
                if (conflict == null) {
                    return false;
                }
                conflicts.add(conflict);
            }
        }
        return loop.instrs().noneMatch(instr -> instr.op() instanceof Op.Store && instr.operand(0) == array);
    }

    /** Only of a loop that goes through the array: one over time steps may well be given an array that changes on its way. */
    private @Nullable AliasConflict conflict(Value read, Access access) {
        Value index = access.index();
        boolean goesThrough =
                index != null && loop.header().params().stream().anyMatch(param -> Dependent.on(index, param));
        return goesThrough
                        && read instanceof BlockParam one
                        && one.block() == kernel.entry()
                        && access.array().block() == kernel.entry()
                ? new AliasConflict(one.index(), access.array().index(), reason)
                : null;
    }
}
