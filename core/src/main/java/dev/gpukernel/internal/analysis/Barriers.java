package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Scope;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The instructions at which a thread waits for others of its warp, block or grid. */
public final class Barriers {
    private Barriers() {}

    /** {@return whether a thread waits there} Which lanes are there, it finds out without. */
    public static boolean isBarrier(Instr instr) {
        return instr.op() instanceof Op.Call call
                && call.intrinsic().scope() != Scope.THREAD
                && !call.intrinsic().text().equals("Warp.activeMask");
    }

    /** {@return the barrier that a block holds besides its jump, {@code null} if it holds anything else} */
    public static @Nullable Instr of(Block block) {
        Instr first = block.instrs().getFirst();
        return block.instrs().size() == 2
                        && isBarrier(first)
                        && block.params().isEmpty()
                        && block.terminator().op() instanceof Op.Jump
                        && block.terminator().edges().getFirst().arguments().isEmpty()
                ? first
                : null;
    }

    /**
     * Whether a thread may wait for another one without a barrier: in a loop, for what an atomic operation gives, or with a fence. Then the
     * other one must come to run meanwhile.
     */
    public static boolean mayBeMissing(Function function) {
        List<Loop> loops = Loop.of(function);
        return function.blocks().stream()
                .filter(block -> block.instrs().stream().anyMatch(Barriers::mayTellOfOthers))
                .anyMatch(block -> mayWait(block, loops));
    }

    /** {@return whether a block is in a loop that may not end by itself, or in one without a single entry} */
    private static boolean mayWait(Block block, List<Loop> loops) {
        List<Loop> around =
                loops.stream().filter(loop -> loop.blocks().contains(block)).toList();
        return around.isEmpty() ? isInLoop(block) : !around.stream().allMatch(LoopProgress::isOwn);
    }

    private static boolean mayTellOfOthers(Instr instr) {
        return switch (instr.op()) {
            case Op.Atomic _ -> instr.isUsed();
            case Op.Call(var intrinsic) -> intrinsic.text().endsWith(".fence");
            case Op.Invoke(Function callee) ->
                callee.blocks().stream()
                        .anyMatch(block -> block.instrs().stream().anyMatch(Barriers::concernsOthers));
            default -> false;
        };
    }

    private static boolean concernsOthers(Instr instr) {
        return instr.op() instanceof Op.Atomic || (instr.op() instanceof Op.Invoke && mayTellOfOthers(instr));
    }

    private static boolean isInLoop(Block block) {
        BitSet seen = new BitSet();
        Deque<Block> work = new ArrayDeque<>();
        work.push(block);
        while (!work.isEmpty()) {
            for (Edge edge : work.pop().terminator().edges()) {
                Block target = edge.target();
                if (target == block) {
                    return true;
                }
                if (!seen.get(target.id())) {
                    seen.set(target.id());
                    work.push(target);
                }
            }
        }
        return false;
    }
}
