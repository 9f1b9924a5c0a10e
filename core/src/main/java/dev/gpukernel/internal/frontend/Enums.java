package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.frontend.Operand.EnumArray;
import dev.gpukernel.internal.frontend.Operand.EnumValue;
import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** What can be done with enum constants, which are their ordinals here. */
final class Enums {
    private Enums() {}

    /** {@return the result of a call of {@code values()} or {@code ordinal()}, null if a call is neither} */
    static @Nullable Operand result(ClassFiles classes, MethodInsnNode call, List<Operand> arguments) {
        if (call.name.equals("values") && call.desc.equals("()[L" + call.owner + ";")) {
            ClassNode node = classes.find(call.owner);
            return node == null || !isEnum(node) ? null : new EnumArray(call.owner, null, constants(node));
        }
        return call.name.equals("ordinal")
                        && call.desc.equals("()I")
                        && arguments.getFirst() instanceof EnumValue constant
                ? new Plain(constant.ordinal())
                : null;
    }

    private static int constants(ClassNode node) {
        return (int) node.fields.stream()
                .filter(field -> (field.access & Opcodes.ACC_ENUM) != 0)
                .count();
    }

    /** {@return the number of a constant; compilers write them in order, and where the class is loaded it is asked} */
    static int ordinal(ClassNode node, String constant) {
        return node.fields.stream()
                .filter(field -> (field.access & Opcodes.ACC_ENUM) != 0)
                .map(field -> field.name)
                .toList()
                .indexOf(constant);
    }

    static boolean isEnum(ClassNode node) {
        return (node.access & Opcodes.ACC_ENUM) != 0;
    }

    /** {@return whether two enum constants are the same or differ, null for other operands} */
    static @Nullable Value compare(InstructionTranslator instructions, int opcode, List<Operand> operands) {
        boolean same = opcode == Opcodes.IF_ACMPEQ;
        if ((same || opcode == Opcodes.IF_ACMPNE)
                && operands.getFirst() instanceof EnumValue left
                && operands.get(1) instanceof EnumValue right
                && left.className().equals(right.className())) {
            Op compare = new Op.Compare(same ? Predicate.EQ : Predicate.NE, ScalarType.I32);
            return instructions.emit(compare, left.ordinal(), right.ordinal());
        }
        return null;
    }
}
