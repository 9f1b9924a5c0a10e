package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.frontend.Operand.Rejected;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.ThreadArrays;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Translates bytecodes that do not end a block. What has no meaning is noted as a finding, and {@link Rejected} stands for its
 * result, so that the rest of the method is still read and nothing is reported that merely follows.
 */
final class InstructionTranslator {
    /** What a kernel calls that is no method to be translated. */
    private final Translation translation;

    private final ArrayTranslator arrays;
    private final ObjectTranslator objects;
    private final CallTranslator calls;
    private final RecordMethods recordMethods;
    private final TypeSwitch typeSwitch;
    private final Exceptions exceptions;

    /** Of the method that calls this one, which is put in its place. */
    private final @Nullable InstructionTranslator caller;

    private Frame frame;

    InstructionTranslator(
            Translation translation,
            List<ActiveCall> active,
            Exceptions exceptions,
            @Nullable InstructionTranslator caller,
            Frame frame) {
        this.translation = translation;
        this.exceptions = exceptions;
        this.caller = caller;
        this.arrays = new ArrayTranslator(translation, this);
        this.calls = new CallTranslator(translation, this, active);
        this.objects = new ObjectTranslator(translation, this, calls);
        this.recordMethods = new RecordMethods(translation, this, calls);
        this.typeSwitch = new TypeSwitch(translation, this);
        this.frame = frame;
    }

    void use(Frame newFrame) {
        frame = newFrame;
    }

    Frame frame() {
        return frame;
    }

    /** {@return whether an array is referred to, here or where the calls return to that led here} */
    boolean isHeld(Value array) {
        return frame.holds(array) || (caller != null && caller.isHeld(array));
    }

    Exceptions exceptions() {
        return exceptions;
    }

    ArrayTranslator arrays() {
        return arrays;
    }

    void reject(Message message, Object... arguments) {
        translation.findings.add(message, translation.position(), arguments);
    }

    /** Rejects what would make an object be more than its fields, saying what happens to it. */
    void rejectLeaving(Operand.Reference object, String how) {
        if (!frame.isRejected(object)) {
            reject(Message.OBJECT_LEAVES, MethodText.simpleName(object.className()), how);
        }
    }

    Instr emit(Op op, Value... operands) {
        return translation.builder.emit(op, operands);
    }

    /** {@return where the last instruction leads to with another array, if it is a call that returns one of several} */
    List<Returns.Way> otherReturns() {
        return calls.otherReturns();
    }

    void translate(AbstractInsnNode insn) {
        Op op = OpcodeTable.op(insn.getOpcode());
        if (op != null) {
            compute(op);
            return;
        }
        switch (insn) {
            case VarInsnNode access
            when access.getOpcode() >= Opcodes.ISTORE -> frame.setLocal(access.var, frame.pop());
            case VarInsnNode access -> frame.push(frame.local(access.var));
            case IincInsnNode increment -> increment(increment);
            case LdcInsnNode constant -> loadConstant(constant.cst);
            case IntInsnNode number when number.getOpcode() == Opcodes.NEWARRAY -> arrays.make(number.operand);
            case IntInsnNode number -> frame.push(emit(Constant.of(number.operand)));
            case MethodInsnNode call
            when SwitchIdioms.isStringSwitch(call) && !TextCalls.isKnown(frame.peek(0)) -> rejectStringSwitch();
            case MethodInsnNode call
            when SwitchIdioms.isTextForMatchException(call) && frame.peek(0) instanceof Operand.Caught -> {
                // The constructor is given what was caught twice, once for its text.
            }
            case MethodInsnNode call -> calls.translate(call);
            case InvokeDynamicInsnNode dynamic
            when concatenates(dynamic)
                    || recordMethods.translates(dynamic)
                    || typeSwitch.translates(dynamic)
                    || makesFunction(dynamic) -> {}
            case InvokeDynamicInsnNode dynamic ->
                popAndReject(
                        Type.getArgumentTypes(dynamic.desc).length,
                        Type.getReturnType(dynamic.desc),
                        Message.CALL_UNSUPPORTED,
                        UnsupportedCall.arguments(MethodText.dynamic(dynamic), ""));
            case FieldInsnNode field -> objects.accessField(field);
            case TypeInsnNode type -> objects.typeInstruction(type);
            case MultiANewArrayInsnNode array -> arrays.makeRows(Type.getType(array.desc), array.dims);
            case InsnNode none
            when none.getOpcode() == Opcodes.ACONST_NULL && SwitchIdioms.isArgumentOfMatchException(none) ->
                frame.push(new Rejected(false));
            default -> plain(insn.getOpcode());
        }
    }

