package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Translates bytecodes that do not end a block. What has no meaning is noted as a finding, and a placeholder stands for its
 * result, so that the rest of the method is still read and nothing is reported that merely follows.
 */
final class InstructionTranslator {
    private final Builder builder;
    private final Findings findings;
    private final boolean checked;
    private final Set<Value> placeholders = new HashSet<>();
    private Frame frame;
    private SourcePosition position;

    InstructionTranslator(Builder builder, Findings findings, boolean checked, Frame frame, SourcePosition position) {
        this.builder = builder;
        this.findings = findings;
        this.checked = checked;
        this.frame = frame;
        this.position = position;
    }

    void use(Frame newFrame) {
        frame = newFrame;
    }

    Frame frame() {
        return frame;
    }

    void at(SourcePosition newPosition) {
        position = newPosition;
        builder.at(newPosition);
    }

    void reject(Message message, Object... arguments) {
        findings.add(message, position, arguments);
    }

    /** {@return whether a value stands for something that was rejected} */
    boolean isPlaceholder(Value value) {
        return placeholders.contains(value);
    }

    void markPlaceholder(Value value) {
        placeholders.add(value);
    }

    void translate(AbstractInsnNode insn) {
        Op op = OpcodeTable.op(insn.getOpcode());
        if (op != null) {
            compute(op);
            return;
        }
        switch (insn) {
            case VarInsnNode access -> accessLocal(access);
            case IincInsnNode increment -> {
                Value sum = builder.emit(
                        new Op.Binary(Op.BinaryKind.ADD, ScalarType.I32),
                        frame.local(increment.var),
                        builder.constant(increment.incr));
                frame.setLocal(increment.var, sum);
            }
            case LdcInsnNode constant -> loadConstant(constant.cst);
            case IntInsnNode number -> {
                if (number.getOpcode() == Opcodes.NEWARRAY) {
                    popAndReject(1, Type.INT_TYPE, Message.ALLOCATION, "an array");
                } else {
                    frame.push(builder.constant(number.operand));
                }
            }
            case MethodInsnNode call -> call(call);
            case InvokeDynamicInsnNode dynamic ->
                popAndReject(
                        Type.getArgumentTypes(dynamic.desc).length,
                        Type.getReturnType(dynamic.desc),
                        Message.CALL_UNSUPPORTED,
                        MethodText.dynamic(dynamic));
            case FieldInsnNode field -> accessField(field);
            case TypeInsnNode type -> typeInstruction(type);
            case MultiANewArrayInsnNode array ->
                popAndReject(array.dims, Type.getType(array.desc), Message.ALLOCATION, "an array");
            default -> plain(insn.getOpcode());
        }
    }

    private void compute(Op op) {
        int count = op.operands().size();
        List<Value> operands = popAll(count);
        if (op instanceof Op.Binary binary
                && (binary.kind() == Op.BinaryKind.DIV || binary.kind() == Op.BinaryKind.REM)
                && !binary.type().isFloating()) {
            builder.emit(new Op.DivisorCheck(binary.type()), operands.get(1));
        }
        push(builder.emit(op, operands), operands);
    }

    /** Pushes a result that is a placeholder if one of its operands is. */
    private void push(Instr result, List<Value> operands) {
        if (operands.stream().anyMatch(placeholders::contains)) {
            placeholders.add(result);
        }
        frame.push(result);
    }

