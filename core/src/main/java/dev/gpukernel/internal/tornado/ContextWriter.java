package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.jvm.Instructions;
import java.util.Locale;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** What a generated kernel asks its context, the first parameter: a {@code KernelContext}. */
final class ContextWriter {
    static final Type TYPE = Type.getObjectType("uk/ac/manchester/tornado/api/KernelContext");

    private static final String INTEGER = Type.getInternalName(Integer.class);

    private final MethodVisitor code;

    ContextWriter(MethodVisitor code) {
        this.code = code;
    }

    /** Pushes the context itself. */
    void push() {
        code.visitVarInsn(Opcodes.ALOAD, 0);
    }

    /**
     * Pushes a number of the thread's position.
     *
     * @param name as the context names it: an index ends in {@code Id}, a size in {@code Size}
     * @param axis along which
     */
    void push(String name, Axis axis) {
        String letter = axis.name();
        String field = name.endsWith("Id") ? name + letter.toLowerCase(Locale.ROOT) : name + letter;
        push();
        code.visitFieldInsn(Opcodes.GETFIELD, TYPE.getInternalName(), field, Type.getDescriptor(Integer.class));
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, INTEGER, "intValue", "()I", false);
    }

    /** Pushes the index of the thread in its block, x fastest. */
    void pushThread() {
        push("localId", Axis.Z);
        push("localGroupSize", Axis.Y);
        code.visitInsn(Opcodes.IMUL);
        push("localId", Axis.Y);
        code.visitInsn(Opcodes.IADD);
        push("localGroupSize", Axis.X);
        code.visitInsn(Opcodes.IMUL);
        push("localId", Axis.X);
        code.visitInsn(Opcodes.IADD);
    }

    /** Pushes the number of threads of a block. */
    void pushThreads() {
        push("localGroupSize", Axis.X);
        push("localGroupSize", Axis.Y);
        code.visitInsn(Opcodes.IMUL);
        push("localGroupSize", Axis.Z);
        code.visitInsn(Opcodes.IMUL);
    }

    /** Pushes the index of the thread in the grid: that of its block, x fastest, times threads per block, plus that in the block. */
    void pushThreadOfGrid(Runnable scalars) {
        Instructions instructions = new Instructions(code);
        push("groupId", Axis.Z);
        gridSize(scalars, instructions, Axis.Y);
        code.visitInsn(Opcodes.IMUL);
        push("groupId", Axis.Y);
        code.visitInsn(Opcodes.IADD);
        gridSize(scalars, instructions, Axis.X);
        code.visitInsn(Opcodes.IMUL);
        push("groupId", Axis.X);
        code.visitInsn(Opcodes.IADD);
        for (Axis axis : Axis.values()) {
            push("localGroupSize", axis);
            code.visitInsn(Opcodes.IMUL);
        }
        pushThread();
        code.visitInsn(Opcodes.IADD);
    }

    private void gridSize(Runnable scalars, Instructions instructions, Axis axis) {
        scalars.run();
        instructions.constant(KernelLayout.GRID + axis.index());
        NativeAccess.get(code, NativeKind.INTS);
    }

    /** Waits for the block. */
    void barrier() {
        push();
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, TYPE.getInternalName(), "localBarrier", "()V", false);
    }
}
