package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.Dimensions;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.Constant;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;

/** The values of {@code static final} fields, and of final fields of objects that these hold: numbers, tables, texts and objects. */
final class StaticFields {
    private final ClassFiles classes;

    StaticFields(ClassFiles classes) {
        this.classes = classes;
    }

    /** What a static field holds. */
    sealed interface StaticValue {}

    /** A number. */
    record Scalar(Constant constant) implements StaticValue {}

    /**
     * A table.
     *
     * @param element what it holds
     * @param elements bits of all its elements, row by row
     * @param sizes of each dimension
     */
    record Table(ElementType element, List<Long> elements, List<Integer> sizes) implements StaticValue {}

    /**
     * A table of tables of several lengths.
     *
     * @param element what it holds
     * @param elements bits of all its elements, row by row
     * @param count of the outermost dimension
     * @param starts of each other dimension, as {@link RowLayout.Ragged} has them
     */
    record RaggedTable(ElementType element, List<Long> elements, int count, List<List<Long>> starts)
            implements StaticValue {}

    /**
     * A constant of an enum.
     *
     * @param className internal name of the enum
     * @param ordinal which one
     */
    record EnumConstant(String className, int ordinal) implements StaticValue {}

    /**
     * An array of constants of an enum.
     *
     * @param className internal name of the enum
     * @param ordinals which ones
     */
    record EnumTable(String className, List<Long> ordinals) implements StaticValue {}

    /**
     * A number as an object.
     *
     * @param className internal name of its class
     * @param constant the number
     */
    record Box(String className, Constant constant) implements StaticValue {}

    /** A text. */
    record Literal(String text) implements StaticValue {}

    /** An object. */
    record Held(Object object) implements StaticValue {}

    /** No object. */
    record Nothing() implements StaticValue {}

    /** Anything else, or a field that is not final. */
    record Unknown() implements StaticValue {}

    /** What may be a number or a table, but is known only where the kernel runs. */
    record Later() implements StaticValue {}

    /**
     * Reads a static field.
     *
     * @param owner internal name of a class that has it
     * @param name its name
     * @return its value
     */
    StaticValue value(String owner, String name) {
        ClassFiles.FoundField found = classes.resolveStaticField(owner, name);
        if (found == null) {
            return classes.mayComeLater(owner) ? new Later() : new Unknown();
        }
        ClassNode node = found.owner();
        FieldNode field = found.field();
        if (node.name.equals("java/util/Collections$ReverseComparator") && name.equals("REVERSE_ORDER")) {
            return new Held(Collections.reverseOrder());
        }
        if (!isReadable(field.desc) && JdkObjects.isJdk(node.name)) {
            EnumConstant constant = Enums.constant(node, name);
            return constant == null ? new Unknown() : constant;
        }
        if ((field.access & Opcodes.ACC_FINAL) == 0 || !isReadable(field.desc)) {
            return new Unknown();
        }
        Object value = field.value != null ? field.value : classes.staticField(node.name, name);
        if (value != null) {
            return of(value, Type.getType(field.desc));
        }
        if (!classes.isPartial(node.name)) {
            return new Unknown();
        }
        EnumConstant constant = Enums.constant(node, name);
        return constant == null ? new Later() : constant;
    }

    /** {@return a static field that is not final, null if it is, or there is none of that name} */
    ClassFiles.@Nullable FoundField changing(String owner, String name) {
        ClassFiles.FoundField found = classes.resolveStaticField(owner, name);
        return found == null || (found.field().access & Opcodes.ACC_FINAL) != 0 ? null : found;
    }

    /** {@return what makes the function that a field holds, null if it holds something else, or that is not known} */
    ClassFiles.@Nullable Found function(String owner, String name, StaticValue value) {
        boolean isKnown = value instanceof Held(Object object)
                ? !FunctionClass.isOne(className(object)) && !JdkObjects.isJdk(className(object))
                : !(value instanceof Later || value instanceof Unknown);
        ClassFiles.FoundField found = isKnown ? null : classes.resolveStaticField(owner, name);
        return found == null || JdkObjects.isJdk(found.owner().name) || !isOfFunctions(found.field())
                ? null
                : classes.initialFunction(found.owner(), found.field());
    }