    /** The comparisons that follow the lookup are no findings of their own. */
    private void rejectStringSwitch() {
        Operand text = frame.peek(0);
        popAndReject(
                1,
                Type.INT_TYPE,
                Message.CALL_UNSUPPORTED,
                UnsupportedCall.arguments("String.hashCode(), for a switch on a string", ""));
        frame.replace(text, new Rejected(false));
    }

    /** Begins an array of rows of a type, if they may be numbers; {@return whether they are} */
    boolean makesRows(Type row, boolean areWritten) {
        return arrays.makesRows(row, areWritten);
    }

    /** Makes an array of records of a class, if they are of numbers; {@return whether they are} */
    boolean makesRecords(Type record) {
        return arrays.makesRecords(record);
    }

    /** {@return a new array of records like another, with as many elements, all of them null} */
    Operand.RecordArray makeLike(Operand.RecordArray records) {
        return arrays.makeLike(records);
    }

    /** {@return a new array of records like another, with so many elements, all of them null} */
    Operand.RecordArray makeLike(Operand.RecordArray records, Value count) {
        return arrays.makeLike(records, count);
    }

    /** Pushes a copy of an array of rows; {@return whether it is one} */
    boolean clonesRows(Operand original) {
        return arrays.cloneRows(original, null);
    }

    /** Pushes a copy of an array of rows that has so many; {@return whether it is one} */
    boolean copiesRows(Operand original, Value length) {
        return arrays.cloneRows(original, length);
    }

    /** Pushes the table that a method of the compiler's own gives; {@return whether it gives one, as far as is known} */
    boolean loadsTable(StaticFields.StaticValue value, Type type) {
        if (value instanceof StaticFields.Table table) {
            objects.loadTable(table);
        } else if (value instanceof StaticFields.Later) {
            objects.loadLater(type);
        } else {
            return false;
        }
        return true;
    }

    /** {@return what a number on the stack may be, if it is the number of a pattern's case and several are possible; else nothing} */
    List<Integer> answers() {
        return frame.peek(0) instanceof Plain(Value value) ? typeSwitch.answers(value) : List.of();
    }

    /** Pushes something of a type that is known only where the kernel runs. */
    void loadLater(Type type) {
        objects.loadLater(type);
    }

    private void compute(Op op) {
        List<Operand> operands = frame.popAll(op.operands().size());
        List<Value> values = values(operands);
        if (values == null) {
            frame.push(new Rejected(new Plain(emit(new Constant((ScalarType) op.result(), 0))).isWide()));
            return;
        }
        if (op instanceof Op.Binary binary && isDivision(binary)) {
            if (binary.type().isFloating() && binary.kind() == Op.BinaryKind.REM) {
                frame.push(calls.floatingRemainder(operands, binary.type()));
                return;
            }
            if (!binary.type().isFloating()) {
                exceptions.checkDivisor(binary.type(), values.get(1), frame);
            }
        }
        frame.push(translation.builder.emit(op, values));
    }

    /** {@return the values of operands, null if one of them is something else} */
    private static @Nullable List<Value> values(List<Operand> operands) {
        List<Value> values = new ArrayList<>();
        for (Operand operand : operands) {
            if (!(operand instanceof Plain(Value value))) {
                return null;
            }
            values.add(value);
        }
        return values;
    }

    private static boolean isDivision(Op.Binary binary) {
        return binary.kind() == Op.BinaryKind.DIV || binary.kind() == Op.BinaryKind.REM;
    }

    /** {@return the value of an operand that is known to be one} */
    static Value value(Operand operand) {
        return ((Plain) operand).value();
    }

