package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Whether a loop ends after as many turns as its thread alone decides: an exit that each turn passes depends on nothing that other threads
 * may change meanwhile. Then the loop waits for none of them.
 */
final class LoopProgress {
    private final Loop loop;

    /** What may follow from memory or from other threads. */
    private final Set<Value> open = new HashSet<>();

    private LoopProgress(Loop loop) {
        this.loop = loop;
    }

    /** {@return whether the loop ends by itself} */
    static boolean isOwn(Loop loop) {
        LoopProgress progress = new LoopProgress(loop);
        progress.find();
        Dominators dominators = Dominators.of(loop.header().function());
        return loop.blocks().stream()
                .filter(block -> block.terminator().op() instanceof Op.Branch)
                .filter(progress::leaves)
                .filter(block -> !progress.open.contains(block.terminator().operand(0)))
                .anyMatch(block -> loop.header().incoming().stream()
                        .map(edge -> edge.source().block())
                        .filter(loop.blocks()::contains)
                        .allMatch(latch -> dominators.dominates(block, latch)));
    }

    private boolean leaves(Block block) {
        return block.successors().stream().anyMatch(target -> !loop.blocks().contains(target));
    }

    private void find() {
        boolean changed = true;
        while (changed) {
            changed = false;
            boolean chooses = loop.blocks().stream()
                    .map(Block::terminator)
                    .anyMatch(end -> end.op() instanceof Op.Branch && open.contains(end.operand(0)));
            for (Block block : loop.blocks()) {
                for (BlockParam param : block.params()) {
                    changed |= isOpen(param, chooses) && open.add(param);
                }
                for (Instr instr : block.instrs()) {
                    boolean isOpen = instr.op().effect() != Effect.NONE
                            || instr.operands().stream().anyMatch(open::contains);
                    changed |= isOpen && open.add(instr);
                }
            }
        }
    }

    private boolean isOpen(BlockParam param, boolean chooses) {
        List<Value> arguments = param.block().incoming().stream()
                .filter(edge -> loop.blocks().contains(edge.source().block()))
                .map(edge -> argument(edge, param))
                .toList();
        return arguments.stream().anyMatch(open::contains)
                || (chooses && arguments.stream().distinct().count() > 1);
    }

    private static Value argument(Edge edge, BlockParam param) {
        return Objects.requireNonNull(edge.arguments().get(param.index()));
    }
}