    /** {@return whether a field's type is an interface that declares one method at most, besides those of all objects} */
    private boolean isOfFunctions(FieldNode field) {
        Type type = Type.getType(field.desc);
        ClassNode node = type.getSort() == Type.OBJECT ? classes.find(type.getInternalName()) : null;
        return node != null
                && (node.access & Opcodes.ACC_INTERFACE) != 0
                && node.methods.stream()
                                .filter(method -> (method.access & Opcodes.ACC_ABSTRACT) != 0
                                        && classes.method("java/lang/Object", method.name, method.desc) == null)
                                .count()
                        <= 1;
    }

    /** {@return whether a type is one of those that are not unknown; of other fields the class need not be initialised} */
    private boolean isReadable(String descriptor) {
        Type type = Type.getType(descriptor);
        Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
        int dimensions = type.getSort() == Type.ARRAY ? type.getDimensions() : 0;
        if (element.getSort() != Type.OBJECT) {
            return dimensions <= Dimensions.MOST;
        }
        ClassNode node = classes.find(element.getInternalName());
        boolean mayBeEnum = node == null ? classes.isPartial(element.getInternalName()) : Enums.isEnum(node);
        return dimensions == 0 ? isOpen(element.getInternalName()) : mayBeEnum && dimensions == 1;
    }

    private static boolean isOpen(String className) {
        return className.equals("java/lang/String") || Boxes.isBox(className) || !PassedObjects.isClosed(className);
    }

    /**
     * Reads a field of an object.
     *
     * @param object an object that a static final field holds, or one that leads to it
     * @param found the field
     * @return its value, unknown if the field is not final
     */
    StaticValue value(Object object, ClassFiles.FoundField found) {
        FieldNode field = found.field();
        if ((field.access & Opcodes.ACC_FINAL) == 0 || !isReadable(field.desc)) {
            return new Unknown();
        }
        Object value = classes.field(object, found.owner().name, field.name);
        if (value != null) {
            return of(value, Type.getType(field.desc));
        }
        return object instanceof InitialisedObject ? new Later() : new Unknown();
    }

    /** {@return the internal name of the class of an object that a field holds} */
    static String className(Object object) {
        return object instanceof InitialisedObject made ? made.className() : Type.getInternalName(object.getClass());
    }

    /** {@return the constants of an enum in their order, null if they are not known yet or cannot be asked for} */
    @Nullable List<Object> constants(ClassNode node) {
        List<Object> constants = new ArrayList<>();
        for (EnumConstant constant : Enums.constants(node)) {
            Object value = classes.staticField(node.name, Enums.name(node, constant.ordinal()));
            if (!(value instanceof Enum<?> known) || ordinal(known) != constants.size()) {
                return null;
            }
            constants.add(value);
        }
        return constants;
    }

    /**
     * Calls a static method without parameters that a compiler made for its own use.
     *
     * @param owner internal name of the class that has it
     * @param name its name
     * @return what it returns
     */
    StaticValue made(String owner, String name) {
        Object value = classes.made(owner, name);
        if (value != null) {
            return of(value, Type.getType(value.getClass()));
        }
        return classes.isPartial(owner) ? new Later() : new Unknown();
    }

