package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.LocalArray;
import dev.gpukernel.internal.ir.Space;
import java.util.ArrayList;
import java.util.List;

/**
 * Arrays of constant length that a kernel returns. Which they are shows only in the end; until then they are taken for a thread's own.
 * They become arrays that the kernel makes, as those of other lengths are.
 */
final class ReturnedArrays {
    private final Function kernel;

    private ReturnedArrays(Function kernel) {
        this.kernel = kernel;
    }

    /** Changes a kernel in which every array is known. */
    static void change(Function kernel) {
        ReturnedArrays change = new ReturnedArrays(kernel);
        List<Instr> returned = new ArrayList<>();
        for (Block block : kernel.blocks()) {
            Instr end = block.terminator();
            if (end.op() instanceof Op.Return
                    && !end.operands().isEmpty()
                    && end.operand(0) instanceof Instr array
                    && array.op() instanceof LocalArray
                    && !returned.contains(array)) {
                returned.add(array);
            }
        }
        returned.forEach(change::change);
    }

    private void change(Instr array) {
        LocalArray local = (LocalArray) array.op();
        ArrayType type = new ArrayType(local.element());
        BlockParam made = kernel.entry().addParam(type);
        made.setName(array.name());
        kernel.setResult(type);
        Builder builder = new Builder(kernel).before(array);
        builder.emit(new Op.MakeArray(local.element()), made, builder.constant(local.length()));
        for (Instr user : List.copyOf(array.users())) {
            Op op = inGlobalMemory(user.op(), type);
            List<dev.gpukernel.internal.ir.Value> operands = user.operands().stream()
                    .map(operand -> operand == array ? made : operand)
                    .toList();
            Instr changed = new Builder(kernel).before(user).emit(op, operands);
            changed.setName(user.name());
            user.replaceAllUsesWith(changed);
            kernel.removeInstrs(List.of(user));
        }
        kernel.removeInstrs(List.of(array));
    }

    private static Op inGlobalMemory(Op op, ArrayType type) {
        return switch (op) {
            case Op.Length(var element, Space _) -> new Op.Length(element);
            case Op.Load(var element, Space _) -> new Op.Load(element);
            case Op.Store(var element, Space _) -> new Op.Store(element);
            case Op.Return _ -> new Op.Return(List.of(type));
            default -> throw new IllegalStateException(op.text() + " of an array of a thread's own");
        };
    }
}
