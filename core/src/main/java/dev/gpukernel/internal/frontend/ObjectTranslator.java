package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.Operand.Aggregate;
import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.frontend.Operand.Rejected;
import dev.gpukernel.internal.frontend.Operand.Rows;
import dev.gpukernel.internal.frontend.Operand.Thrown;
import dev.gpukernel.internal.frontend.StaticFields.Table;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Translates what has to do with objects: fields of records, static constants, and the creation of records and exceptions. */
final class ObjectTranslator {
    private static final String THROWABLE = "java/lang/Throwable";

    private final Translation translation;
    private final InstructionTranslator instructions;

    ObjectTranslator(Translation translation, InstructionTranslator instructions) {
        this.translation = translation;
        this.instructions = instructions;
    }

    void accessField(FieldInsnNode field) {
        switch (field.getOpcode()) {
            case Opcodes.GETSTATIC -> loadStatic(field);
            case Opcodes.GETFIELD -> loadField(field);
            case Opcodes.PUTFIELD -> storeField(field);
            default -> rejectAccess(field, 1, Type.VOID_TYPE);
        }
    }

    private void rejectAccess(FieldInsnNode field, int operands, Type result) {
        instructions.popAndReject(
                operands, result, Message.FIELD_ACCESS, text(field));
    }

    private void loadStatic(FieldInsnNode field) {
        if (PrintCalls.isConsole(field)) {
            instructions.frame().push(new Operand.Console());
            return;
        }
        Operand.Layout layout = SegmentCalls.layout(field);
        if (layout != null) {
            instructions.frame().push(layout);
            return;
        }
        switch (translation.statics.value(field.owner, field.name)) {
            case StaticFields.Scalar(Constant constant) -> instructions.frame().push(instructions.emit(constant));
            case Table table -> loadTable(table);
            case StaticFields.EnumConstant(String className, int ordinal) ->
                instructions.frame().push(new Operand.EnumValue(className, instructions.emit(Constant.of(ordinal))));
            case StaticFields.EnumTable(String className, List<Long> ordinals) -> {
                Instr table = instructions.emit(new Op.ConstantArray(ElementType.INT, ordinals));
                instructions.frame().push(new Operand.EnumArray(className, table, ordinals.size()));
            }
            case StaticFields.Later _ -> loadLater(Type.getType(field.desc));
            case StaticFields.Unknown _ -> rejectAccess(field, 0, Type.getType(field.desc));
        }
    }

    /** A number whose value is not known yet is computed with like a parameter, and so is a table. */
    void loadLater(Type type) {
        translation.later.leaveOpen();
        var plain = Records.plain(type);
        if (plain == null) {
            instructions.frame().push(InstructionTranslator.rejected(type));
            return;
        }
        var held = plain instanceof ArrayType table ? new ArrayType(table.element(), Space.CONSTANT) : plain;
        Value value = translation.function.entry().addParam(held);
        translation.later.add(value);
        instructions.frame().push(new Plain(value));
    }

    void loadTable(Table table) {
        Instr elements = instructions.emit(new Op.ConstantArray(table.element(), table.elements()));
        instructions
                .frame()
                .push(
                        table.sizes().size() == 1
                                ? new Plain(elements)
                                : new Rows(elements, new RowLayout.Constant(table.sizes()), null));
    }

    private void loadField(FieldInsnNode field) {
        if (instructions.frame().peek(0) instanceof Operand.Instance object) {
            loadField(field, object.node());
            return;
        }
        Operand value = instructions.frame().peek(0) instanceof Aggregate record
                ? record.fields().get(field.name)
                : null;
        if (value == null) {
            rejectAccess(field, 1, Type.getType(field.desc));
        } else {
            instructions.frame().pop();
            instructions.frame().push(value);
        }
    }

    private void loadField(FieldInsnNode field, Inputs.Node object) {
        ClassFiles.FoundField found = translation.classes.field(field.owner, field.name, field.desc);
        if (found == null && translation.classes.mayComeLater(field.owner)) {
            translation.later.leaveOpen();
            instructions.frame().pop();
            instructions.frame().push(InstructionTranslator.rejected(Type.getType(field.desc)));
        } else if (found == null || PassedObjects.isJdk(found.owner().name)) {
            rejectAccess(field, 1, Type.getType(field.desc));
        } else if ((found.field().access & Opcodes.ACC_VOLATILE) != 0) {
            instructions.popAndReject(1, Type.getType(field.desc), Message.VOLATILE_FIELD, text(field));
        } else {
            Operand value = translation.objects.field(
                    object, new Inputs.Field(found.owner().name, field.name, field.desc));
            if (value.isRejected()) {
                String type = Type.getType(field.desc).getClassName();
                instructions.popAndReject(1, Type.getType(field.desc), Message.FIELD_TYPE, text(field), type);
            } else {
                instructions.frame().pop();
                instructions.frame().push(value);
            }
        }
    }

