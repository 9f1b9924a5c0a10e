package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.frontend.Operand.RecordArray;
import dev.gpukernel.internal.intrinsic.JdkMethods;
import dev.gpukernel.internal.intrinsic.RecordCopies;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/** Copies of arrays of records: those of each number in a record, and of their marks. */
final class RecordArrayCopies {
    private static final String ARRAYS = "java/util/Arrays";

    private final InstructionTranslator instructions;
    private final CallTranslator calls;

    RecordArrayCopies(InstructionTranslator instructions, CallTranslator calls) {
        this.instructions = instructions;
        this.calls = calls;
    }

    /** Translates a call if it copies an array of records; {@return whether it does} */
    boolean translate(MethodInsnNode call, List<Operand> arguments) {
        if (arguments.isEmpty() || !(arguments.getFirst() instanceof RecordArray records)) {
            return false;
        }
        if (JdkCalls.isClone(call)) {
            cloned(records, instructions.makeLike(records));
        } else if (call.owner.equals(ARRAYS) && call.desc.equals("([Ljava/lang/Object;I)[Ljava/lang/Object;")) {
            Value wanted = number(arguments.get(1));
            RecordArray copy = instructions.makeLike(records, wanted);
            copied(records, copy, zero(), count(records, zero(), wanted));
        } else if (call.owner.equals(ARRAYS) && call.desc.equals("([Ljava/lang/Object;II)[Ljava/lang/Object;")) {
            Value from = number(arguments.get(1));
            Value wanted = own("lengthOf", "(II)I", from, number(arguments.get(2)));
            RecordArray copy = instructions.makeLike(records, wanted);
            Value count = count(records, from, wanted);
            checkCopy(records, from, copy, zero(), count);
            copied(records, copy, from, count);
        } else if (call.owner.equals("java/lang/System")
                && call.name.equals("arraycopy")
                && arguments.get(2) instanceof RecordArray destination
                && destination.components().hasShapeOf(records.components())) {
            Value from = number(arguments.get(1));
            Value to = number(arguments.get(3));
            Value count = number(arguments.get(4));
            checkCopy(records, from, destination, to, count);
            copyNumbers(records, from, destination, to, count);
            mark(records, from, destination, to, count);
        } else {
            return false;
        }
        return true;
    }

    /** Copies all elements, and pushes the copy. */
    private void cloned(RecordArray records, RecordArray clone) {
        Value length = length(records);
        copyNumbers(records, zero(), clone, zero(), length);
        if (records.isMade()) {
            copy(records.marks(), zero(), clone.marks(), zero(), length);
        } else {
            // Which elements are set shows where one loop goes through all of them.
            calls.inlineOwn(RecordCopies.class, "mark", "([B[B)V", operands(records.marks(), clone.marks()));
        }
        instructions.frame().push(clone);
    }

    /** Copies to the beginning of a new array, and pushes that. What is null in an array that the kernel made is null in the copy. */
    private void copied(RecordArray records, RecordArray copy, Value from, Value count) {
        copyNumbers(records, from, copy, zero(), count);
        if (records.isMade()) {
            copy(records.marks(), from, copy.marks(), zero(), count);
        } else {
            mark(records, from, copy, zero(), count);
        }
        instructions.frame().push(copy);
    }

    private void copyNumbers(RecordArray records, Value from, RecordArray destination, Value to, Value count) {
        List<Value> numbers = records.components().leaves();
        List<Value> others = destination.components().leaves();
        for (int i = 0; i < numbers.size(); i++) {
            copy(numbers.get(i), from, others.get(i), to, count);
        }
    }

    private void copy(Value source, Value from, Value destination, Value to, Value count) {
        String array = Type.getDescriptor(((ArrayType) source.type()).element().arrayClass());
        calls.inlineOwn(
                JdkMethods.class,
                "arraycopy",
                "(" + array + "I" + array + "II)V",
                operands(source, from, destination, to, count));
    }

    private void mark(RecordArray records, Value from, RecordArray destination, Value to, Value count) {
        calls.inlineOwn(
                RecordCopies.class,
                "mark",
                "([BI[BII)V",
                operands(records.marks(), from, destination.marks(), to, count));
    }

    private void checkCopy(RecordArray records, Value from, RecordArray destination, Value to, Value count) {
        calls.inlineOwn(
                RecordCopies.class,
                "checkCopy",
                "(IIIII)V",
                operands(length(records), from, length(destination), to, count));
    }

    private Value count(RecordArray records, Value from, Value wanted) {
        return own("count", "(III)I", length(records), from, wanted);
    }

    private Value own(String method, String descriptor, Value... arguments) {
        return number(Objects.requireNonNull(
                calls.inlineOwn(RecordCopies.class, method, descriptor, operands(arguments)), "a number"));
    }

    private static List<Operand> operands(Value... values) {
        return Stream.of(values).<Operand>map(Plain::new).toList();
    }

    private static Value number(Operand operand) {
        return InstructionTranslator.value(operand);
    }

    private Value zero() {
        return instructions.emit(Constant.of(0));
    }

    private Value length(RecordArray records) {
        return instructions.emit(new Op.Length(ElementType.BYTE, Space.GLOBAL), records.marks());
    }
}
