package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Evaluation;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds variables of loops that never become anything but the constant they begin with, such as {@code all} in
 * {@code boolean all = false; for (…) all = all && p;}: as long as they are, what would change them is not reached. After Wegman and
 * Zadeck, Constant Propagation with Conditional Branches (1991).
 */
final class ConditionalConstants implements Pass {
    @Override
    public boolean run(Function function) {
        return new Search(function).replace();
    }

    private static final class Search {
        private final Function function;
        private final List<Block> order;
        private final Set<Edge> taken = new HashSet<>();
        private final Map<Value, Constant> known = new HashMap<>();
        private final Set<Value> varying = new HashSet<>();
        private boolean changed = true;

        Search(Function function) {
            this.function = function;
            this.order = Dominators.of(function).order();
            varying.addAll(function.params());
            while (changed) {
                changed = false;
                order.stream().filter(this::isReached).forEach(this::visit);
            }
        }

        boolean replace() {
            // A loop that ends in its first iteration is one all the same.
            boolean areLoops = Loop.of(function).stream()
                    .allMatch(loop -> loop.backEdges().stream().anyMatch(taken::contains));
            return areLoops && replaceConstants();
        }

        private boolean replaceConstants() {
            boolean replaced = false;
            for (Block block : order) {
                Builder builder = new Builder(function).before(block.instrs().getFirst());
                for (BlockParam param : block.params()) {
                    Constant constant = known.get(param);
                    if (constant != null && !param.users().isEmpty()) {
                        param.replaceAllUsesWith(builder.emit(constant));
                        replaced = true;
                    }
                }
            }
            return replaced;
        }

        private boolean isReached(Block block) {
            return block == function.entry() || block.incoming().stream().anyMatch(taken::contains);
        }

        private void visit(Block block) {
            for (Instr instr : block.instrs()) {
                if (instr.op() instanceof Constant constant) {
                    meet(instr, constant);
                } else if (!Evaluation.isComputed(instr.op())
                        || instr.operands().stream().anyMatch(varying::contains)) {
                    vary(instr);
                } else if (known.keySet().containsAll(instr.operands())) {
                    List<Constant> operands = new ArrayList<>();
                    instr.operands().forEach(operand -> operands.add(known.get(operand)));
                    Constant result = ConstantFolding.folded(instr.op(), operands);
                    if (result == null) {
                        vary(instr);
                    } else {
                        meet(instr, result);
                    }
                }
            }
            Instr end = block.terminator();
            if (!(end.op() instanceof Op.Branch) || varying.contains(end.operand(0))) {
                end.edges().forEach(this::take);
            } else if (known.containsKey(end.operand(0))) {
                take(end.edges().get(known.get(end.operand(0)).bits() != 0 ? 0 : 1));
            }
        }

        private void take(Edge edge) {
            changed |= taken.add(edge);
            for (BlockParam param : edge.target().params()) {
                Value argument = edge.arguments().get(param.index());
                if (varying.contains(argument) || !(param.type() instanceof ScalarType)) {
                    vary(param);
                } else if (known.containsKey(argument)) {
                    meet(param, known.get(argument));
                }
            }
        }

        private void meet(Value value, Constant constant) {
            if (!varying.contains(value)) {
                Constant before = known.putIfAbsent(value, constant);
                if (before == null) {
                    changed = true;
                } else if (!before.equals(constant)) {
                    vary(value);
                }
            }
        }

        private void vary(Value value) {
            known.remove(value);
            changed |= varying.add(value);
        }
    }
}
