package dev.gpukernel.internal.cpu;

import static org.objectweb.asm.Opcodes.AALOAD;
import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SYNTHETIC;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.CHECKCAST;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.IADD;
import static org.objectweb.asm.Opcodes.ICONST_0;
import static org.objectweb.asm.Opcodes.ICONST_1;
import static org.objectweb.asm.Opcodes.IFGT;
import static org.objectweb.asm.Opcodes.IF_ICMPLT;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;
import static org.objectweb.asm.Opcodes.ISTORE;
import static org.objectweb.asm.Opcodes.NOP;
import static org.objectweb.asm.Opcodes.PUTFIELD;
import static org.objectweb.asm.Opcodes.RETURN;
import static org.objectweb.asm.Opcodes.V25;

import dev.gpukernel.device.ThreadState;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Writes the class behind a {@link BlockLoop.Spun}: loops over threads and blocks around a direct call of the kernel, which the
 * JVM then inlines. In Java it would be
 *
 * <pre>{@code
 * do {
 *     do {
 *         do {
 *             int x = state.threadX;
 *             do { state.threadX = x; kernel(...); } while (++x < state.blockDimX);
 *             state.threadX = 0;
 *         } while (++state.threadY < state.blockDimY);
 *         state.threadY = 0;
 *     } while (++state.threadZ < state.blockDimZ);
 *     state.threadZ = 0;
 *     // state.blockX, blockY, blockZ go on to the next block
 * } while (--blocks > 0);
 * }</pre>
 */
final class BlockLoopWriter {
    private static final String STATE = Type.getInternalName(ThreadState.class);
    private static final String NAME = "run";
    private static final MethodType TYPE =
            MethodType.methodType(void.class, ThreadState.class, Object[].class, int.class);

    private static final int STATE_LOCAL = 0;
    private static final int ARGUMENTS_LOCAL = 1;
    private static final int BLOCKS_LOCAL = 2;
    private static final int X_LOCAL = 3;
    private static final int FIRST_PARAMETER_LOCAL = 4;

    private final Method kernel;
    private final Type[] parameters;
    private final MethodVisitor code;

    private BlockLoopWriter(Method kernel, MethodVisitor code) {
        this.kernel = kernel;
        this.parameters = Type.getArgumentTypes(kernel);
        this.code = code;
    }

    /**
     * Makes the loop of a kernel.
     *
     * @param lookup a lookup with access to the kernel
     * @param kernel the method, not private
     * @return the loop
     * @throws IllegalAccessException if the lookup must not define classes beside the kernel's
     */
    static BlockLoop spin(MethodHandles.Lookup lookup, Method kernel) throws IllegalAccessException {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        String name = Type.getInternalName(lookup.lookupClass()) + "$BlockLoop";
        writer.visit(V25, ACC_FINAL | ACC_SYNTHETIC, name, null, "java/lang/Object", null);
        MethodVisitor code = writer.visitMethod(ACC_STATIC, NAME, TYPE.toMethodDescriptorString(), null, null);
        code.visitCode();
        new BlockLoopWriter(kernel, code).write();
        code.visitMaxs(0, 0);
        code.visitEnd();
        writer.visitEnd();
        MethodHandles.Lookup made = lookup.defineHiddenClass(writer.toByteArray(), false);
        try {
            MethodHandle run = made.findStatic(made.lookupClass(), NAME, TYPE);
            return new BlockLoop.Spun(run);
        } catch (NoSuchMethodException e) {
            throw new LinkageError("the class just made has no method " + NAME, e);
        }
    }

