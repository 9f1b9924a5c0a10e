package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Loads that an iteration and what it adds to running values have in common. What they give is handed on from where summands are
 * computed to where the iteration is done, so that memory is read once.
 *
 * @param pairs the loads
 */
record KeptLoads(List<Pair> pairs) {
    /** None. */
    static final KeptLoads NONE = new KeptLoads(List.of());

    /** Bytes that a thread keeps of an iteration: registers are few. */
    private static final int MOST_BYTES = 8;

    /** Operands looked through to see whether two addresses are the same. */
    private static final int DEEPEST = 32;

    /**
     * A load.
     *
     * @param load the one of the iteration
     * @param known the one of the summands
     */
    record Pair(Instr load, Instr known) {
        ScalarType type() {
            return (ScalarType) load.type();
        }
    }

    /**
     * Finds what can be kept.
     *
     * @param iteration code of one iteration
     * @param summands what it adds to running values, with the same parameters
     */
    static KeptLoads of(Function iteration, Function summands) {
        return new KeptLoads(pairs(iteration, summands));
    }

    /** {@return those that something else reads than what need not be done} */
    KeptLoads without(Predicate<Instr> needless) {
        return new KeptLoads(pairs.stream()
                .filter(pair -> !pair.load.users().stream().allMatch(needless))
                .toList());
    }

    /** {@return those whose index is loaded itself, so that neighbours need not lie side by side} */
    KeptLoads ofLoadedIndices() {
        return new KeptLoads(pairs.stream()
                .filter(pair -> isLoaded(pair.load.operand(1), new HashSet<>()))
                .toList());
    }

    private static boolean isLoaded(Value value, Set<Value> seen) {
        return value instanceof Instr instr
                && seen.add(instr)
                && (instr.op() instanceof Op.Load
                        || instr.operands().stream().anyMatch(operand -> isLoaded(operand, seen)));
    }

    private static List<Pair> pairs(Function iteration, Function summands) {
        List<Pair> pairs = new ArrayList<>();
        int bytes = 0;
        for (Instr load : beginning(iteration)) {
            List<Instr> known = beginning(summands).stream()
                    .filter(other -> isSame(load, other, DEEPEST))
                    .toList();
            int own = ((ScalarType) load.type()).bytes();
            // A load that is not the only one of its kind may stand elsewhere in the summands than in the iteration.
            if (known.size() == 1
                    && alike(load, iteration) == 1
                    && alike(load, summands) == 1
                    && bytes + own <= MOST_BYTES) {
                bytes += own;
                pairs.add(new Pair(load, known.getFirst()));
            }
        }
        return pairs;
    }

    private static long alike(Instr load, Function function) {
        return loads(function.blocks().stream())
                .filter(other -> isSame(load, other, DEEPEST))
                .count();
    }

    private static Stream<Instr> loads(Stream<Block> blocks) {
        return blocks.flatMap(block -> block.instrs().stream())
                .filter(instr -> instr.op() instanceof Op.Load(var _, Space space, var _) && space == Space.GLOBAL);
    }

    /** {@return the loads that each iteration makes unless it throws, before it writes anything} */
    private static List<Instr> beginning(Function function) {
        List<Instr> loads = new ArrayList<>();
        @Nullable Block block = function.entry();
        while (block != null) {
            for (Instr instr : block.instrs()) {
                if (instr.op().effect().mayWrite()) {
                    return loads;
                }
                if (instr.op() instanceof Op.Load(var _, Space space, var _) && space == Space.GLOBAL) {
                    loads.add(instr);
                }
            }
            block = next(block);
        }
        return loads;
    }

    /** {@return the block that is entered from one alone, when its checks pass or the iteration exists} */
    private static @Nullable Block next(Block block) {
        Instr end = block.terminator();
        if (!(end.op() instanceof Op.Jump || end.op() instanceof Op.Branch)) {
            return null;
        }
        Block target = end.edges().getFirst().target();
        return target.incoming().size() == 1 && isAlone(end) ? target : null;
    }

    /** {@return whether the other way, if there is one, leads to the end at once} */
    private static boolean isAlone(Instr end) {
        return end.edges().size() == 1
                || end.edges().get(1).target().instrs().getFirst().op() instanceof Op.Return;
    }

    private static boolean isSame(Value one, Value other, int depth) {
        if (one instanceof BlockParam param && other instanceof BlockParam known) {
            return isParam(param) && isParam(known) && param.index() == known.index();
        }
        if (depth == 0
                || !(one instanceof Instr left)
                || !(other instanceof Instr right)
                || !left.op().equals(right.op())
                || (left.op().effect() != Effect.NONE && left.op().effect() != Effect.READ)) {
            return false;
        }
        for (int i = 0; i < left.operands().size(); i++) {
            if (!isSame(left.operand(i), right.operand(i), depth - 1 - i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isParam(BlockParam param) {
        return param.block() == param.block().function().entry();
    }

    /** Lets a copy of the summands store what it loads, each in an array of the thread's own. */
    void keep(Function code, RegionCopy summands, List<Value> arrays, Value item) {
        for (int i = 0; i < pairs.size(); i++) {
            Instr load = (Instr) summands.of(pairs.get(i).known);
            List<Instr> instrs = load.block().instrs();
            Instr next = instrs.get(instrs.indexOf(load) + 1);
            ArrayType array = (ArrayType) arrays.get(i).type();
            new Builder(code)
                    .before(next)
                    .emit(new Op.Store(array.element(), array.space()), arrays.get(i), item, load);
        }
    }

    /** Lets a copy of the iteration use what was kept. */
    void use(Function code, RegionCopy iteration, List<Value> arrays, Value item) {
        for (int i = 0; i < pairs.size(); i++) {
            Instr load = (Instr) iteration.of(pairs.get(i).load);
            ArrayType array = (ArrayType) arrays.get(i).type();
            Op.Load own = new Op.Load(array.element(), array.space());
            load.replaceAllUsesWith(new Builder(code).before(load).emit(own, arrays.get(i), item));
            load.remove();
        }
    }
}
