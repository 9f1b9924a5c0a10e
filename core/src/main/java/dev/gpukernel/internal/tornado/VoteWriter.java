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
 * Writes votes of a block, which TornadoVM has no operation for, nor a right one that adds atomically to shared memory. Each thread has
 * an int of the block's for its vote, 0 between votes; so those of threads that have returned count as none.
 */
final class VoteWriter {
    /** The threads of a block, of which a kernel does not know how many there are. */
    private static final int MOST_THREADS = 1024;

    private static final String INTS = "[I";

    private final MethodVisitor code;
    private final Instructions instructions;
    private final ContextWriter context;
    private final Locals locals;
    private int votes = -1;
    private int thread = -1;
    private int threads = -1;
    private int result = -1;
    private int other = -1;

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
        return votes(function) ? MOST_THREADS * Integer.BYTES : 0;
    }

    private static boolean votes(Function function) {
        return function.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .anyMatch(instr -> instr.op() instanceof Op.Call(Intrinsics intrinsic) && isVote(intrinsic));
    }

    /** Writes what comes before all else. */
    void prepare(Function function) {
        if (!votes(function)) {
            return;
        }
        votes = locals.add(Type.getType(INTS));
        thread = locals.add(Type.INT_TYPE);
        threads = locals.add(Type.INT_TYPE);
        result = locals.add(Type.INT_TYPE);
        other = locals.add(Type.INT_TYPE);
        context.push();
        instructions.constant(MOST_THREADS);
        code.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL,
                ContextWriter.TYPE.getInternalName(),
                "allocateIntLocalArray",
                "(I)" + INTS,
                false);
        code.visitVarInsn(Opcodes.ASTORE, votes);
        context.pushThread();
        code.visitVarInsn(Opcodes.ISTORE, thread);
        context.pushThreads();
        code.visitVarInsn(Opcodes.ISTORE, threads);
        setOwn(() -> instructions.constant(0));
    }

    /** Writes a vote. The thread's own is on the stack, and the result then. */
    void write(Intrinsics vote) {
        if (vote == Intrinsics.BLOCK_SYNC_AND) {
            // All are for it if none is against it.
            instructions.constant(1);
            code.visitInsn(Opcodes.IXOR);
        }
        code.visitVarInsn(Opcodes.ISTORE, result);
        setOwn(() -> code.visitVarInsn(Opcodes.ILOAD, result));
        context.barrier();
        count();
        // Nobody takes a vote back before all have counted it, and nobody votes again before it is taken back.
        context.barrier();
        setOwn(() -> instructions.constant(0));
        code.visitVarInsn(Opcodes.ILOAD, result);
        switch (vote) {
            case BLOCK_SYNC_AND -> condition(Opcodes.IFNE);
            case BLOCK_SYNC_OR -> condition(Opcodes.IFEQ);
            default -> {
                // The number itself.
            }
        }
    }

    private void setOwn(Runnable value) {
        code.visitVarInsn(Opcodes.ALOAD, votes);
        code.visitVarInsn(Opcodes.ILOAD, thread);
        value.run();
        code.visitInsn(Opcodes.IASTORE);
    }

    /** Adds the votes of all threads up. */
    private void count() {
        Label next = new Label();
        Label end = new Label();
        instructions.constant(0);
        code.visitVarInsn(Opcodes.ISTORE, result);
        instructions.constant(0);
        code.visitVarInsn(Opcodes.ISTORE, other);
        code.visitLabel(next);
        code.visitVarInsn(Opcodes.ILOAD, other);
        code.visitVarInsn(Opcodes.ILOAD, threads);
        code.visitJumpInsn(Opcodes.IF_ICMPGE, end);
        code.visitVarInsn(Opcodes.ILOAD, result);
        code.visitVarInsn(Opcodes.ALOAD, votes);
        code.visitVarInsn(Opcodes.ILOAD, other);
        code.visitInsn(Opcodes.IALOAD);
        code.visitInsn(Opcodes.IADD);
        code.visitVarInsn(Opcodes.ISTORE, result);
        code.visitIincInsn(other, 1);
        code.visitJumpInsn(Opcodes.GOTO, next);
        code.visitLabel(end);
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
