package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.frontend.Operand.Rejected;
import dev.gpukernel.internal.intrinsic.DeviceClasses;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.AtomicKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/** Translates the methods of {@code Atomic}: an element of an array is changed, its index checked as in any access. */
final class AtomicCalls {
    private final InstructionTranslator instructions;

    AtomicCalls(InstructionTranslator instructions) {
        this.instructions = instructions;
    }

    /** Translates a call if it is one of these; {@return whether it was}. */
    boolean translate(MethodInsnNode call, List<Operand> arguments) {
        AtomicKind kind = call.owner.equals(DeviceClasses.ATOMIC) ? kind(call.name) : null;
        if (kind == null) {
            return false;
        }
        Value old = change(kind, call.name, arguments);
        instructions
                .frame()
                .push(old == null ? new Rejected(Type.getReturnType(call.desc).getSize() == 2) : new Plain(old));
        return true;
    }

    private static @Nullable AtomicKind kind(String method) {
        return switch (method) {
            case "add", "sub", "increment", "decrement" -> AtomicKind.ADD;
            case "min" -> AtomicKind.MIN;
            case "max" -> AtomicKind.MAX;
            case "and" -> AtomicKind.AND;
            case "or" -> AtomicKind.OR;
            case "xor" -> AtomicKind.XOR;
            case "exchange" -> AtomicKind.EXCHANGE;
            case "compareAndSet" -> AtomicKind.COMPARE_AND_SET;
            default -> null;
        };
    }

    private @Nullable Value change(AtomicKind kind, String method, List<Operand> arguments) {
        Operand array = arguments.getFirst();
        Value index = InstructionTranslator.value(arguments.get(1));
        ArrayTranslator.Element element = instructions.arrays().element(array, index);
        if (element == null) {
            instructions.arrays().rejectUnlessSaid(array);
            return null;
        }
        Space space = element.type().space();
        if (space == Space.CONSTANT || space == Space.LOCAL) {
            instructions.reject(space == Space.LOCAL ? Message.ATOMIC_OWN_ARRAY : Message.TABLE_WRITE);
            return null;
        }
        List<Value> operands = new ArrayList<>(List.of(element.array(), element.index()));
        operands.addAll(changes(method, element.type().element().register(), arguments.subList(2, arguments.size())));
        return instructions.emit(new Op.Atomic(kind, element.type().element(), space), operands.toArray(Value[]::new));
    }

    /** {@return the operands after array and index. Subtracting is adding the negative, of floats too.} */
    private List<Value> changes(String method, ScalarType type, List<Operand> arguments) {
        List<Value> values =
                arguments.stream().map(InstructionTranslator::value).toList();
        return switch (method) {
            case "increment" -> List.of(instructions.emit(new Op.Constant(type, 1)));
            case "decrement" -> List.of(instructions.emit(new Op.Constant(type, -1)));
            case "sub" -> List.of(instructions.emit(new Op.Negate(type), values.getFirst()));
            default -> values;
        };
    }
}
