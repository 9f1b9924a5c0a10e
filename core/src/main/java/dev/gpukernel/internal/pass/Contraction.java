package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a product and the sum it goes into one fused multiply-add, for kernels with {@code math = FAST}. The product must have no
 * other use, or it would be computed twice.
 */
public final class Contraction implements Pass {
    @Override
    public boolean run(Function function) {
        boolean changed = false;
        for (Block block : function.blocks()) {
            for (Instr instr : List.copyOf(block.instrs())) {
                if (instr.op() instanceof Op.Binary(BinaryKind kind, ScalarType type)
                        && type.isFloating()
                        && FastMath.isUsersCode(instr)) {
                    changed |= contract(new Builder(function).before(instr), instr, kind, type);
                }
            }
        }
        return changed;
    }

    private static boolean contract(Builder builder, Instr sum, BinaryKind kind, ScalarType type) {
        if (kind != BinaryKind.ADD && kind != BinaryKind.SUB) {
            return false;
        }
        Value left = sum.operand(0);
        Value right = sum.operand(1);
        Instr product = product(left, type);
        Value fused;
        if (product != null) {
            Value added = kind == BinaryKind.ADD ? right : negated(builder, right, type);
            fused = fused(builder, type, product.operand(0), product.operand(1), added);
        } else {
            product = product(right, type);
            if (product == null) {
                return false;
            }
            Value factor = product.operand(0);
            fused = fused(
                    builder,
                    type,
                    kind == BinaryKind.ADD ? factor : negated(builder, factor, type),
                    product.operand(1),
                    left);
        }
        fused.setName(sum.name());
        sum.replaceAllUsesWith(fused);
        sum.remove();
        product.remove();
        return true;
    }

    private static @Nullable Instr product(Value value, ScalarType type) {
        return value instanceof Instr instr
                        && instr.op().equals(new Op.Binary(BinaryKind.MUL, type))
                        && instr.users().size() == 1
                        && FastMath.isUsersCode(instr)
                ? instr
                : null;
    }

    private static Value negated(Builder builder, Value value, ScalarType type) {
        return builder.emit(new Op.Negate(type), value);
    }

    private static Value fused(Builder builder, ScalarType type, Value a, Value b, Value c) {
        return builder.emit(new Op.Call(type == ScalarType.F32 ? Intrinsics.FMA_F32 : Intrinsics.FMA_F64), a, b, c);
    }
}
