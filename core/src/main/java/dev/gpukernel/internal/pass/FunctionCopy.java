package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.VoidType;
import java.util.HashMap;
import java.util.Map;

/** Copies of whole functions, for passes that suit one backend and not another. */
public final class FunctionCopy {
    private FunctionCopy() {}

    /**
     * Copies a function.
     *
     * @param function the function
     * @return one that does the same; what it calls is not copied
     */
    public static Function of(Function function) {
        return of(function, function.name(), new HashMap<>());
    }

    /**
     * Copies a function.
     *
     * @param function the function
     * @param blocks takes the copies of its blocks, by block
     * @return one that does the same
     */
    static Function of(Function function, Map<Block, Block> blocks) {
        return of(function, function.name(), blocks);
    }

    private static Function of(Function function, String name, Map<Block, Block> blocks) {
        Function copy = new Function(name);
        Block entry = copy.addBlock();
        RegionCopy region = new RegionCopy(copy, ReversePostorder.of(function));
        region.keepAll();
        for (BlockParam param : function.params()) {
            BlockParam own = entry.addParam(param.type());
            own.setName(param.name());
            region.map(param, own);
        }
        region.redirect(function.entry(), entry);
        region.copyTo(entry);
        copy.setResult(function.result());
        for (Block block : ReversePostorder.of(function)) {
            Block copied = region.copyOf(block);
            if (copied != null) {
                blocks.put(block, copied);
            }
        }
        return copy;
    }

    /**
     * Copies the code of one iteration of a reduction, for what it may throw: without its results.
     *
     * @param iteration the code
     * @return a copy that returns nothing
     */
    public static Function withoutResults(Function iteration) {
        Function copy = of(iteration, iteration.name() + "_faults", new HashMap<>());
        for (Block block : copy.blocks()) {
            Instr end = block.terminator();
            if (end.op() instanceof Op.Return) {
                new Builder(copy).before(end).ret();
                end.remove();
            }
        }
        copy.setResult(VoidType.VOID);
        return copy;
    }
}
