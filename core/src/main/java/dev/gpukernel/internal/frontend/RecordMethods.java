package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.Operand.Aggregate;
import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.frontend.Operand.Rejected;
import dev.gpukernel.internal.frontend.Operand.Text;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.RecordComponentNode;

/**
 * {@code equals}, {@code hashCode} and {@code toString} of records that declare none. They are what {@link java.lang.runtime.ObjectMethods} makes of
 * them: components are equal if {@code compare} of their wrapper class says 0, and a hash code is 31 times that of the components
 * before plus the wrapper's {@code hashCode}. Java leaves the latter open; a test holds it to the running JDK.
 */
final class RecordMethods {
    private final Translation translation;
    private final InstructionTranslator instructions;
    private final CallTranslator calls;

    RecordMethods(Translation translation, InstructionTranslator instructions, CallTranslator calls) {
        this.translation = translation;
        this.instructions = instructions;
        this.calls = calls;
    }

    /** Translates a call site of one of these methods; {@return whether it was one, of a record of numbers or of such records} */
    boolean translates(InvokeDynamicInsnNode site) {
        if (site.bsm.getOwner().equals("java/lang/runtime/ObjectMethods") && site.name.equals("toString")) {
            return makesText();
        }
        boolean equals = site.name.equals("equals");
        if (!site.bsm.getOwner().equals("java/lang/runtime/ObjectMethods")
                || !(equals || site.name.equals("hashCode"))
                || !(instructions.frame().peek(equals ? 1 : 0) instanceof Aggregate record)) {
            return false;
        }
        ClassNode node = translation.classes.find(record.className());
        List<RecordComponentNode> components = node == null ? List.of() : Records.components(node);
        if (components.stream().anyMatch(component -> component.descriptor.startsWith("["))) {
            return false;
        }
        Operand other = equals ? instructions.frame().pop() : record;
        instructions.frame().pop();
        instructions.frame().push(equals ? equality(components, record, other) : hashCode(components, record));
        return true;
    }

    /** Puts a record's components into a text; {@return whether they are numbers and texts} */
    private boolean makesText() {
        Text text = instructions.frame().peek(0) instanceof Aggregate record ? text(record) : null;
        if (text != null) {
            instructions.frame().pop();
            instructions.frame().push(text);
        }
        return text != null;
    }

    private @Nullable Text text(Aggregate record) {
        ClassNode node = translation.classes.find(record.className());
        if (node == null) {
            return null;
        }
        StringBuilder recipe = new StringBuilder(MethodText.innermost(node)).append('[');
        List<Text> parts = new ArrayList<>();
        for (RecordComponentNode component : Records.components(node)) {
            Text part = TextCalls.text(field(record, component), Type.getType(component.descriptor));
            if (part == null) {
                return null;
            }
            recipe.append(parts.isEmpty() ? "" : ", ")
                    .append(component.name)
                    .append('=')
                    .append(Op.Throw.HOLE);
            parts.add(part);
        }
        return TextCalls.joined(recipe.append(']').toString(), parts);
    }

    private Operand equality(List<RecordComponentNode> components, Aggregate record, Operand other) {
        if (other instanceof Rejected) {
            return new Rejected(false);
        }
        if (!(other instanceof Aggregate that) || !that.className().equals(record.className())) {
            return new Plain(instructions.emit(Constant.of(0)));
        }
        Value equal = instructions.emit(Constant.of(1));
        for (RecordComponentNode component : components) {
            Operand one = areEqual(component, List.of(field(record, component), field(that, component)));
            if (!(one instanceof Plain(Value value))) {
                return one;
            }
            equal = instructions.emit(new Op.Binary(Op.BinaryKind.AND, ScalarType.I32), equal, value);
        }
        return new Plain(equal);
    }

    private Operand areEqual(RecordComponentNode component, List<Operand> values) {
        Type type = Type.getType(component.descriptor);
        if (type.getSort() == Type.OBJECT) {
            return call(Opcodes.INVOKEVIRTUAL, type.getInternalName(), "equals", "(Ljava/lang/Object;)Z", values);
        }
        String descriptor = "(" + type + type + ")I";
        Operand order = call(Opcodes.INVOKESTATIC, wrapper(type), "compare", descriptor, values);
        if (!(order instanceof Plain(Value value))) {
            return order;
        }
        Value zero = instructions.emit(Constant.of(0));
        Value same = instructions.emit(new Op.Compare(Predicate.EQ, ScalarType.I32), value, zero);
        return new Plain(
                instructions.emit(new Op.Select(ScalarType.I32), same, instructions.emit(Constant.of(1)), zero));
    }

    private Operand hashCode(List<RecordComponentNode> components, Aggregate record) {
        Value hash = instructions.emit(Constant.of(0));
        for (RecordComponentNode component : components) {
            Type type = Type.getType(component.descriptor);
            List<Operand> values = List.of(field(record, component));
            Operand one = type.getSort() == Type.OBJECT
                    ? call(Opcodes.INVOKEVIRTUAL, type.getInternalName(), "hashCode", "()I", values)
                    : call(Opcodes.INVOKESTATIC, wrapper(type), "hashCode", "(" + type + ")I", values);
            if (!(one instanceof Plain(Value value))) {
                return one;
            }
            Value factor = instructions.emit(Constant.of(31));
            Value product = instructions.emit(new Op.Binary(Op.BinaryKind.MUL, ScalarType.I32), hash, factor);
            hash = instructions.emit(new Op.Binary(Op.BinaryKind.ADD, ScalarType.I32), product, value);
        }
        return new Plain(hash);
    }

    private Operand call(int opcode, String owner, String name, String descriptor, List<Operand> arguments) {
        arguments.forEach(instructions.frame()::push);
        calls.translate(new MethodInsnNode(opcode, owner, name, descriptor));
        if (!calls.otherReturns().isEmpty()) {
            // What follows here is translated once.
            instructions.reject(Message.OBJECT_CHOICE, "is told apart where records are compared");
        }
        return instructions.frame().pop();
    }

    private static Operand field(Aggregate record, RecordComponentNode component) {
        Operand value = record.fields().get(component.name);
        return value == null ? new Rejected(false) : value;
    }

    private static String wrapper(Type primitive) {
        return switch (primitive.getSort()) {
            case Type.BOOLEAN -> "java/lang/Boolean";
            case Type.BYTE -> "java/lang/Byte";
            case Type.SHORT -> "java/lang/Short";
            case Type.CHAR -> "java/lang/Character";
            case Type.LONG -> "java/lang/Long";
            case Type.FLOAT -> "java/lang/Float";
            case Type.DOUBLE -> "java/lang/Double";
            default -> "java/lang/Integer";
        };
    }
}
