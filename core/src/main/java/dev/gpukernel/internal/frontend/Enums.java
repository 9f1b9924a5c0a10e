package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.frontend.Operand.EnumArray;
import dev.gpukernel.internal.frontend.Operand.EnumValue;
import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.frontend.StaticFields.EnumConstant;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** What can be done with enum constants, which are their ordinals here. */
final class Enums {
    private Enums() {}

    /** {@return the result of a call of {@code values()} or {@code ordinal()}, null if a call is neither} */
    static @Nullable Operand result(ClassFiles classes, MethodInsnNode call, List<Operand> arguments) {
        if (call.name.equals("values") && call.desc.equals("()[L" + call.owner + ";")) {
            ClassNode node = classes.find(call.owner);
            return node == null || !isEnum(node)
                    ? null
                    : new EnumArray(call.owner, null, constants(node).size());
        }
        return call.name.equals("ordinal")
                        && call.desc.equals("()I")
                        && arguments.getFirst() instanceof EnumValue constant
                ? new Plain(constant.ordinal())
                : null;
    }

    /** {@return the constants of an enum; compilers write them in order, and where the class is loaded it is asked} */
    static List<EnumConstant> constants(ClassNode node) {
        List<EnumConstant> constants = new ArrayList<>();
        for (FieldNode field : node.fields) {
            if ((field.access & Opcodes.ACC_ENUM) != 0) {
                constants.add(new EnumConstant(node.name, constants.size()));
            }
        }
        return constants;
    }

    /** {@return a constant of an enum, null if a class has none of that name} */
    static @Nullable EnumConstant constant(ClassNode node, String name) {
        List<String> names = node.fields.stream()
                .filter(field -> (field.access & Opcodes.ACC_ENUM) != 0)
                .map(field -> field.name)
                .toList();
        return names.contains(name) ? constants(node).get(names.indexOf(name)) : null;
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
