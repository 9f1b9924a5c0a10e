package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.Operand.Aggregate;
import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.frontend.Operand.Reference;
import dev.gpukernel.internal.frontend.Operand.Rejected;
import dev.gpukernel.internal.frontend.Operand.Rows;
import dev.gpukernel.internal.frontend.Operand.Thrown;
import dev.gpukernel.internal.frontend.StaticFields.Table;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.RecordComponentNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Translates what has to do with objects: their fields, static constants, and how they, records and exceptions begin. */
final class ObjectTranslator {
    private static final String THROWABLE = "java/lang/Throwable";

    private final Translation translation;
    private final InstructionTranslator instructions;
    private final CallTranslator calls;

    ObjectTranslator(Translation translation, InstructionTranslator instructions, CallTranslator calls) {
        this.translation = translation;
        this.instructions = instructions;
        this.calls = calls;
    }

    void accessField(FieldInsnNode field) {
        switch (field.getOpcode()) {
            case Opcodes.GETSTATIC -> loadStatic(field);
            case Opcodes.GETFIELD -> loadField(field);
            case Opcodes.PUTFIELD -> storeField(field);
            default -> storeStatic(field);
        }
    }

    private void storeStatic(FieldInsnNode field) {
        Inputs.Node holder = holder(field);
        if (instructions.frame().peek(0) instanceof Reference object) {
            instructions.frame().pop();
            instructions.rejectLeaving(
                    object, "stored in field " + MethodText.simpleName(field.owner) + "." + field.name);
        } else if (holder == null) {
            rejectAccess(field, 1, Type.VOID_TYPE);
        } else {
            storeField(field, holder, 0);
        }
    }

    /**
     * {@return the class that declares a static field, as what holds it; null if its value at launch is no parameter} It is one of kernels.
     * Functions that these call are passed all that they read, and functions over elements of arrays are kept for all later uses.
     */
    private Inputs.@Nullable Node holder(FieldInsnNode field) {
        ClassFiles.FoundField found = translation.statics.changing(field.owner, field.name);
        return found == null || !translation.objects.areOf(translation) || translation.takesRows
                ? null
                : translation.inputs.ofClass(found.owner().name);
    }

    private void rejectAccess(FieldInsnNode field, int operands, Type result) {
        instructions.popAndReject(operands, result, Message.FIELD_ACCESS, text(field));
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
        StaticFields.StaticValue value = translation.statics.value(field.owner, field.name);
        ClassFiles.Found function = translation.statics.function(field.owner, field.name, value);
        Operand known = function == null ? operand(value) : calls.inline(function, List.of());
        if (known != null) {
            instructions.frame().push(known);
        } else if (value instanceof StaticFields.Later) {
            loadLater(Type.getType(field.desc));
        } else {
            loadUnknown(field);
        }
    }

    /** {@return what a field holds, null if that is not known} */
    private @Nullable Operand operand(StaticFields.StaticValue value) {
        return switch (value) {
            case StaticFields.Scalar(Constant constant) -> new Plain(instructions.emit(constant));
            case StaticFields.Box(String className, Constant constant) ->
                Boxes.of(className, instructions.emit(constant));
            case Table table -> table(table);
            case StaticFields.RaggedTable table -> table(table);
            case StaticFields.EnumConstant(String className, int ordinal) ->
                new Operand.EnumValue(className, instructions.emit(Constant.of(ordinal)));
            case StaticFields.EnumTable(String className, List<Long> ordinals) ->
                new Operand.EnumArray(
                        className, instructions.emit(new Op.ConstantArray(ElementType.INT, ordinals)), ordinals.size());
            case StaticFields.Literal(String text) -> new Operand.Text(text);
            case StaticFields.Held(Object object) -> held(object);
            case StaticFields.Nothing _ -> new Operand.Null();
            case StaticFields.Later _, StaticFields.Unknown _ -> null;
        };
    }

