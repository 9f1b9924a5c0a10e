package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.frontend.Operand.Rejected;
import dev.gpukernel.internal.frontend.Operand.Rows;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Translates the bytecodes for arrays: those passed in, tables, and the thread's own, of one or two dimensions. */
final class ArrayTranslator {
    private static final ElementType[] BY_NEWARRAY_CODE = {
        ElementType.BOOLEAN,
        ElementType.CHAR,
        ElementType.FLOAT,
        ElementType.DOUBLE,
        ElementType.BYTE,
        ElementType.SHORT,
        ElementType.INT,
        ElementType.LONG
    };

    private final Translation translation;
    private final InstructionTranslator instructions;

    ArrayTranslator(Translation translation, InstructionTranslator instructions) {
        this.translation = translation;
        this.instructions = instructions;
    }

    /** {@code newarray}. */
    void make(int typeCode) {
        ElementType element = BY_NEWARRAY_CODE[typeCode - Opcodes.T_BOOLEAN];
        Operand length = instructions.frame().pop();
        Integer known = constant(length);
        if (known == null || known < 0) {
            rejectAllocation(List.of(length), element.text() + "[] of a length that is not a constant");
        } else {
            instructions.frame().push(instructions.emit(new Op.LocalArray(element, known)));
        }
    }

    /** {@code multianewarray}. */
    void makeRows(Type type, int dimensions) {
        List<Operand> sizes = instructions.frame().popAll(dimensions);
        ElementType element = ElementTypes.ofNested(type, 2);
        Integer rows = constant(sizes.getFirst());
        Integer columns = dimensions == 2 ? constant(sizes.get(1)) : null;
        if (element == null || rows == null || columns == null || rows < 0 || columns < 0) {
            rejectAllocation(sizes, MethodText.simpleName(type.getClassName()) + " other than of two constant sizes");
        } else {
            Instr elements = instructions.emit(new Op.LocalArray(element, rows * columns));
            instructions.frame().push(new Rows(elements, null, rows, columns));
        }
    }

    private void rejectAllocation(List<Operand> sizes, String what) {
        if (sizes.stream().noneMatch(Rejected.class::isInstance)
                && sizes.stream().noneMatch(this::isKnownLater)) {
            instructions.reject(Message.ALLOCATION, "an array " + what);
        }
        instructions.frame().push(new Rejected(false));
    }

    private boolean isKnownLater(Operand size) {
        return size instanceof Plain(Value value) && translation.dependsOnUnknown(value);
    }

    private static @Nullable Integer constant(Operand operand) {
        return operand instanceof Plain(Instr instr) && instr.op() instanceof Constant constant
                ? (Integer) (int) constant.bits()
                : null;
    }

    /** {@code arraylength}. */
    void length() {
        Operand array = instructions.frame().pop();
        switch (array) {
            case Plain(Value value)
            when value.type() instanceof ArrayType -> instructions.frame().push(length(value));
            case Rows rows ->
                instructions
                        .frame()
                        .push(instructions.emit(Constant.of(rows.offset() == null ? rows.rows() : rows.columns())));
            default -> {
                rejectUnlessSaid(array);
                instructions.frame().push(new Rejected(false));
            }
        }
    }

    /** An element of an array, or a row. */
    void load(int opcode) {
        Operand index = instructions.frame().pop();
        Operand array = instructions.frame().pop();
        Element element = index instanceof Plain(Value number) ? element(array, number) : null;
        if (element != null) {
            Op load = new Op.Load(element.type().element(), element.type().space());
            instructions.frame().push(instructions.emit(load, element.array(), element.index()));
        } else if (array instanceof Rows rows && rows.offset() == null && index instanceof Plain(Value number)) {
            instructions.frame().push(row(rows, number));
        } else {
            if (!(index instanceof Rejected)) {
                rejectUnlessSaid(array);
            }
            instructions.frame().push(new Rejected(opcode == Opcodes.LALOAD || opcode == Opcodes.DALOAD));
        }
    }

    private Operand row(Rows rows, Value number) {
        check(number, instructions.emit(Constant.of(rows.rows())));
        Op multiply = new Op.Binary(Op.BinaryKind.MUL, ScalarType.I32);
        Value offset = instructions.emit(multiply, number, instructions.emit(Constant.of(rows.columns())));
        return new Rows(rows.elements(), offset, rows.rows(), rows.columns());
    }

    /** Sets an element of an array. */
    void store() {
        Operand value = instructions.frame().pop();
        Operand index = instructions.frame().pop();
        Operand array = instructions.frame().pop();
        if (value instanceof Rejected || index instanceof Rejected) {
            return;
        }
        if (!(index instanceof Plain(Value number)) || !(value instanceof Plain(Value stored))) {
            instructions.reject(Message.REFERENCE_VALUE, "a reference as an element of an array");
            return;
        }
        Element element = element(array, number);
        if (element == null) {
            rejectUnlessSaid(array);
        } else if (element.type().space() == Space.CONSTANT) {
            instructions.reject(Message.TABLE_WRITE);
        } else {
            Op store = new Op.Store(element.type().element(), element.type().space());
            instructions.emit(store, element.array(), element.index(), stored);
        }
    }

    /** Where an element is, once its index is checked. */
    private record Element(Value array, Value index) {
        ArrayType type() {
            return (ArrayType) array.type();
        }
    }

    /** {@return the element of an array with an index, null if it has no elements that are numbers} */
    private @Nullable Element element(Operand array, Value index) {
        if (array instanceof Plain(Value value) && value.type() instanceof ArrayType) {
            check(index, translation.checked ? length(value) : index);
            return new Element(value, index);
        }
        if (array instanceof Rows(Value elements, Value offset, int _, int columns) && offset != null) {
            check(index, instructions.emit(Constant.of(columns)));
            Op add = new Op.Binary(Op.BinaryKind.ADD, ScalarType.I32);
            return new Element(elements, instructions.emit(add, offset, index));
        }
        return null;
    }

    private void check(Value index, Value length) {
        if (translation.checked) {
            instructions.emit(new Op.IndexCheck(), index, length);
        }
    }

    private Instr length(Value array) {
        ArrayType type = (ArrayType) array.type();
        return instructions.emit(new Op.Length(type.element(), type.space()), array);
    }

    private void rejectUnlessSaid(Operand array) {
        if (!(array instanceof Rejected)) {
            instructions.reject(Message.REFERENCE_VALUE, "a reference that is not an array of numbers");
        }
    }
}
