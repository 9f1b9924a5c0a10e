package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Facts;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.TripCount;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Space;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Computes before a loop what is the same in every iteration. A load goes there if nothing in the loop writes to memory, and if
 * its index is proven to be in range or it is reached in any case; a check if it is the first that the loop makes in any case. What
 * the first iteration does is done in any case if constants show that there is one.
 */
public final class LoopInvariantMotion implements Pass {
    @Override
    public boolean run(Function function) {
        boolean changed = false;
        for (Loop loop : Loop.of(function)) {
            changed |= LoopForm.addPreheader(function, loop) != null;
        }
        List<Loop> loops = Loop.of(function);
        if (loops.isEmpty()) {
            return false;
        }
        Dominators dominators = Dominators.of(function);
        Map<Block, Motion> motions = new HashMap<>();
        loops.forEach(loop -> motions.put(loop.header(), new Motion(loop, dominators)));
        Facts facts = new Facts(function, dominators);
        facts.walk(block -> {
            Motion motion = motions.get(block);
            if (motion != null) {
                motion.run(facts);
            }
            return block.instrs().stream().allMatch(facts::pass);
        });
        return changed || motions.values().stream().anyMatch(motion -> motion.moved);
    }

    private static final class Motion {
        private final Loop loop;
        private final Dominators dominators;
        private boolean moved;
        private boolean writes;

        Motion(Loop loop, Dominators dominators) {
            this.loop = loop;
            this.dominators = dominators;
        }

        void run(Facts facts) {
            writes = loop.instrs().anyMatch(Motion::mayWrite);
            List<Block> order =
                    dominators.order().stream().filter(loop::contains).toList();
            Block reached = loop.header();
            for (Block block : order) {
                boolean first = block == reached;
                for (Instr instr : List.copyOf(block.instrs())) {
                    if (isUnchanging(instr) && canMove(instr, first, facts)) {
                        instr.moveBefore(loop.entryEdges().getFirst().source());
                        moved = true;
                    } else {
                        first &= instr.op().effect() == Effect.NONE
                                || instr.op().effect() == Effect.READ
                                || instr.op() instanceof Op.Branch;
                    }
                }
                if (first && block == loop.header()) {
                    reached = firstIteration();
                }
            }
        }

        /** {@return the block behind the header that no run of the loop goes past, or null if some run may} */
        private @Nullable Block firstIteration() {
            return TripCount.first(loop)
                    .map(Edge::target)
                    .filter(target -> loop.contains(target) && target.incoming().size() == 1)
                    .orElse(null);
        }

        private static boolean mayWrite(Instr instr) {
            return switch (instr.op().effect()) {
                case NONE, READ, FAULT, CONTROL, ALLOCATE -> false;
                default -> !(instr.op() instanceof Op.Store store && store.space() == Space.LOCAL);
            };
        }

        private boolean isUnchanging(Instr instr) {
            return instr.operands().stream().noneMatch(operand -> loop.contains(operand.block()))
                    && !loop.isOfMade(instr);
        }

        /** {@return whether an unchanging instruction can move; {@code first}: it is done in any case, and before all effects} */
        private boolean canMove(Instr instr, boolean first, Facts facts) {
            return switch (instr.op()) {
                // A table's elements never change, but there are only so many of them.
                case Op.Load load ->
                    (load.space() == Space.CONSTANT || (load.space() == Space.GLOBAL && !writes))
                            && (first || facts.hasElement(instr.operand(0), instr.operand(1)));
                case Op.IndexCheck _, Op.DivisorCheck _ -> first;
                // It may take long, and is not known to end where it is not called.
                case Op.Invoke _ -> first && instr.op().effect() == Effect.NONE;
                default -> instr.op().effect() == Effect.NONE && (isCheap(instr.op()) || isDoneAnyway(instr));
            };
        }

        private boolean isDoneAnyway(Instr instr) {
            return loop.backEdges().stream()
                    .allMatch(edge ->
                            dominators.dominates(instr.block(), edge.source().block()));
        }

        private static boolean isCheap(Op op) {
            return switch (op) {
                case Op.Binary(BinaryKind kind, var _) -> kind != BinaryKind.DIV && kind != BinaryKind.REM;
                case Op.Call _, Op.Invoke _, Op.Load _ -> false;
                default -> true;
            };
        }
    }
}
