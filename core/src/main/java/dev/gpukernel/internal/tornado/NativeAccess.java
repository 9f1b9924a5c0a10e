package dev.gpukernel.internal.tornado;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Elements of TornadoVM's arrays. */
final class NativeAccess {
    private NativeAccess() {}

    /** Array and index are on the stack, and the element then. */
    static void get(MethodVisitor code, NativeKind kind) {
        code.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL,
                kind.type().getInternalName(),
                "get",
                "(I)" + kind.element().getDescriptor(),
                false);
    }

    /** Array, index and element are on the stack. */
    static void set(MethodVisitor code, NativeKind kind) {
        code.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL,
                kind.type().getInternalName(),
                "set",
                "(I" + kind.element().getDescriptor() + ")V",
                false);
    }
}