    private List<Value> popAll(int count) {
        List<Value> operands = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            operands.addFirst(frame.pop());
        }
        return operands;
    }

    private void accessLocal(VarInsnNode access) {
        if (access.getOpcode() >= Opcodes.ISTORE) {
            frame.setLocal(access.var, frame.pop());
        } else {
            frame.push(frame.local(access.var));
        }
    }

    private void loadConstant(Object constant) {
        switch (constant) {
            case Integer value -> frame.push(builder.constant(value));
            case Long value -> frame.push(builder.constant(value));
            case Float value -> frame.push(builder.emit(Constant.of(value)));
            case Double value -> frame.push(builder.emit(Constant.of(value)));
            case String text -> popAndReject(0, Type.getType(String.class), Message.REFERENCE_VALUE, '"' + text + '"');
            default -> popAndReject(0, Type.getType(Object.class), Message.REFERENCE_VALUE, "constant " + constant);
        }
    }

    private void call(MethodInsnNode call) {
        Type[] parameters = Type.getArgumentTypes(call.desc);
        Type result = Type.getReturnType(call.desc);
        Intrinsics intrinsic =
                call.getOpcode() == Opcodes.INVOKESTATIC ? Intrinsics.of(call.owner, call.name, call.desc) : null;
        if (intrinsic == null) {
            int receiver = call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1;
            popAndReject(parameters.length + receiver, result, Message.CALL_UNSUPPORTED, MethodText.of(call));
            return;
        }
        List<Value> arguments = popAll(parameters.length);
        Instr value = builder.emit(new Op.Call(intrinsic), arguments);
        if (result.getSort() != Type.VOID) {
            push(value, arguments);
        }
    }

    private void accessField(FieldInsnNode field) {
        int operands = switch (field.getOpcode()) {
            case Opcodes.GETSTATIC -> 0;
            case Opcodes.PUTFIELD -> 2;
            default -> 1;
        };
        boolean reads = field.getOpcode() == Opcodes.GETSTATIC || field.getOpcode() == Opcodes.GETFIELD;
        popAndReject(
                operands,
                reads ? Type.getType(field.desc) : Type.VOID_TYPE,
                Message.FIELD_ACCESS,
                MethodText.simpleName(field.owner) + "." + field.name);
    }

    private void typeInstruction(TypeInsnNode type) {
        Type object = Type.getObjectType(type.desc);
        String name = MethodText.simpleName(type.desc);
        switch (type.getOpcode()) {
            case Opcodes.NEW -> popAndReject(0, object, Message.ALLOCATION, "an object of class " + name);
            case Opcodes.ANEWARRAY -> popAndReject(1, object, Message.ALLOCATION, "an array of " + name);
            case Opcodes.INSTANCEOF -> popAndReject(1, Type.INT_TYPE, Message.REFERENCE_VALUE, "instanceof " + name);
            default -> popAndReject(1, object, Message.REFERENCE_VALUE, "a cast to " + name);
        }
    }

    private void plain(int opcode) {
        switch (opcode) {
            case Opcodes.NOP -> {}
            case Opcodes.ACONST_NULL -> popAndReject(0, Type.getType(Object.class), Message.REFERENCE_VALUE, "null");
            case Opcodes.ARRAYLENGTH -> {
                Value array = frame.pop();
                frame.push(isArray(array) ? length(array) : placeholder(Type.INT_TYPE));
            }
            case Opcodes.POP, Opcodes.POP2, Opcodes.SWAP -> StackShuffle.apply(opcode, frame);
            case Opcodes.DUP, Opcodes.DUP_X1, Opcodes.DUP_X2 -> StackShuffle.apply(opcode, frame);
            case Opcodes.DUP2, Opcodes.DUP2_X1, Opcodes.DUP2_X2 -> StackShuffle.apply(opcode, frame);
            case Opcodes.MONITORENTER -> popAndReject(1, Type.VOID_TYPE, Message.SYNCHRONIZED);
            case Opcodes.MONITOREXIT -> frame.pop();
            default -> {
                if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
                    loadElement(opcode);
                } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
                    storeElement(opcode);
                } else {
                    reject(Message.INSTRUCTION_UNSUPPORTED, "0x" + Integer.toHexString(opcode));
                }
            }
        }
    }

    private void loadElement(int opcode) {
        Value index = frame.pop();
        Value array = frame.pop();
        ElementType element = elementOf(opcode, array);
        if (element == null) {
            frame.push(placeholder(opcode == Opcodes.AALOAD ? Type.getType(Object.class) : Type.INT_TYPE));
            return;
        }
        check(array, index);
        push(builder.emit(new Op.Load(element), array, index), List.of(index));
    }

    private void storeElement(int opcode) {
        Value value = frame.pop();
        Value index = frame.pop();
        Value array = frame.pop();
        ElementType element = elementOf(opcode, array);
        if (element != null) {
            check(array, index);
            builder.emit(new Op.Store(element), array, index, value);
        }
    }

    private void check(Value array, Value index) {
        if (checked) {
            builder.emit(new Op.IndexCheck(), index, length(array));
        }
    }

    private Instr length(Value array) {
        return builder.emit(new Op.Length(((ArrayType) array.type()).element()), array);
    }

    /** {@return what an array access accesses, null if it was rejected; byte and boolean arrays share their bytecodes} */
    private @Nullable ElementType elementOf(int opcode, Value array) {
        if (!isArray(array)) {
            return null;
        }
        ElementType element = OpcodeTable.element(opcode);
        return element != null ? element : ((ArrayType) array.type()).element();
    }

    private boolean isArray(Value value) {
        if (value.type() instanceof ArrayType) {
            return true;
        }
        if (!isPlaceholder(value)) {
            reject(Message.REFERENCE_VALUE, "a reference that is not an array parameter");
        }
        return false;
    }

    private void popAndReject(int operands, Type result, Message message, Object... arguments) {
        List<Value> popped = popAll(operands);
        // What is called on a rejected value is no finding of its own.
        if (operands == 0 || popped.stream().noneMatch(placeholders::contains)) {
            reject(message, arguments);
        }
        if (result.getSort() != Type.VOID) {
            frame.push(placeholder(result));
        }
    }

    /** {@return a value of a type's register type that stands for something rejected} */
    private Value placeholder(Type type) {
        ScalarType register = switch (type.getSort()) {
            case Type.LONG -> ScalarType.I64;
            case Type.FLOAT -> ScalarType.F32;
            case Type.DOUBLE -> ScalarType.F64;
            default -> ScalarType.I32;
        };
        Instr value = builder.emit(new Constant(register, 0));
        placeholders.add(value);
        return value;
    }

    /**
     * Pops what a conditional jump compares and emits the condition under which it jumps.
     *
     * @return the condition, or null if the jump was rejected
     */
    @Nullable Value condition(int opcode) {
        Predicate predicate = OpcodeTable.predicate(opcode);
        if (predicate == null) {
            int operands = opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL ? 1 : 2;
            popAndReject(operands, Type.VOID_TYPE, Message.REFERENCE_VALUE, "a comparison of references");
            return null;
        }
        if (opcode >= Opcodes.IF_ICMPEQ) {
            Value right = frame.pop();
            Value left = frame.pop();
            return builder.emit(new Op.Compare(predicate, ScalarType.I32), left, right);
        }
        Value value = frame.pop();
        if (value instanceof Instr instr && instr.op() instanceof Op.ThreeWay threeWay) {
            Predicate fused = OpcodeTable.fused(threeWay.kind(), predicate);
            return builder.emit(new Op.Compare(fused, threeWay.type()), instr.operands());
        }
        return builder.emit(new Op.Compare(predicate, ScalarType.I32), value, builder.constant(0));
    }
}