    private void increment(IincInsnNode increment) {
        if (frame.local(increment.var) instanceof Plain(Value value)) {
            Op add = new Op.Binary(Op.BinaryKind.ADD, ScalarType.I32);
            frame.setLocal(increment.var, new Plain(emit(add, value, emit(Constant.of(increment.incr)))));
        }
    }

    private void loadConstant(Object constant) {
        switch (constant) {
            case Integer value -> frame.push(emit(Constant.of(value)));
            case Long value -> frame.push(emit(Constant.of(value)));
            case Float value -> frame.push(emit(Constant.of(value)));
            case Double value -> frame.push(emit(Constant.of(value)));
            case String text -> frame.push(new Operand.Text(text));
            case Type type
            when type.getSort() == Type.OBJECT -> frame.push(new Operand.ClassLiteral(type.getInternalName()));
            case ConstantDynamic dynamic ->
                popAndReject(
                        0,
                        Type.getType(dynamic.getDescriptor()),
                        Message.REFERENCE_VALUE,
                        "dynamic constant " + dynamic.getName());
            default -> popAndReject(0, Type.getType(Object.class), Message.REFERENCE_VALUE, "constant " + constant);
        }
    }

    /** Puts numbers and texts into a text; {@return whether it was that}. */
    private boolean concatenates(InvokeDynamicInsnNode dynamic) {
        Type[] types = Type.getArgumentTypes(dynamic.desc);
        String recipe = Concatenation.recipe(dynamic);
        if (recipe == null) {
            return false;
        }
        Iterator<String> constants = Concatenation.constants(dynamic).iterator();
        List<Operand.Text> parts = new ArrayList<>();
        int given = 0;
        for (int i = 0; i < recipe.length(); i++) {
            char part = recipe.charAt(i);
            if (part == Concatenation.CONSTANT) {
                parts.add(computed(constants.next()));
            } else if (part == Op.Throw.HOLE) {
                Operand operand = frame.peek(types.length - 1 - given);
                Operand.Text text = TextCalls.isKnown(operand)
                        ? computed(((Operand.Text) operand).recipe())
                        : TextCalls.text(operand, types[given]);
                if (text == null) {
                    return false;
                }
                parts.add(text);
                given++;
            }
        }
        frame.popAll(types.length);
        frame.push(TextCalls.joined(recipe.replace(Concatenation.CONSTANT, Op.Throw.HOLE), parts));
        return true;
    }

    /** {@return a text to be put into another one, in which each character that would be taken for the place of a number is a number} */
    private Operand.Text computed(String text) {
        List<Value> characters = text.chars()
                .filter(character -> character == Op.Throw.HOLE)
                .<Value>mapToObj(character -> emit(Constant.of(character)))
                .toList();
        return new Operand.Text(text, "C".repeat(characters.size()), characters);
    }

    /** Makes a function, which is what it captures; {@return whether it is one} */
    private boolean makesFunction(InvokeDynamicInsnNode dynamic) {
        FunctionClass function = translation.classes.function(dynamic, calls.owner());
        if (function == null) {
            return false;
        }
        Map<String, Operand> fields = new LinkedHashMap<>();
        List<Operand> captured = frame.popAll(function.captured().size());
        for (int i = 0; i < captured.size(); i++) {
            fields.put(InstanceFields.key(function.name(), FunctionClass.field(i)), captured.get(i));
        }
        frame.push(new Operand.Aggregate(function.name(), fields));
        return true;
    }