    private static String text(FieldInsnNode field) {
        return MethodText.simpleName(field.owner) + "." + field.name;
    }

    /** A field is set in a record's constructor only, where the record may be in several places of the frame. */
    private void storeField(FieldInsnNode field) {
        if (!(instructions.frame().peek(1) instanceof Aggregate record) || record.identity() == 0) {
            rejectAccess(field, 2, Type.VOID_TYPE);
            return;
        }
        Operand value = instructions.frame().pop();
        instructions.frame().pop();
        instructions
                .frame()
                .replaceObject(
                        record.identity(),
                        record.with(field.name, value, translation.records.components(record.className())));
    }

    void typeInstruction(TypeInsnNode type) {
        Type object = Type.getObjectType(type.desc);
        String name = MethodText.simpleName(type.desc);
        switch (type.getOpcode()) {
            case Opcodes.NEW -> create(type.desc, name);
            case Opcodes.ANEWARRAY -> {
                if (!makesBoxes(type.desc)
                        && !instructions.makesRows(object, areWritten(type))
                        && !instructions.makesRecords(object)) {
                    instructions.popAndReject(1, object, Message.ALLOCATION, "an array of " + name);
                }
            }
            case Opcodes.INSTANCEOF -> {
                if (!(instructions.frame().peek(0) instanceof Operand.Instance instance)) {
                    instructions.popAndReject(1, Type.INT_TYPE, Message.REFERENCE_VALUE, "instanceof " + name);
                } else {
                    instructions.frame().pop();
                    askClass(instance.node(), type.desc);
                }
            }
            default -> {
                Operand cast = instructions.frame().peek(0);
                boolean isOf = cast instanceof Operand.Instance instance
                        ? isOf(instance.node(), type.desc)
                        : isOf(cast, object);
                if (!isOf) {
                    instructions.popAndReject(1, object, Message.REFERENCE_VALUE, "a cast to " + name);
                }
            }
        }
    }

    private void askClass(Inputs.Node object, String type) {
        boolean isOf = isOf(object, type);
        if (isOf || object.isExact()) {
            instructions.frame().push(instructions.emit(Constant.of(isOf ? 1 : 0)));
        } else {
            loadLater(Type.INT_TYPE);
        }
    }

    /** {@return whether an object is of a class or interface, as far as is known} */
    private boolean isOf(Inputs.Node object, String type) {
        translation.inputs.ask(object);
        boolean isOf = translation.classes.isSubtype(object.className(), type);
        if (!isOf && !object.isExact()) {
            translation.later.leaveOpen();
        }
        return isOf;
    }

    /** {@return whether elements follow where an array is made} */
    private static boolean areWritten(TypeInsnNode array) {
        return array.getNext() != null && array.getNext().getOpcode() == Opcodes.DUP;
    }

    /** {@return whether a cast to a type leaves an operand as it is, as one does that a generic method returned} */
    private static boolean isOf(Operand operand, Type type) {
        return switch (operand) {
            case Plain(Value value) ->
                value.type() instanceof ArrayType array
                        && Records.plain(type) instanceof ArrayType wanted
                        && array.element() == wanted.element();
            case Aggregate record -> record.className().equals(type.getInternalName());
            case Operand.RecordArray records ->
                type.getDescriptor().equals("[L" + records.components().className() + ";");
            case Rows rows ->
                ElementTypes.ofNested(type, rows.layout().dimensions() - rows.depth())
                        == ((ArrayType) rows.elements().type()).element();
            case Operand.EnumValue constant -> constant.className().equals(type.getInternalName());
            default -> false;
        };
    }

    /** An array of objects is for what is printed; {@return whether it is one, of a size that is known} */
    private boolean makesBoxes(String className) {
        Integer length = ConstantSizes.of(instructions.frame().peek(0));
        if (!className.equals("java/lang/Object") || length == null || length < 0) {
            return false;
        }
        instructions.frame().pop();
        instructions
                .frame()
                .push(new Operand.BoxedArray(
                        translation.newIdentity(), Collections.nCopies(length, new Operand.Rejected(false))));
        return true;
    }

    private void create(String className, String name) {
        if (translation.classes.isRecord(className)) {
            instructions.frame().push(new Aggregate(className, translation.newIdentity(), Map.of()));
        } else if (className.equals(TextCalls.BUILDER)) {
            instructions.frame().push(new Operand.TextBuilder(translation.newIdentity(), new Operand.Text("")));
        } else if (translation.classes.isSubclass(className, THROWABLE)) {
            instructions.frame().push(new Thrown(className, null, translation.newIdentity()));
        } else if (translation.classes.mayComeLater(className)) {
            translation.later.leaveOpen();
            instructions.frame().push(new Rejected(false));
        } else {
            instructions.reject(Message.ALLOCATION, "an object of class " + name);
            instructions.frame().push(new Rejected(false));
        }
    }
}
