package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;

/** Divides floats and takes their roots by the hardware's approximations, for kernels with {@code math = FAST}. */
public final class Approximation implements Pass {
    private static final Op DIVISION = new Op.Binary(BinaryKind.DIV, ScalarType.F32);
    private static final Op ROOT = new Op.Call(Intrinsics.SQRT_F32);
    private static final Constant ONE = Constant.of(1f);

    @Override
    public boolean run(Function function) {
        boolean changed = false;
        for (Block block : function.blocks()) {
            for (Instr instr : List.copyOf(block.instrs())) {
                if (!instr.isDetached() && FastMath.isUsersCode(instr)) {
                    changed |= approximate(new Builder(function), instr);
                }
            }
        }
        return changed;
    }

    private static boolean approximate(Builder builder, Instr instr) {
        Value faster;
        if (instr.op().equals(DIVISION)) {
            faster = isInverseRoot(instr)
                    ? builder.before(instr)
                            .emit(new Op.Call(Intrinsics.APPROXIMATE_RSQRT), ((Instr) instr.operand(1)).operand(0))
                    : builder.before(instr).emit(new Op.Call(Intrinsics.APPROXIMATE_DIVIDE), instr.operands());
        } else if (instr.op().equals(ROOT)) {
            // A root that is only divided by goes with the division.
            if (instr.isUsed() && instr.users().stream().allMatch(Approximation::isInverseRoot)) {
                return false;
            }
            faster = builder.before(instr).emit(new Op.Call(Intrinsics.APPROXIMATE_SQRT), instr.operands());
        } else {
            return false;
        }
        faster.setName(instr.name());
        instr.replaceAllUsesWith(faster);
        instr.remove();
        return true;
    }

    /** {@return whether an instruction is the inverse of a root} */
    private static boolean isInverseRoot(Instr instr) {
        return instr.op().equals(DIVISION)
                && ONE.equals(instr.operand(0).constant())
                && instr.operand(1) instanceof Instr root
                && root.op().equals(ROOT);
    }
}