    private void plain(int opcode) {
        switch (opcode) {
            case Opcodes.NOP -> {}
            case Opcodes.ACONST_NULL -> frame.push(new Operand.Null());
            case Opcodes.ARRAYLENGTH -> arrays.length();
            case Opcodes.POP, Opcodes.POP2, Opcodes.SWAP -> StackShuffle.apply(opcode, frame);
            case Opcodes.DUP, Opcodes.DUP_X1, Opcodes.DUP_X2 -> StackShuffle.apply(opcode, frame);
            case Opcodes.DUP2, Opcodes.DUP2_X1, Opcodes.DUP2_X2 -> StackShuffle.apply(opcode, frame);
            case Opcodes.MONITORENTER -> popAndReject(1, Type.VOID_TYPE, Message.SYNCHRONIZED);
            case Opcodes.MONITOREXIT -> frame.pop();
            default -> {
                if (opcode == Opcodes.AASTORE && frame.peek(2) instanceof Operand.BoxedArray) {
                    calls.printing().setElement();
                } else if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
                    arrays.load(opcode);
                } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
                    arrays.store();
                } else {
                    reject(Message.INSTRUCTION_UNSUPPORTED, "0x" + Integer.toHexString(opcode));
                }
            }
        }
    }

    /** Takes operands off the stack, says that what uses them is unsupported, and leaves something for its result. */
    void popAndReject(int operands, Type result, Message message, Object... arguments) {
        List<Operand> popped = frame.popAll(operands);
        // What is done with a rejected value is no finding of its own.
        if (popped.stream().noneMatch(Rejected.class::isInstance)) {
            reject(message, arguments);
        }
        if (result.getSort() != Type.VOID) {
            frame.push(rejected(result));
        }
    }

    static Operand rejected(Type type) {
        return new Rejected(type.getSize() == 2);
    }

    /** Pops what a jump compares, if it is known whether it jumps; {@return whether it does, null if that is not known} */
    @Nullable Boolean settles(int opcode) {
        return switch (opcode) {
            case Opcodes.IFNULL, Opcodes.IFNONNULL -> settlesNull(opcode == Opcodes.IFNULL);
            case Opcodes.IF_ACMPEQ, Opcodes.IF_ACMPNE -> settlesSame(opcode == Opcodes.IF_ACMPEQ);
            case Opcodes.IFEQ, Opcodes.IFNE -> settlesZero(opcode == Opcodes.IFEQ);
            default -> null;
        };
    }

    private @Nullable Boolean settlesNull(boolean jumpsIfNull) {
        Operand top = frame.peek(0);
        boolean isNull = top instanceof Operand.Null;
        if (!isNull && (!top.isReference() || mayBeNull(top))) {
            return null;
        }
        frame.pop();
        if (top instanceof Operand.Instance(Inputs.Node object)) {
            translation.inputs.ask(object);
        }
        if (!isNull && !(top instanceof Operand.Reference) && !(top instanceof Operand.Held)) {
            translation.later.noteNullCheck();
        }
        return isNull == jumpsIfNull;
    }

    private static boolean mayBeNull(Operand operand) {
        return operand instanceof Operand.Rows rows && rows.mayBeNull();
    }

    private @Nullable Boolean settlesSame(boolean jumpsIfSame) {
        Boolean same = isSame(frame.peek(1), frame.peek(0));
        if (same == null) {
            return null;
        }
        frame.popAll(2);
        return same == jumpsIfSame;
    }

    /** {@return whether two operands are the same object, null if that is not known} */
    private @Nullable Boolean isSame(Operand one, Operand other) {
        if (areOfOtherClasses(one, other)) {
            return false;
        }
        if (isIdentified(one) && isIdentified(other)) {
            return one.equals(other);
        }
        Value first = MethodTranslator.allOf(one);
        Value second = MethodTranslator.allOf(other);
        if (first != null && second != null) {
            return isSameArray(first, second);
        }
        if (one instanceof Operand.Instance(Inputs.Node object)) {
            return translation.objects.isSame(object, other);
        }
        return other instanceof Operand.Instance(Inputs.Node object) ? translation.objects.isSame(object, one) : null;
    }

    /**
     * {@return whether two values are the same array, null if that is not known} An array that the kernel makes is none that it was passed. Of two that
     * it was passed, the launch knows.
     */
    @SuppressWarnings("ReferenceEquality") // the very same value
    private @Nullable Boolean isSameArray(Value one, Value other) {
        boolean isMade = translation.made.isIdentified(one);
        boolean isOtherMade = translation.made.isIdentified(other);
        if ((isMade || isPassed(one)) && (isOtherMade || isPassed(other))) {
            if (one == other) {
                return true;
            }
            boolean areApart = isMade
                    || isOtherMade
                    || !one.type().equals(other.type())
                    || translation.objects.areApart((BlockParam) one, (BlockParam) other);
            return areApart ? false : null;
        }
        // Where variables hold one of several arrays, each of these may be known.
        translation.arrayChoices.tellApart();
        return null;
    }

    /** {@return whether a value is an array that the kernel, or the function, is passed} */
    private boolean isPassed(Value array) {
        return array instanceof BlockParam param
                && param.block() == translation.function.entry()
                && !translation.rowTables.isTable(param)
                && ThreadArrays.makers(param).isEmpty();
    }

    /** {@return whether two objects are of classes of which nothing can be both} */
    private boolean areOfOtherClasses(Operand one, Operand other) {
        String first = className(one);
        String second = className(other);
        return first != null
                && second != null
                && !translation.classes.isA(first, second)
                && !translation.classes.isA(second, first);
    }

    /** {@return the class of an object, or, of a constant of an enum, what may be above it; null if it is not known} */
    private static @Nullable String className(Operand operand) {
        return switch (operand) {
            case Operand.Reference object -> object.className();
            case Operand.Aggregate object -> object.className();
            case Operand.Held object -> object.className();
            case Operand.EnumValue constant -> constant.className();
            default -> null;
        };
    }

    private @Nullable Boolean settlesZero(boolean jumpsIfZero) {
        if (!(frame.peek(0) instanceof Plain(Instr number)) || !(number.op() instanceof Constant || isOfSame(number))) {
            return null;
        }
        frame.pop();
        boolean isZero = isOfSame(number) || Integer.valueOf(0).equals(ConstantSizes.of(number));
        return isZero == jumpsIfZero;
    }

    /** {@return whether a whole number is compared with itself, as one is that is set if it did not change meanwhile} */
    private static boolean isOfSame(Instr order) {
        return order.op() instanceof Op.ThreeWay threeWay
                && threeWay.type() == ScalarType.I64
                && order.operand(0) == order.operand(1);
    }

    /** {@return whether it is known which object an operand is: two of them are the same object if they are equal} */
    private static boolean isIdentified(Operand operand) {
        return switch (operand) {
            case Operand.Reference _, Operand.Held _, Operand.Null _, Operand.ClassLiteral _ -> true;
            default -> false;
        };
    }

    /**
     * Pops what a conditional jump compares and emits the condition under which it jumps.
     *
     * @return the condition, or null if the jump was rejected
     */
    @Nullable Value condition(int opcode) {
        Predicate predicate = OpcodeTable.predicate(opcode);
        boolean two = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
        Value enums = two ? Enums.compare(this, opcode, List.of(frame.peek(1), frame.peek(0))) : null;
        if (enums != null) {
            frame.popAll(2);
            return enums;
        }
        if (!two && frame.peek(0) instanceof Operand.Rows rows && rows.mayBeNull()) {
            frame.pop();
            Predicate isZero = opcode == Opcodes.IFNULL ? Predicate.EQ : Predicate.NE;
            Value size = Objects.requireNonNull(rows.row(), "a row").number();
            return emit(new Op.Compare(isZero, ScalarType.I32), size, emit(Constant.of(0)));
        }
        if (predicate == null) {
            popAndReject(two ? 2 : 1, Type.VOID_TYPE, Message.REFERENCE_VALUE, "a comparison of references");
            return null;
        }
        List<Value> values = values(frame.popAll(two ? 2 : 1));
        if (values == null) {
            return null;
        }
        Value left = values.getFirst();
        if (two) {
            return emit(new Op.Compare(predicate, ScalarType.I32), left, values.get(1));
        }
        if (left instanceof Instr instr && instr.op() instanceof Op.ThreeWay threeWay) {
            Predicate fused = OpcodeTable.fused(threeWay.kind(), predicate);
            return translation.builder.emit(new Op.Compare(fused, threeWay.type()), instr.operands());
        }
        return emit(new Op.Compare(predicate, ScalarType.I32), left, emit(Constant.of(0)));
    }
}
