package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.LocalArray;
import dev.gpukernel.internal.ir.ThreadArrays;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Arrays of constant length that a kernel returns. Which they are shows only in the end; until then they are taken for a thread's own.
 * They become arrays that the kernel makes, as those of other lengths are.
 */
final class ReturnedArrays {
    private final Function kernel;
    private final Map<Value, RowLayout.Constant> ownRows;

    private ReturnedArrays(Function kernel, Map<Value, RowLayout.Constant> ownRows) {
        this.kernel = kernel;
        this.ownRows = ownRows;
    }

    /** Changes a kernel in which every array is known, also where the rows are of those that have some. */
    static void change(Function kernel, Map<Value, RowLayout.Constant> ownRows) {
        ReturnedArrays change = new ReturnedArrays(kernel, ownRows);
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
        RowLayout.Constant rows = ownRows.get(array);
        List<Value> operands = new ArrayList<>(List.of(made));
        for (int size : rows == null ? List.of(local.length()) : rows.sizes()) {
            operands.add(builder.constant(size));
        }
        builder.emit(new Op.MakeArray(local.element(), operands.size() - 1), operands);
        ThreadArrays.replace(array, made);
        kernel.removeInstrs(List.of(array));
    }
}