    /** {@return an object, a record as its components if all of them are known} */
    private Operand held(Object object) {
        Operand.Held held = new Operand.Held(object);
        ClassNode node = translation.classes.find(held.className());
        if (node == null || !translation.classes.isRecord(node.name)) {
            return held;
        }
        Map<String, Operand> fields = new LinkedHashMap<>();
        for (RecordComponentNode component : Records.components(node)) {
            ClassFiles.FoundField found = translation.classes.field(node.name, component.name, component.descriptor);
            Operand value = found == null ? null : operand(translation.statics.value(object, found));
            if (value == null) {
                return held;
            }
            fields.put(component.name, value);
        }
        return new Aggregate(node.name, fields);
    }

    private void loadUnknown(FieldInsnNode field) {
        Type type = Type.getType(field.desc);
        Inputs.Node holder = holder(field);
        if (holder != null) {
            loadField(field, holder, 0);
        } else if (type.getSort() == Type.OBJECT
                && JdkObjects.isGenerator(translation.classes, type.getInternalName())) {
            instructions.popAndReject(
                    0, type, Message.RANDOM_NUMBERS, "field " + MethodText.simpleName(field.owner) + "." + field.name);
        } else {
            rejectAccess(field, 0, type);
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
        instructions.frame().push(table(table));
    }

    private Operand table(Table table) {
        Instr elements = translation.table(new Op.ConstantArray(table.element(), table.elements()));
        return table.sizes().size() == 1
                ? new Plain(elements)
                : new Rows(elements, new RowLayout.Constant(table.sizes()), null);
    }

    private Operand table(StaticFields.RaggedTable table) {
        Instr elements = translation.table(new Op.ConstantArray(table.element(), table.elements()));
        List<Value> starts = new ArrayList<>();
        table.starts().forEach(begins -> starts.add(translation.table(new Op.ConstantArray(ElementType.INT, begins))));
        Value count = instructions.emit(Constant.of(table.count()));
        return new Rows(elements, new RowLayout.Ragged(count, List.copyOf(starts)), null);
    }

    private void loadField(FieldInsnNode field) {
        if (instructions.frame().peek(0) instanceof Operand.Instance object) {
            loadField(field, object.node(), 1);
            return;
        }
        if (instructions.frame().peek(0) instanceof Operand.EnumValue constant) {
            loadField(field, constant);
            return;
        }
        if (instructions.frame().peek(0) instanceof Operand.Held object) {
            loadField(field, List.of(object.object()), null);
            return;
        }
        String key = InstanceFields.key(translation.classes, field.owner, field.name);
        Operand value = key == null
                ? null
                : switch (instructions.frame().peek(0)) {
                    case Aggregate record -> record.fields().get(key);
                    case Reference object ->
                        instructions.frame().state(object).fields().get(key);
                    default -> null;
                };
        if (value == null) {
            rejectField(field, instructions.frame().peek(0), 1, Type.getType(field.desc));
        } else {
            instructions.frame().pop();
            instructions.frame().push(value);
        }
    }

    private void loadField(FieldInsnNode field, Operand.EnumValue constant) {
        ClassNode node = translation.classes.find(constant.className());
        List<Object> constants = node == null ? null : translation.statics.constants(node);
        if (constants == null && translation.classes.isPartial(constant.className())) {
            instructions.frame().pop();
            loadLater(Type.getType(field.desc));
        } else {
            loadField(field, constants == null ? List.of() : constants, constant);
        }
    }

    /**
     * Loads a final field of an object that is known, or of one of several.
     *
     * @param objects these objects
     * @param which the constant of an enum that is meant, null if there is one object only
     */
    private void loadField(FieldInsnNode field, List<Object> objects, Operand.@Nullable EnumValue which) {
        Integer known = which == null ? Integer.valueOf(0) : ConstantSizes.of(which.ordinal());
        List<Object> meant = known == null || objects.isEmpty() ? objects : List.of(objects.get(known));
        List<StaticFields.StaticValue> values = values(field, meant);
        Operand value = values.stream().distinct().count() == 1
                ? operand(values.getFirst())
                : which == null ? null : chosen(values, which.ordinal());
        if (value != null) {
            instructions.frame().pop();
            instructions.frame().push(value);
        } else if (which != null && areTexts(values)) {
            instructions.frame().pop();
            calls.chooseText(which, field.name, texts(values));
        } else if (values.getFirst() instanceof StaticFields.Later) {
            instructions.frame().pop();
            loadLater(Type.getType(field.desc));
        } else {
            rejectAccess(field, 1, Type.getType(field.desc));
        }
    }

    private static boolean areTexts(List<StaticFields.StaticValue> values) {
        return values.stream()
                .allMatch(value -> value instanceof StaticFields.Literal || value instanceof StaticFields.Nothing);
    }

    private static List<@Nullable String> texts(List<StaticFields.StaticValue> values) {
        return values.stream()
                .<@Nullable String>map(value -> value instanceof StaticFields.Literal(String text) ? text : null)
                .toList();
    }

    /** {@return what a field of each of some objects holds, anything for one without that field} */
    private List<StaticFields.StaticValue> values(FieldInsnNode field, List<Object> objects) {
        ClassFiles.FoundField found = translation.classes.field(field.owner, field.name, field.desc);
        Optional<Object> any =
                objects.stream().filter(object -> has(object, found)).findFirst();
        // A constant of an enum with a body of its own has fields that others have not, and is the only one to read
        // them.
        return found == null || any.isEmpty()
                ? List.of(new StaticFields.Unknown())
                : objects.stream()
                        .map(object -> translation.statics.value(has(object, found) ? object : any.get(), found))
                        .toList();
    }

    private boolean has(Object object, ClassFiles.@Nullable FoundField field) {
        return field != null && translation.classes.isSubclass(StaticFields.className(object), field.owner().name);
    }

    /** {@return one of several numbers or constants of an enum, null if they are something else} */
    private @Nullable Operand chosen(List<StaticFields.StaticValue> values, Value which) {
        List<Long> bits = new ArrayList<>();
        ScalarType type = ScalarType.I32;
        String enumName = null;
        for (StaticFields.StaticValue value : values) {
            switch (value) {
                case StaticFields.Scalar(Constant constant) -> {
                    type = constant.type();
                    bits.add(constant.bits());
                }
                case StaticFields.EnumConstant(String className, int ordinal) -> {
                    enumName = className;
                    bits.add((long) ordinal);
                }
                default -> {
                    return null;
                }
            }
        }
        ElementType element = ElementType.of(type);
        Value table = instructions.emit(new Op.ConstantArray(element, bits));
        Value chosen = instructions.emit(new Op.Load(element, Space.CONSTANT), table, which);
        return enumName == null ? new Plain(chosen) : new Operand.EnumValue(enumName, chosen);
    }

    /**
     * Loads a field of an object that is passed, or a static field of a class.
     *
     * @param operands how many operands say which object that is
     */
    private void loadField(FieldInsnNode field, Inputs.Node object, int operands) {
        Type type = Type.getType(field.desc);
        Inputs.Field found = passed(field, object, operands, type);
        if (found == null) {
            return;
        }
        Operand value = isOfLibrary(type)
                ? InstructionTranslator.rejected(type)
                : translation.objects.load(instructions.frame(), object, found);
        if (field.desc.equals(TextCalls.DESCRIPTOR)) {
            // One that is not known is null, or will be known.
            instructions.frame().popAll(operands);
            instructions.frame().push(value);
        } else if (FunctionClass.isOne(field.owner) && !isCapturable(value)) {
            instructions.popAndReject(
                    operands,
                    type,
                    Message.CAPTURED_VALUE,
                    translation.objects.name(object, found),
                    type.getClassName().replace('$', '.'));
        } else if (value.isRejected()) {
            instructions.popAndReject(
                    operands,
                    type,
                    Message.FIELD_TYPE,
                    text(field),
                    type.getClassName().replace('$', '.'));
        } else {
            instructions.frame().popAll(operands);
            instructions.frame().push(value);
        }
    }

    /** {@return whether a type is one of what launches kernels, such as arrays on a device, which kernels take as parameters alone} */
    private static boolean isOfLibrary(Type type) {
        return type.getSort() == Type.OBJECT
                && PassedObjects.isClosed(type.getInternalName())
                && !JdkObjects.isJdk(type.getInternalName());
    }

    /** {@return whether a kernel can do anything with what a function captures} */
    private static boolean isCapturable(Operand value) {
        return !value.isRejected()
                && !(value instanceof Operand.Instance object
                        && PassedObjects.isClosed(object.node().className()));
    }

    /**
     * Stores into a field of an object that is passed, or into a static field of a class.
     *
     * @param operands how many operands below the value say which object that is
     */
    private void storeField(FieldInsnNode field, Inputs.Node object, int operands) {
        Inputs.Field found = passed(field, object, operands + 1, Type.VOID_TYPE);
        if (found == null) {
            return;
        }
        Operand value = instructions.frame().pop();
        instructions.frame().popAll(operands);
        if (!value.isRejected() && !translation.objects.store(instructions.frame(), object, found, value)) {
            instructions.reject(
                    Message.FIELD_WRITE,
                    "of type " + Type.getType(field.desc).getClassName().replace('$', '.') + " to " + text(field));
        }
    }

    /** {@return a field of an object that is passed, or of a class; null if it cannot be accessed, which is then said} */
    private Inputs.@Nullable Field passed(FieldInsnNode field, Inputs.Node object, int operands, Type result) {
        ClassFiles.FoundField found = object.place().className() != null
                ? translation.statics.changing(field.owner, field.name)
                : translation.classes.field(field.owner, field.name, field.desc);
        if (found == null && translation.classes.mayComeLater(field.owner)) {
            translation.later.leaveOpen();
            instructions.frame().popAll(operands);
            if (result.getSort() != Type.VOID) {
                instructions.frame().push(InstructionTranslator.rejected(result));
            }
        } else if (found == null || PassedObjects.isClosed(found.owner().name)) {
            rejectAccess(field, operands, result);
        } else if ((found.field().access & Opcodes.ACC_VOLATILE) != 0) {
            instructions.popAndReject(operands, result, Message.VOLATILE_FIELD, text(field));
        } else {
            return new Inputs.Field(found.owner().name, field.name, field.desc);
        }
        return null;
    }

    private static String text(FieldInsnNode field) {
        return MethodText.simpleName(field.owner) + "." + field.name;
    }

    private void storeField(FieldInsnNode field) {
        if (instructions.frame().peek(1) instanceof Operand.Instance object) {
            storeField(field, object.node(), 1);
            return;
        }
        String key = InstanceFields.key(translation.classes, field.owner, field.name);
        if (key == null || !(instructions.frame().peek(1) instanceof Reference object)) {
            rejectField(field, instructions.frame().peek(1), 2, Type.VOID_TYPE);
            return;
        }
        Operand value = instructions.frame().pop();
        instructions.frame().pop();
        instructions.frame().setField(object, key, value);
    }

    private void rejectField(FieldInsnNode field, Operand object, int operands, Type result) {
        if (object instanceof Operand.Null) {
            instructions.popAndReject(
                    operands, result, Message.REFERENCE_VALUE, "null, of which " + field.name + " is a field");
        } else {
            rejectAccess(field, operands, result);
        }
    }

    void typeInstruction(TypeInsnNode type) {
        Type object = Type.getObjectType(type.desc);
        String name = MethodText.simpleName(type.desc);
        switch (type.getOpcode()) {
            case Opcodes.NEW -> create(JdkObjects.made(type.desc), name);
            case Opcodes.ANEWARRAY -> {
                if (!makesBoxes(type.desc)
                        && !instructions.makesRows(object, areWritten(type))
                        && !instructions.makesRecords(object)) {
                    instructions.popAndReject(1, object, Message.ALLOCATION, "an array of " + name);
                }
            }
            case Opcodes.INSTANCEOF -> {
                Operand asked = instructions.frame().peek(0);
                Boolean is = translation.isInstance(asked, type.desc);
                if (asked instanceof Operand.Caught caught) {
                    instructions.frame().pop();
                    instructions
                            .frame()
                            .push(caught.handled().isOf(caught, thrown -> translation.classes.isA(thrown, type.desc)));
                } else if (is != null) {
                    instructions.frame().pop();
                    instructions.frame().push(instructions.emit(Constant.of(is ? 1 : 0)));
                } else if (isOpen(asked)) {
                    instructions.frame().pop();
                    loadLater(Type.INT_TYPE);
                } else {
                    instructions.popAndReject(1, Type.INT_TYPE, Message.REFERENCE_VALUE, "instanceof " + name);
                }
            }
            default -> {
                Operand cast = instructions.frame().peek(0);
                if (isOf(cast, object)) {
                    return;
                }
                if (isOpen(cast)) {
                    instructions.frame().pop();
                    instructions.frame().push(InstructionTranslator.rejected(object));
                } else {
                    instructions.popAndReject(1, object, Message.REFERENCE_VALUE, "a cast to " + name);
                }
            }
        }
    }

    private boolean isOpen(Operand operand) {
        return operand instanceof Operand.Instance object && translation.isOpen(object.node());
    }

    /** {@return whether elements follow where an array is made} */
    private static boolean areWritten(TypeInsnNode array) {
        return array.getNext() != null && array.getNext().getOpcode() == Opcodes.DUP;
    }

    /** {@return whether a cast to a type leaves an operand as it is, as one does that a generic method returned} */
    private boolean isOf(Operand operand, Type type) {
        return switch (operand) {
            case Plain(Value value) ->
                value.type() instanceof ArrayType array
                        && Records.plain(type) instanceof ArrayType wanted
                        && array.element() == wanted.element();
            case Aggregate record -> translation.classes.isA(record.className(), type.getInternalName());
            case Reference object -> translation.classes.isA(object.className(), type.getInternalName());
            case Operand.Instance passed ->
                Boolean.TRUE.equals(translation.isInstance(operand, type.getInternalName()))
                        || (!passed.node().isExact() && !translation.isOpen(passed.node()));
            case Operand.Null _ -> true;
            case Operand.RecordArray records ->
                type.getDescriptor().equals("[L" + records.components().className() + ";");
            case Rows rows ->
                ElementTypes.ofNested(type, rows.layout().dimensions() - rows.depth())
                        == ((ArrayType) rows.elements().type()).element();
            case Operand.EnumValue _, Operand.Held _, Operand.Text _ ->
                Boolean.TRUE.equals(translation.isInstance(operand, type.getInternalName()));
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
                        translation.newIdentity(), Collections.nCopies(length, new Operand.Null())));
        return true;
    }

