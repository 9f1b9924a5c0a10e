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
import java.util.ArrayList;
import java.util.List;

/** Has the lanes of a warp exchange what they multiply, for a device that does not multiply matrices in the order of Java. */
public final class WarpProducts implements Pass {
    private static final int GROUP = 4;
    private static final int DEPTH = 8;

    /** {@return a kernel, or a copy of it in which lanes exchange what they multiply} */
    public static Function without(Function kernel) {
        if (!areIn(kernel) && kernel.calledFunctions().stream().noneMatch(WarpProducts::areIn)) {
            return kernel;
        }
        Function copy = new FunctionCopies().of(kernel);
        WarpProducts pass = new WarpProducts();
        pass.run(copy);
        copy.calledFunctions().forEach(pass::run);
        return copy;
    }

    private static boolean areIn(Function function) {
        for (Instr instr : function.instrs()) {
            if (isOne(instr)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOne(Instr instr) {
        return instr.op() instanceof Op.Call call && call.intrinsic() == Intrinsics.WARP_PRODUCT;
    }

    @Override
    public boolean run(Function function) {
        boolean changed = false;
        for (Block block : List.copyOf(function.blocks())) {
            for (Instr instr : List.copyOf(block.instrs())) {
                if (isOne(instr)) {
                    exchange(new Builder(function).before(instr), instr);
                    changed = true;
                }
            }
        }
        return changed;
    }

    private static void exchange(Builder builder, Instr product) {
        List<Value> left = product.operands().subList(0, 4);
        List<Value> right = product.operands().subList(4, 6);
        List<Value> sums = new ArrayList<>(product.operands().subList(6, 10));
        Value lane = builder.emit(new Op.Call(Intrinsics.WARP_LANE));
        Value group = binary(builder, BinaryKind.AND, lane, ~(GROUP - 1));
        Value columns = binary(builder, BinaryKind.SHL, binary(builder, BinaryKind.AND, lane, GROUP - 1), 3);
        for (int k = 0; k < DEPTH; k++) {
            int behind = k / GROUP;
            Value row = binary(builder, BinaryKind.ADD, group, k % GROUP);
            Value here = binary(builder, BinaryKind.ADD, columns, k % GROUP);
            Value next = binary(builder, BinaryKind.ADD, columns, GROUP + k % GROUP);
            List<Value> rows = List.of(
                    shuffle(builder, left.get(2 * behind), row), shuffle(builder, left.get(2 * behind + 1), row));
            List<Value> others =
                    List.of(shuffle(builder, right.get(behind), here), shuffle(builder, right.get(behind), next));
            for (int i = 0; i < sums.size(); i++) {
                Op.Call fma = new Op.Call(Intrinsics.FMA_F64);
                sums.set(i, builder.emit(fma, rows.get(i / 2), others.get(i % 2), sums.get(i)));
            }
        }
        for (Instr part : List.copyOf(product.users())) {
            part.replaceAllUsesWith(sums.get(((Op.Part) part.op()).index()));
            part.remove();
        }
        product.remove();
    }

    private static Value binary(Builder builder, BinaryKind kind, Value left, int right) {
        return builder.emit(new Op.Binary(kind, ScalarType.I32), left, builder.constant(right));
    }

    private static Value shuffle(Builder builder, Value shown, Value lane) {
        return builder.emit(new Op.Call(Intrinsics.SHUFFLE_F64), shown, lane);
    }
}