    private static StaticValue of(Object value, Type type) {
        if (value.equals(ClassView.NULL)) {
            return type.getSort() == Type.OBJECT ? new Nothing() : new Unknown();
        }
        Constant number = number(value);
        if (number != null) {
            return type.getSort() == Type.OBJECT
                    ? new Box(Type.getInternalName(value.getClass()), number)
                    : new Scalar(number);
        }
        ElementType element = ElementType.ofArray(value.getClass());
        if (element != null) {
            List<Long> elements = new ArrayList<>();
            append(value, elements);
            return new Table(element, elements, List.of(elements.size()));
        }
        return switch (value) {
            case Enum<?> constant ->
                new EnumConstant(Type.getInternalName(constant.getDeclaringClass()), ordinal(constant));
            case Object[] constants when constants.getClass().getComponentType().isEnum() -> constants(constants);
            case EnumConstant constant -> constant;
            case EnumConstant[] constants ->
                new EnumTable(
                        constants[0].className(),
                        Stream.of(constants)
                                .map(constant -> (long) constant.ordinal())
                                .toList());
            case Object[] rows -> rows(rows);
            case String text -> new Literal(text);
            default -> new Held(value);
        };
    }

    // A kernel may ask for it, and nothing else tells constants apart in numbers.
    @SuppressWarnings("EnumOrdinal")
    private static int ordinal(Enum<?> constant) {
        return constant.ordinal();
    }

    private static StaticValue constants(Object[] constants) {
        List<Long> ordinals = new ArrayList<>();
        for (Object constant : constants) {
            if (!(constant instanceof Enum<?> known)) {
                return new Unknown();
            }
            ordinals.add((long) ordinal(known));
        }
        return new EnumTable(Type.getInternalName(constants.getClass().getComponentType()), ordinals);
    }

    private static StaticValue rows(Object[] rows) {
        List<List<Integer>> lengths = new ArrayList<>();
        List<Long> elements = new ArrayList<>();
        Set<ElementType> types = new HashSet<>();
        if (!append(rows, 0, lengths, elements, types) || types.size() != 1) {
            return new Unknown();
        }
        ElementType type = types.iterator().next();
        if (lengths.stream().allMatch(sizes -> Set.copyOf(sizes).size() == 1)) {
            return new Table(
                    type, elements, lengths.stream().map(List::getFirst).toList());
        }
        return new RaggedTable(
                type,
                elements,
                rows.length,
                lengths.stream().skip(1).map(StaticFields::starts).toList());
    }

    private static List<Long> starts(List<Integer> lengths) {
        List<Long> starts = new ArrayList<>(List.of(0L));
        lengths.forEach(length -> starts.add(starts.getLast() + length));
        return starts;
    }

    /**
     * Adds what an array of arrays holds.
     *
     * @param depth how many arrays it is in
     * @param lengths of all arrays at each depth
     * @param types what is in the innermost arrays
     * @return whether none is null, and all are of numbers
     */
    private static boolean append(
            @Nullable Object array,
            int depth,
            List<List<Integer>> lengths,
            List<Long> elements,
            Set<ElementType> types) {
        ElementType type = array == null ? null : ElementType.ofArray(array.getClass());
        if (array == null || (type == null && !(array instanceof Object[]))) {
            return false;
        }
        if (lengths.size() == depth) {
            lengths.add(new ArrayList<>());
        }
        lengths.get(depth).add(Array.getLength(array));
        if (type != null) {
            append(array, elements);
            types.add(type);
            return true;
        }
        for (Object row : (Object[]) array) {
            if (!append(row, depth + 1, lengths, elements, types)) {
                return false;
            }
        }
        return true;
    }

    private static void append(Object array, List<Long> elements) {
        for (int i = 0; i < Array.getLength(array); i++) {
            Constant number = number(Array.get(array, i));
            if (number != null) {
                elements.add(number.bits());
            }
        }
    }

    private static @Nullable Constant number(Object value) {
        return switch (value) {
            case Boolean b -> Constant.of(b ? 1 : 0);
            case Byte b -> Constant.of(b.intValue());
            case Character c -> Constant.of((int) c);
            case Short s -> Constant.of(s.intValue());
            case Integer i -> Constant.of(i);
            case Long l -> Constant.of(l);
            case Float f -> Constant.of(f);
            case Double d -> Constant.of(d);
            default -> null;
        };
    }
}
