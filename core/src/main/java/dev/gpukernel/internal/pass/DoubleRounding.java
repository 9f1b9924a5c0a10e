package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.WidenedFloats;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Does in float what was done in double with floats and then rounded to float. A double has more than twice a float's bits, so
 * that the first of the two roundings never changes the outcome of the second (S. A. Figueroa, When is double rounding
 * innocuous?, SIGNUM Newsletter 30, 1995).
 */
public final class DoubleRounding implements Pass {
    private static final Op TO_FLOAT = new Op.Convert(ScalarType.F64, ScalarType.F32);

    @Override
    public boolean run(Function function) {
        boolean changed = false;
        for (Block block : function.blocks()) {
            for (Instr instr : List.copyOf(block.instrs())) {
                if (instr.op().equals(TO_FLOAT) && instr.operand(0) instanceof Instr wide) {
                    changed |= narrow(new Builder(function).before(instr), instr, wide);
                }
            }
        }
        return changed;
    }

    private static boolean narrow(Builder builder, Instr rounded, Instr wide) {
        if (wide.op().equals(WidenedFloats.WIDENING)) {
            rounded.replaceAllUsesWith(wide.operand(0));
            rounded.remove();
            return true;
        }
        Op narrow = narrowed(wide.op());
        if (narrow == null || !wide.operands().stream().allMatch(WidenedFloats::isFloat)) {
            return false;
        }
        List<Value> operands = new ArrayList<>();
        wide.operands().forEach(operand -> operands.add(WidenedFloats.narrowed(builder, operand)));
        rounded.replaceAllUsesWith(builder.emit(narrow, operands));
        rounded.remove();
        return true;
    }

    private static @Nullable Op narrowed(Op op) {
        if (op instanceof Op.Binary(BinaryKind kind, ScalarType type) && type == ScalarType.F64) {
            return switch (kind) {
                case ADD, SUB, MUL, DIV -> new Op.Binary(kind, ScalarType.F32);
                case REM, AND, OR, XOR, SHL, SHR, USHR -> null;
            };
        }
        return op instanceof Op.Call call && call.intrinsic() == Intrinsics.SQRT_F64
                ? new Op.Call(Intrinsics.SQRT_F32)
                : null;
    }
}
