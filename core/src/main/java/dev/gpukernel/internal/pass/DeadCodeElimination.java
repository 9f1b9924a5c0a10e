package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Reach;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Removes instructions and block parameters that no effect needs. Values are live that an instruction with an effect uses, and
 * those that they are computed from, and variables by which loops are marked; the rest, cycles around loops included, goes.
 */
public final class DeadCodeElimination implements Pass {
    private final boolean dropsUndone;

    /** Leaves all effects. */
    public DeadCodeElimination() {
        this(false);
    }

    private DeadCodeElimination(boolean dropsUndone) {
        this.dropsUndone = dropsUndone;
    }

    /**
     * {@return one that removes effects too that control never gets to} Not for code in which a branch on a constant holds the place of one that
     * a launch decides, as {@code AskedLaunch.open} leaves it.
     */
    public static DeadCodeElimination ofUndone() {
        return new DeadCodeElimination(true);
    }

    @Override
    public boolean run(Function function) {
        Set<Block> undone = dropsUndone ? undone(function) : Set.of();
        BitSet live = live(function, undone);
        List<BlockParam> deadParams = new ArrayList<>();
        List<Instr> deadInstrs = new ArrayList<>();
        for (Block block : function.blocks()) {
            for (BlockParam param : block.params()) {
                if (!live.get(param.id()) && block != function.entry()) {
                    deadParams.add(param);
                }
            }
            for (Instr instr : block.instrs()) {
                if (!live.get(instr.id()) && !isRoot(instr, undone)) {
                    deadInstrs.add(instr);
                }
            }
        }
        for (BlockParam param : deadParams) {
            param.block().removeParam(param);
        }
        function.removeInstrs(deadInstrs);
        return !deadParams.isEmpty() || !deadInstrs.isEmpty();
    }

    /**
     * {@return the blocks that control never gets to} They are there where a branch on a constant stays, as {@link
     * ControlFlowSimplification#decide} leaves one to a loop.
     */
    private static Set<Block> undone(Function function) {
        if (function.blocks().stream().noneMatch(block -> decided(block.terminator()) != null)) {
            return Set.of();
        }
        Set<Block> undone = new HashSet<>(function.blocks());
        undone.removeAll(Reach.from(function.entry(), _ -> true, DeadCodeElimination::isTaken));
        return undone;
    }

    private static boolean isTaken(Edge edge) {
        Boolean decided = decided(edge.source());
        return decided == null || edge.equals(edge.source().edges().get(decided ? 0 : 1));
    }

    private static @Nullable Boolean decided(Instr end) {
        Op.Constant condition = end.op() instanceof Op.Branch ? end.operand(0).constant() : null;
        return condition == null ? null : condition.bits() != 0;
    }

    private static boolean isRoot(Instr instr, Set<Block> undone) {
        if (undone.contains(instr.block())) {
            return instr == instr.block().terminator();
        }
        Effect effect = instr.op().effect();
        return effect != Effect.NONE && effect != Effect.READ && effect != Effect.ALLOCATE;
    }

    private static BitSet live(Function function, Set<Block> undone) {
        List<Value> needed = new ArrayList<>();
        for (Block block : function.blocks()) {
            block.params().stream().filter(BlockParam::isKept).forEach(needed::add);
            for (Instr instr : block.instrs()) {
                if (isRoot(instr, undone)) {
                    needed.addAll(instr.operands());
                }
            }
        }
        return Dependent.sources(needed);
    }
}
