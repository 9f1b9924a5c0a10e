package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Keeps the elements of an array of the thread's own in registers if all its indices are constants: each element becomes a
 * variable, zero at first. An array that is never read goes whatever its indices.
 */
public final class ScalarReplacement implements Pass {
    /** Longest array that is replaced; more would not find registers. */
    static final int MOST_ELEMENTS = 64;

    @Override
    public boolean run(Function function) {
        boolean changed = false;
        Set<Block> reachable = new LinkedHashSet<>(ReversePostorder.of(function));
        for (Block block : reachable) {
            for (Instr instr : List.copyOf(block.instrs())) {
                if (instr.op() instanceof Op.LocalArray local && isReplaceable(instr, local, reachable)) {
                    new Replacement(instr, local).run();
                    changed = true;
                }
            }
        }
        return changed;
    }

    private static boolean isReplaceable(Instr array, Op.LocalArray local, Set<Block> reachable) {
        boolean read = array.users().stream().anyMatch(user -> !(user.op() instanceof Op.Store));
        return array.users().stream().allMatch(user -> reachable.contains(user.block()))
                && (!read
                        || (local.length() <= MOST_ELEMENTS
                                && array.users().stream().allMatch(ScalarReplacement::isConstantAccess)));
    }

    private static boolean isConstantAccess(Instr user) {
        return (user.op() instanceof Op.Load || user.op() instanceof Op.Store)
                && user.operand(1).constant() != null;
    }

    private static final class Replacement {
        private final Instr array;
        private final Op.LocalArray local;
        private final Function function;
        private final Constant zero;

        Replacement(Instr array, Op.LocalArray local) {
            this.array = array;
            this.local = local;
            this.function = array.block().function();
            this.zero = new Constant(local.element().register(), 0);
        }

        void run() {
            Set<Block> places = new LinkedHashSet<>();
            array.users().forEach(user -> places.add(user.block()));
            if (array.users().stream().anyMatch(user -> user.op() instanceof Op.Load)) {
                accesses(places).forEach((_, accesses) -> replace(accesses));
            }
            List.copyOf(array.users()).forEach(Instr::remove);
            array.remove();
        }

        /** {@return the accesses to each element, in order within each block} */
        private Map<Long, Map<Block, List<Instr>>> accesses(Set<Block> places) {
            Map<Long, Map<Block, List<Instr>>> accesses = new TreeMap<>();
            for (Block block : places) {
                for (Instr instr : block.instrs()) {
                    if (isConstantAccess(instr) && instr.operand(0) == array) {
                        accesses.computeIfAbsent(index(instr), _ -> new LinkedHashMap<>())
                                .computeIfAbsent(block, _ -> new ArrayList<>())
                                .add(instr);
                    }
                }
            }
            return accesses;
        }

        private static long index(Instr access) {
            Constant index = access.operand(1).constant();
            if (index == null) {
                throw new IllegalStateException(access + " has no constant index");
            }
            return index.bits();
        }

        /**
         * Replaces an element's loads. One out of range has a check before it that always fails, so that nothing matters for it
         * but that its uses go.
         */
        private void replace(Map<Block, List<Instr>> accesses) {
            ElementVariable variable = new ElementVariable(local.element(), array.name());
            Value initial = new Builder(function).before(array).emit(zero);
            variable.begin(array.block(), initial);
            accesses.forEach(
                    (block, inBlock) -> variable.follow(block, inBlock, block == array.block() ? initial : null));
            variable.join(List.of());
        }
    }
}