    private void create(String className, String name) {
        if (TextCalls.isBuilder(className)) {
            instructions.frame().push(new Operand.TextBuilder(translation.newIdentity(), new Operand.Text("")));
        } else if (translation.classes.isSubclass(className, THROWABLE)) {
            instructions.frame().push(new Thrown(className, translation.newIdentity(), translation.position()));
        } else if (translation.classes.mayComeLater(className)) {
            translation.later.leaveOpen();
            instructions.frame().push(new Rejected(false));
        } else if (translation.classes.find(className) == null || JdkObjects.isClosed(className)) {
            instructions.reject(Message.ALLOCATION, "an object of class " + name);
            instructions.frame().push(new Rejected(false));
        } else {
            Reference made = make(className);
            calls.making(made);
            instructions.frame().push(made);
        }
    }

    /** {@return a new object whose fields are what Java sets them to before a constructor runs} */
    Reference make(String className) {
        Map<String, Operand> fields = new LinkedHashMap<>();
        InstanceFields.of(translation.classes, className).forEach((key, type) -> fields.put(key, unset(type)));
        return instructions.frame().add(translation.newIdentity(), new Aggregate(className, fields));
    }

    private Operand unset(Type type) {
        return type.getSort() < Type.ARRAY && Records.plain(type) instanceof ScalarType number
                ? new Plain(instructions.emit(new Constant(number, 0)))
                : new Operand.Null();
    }
}
