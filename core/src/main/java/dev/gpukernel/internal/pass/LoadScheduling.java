package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Facts;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lets loads be under way together although checks are between them: a thread does not go past a check before it knows what is checked, and
 * waits where something is computed of what it loads. Loads of elements that exist in any case go before the first check of their block.
 * What is computed of loaded values goes behind the checks and loads that do not need it. Checks keep their order, and no load passes a
 * store.
 */
final class LoadScheduling implements Pass {
    /** Most values that wait at a time: for more there are no registers. */
    private static final int MOST_WAITING = 32;

    @Override
    public boolean run(Function function) {
        Map<Block, Set<Instr>> found = new LinkedHashMap<>();
        Facts facts = new Facts(function, Dominators.of(function));
        facts.walk(block -> {
            boolean isRare = block.terminator().op() instanceof Op.Throw;
            if (!isRare
                    && block.instrs().stream().filter(LoadScheduling::isCheck).count() > 1) {
                found.put(block, inBounds(block, facts));
            }
            return block.instrs().stream().allMatch(facts::pass);
        });
        boolean changed = false;
        for (Map.Entry<Block, Set<Instr>> block : found.entrySet()) {
            List<Instr> before = List.copyOf(block.getKey().instrs());
            hoist(block.getKey(), block.getValue());
            new Sinking().run(block.getKey());
            changed |= !before.equals(block.getKey().instrs());
        }
        return changed;
    }

    private static boolean isCheck(Instr instr) {
        return instr.op() instanceof Op.IndexCheck || instr.op() instanceof Op.DivisorCheck;
    }

    /** {@return the loads of elements that exist where a block begins} */
    private static Set<Instr> inBounds(Block block, Facts facts) {
        Set<Instr> loads = new HashSet<>();
        for (Instr instr : block.instrs()) {
            if (instr.op() instanceof Op.Load && facts.hasElement(instr.operand(0), instr.operand(1))) {
                loads.add(instr);
            }
        }
        return loads;
    }

    /** Moves loads before the first check, with what their indices are computed of. */
    private static void hoist(Block block, Set<Instr> inBounds) {
        List<Instr> instrs = List.copyOf(block.instrs());
        int first = 0;
        while (!isCheck(instrs.get(first))) {
            first++;
        }
        Set<Instr> after = new HashSet<>();
        for (Instr instr : instrs.subList(first, instrs.size())) {
            if (instr.op().effect().mayWrite()) {
                return;
            }
            after.add(instr);
            Set<Instr> needed = new LinkedHashSet<>();
            if (inBounds.contains(instr) && needs(instr, after, inBounds, needed)) {
                for (Instr one : needed) {
                    one.moveBefore(instrs.get(first));
                    after.remove(one);
                }
            }
        }
    }

    /**
     * {@return whether an instruction can go before some others}
     *
     * @param others the first check, and what is behind it
     * @param inBounds loads that can
     * @param needed takes the instruction and what it needs of the others, in order
     */
    private static boolean needs(Instr instr, Set<Instr> others, Set<Instr> inBounds, Set<Instr> needed) {
        if (!others.contains(instr) || needed.contains(instr)) {
            return true;
        }
        for (Value operand : instr.operands()) {
            if (operand instanceof Instr part && !needs(part, others, inBounds, needed)) {
                return false;
            }
        }
        needed.add(instr);
        return inBounds.contains(instr) || instr.op() instanceof Op.Constant || isSum(instr.op());
    }

    private static boolean isSum(Op op) {
        return op instanceof Op.Binary(Op.BinaryKind kind, ScalarType type)
                && !type.isFloating()
                && kind != Op.BinaryKind.DIV
                && kind != Op.BinaryKind.REM;
    }

    /** Moves what is computed of loaded values behind checks. */
    private static final class Sinking {
        /** What was loaded, and what waits. */
        private final Set<Value> late = new HashSet<>();

        /** What is computed of loaded values, in order. */
        private final Set<Instr> waiting = new LinkedHashSet<>();

        void run(Block block) {
            for (Instr instr : List.copyOf(block.instrs())) {
                boolean isPure = instr.op().effect() == Effect.NONE && !instr.isTerminator();
                if (isPure) {
                    if (waiting.size() < MOST_WAITING
                            && instr.operands().stream().anyMatch(late::contains)) {
                        late.add(instr);
                        waiting.add(instr);
                    } else {
                        releaseOperands(instr);
                    }
                } else if (instr.op() instanceof Op.Load) {
                    late.add(instr);
                    releaseOperands(instr);
                } else if (isCheck(instr)) {
                    releaseOperands(instr);
                } else {
                    // Before what writes, and before the end.
                    List.copyOf(waiting).forEach(one -> release(one, instr));
                }
            }
        }

        private void releaseOperands(Instr instr) {
            instr.operands().forEach(operand -> release(operand, instr));
        }

        /** Puts what waits before what needs it, and what that needs. */
        private void release(Value value, Instr before) {
            if (value instanceof Instr needed && waiting.contains(needed)) {
                List.copyOf(needed.operands()).forEach(operand -> release(operand, before));
                needed.moveBefore(before);
                waiting.remove(needed);
            }
        }
    }
}
