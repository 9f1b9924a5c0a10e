package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.LocalArray;
import dev.gpukernel.internal.ir.ThreadArrays;
import dev.gpukernel.internal.ir.TupleType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Arrays of constant length that a kernel returns. Which they are shows only in the end; until then they are taken for a thread's own.
 * They become arrays that the kernel makes, as those of other lengths are.
 */
final class ReturnedArrays {
    private ReturnedArrays() {}

    /** Changes a kernel in which every array is known, also where the rows are of those that have some. */
    static void change(Function kernel, Map<Value, RowLayout.Constant> ownRows) {
        List<Instr> returned = new ArrayList<>();
        for (Block block : kernel.blocks()) {
            Instr end = block.terminator();
            for (Value operand : end.op() instanceof Op.Return ? end.operands() : List.<Value>of()) {
                if (operand instanceof Instr array && array.op() instanceof LocalArray && !returned.contains(array)) {
                    returned.add(array);
                }
            }
        }
        for (Instr array : returned) {
            RowLayout.Constant rows = ownRows.get(array);
            ThreadArrays.makeByKernel(array, rows == null ? List.of(((LocalArray) array.op()).length()) : rows.sizes());
        }
        if (!returned.isEmpty()) {
            kernel.setResult(TupleType.of(returnedBy(kernel)));
        }
    }

    private static List<Value> returnedBy(Function kernel) {
        return kernel.blocks().stream()
                .map(Block::terminator)
                .filter(end -> end.op() instanceof Op.Return)
                .findFirst()
                .map(Instr::operands)
                .orElse(List.of());
    }
}