    private void write() {
        unpackArguments();
        Label block = new Label();
        Label plane = new Label();
        Label row = new Label();
        Label nextBlock = new Label();
        // A nop apart, so that each loop has a header of its own.
        code.visitLabel(block);
        code.visitInsn(NOP);
        code.visitLabel(plane);
        code.visitInsn(NOP);
        code.visitLabel(row);
        writeRow();
        stepOrReset("threadY", "blockDimY", row);
        stepOrReset("threadZ", "blockDimZ", plane);
        stepOrReset("blockX", "gridDimX", nextBlock);
        stepOrReset("blockY", "gridDimY", nextBlock);
        step("blockZ");
        code.visitLabel(nextBlock);
        code.visitIincInsn(BLOCKS_LOCAL, -1);
        code.visitVarInsn(ILOAD, BLOCKS_LOCAL);
        code.visitJumpInsn(IFGT, block);
        code.visitInsn(RETURN);
    }

    private void unpackArguments() {
        int local = FIRST_PARAMETER_LOCAL;
        for (int i = 0; i < parameters.length; i++) {
            code.visitVarInsn(ALOAD, ARGUMENTS_LOCAL);
            code.visitLdcInsn(i);
            code.visitInsn(AALOAD);
            Type type = parameters[i];
            if (type.getSort() == Type.ARRAY || type.getSort() == Type.OBJECT) {
                code.visitTypeInsn(CHECKCAST, type.getInternalName());
            } else {
                unbox(
                        MethodType.methodType(kernel.getParameterTypes()[i])
                                .wrap()
                                .returnType(),
                        type);
            }
            code.visitVarInsn(type.getOpcode(ISTORE), local);
            local += type.getSize();
        }
    }

    private void unbox(Class<?> box, Type primitive) {
        String owner = Type.getInternalName(box);
        code.visitTypeInsn(CHECKCAST, owner);
        code.visitMethodInsn(
                INVOKEVIRTUAL, owner, primitive.getClassName() + "Value", Type.getMethodDescriptor(primitive), false);
    }

    // x is a local variable, which lets the JVM see an ordinary counted loop.
    private void writeRow() {
        load("threadX");
        code.visitVarInsn(ISTORE, X_LOCAL);
        Label thread = new Label();
        code.visitLabel(thread);
        code.visitVarInsn(ALOAD, STATE_LOCAL);
        code.visitVarInsn(ILOAD, X_LOCAL);
        code.visitFieldInsn(PUTFIELD, STATE, "threadX", "I");
        callKernel();
        code.visitIincInsn(X_LOCAL, 1);
        code.visitVarInsn(ILOAD, X_LOCAL);
        load("blockDimX");
        code.visitJumpInsn(IF_ICMPLT, thread);
        reset("threadX");
    }

    private void callKernel() {
        int local = FIRST_PARAMETER_LOCAL;
        for (Type type : parameters) {
            code.visitVarInsn(type.getOpcode(ILOAD), local);
            local += type.getSize();
        }
        Class<?> owner = kernel.getDeclaringClass();
        code.visitMethodInsn(
                INVOKESTATIC,
                Type.getInternalName(owner),
                kernel.getName(),
                Type.getMethodDescriptor(kernel),
                owner.isInterface());
    }

    private void stepOrReset(String index, String size, Label again) {
        step(index);
        load(index);
        load(size);
        code.visitJumpInsn(IF_ICMPLT, again);
        reset(index);
    }

    private void step(String index) {
        code.visitVarInsn(ALOAD, STATE_LOCAL);
        code.visitInsn(DUP);
        code.visitFieldInsn(GETFIELD, STATE, index, "I");
        code.visitInsn(ICONST_1);
        code.visitInsn(IADD);
        code.visitFieldInsn(PUTFIELD, STATE, index, "I");
    }

    private void reset(String index) {
        code.visitVarInsn(ALOAD, STATE_LOCAL);
        code.visitInsn(ICONST_0);
        code.visitFieldInsn(PUTFIELD, STATE, index, "I");
    }

    private void load(String field) {
        code.visitVarInsn(ALOAD, STATE_LOCAL);
        code.visitFieldInsn(GETFIELD, STATE, field, "I");
    }
}
