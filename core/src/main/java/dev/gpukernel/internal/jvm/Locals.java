package dev.gpukernel.internal.jvm;

import dev.gpukernel.internal.ir.Value;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** A method's local variables: one for each value that needs one. */
public final class Locals {
    private final MethodVisitor code;
    private final Map<Value, Integer> slots = new HashMap<>();
    private int next;

    /** Begins with the first variable. */
    public Locals(MethodVisitor code) {
        this.code = code;
    }

    /** {@return a new variable for a type} */
    public int add(Type type) {
        int slot = next;
        next += type.getSize();
        return slot;
    }

    /** Pushes a value that has a variable. */
    public void load(Value value) {
        Type type = JvmType.of(value.type());
        code.visitVarInsn(type.getOpcode(Opcodes.ILOAD), slot(value));
    }

    /** Pops a value into its variable. */
    public void store(Value value) {
        Type type = JvmType.of(value.type());
        code.visitVarInsn(type.getOpcode(Opcodes.ISTORE), slot(value));
    }

    /** Gives a value the next variable, or leaves it the one it has. */
    public int slot(Value value) {
        return slots.computeIfAbsent(value, _ -> add(JvmType.of(value.type())));
    }
}
