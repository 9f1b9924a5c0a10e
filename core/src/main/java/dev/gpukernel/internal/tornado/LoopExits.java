package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.jvm.FunctionWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Writes how loops are left, so that the PTX backend of TornadoVM 5.2 has right code for it. It writes the blocks of a loop before those
 * outside, but lets what a true condition leads to begin just behind the branch, so the condition of each branch is one for staying. And
 * where exits of loops meet, it takes the values of the second for those of all, unless something is done in between.
 */
final class LoopExits {
    private final MethodVisitor code;
    private final ArrayWriter arrays;
    private final List<Loop> loops;

    LoopExits(Function function, MethodVisitor code, ArrayWriter arrays) {
        this.code = code;
        this.arrays = arrays;
        this.loops = Loop.of(function);
    }

    /** Writes what comes on an edge that sets parameters. */
    void follow(Edge edge) {
        if (edge.target().incoming().size() > 1 && comesFromLoop(edge)) {
            arrays.scribble();
        }
    }

    /** Writes what comes before the end of a thread in a block. */
    void end(Block block) {
        if (loops.stream().anyMatch(loop -> loop.contains(block)) || followsLoop(block)) {
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
