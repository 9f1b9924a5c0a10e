package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.jvm.FunctionWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Writes how loops are left, so that the PTX backend of TornadoVM 5.2 has right code for it. It writes the blocks of a loop before those
 * outside, but lets what a true condition leads to begin just behind the branch, so the condition of each branch is one for staying. And
 * where exits of loops meet, it takes the values of the second for those of all, unless something is done in between. Nor does it jump
 * from behind such a branch to where control meets, unless it comes from where control met.
 */
final class LoopExits {
    private final MethodVisitor code;
    private final ArrayWriter arrays;
    private final List<Loop> loops;
    private final boolean hasOneEnd;

    LoopExits(Function function, MethodVisitor code, ArrayWriter arrays) {
        this.code = code;
        this.arrays = arrays;
        this.loops = Loop.of(function);
        this.hasOneEnd = function.blocks().stream()
                        .flatMap(block -> block.instrs().stream())
                        .filter(instr -> instr.op().mayFault() || instr.op() instanceof Op.Return)
                        .count()
                == 1;
    }

    /** {@return whether a block decides whether a loop goes on} */
    boolean isAtHead(Block block) {
        return loops.stream().anyMatch(loop -> loop.header() == block);
    }

    /** Writes what comes on an edge. */
    void follow(Edge edge, boolean setsParameters) {
        if (edge.target().incoming().size() < 2) {
            return;
        }
        if (setsParameters && comesFromLoop(edge)) {
            arrays.scribble();
        }
        if (staysBehindExit(edge)) {
            arrays.doNothing();
        }
    }

    private boolean staysBehindExit(Edge edge) {
        Block block = edge.source().block();
        return loops.stream().noneMatch(loop -> leaves(loop, edge) || isOnlyWay(loop, edge))
                && loops.stream().anyMatch(loop -> loop.contains(block))
                && isBehindExit(block, new HashSet<>());
    }

    /** {@return whether an edge is the only one into a loop, or the only one back to its head} */
    private static boolean isOnlyWay(Loop loop, Edge edge) {
        List<Edge> alike = loop.contains(edge.source().block()) ? loop.backEdges() : loop.entryEdges();
        return loop.header() == edge.target() && alike.size() == 1;
    }

    /** {@return whether the last thing that a block is entered through, or that is in it, may have left a loop instead} */
    private boolean isBehindExit(Block block, Set<Block> seen) {
        if (!seen.add(block)) {
            return false;
        }
        if (block.instrs().stream()
                .anyMatch(instr -> !instr.isTerminator() && instr.op().mayFault())) {
            return true;
        }
        if (isAtHead(block)) {
            return true;
        }
        // Where control meets may be gone when the compiler has made one expression of what leads there.
        return block.incoming().stream()
                .anyMatch(before ->
                        mayLeave(before) || isBehindExit(before.source().block(), seen));
    }

    private boolean mayLeave(Edge edge) {
        return edge.source().edges().stream().anyMatch(other -> loops.stream().anyMatch(loop -> leaves(loop, other)));
    }

    /** Writes what comes before the end of a thread in a block. */
    void end(Block block) {
        // What only one exit leads to, and all there is to get to, does not meet anything.
        boolean meetsOthers = followsLoop(block) && !hasOneEnd;
        if (meetsOthers || loops.stream().anyMatch(loop -> loop.contains(block))) {
            arrays.scribble();
        }
    }

    /** {@return whether an edge leaves a loop, or begins where nothing leads but such an edge} */
    private boolean comesFromLoop(Edge edge) {
        return loops.stream().anyMatch(loop -> leaves(loop, edge))
                || followsLoop(edge.source().block());
    }

    private boolean followsLoop(Block block) {
        return block.incoming().size() == 1 && comesFromLoop(block.incoming().getFirst());
    }

    private static boolean leaves(Loop loop, Edge edge) {
        return loop.contains(edge.source().block()) && !loop.contains(edge.target());
    }

    /**
     * Writes a branch out of a loop that is not at its head.
     *
     * @return the edge that stays, {@code null} for another branch
     */
    @Nullable Edge branch(Instr branch, FunctionWriter function) {
        for (Loop loop : loops) {
            boolean yesLeaves = leaves(loop, branch.edges().get(0));
            boolean noLeaves = leaves(loop, branch.edges().get(1));
            if (yesLeaves != noLeaves && loop.header() != branch.block()) {
                Edge stays = branch.edges().get(yesLeaves ? 1 : 0);
                Edge exit = branch.edges().get(yesLeaves ? 0 : 1);
                Label leave = new Label();
                Label stay = new Label();
                function.expressions().jump(branch.operand(0), yesLeaves, leave);
                code.visitInsn(Opcodes.ICONST_1);
                jumpIfOne(leave, stay);
                function.follow(exit);
                code.visitLabel(stay);
                return stays;
            }
        }
        return null;
    }

    /** Jumps to the second label if 1 is on the stack; from the first label on, 0 is. */
    private void jumpIfOne(Label zero, Label target) {
        Label compare = new Label();
        code.visitJumpInsn(Opcodes.GOTO, compare);
        code.visitLabel(zero);
        code.visitInsn(Opcodes.ICONST_0);
        code.visitLabel(compare);
        // Less-than is what no compiler turns round, unlike a test for equality.
        arrays.pushZero();
        code.visitJumpInsn(Opcodes.IF_ICMPGT, target);
    }

    /** Jumps if the integer on the stack is 0. */
    void jumpIfZero(ScalarType type, Label target) {
        arrays.hide(type);
        if (type == ScalarType.I64) {
            code.visitInsn(Opcodes.LCONST_0);
            code.visitInsn(Opcodes.LCMP);
        }
        Label zero = new Label();
        Label past = new Label();
        code.visitJumpInsn(Opcodes.IFEQ, zero);
        code.visitInsn(Opcodes.ICONST_1);
        jumpIfOne(zero, past);
        code.visitJumpInsn(Opcodes.GOTO, target);
        code.visitLabel(past);
    }
}
