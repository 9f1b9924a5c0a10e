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
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** What can be done with enum constants, which are their ordinals here. */
final class Enums {
    private static final String ENUM = "java/lang/Enum";

    private Enums() {}

    /** {@return the result of a call of {@code values()}, {@code ordinal()} or {@code compareTo}, null if a call is none of these} */
    static @Nullable Operand result(
            InstructionTranslator instructions, ClassFiles classes, MethodInsnNode call, List<Operand> arguments) {
        if (call.desc.startsWith("()[L") && call.name.equals("values")) {
            ClassNode node = ofConstants(classes, call.owner);
            return node == null
                    ? null
                    : new EnumArray(node.name, null, constants(node).size());
        }
        if (arguments.size() == 1
                && call.name.equals("valueOf")
                && arguments.getFirst() instanceof Operand.Text name
                && TextCalls.isKnown(name)) {
            ClassNode node = ofConstants(classes, call.owner);
            EnumConstant constant = node == null ? null : constant(node, name.recipe());
            return constant == null
                    ? null
                    : new EnumValue(constant.className(), instructions.emit(Op.Constant.of(constant.ordinal())));
        }
        if (arguments.isEmpty() || !(arguments.getFirst() instanceof EnumValue constant)) {
            return null;
        }
        if (call.name.equals("compareTo")
                && arguments.size() == 2
                && arguments.get(1) instanceof EnumValue other
                && other.className().equals(constant.className())) {
            Op difference = new Op.Binary(Op.BinaryKind.SUB, ScalarType.I32);
            return new Plain(instructions.emit(difference, constant.ordinal(), other.ordinal()));
        }
        return call.name.equals("ordinal") && call.desc.equals("()I") ? new Plain(constant.ordinal()) : null;
    }

    /** {@return the enum whose constants are of a class, which may be that of one alone; null if none are} */
    static @Nullable ClassNode ofConstants(ClassFiles classes, String className) {
        ClassNode node = classes.find(className);
        while (node != null && isEnum(node) && !ENUM.equals(node.superName)) {
            node = node.superName == null ? null : classes.find(node.superName);
        }
        return node != null && isEnum(node) ? node : null;
    }

    /** {@return whether a constant is of a class or interface, null if that depends on which one it is} */
    static @Nullable Boolean isInstance(ClassFiles classes, EnumValue constant, String type) {
        if (classes.isA(constant.className(), type)) {
            return true;
        }
        ClassNode node = classes.find(constant.className());
        boolean isOther = node != null && classNames(classes, node).stream().noneMatch(name -> classes.isA(name, type));
        return isOther ? false : null;
    }

    /** {@return the internal name of each constant's class, which is one of its own if it has a body} */
    static List<String> classNames(ClassFiles classes, ClassNode node) {
        Map<String, String> names = new HashMap<>();
        String made = node.name;
        for (MethodNode method : node.methods) {
            if (method.name.equals("<clinit>")) {
                for (AbstractInsnNode insn : method.instructions) {
                    if (insn instanceof TypeInsnNode type
                            && type.getOpcode() == Opcodes.NEW
                            && classes.isSubclass(type.desc, node.name)) {
                        made = type.desc;
                    } else if (insn instanceof FieldInsnNode field && field.getOpcode() == Opcodes.PUTSTATIC) {
                        names.putIfAbsent(field.name, made);
                    }
                }
            }
        }
        return constants(node).stream()
                .map(constant -> names.getOrDefault(name(node, constant.ordinal()), node.name))
                .toList();
    }

    /** A method of an enum that does something else for each constant, in place of one of Java's. */
    abstract static class OfConstants extends MethodNode {
        final String owner;

        OfConstants(String owner, String name, String descriptor) {
            super(Opcodes.ASM9, Opcodes.ACC_PRIVATE, name, descriptor, null, null);
            this.owner = owner;
        }

        /** Adds a switch on the constant, each case of which returns. */
        final void forEach(int count, IntConsumer code) {
            LabelNode[] labels = new LabelNode[count];
            Arrays.setAll(labels, _ -> new LabelNode());
            visitVarInsn(Opcodes.ALOAD, 0);
            visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, "ordinal", "()I", false);
            instructions.add(new TableSwitchInsnNode(0, count - 1, labels[0], labels));
            for (int i = 0; i < count; i++) {
                instructions.add(labels[i]);
                code.accept(i);
            }
        }

        /** {@return a call of it} */
        final MethodInsnNode call() {
            return new MethodInsnNode(Opcodes.INVOKESPECIAL, owner, name, desc);
        }
    }

    /** A method of an enum that calls that of the constant, in place of the virtual call; nobody sees it in a stack trace. */
    static final class Choice extends OfConstants {
        /**
         * Makes it.
         *
         * @param owner internal name of the enum
         * @param call the virtual call
         * @param methods what it comes to for each constant
         */
        Choice(String owner, MethodInsnNode call, List<ClassFiles.@Nullable Found> methods) {
            // One of the methods may have the same owner, and is another.
            super(owner, "virtual " + call.name, call.desc);
            Type[] types = Type.getArgumentTypes(call.desc);
            forEach(methods.size(), constant -> {
                visitVarInsn(Opcodes.ALOAD, 0);
                int slot = 1;
                for (Type type : types) {
                    visitVarInsn(type.getOpcode(Opcodes.ILOAD), slot);
                    slot += type.getSize();
                }
                ClassFiles.Found found = methods.get(constant);
                String declaring = found == null ? owner : found.owner().name;
                visitMethodInsn(Opcodes.INVOKESPECIAL, declaring, call.name, call.desc, false);
                visitInsn(Type.getReturnType(call.desc).getOpcode(Opcodes.IRETURN));
                maxLocals = slot;
            });
        }
    }

    /** {@return whether a method is one that gives a constant's name} */
    static boolean isName(ClassFiles.@Nullable Found found) {
        return found != null
                && found.owner().name.equals(ENUM)
                && (found.method().name.equals("name") || found.method().name.equals("toString"));
    }

    /** A method of an enum that gives a text that goes with the constant, such as its name. */
    static final class Texts extends OfConstants {
        /**
         * Makes it.
         *
         * @param node the enum
         * @param what the texts are
         * @param texts that of each constant, in their order
         */
        Texts(ClassNode node, String what, List<@Nullable String> texts) {
            super(node.name, "constant's " + what, "()Ljava/lang/String;");
            forEach(texts.size(), constant -> {
                String text = texts.get(constant);
                if (text == null) {
                    visitInsn(Opcodes.ACONST_NULL);
                } else {
                    visitLdcInsn(text);
                }
                visitInsn(Opcodes.ARETURN);
            });
            maxLocals = 1;
        }
    }

    /** {@return the names of an enum's constants, in their order} */
    static List<@Nullable String> names(ClassNode node) {
        return constants(node).stream()
                .<@Nullable String>map(constant -> name(node, constant.ordinal()))
                .toList();
    }

    /** {@return the name of a constant} */
    static String name(ClassNode node, int ordinal) {
        return node.fields.stream()
                .filter(field -> (field.access & Opcodes.ACC_ENUM) != 0)
                .skip(ordinal)
                .findFirst()
                .orElseThrow()
                .name;
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
