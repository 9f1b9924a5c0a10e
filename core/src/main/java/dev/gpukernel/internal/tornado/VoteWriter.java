package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.jvm.Instructions;
import dev.gpukernel.internal.jvm.Locals;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes votes of a block, which TornadoVM has no operation for: threads add to an int that they share. All of them clear it, since any
 * of them may have returned.
 */
final class VoteWriter {
    private static final String INTS = "[I";

    private final MethodVisitor code;
    private final Instructions instructions;
    private final ContextWriter context;
    private final Locals locals;
    private int votes = -1;
    private int own = -1;

    VoteWriter(MethodVisitor code, Locals locals) {
        this.code = code;
        this.instructions = new Instructions(code);
        this.context = new ContextWriter(code);
        this.locals = locals;
    }

    /** {@return whether a call is a vote} */
    static boolean isVote(Intrinsics intrinsic) {
        return switch (intrinsic) {
            case BLOCK_SYNC_COUNT, BLOCK_SYNC_AND, BLOCK_SYNC_OR -> true;
            default -> false;
        };
    }

    /** {@return bytes of shared memory that votes take} */
    static long sharedBytes(Function function) {
        return votes(function) ? Integer.BYTES : 0;
    }

    private static boolean votes(Function function) {
        return function.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .anyMatch(instr -> instr.op() instanceof Op.Call(Intrinsics intrinsic) && isVote(intrinsic));
    }

    /** Writes what comes before all else. */
    void prepare(Function function) {
        if (votes(function)) {
            votes = locals.add(Type.getType(INTS));
            own = locals.add(Type.INT_TYPE);
            context.push();
            instructions.constant(1);
            code.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL,
                    ContextWriter.TYPE.getInternalName(),
                    "allocateIntLocalArray",
                    "(I)" + INTS,
                    false);
            code.visitVarInsn(Opcodes.ASTORE, votes);
        }
    }

    /** Writes a vote. The thread's own is on the stack, and the result then. */
    void write(Intrinsics vote) {
        if (vote == Intrinsics.BLOCK_SYNC_AND) {
            // All are for it if none is against it.
            instructions.constant(1);
            code.visitInsn(Opcodes.IXOR);
        }
        code.visitVarInsn(Opcodes.ISTORE, own);
        pushVotes();
        instructions.constant(0);
        code.visitInsn(Opcodes.IASTORE);
        context.barrier();
        context.push();
        pushVotes();
        code.visitVarInsn(Opcodes.ILOAD, own);
        code.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL, ContextWriter.TYPE.getInternalName(), "atomicAdd", "(" + INTS + "II)V", false);
        context.barrier();
        pushVotes();
        code.visitInsn(Opcodes.IALOAD);
        code.visitVarInsn(Opcodes.ISTORE, own);
        // Nobody clears them for the next vote before all have seen them.
        context.barrier();
        code.visitVarInsn(Opcodes.ILOAD, own);
        switch (vote) {
            case BLOCK_SYNC_AND -> condition(Opcodes.IFNE);
            case BLOCK_SYNC_OR -> condition(Opcodes.IFEQ);
            default -> {
                // The number itself.
            }
        }
    }

    private void pushVotes() {
        code.visitVarInsn(Opcodes.ALOAD, votes);
        instructions.constant(0);
    }

    private void condition(int jumpIfFalse) {
        Label isFalse = new Label();
        Label end = new Label();
        code.visitJumpInsn(jumpIfFalse, isFalse);
        instructions.constant(1);
        code.visitJumpInsn(Opcodes.GOTO, end);
        code.visitLabel(isFalse);
        instructions.constant(0);
        code.visitLabel(end);
    }
}
