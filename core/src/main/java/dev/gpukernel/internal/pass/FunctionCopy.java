package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

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
        return of(function, new HashMap<>());
    }

    /** {@return a copy that has another name and calls copies of what the function calls} */
    static Function of(Function function, String name, FunctionCopies called) {
        return of(function, name, new HashMap<>(), (_, region) -> region.call(called));
    }

    /**
     * Copies a function.
     *
     * @param function the function
     * @param blocks takes the copies of its blocks, by block
     * @return one that does the same
     */
    static Function of(Function function, Map<Block, Block> blocks) {
        return of(function, function.name(), blocks, (_, _) -> {});
    }

    /**
     * Copies a function with something else in it.
     *
     * @param function the function
     * @param blocks takes the copies of its blocks, by block
     * @param change says what is different, before the copy has any blocks but its entry, which has the parameters
     * @return the copy
     */
    static Function of(Function function, Map<Block, Block> blocks, BiConsumer<Function, RegionCopy> change) {
        return of(function, function.name(), blocks, change);
    }

    private static Function of(
            Function function, String name, Map<Block, Block> blocks, BiConsumer<Function, RegionCopy> change) {
        Function copy = new Function(name);
        Block entry = copy.addBlock();
        List<Block> order = ReversePostorder.of(function);
        RegionCopy region = new RegionCopy(copy, order);
        region.keepAll();
        addParams(function, copy);
        change.accept(copy, region);
        function.params().forEach(param -> region.map(param, copy.params().get(param.index())));
        region.redirect(function.entry(), entry);
        region.copyTo(entry);
        copy.setResult(function.result());
        if (function.isRare()) {
            copy.setRare();
        }
        for (Block block : order) {
            Block copied = region.copyOf(block);
            if (copied != null) {
                blocks.put(block, copied);
            }
        }
        return copy;
    }

    /** Gives a function without parameters those of another one. */
    static void addParams(Function function, Function copy) {
        for (BlockParam param : function.params()) {
            BlockParam own = copy.entry().addParam(param.type());
            own.setName(param.name());
            if (param.ofLength() != param) {
                own.setMarks(copy.params().get(param.ofLength().index()));
            }
        }
        for (BlockParam param : function.params()) {
            for (BlockParam other : param.apart()) {
                if (other.index() >= 0) {
                    copy.params().get(param.index()).setApartFrom(copy.params().get(other.index()));
                }
            }
            BlockParam starts = param.starts();
            if (starts != null && starts.index() >= 0) {
                copy.params().get(param.index()).setStarts(copy.params().get(starts.index()));
            }
            BlockParam moves = param.moves();
            if (moves != null && moves.index() >= 0) {
                copy.params().get(param.index()).setMoves(copy.params().get(moves.index()));
            }
        }
    }
}
