package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns a branch around a few cheap computations into a choice among their results, so that threads do not part and blocks are
 * longer. Both sides are then computed, so that neither may do anything else.
 */
public final class IfConversion implements Pass {
    /** Most instructions on a side. */
    private static final int MOST_INSTRS = 4;

    /** Most results to choose, usually. */
    private static final int MOST_RESULTS = 2;

    private final int mostResults;

    /** Makes it. */
    public IfConversion() {
        this(MOST_RESULTS);
    }

    /**
     * Makes it.
     *
     * @param mostResults most results to choose
     */
    IfConversion(int mostResults) {
        this.mostResults = mostResults;
    }

    @Override
    public boolean run(Function function) {
        boolean changed = false;
        // Inner branches before those around them.
        for (Block block : ReversePostorder.of(function).reversed()) {
            if (block.terminator().op() instanceof Op.Branch && convert(block)) {
                changed = true;
            }
        }
        return changed;
    }

    private boolean convert(Block block) {
        Instr branch = block.terminator();
        Edge whenTrue = branch.edges().get(0);
        Edge whenFalse = branch.edges().get(1);
        Edge left = isSide(whenTrue) ? whenTrue.target().terminator().edges().getFirst() : whenTrue;
        Edge right = isSide(whenFalse) ? whenFalse.target().terminator().edges().getFirst() : whenFalse;
        // A side may itself be where the other one ends.
        if (left.target() != right.target() && left.target() == whenFalse.target()) {
            right = whenFalse;
        } else if (left.target() != right.target() && right.target() == whenTrue.target()) {
            left = whenTrue;
        }
        if (left.target() != right.target() || left.target() == block || !canChoose(left, right)) {
            return false;
        }
        choose(branch, left, right);
        return true;
    }

    /** {@return whether an edge leads to a block with nothing but a few cheap computations, reached from nowhere else} */
    private static boolean isSide(Edge edge) {
        Block side = edge.target();
        return side.incoming().size() == 1
                && side.params().isEmpty()
                && side.terminator().op() instanceof Op.Jump
                && side.instrs().stream()
                                .filter(i -> !(i.op() instanceof Op.Constant))
                                .count()
                        <= MOST_INSTRS + 1
                && side.instrs().stream()
                        .allMatch(instr -> instr.op() instanceof Op.Jump || isCheap(instr.op()) || isRareResult(instr));
    }

    /** {@return whether it is the call of a rare function and is all there is to choose, so that it is made only if it is chosen} */
    private static boolean isRareResult(Instr instr) {
        return instr.op() instanceof Op.Invoke(Function callee)
                && callee.isRare()
                && instr.op().effect() == Effect.NONE
                && instr.users().size() == 1
                && instr.users().getFirst().op() instanceof Op.Jump;
    }

    /** {@return whether an operation may be done although its result is not needed} */
    static boolean isCheap(Op op) {
        return switch (op) {
            case Op.Binary(BinaryKind kind, ScalarType _) -> kind != BinaryKind.DIV && kind != BinaryKind.REM;
            case Op.Call _, Op.Invoke _, Op.Load _ -> false;
            default -> op.effect() == Effect.NONE;
        };
    }

    private boolean canChoose(Edge left, Edge right) {
        int results = 0;
        for (int i = 0; i < left.arguments().size(); i++) {
            Value argument = left.arguments().get(i);
            if (argument != right.arguments().get(i)) {
                results++;
                if (argument.type() instanceof ArrayType || argument.type() == ScalarType.I1) {
                    return false;
                }
            }
        }
        return results <= mostResults;
    }

    private static void choose(Instr branch, Edge left, Edge right) {
        List<Value> whenTrue = List.copyOf(left.arguments());
        List<Value> whenFalse = List.copyOf(right.arguments());
        moveSide(left, branch);
        moveSide(right, branch);
        Builder builder = new Builder(branch.block().function()).before(branch);
        List<Value> chosen = new ArrayList<>();
        for (int i = 0; i < whenTrue.size(); i++) {
            Value value = whenTrue.get(i);
            if (value != whenFalse.get(i)) {
                Op select = new Op.Select((ScalarType) value.type());
                value = builder.emit(select, branch.operand(0), value, whenFalse.get(i));
            }
            chosen.add(value);
        }
        builder.jump(left.target(), chosen);
        Block emptyLeft = left.source().block();
        Block emptyRight = right.source().block();
        Block block = branch.block();
        branch.remove();
        List<Block> sides = new ArrayList<>(List.of(emptyLeft, emptyRight));
        sides.removeIf(side -> side == block);
        block.function().removeBlocks(sides);
    }

    private static void moveSide(Edge edge, Instr branch) {
        if (edge.source() != branch) {
            for (Instr instr : List.copyOf(edge.source().block().instrs())) {
                if (instr != edge.source()) {
                    instr.moveBefore(branch);
                }
            }
        }
    }
}
