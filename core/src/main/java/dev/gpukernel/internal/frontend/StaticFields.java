package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.Constant;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;

/**
 * The values of {@code static final} fields: numbers and tables. Read by reflection; where that may not look, as into the JDK's
 * own classes, by evaluating the class initialiser's bytecode.
 */
final class StaticFields {
    private final ClassFiles classes;
    private final Map<String, Map<String, Object>> evaluated = new HashMap<>();

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
     * @param rows number of rows, -1 if it has one dimension
     * @param columns number of elements in a row
     */
    record Table(ElementType element, List<Long> elements, int rows, int columns) implements StaticValue {}

    /** Anything else, or a field that is not final. */
    record Unknown() implements StaticValue {}

    /**
     * Reads a static field.
     *
     * @param owner internal name of a class that has it
     * @param name its name
     * @return its value
     */
    StaticValue value(String owner, String name) {
        ClassNode node = declaring(owner, name);
        FieldNode field = node == null ? null : field(node, name);
        if (node == null || field == null || (field.access & Opcodes.ACC_FINAL) == 0 || !isNumeric(field.desc)) {
            return new Unknown();
        }
        Object value = field.value != null ? field.value : read(node.name, name);
        return value == null ? new Unknown() : of(value);
    }

    /** {@return whether a type is a number, or an array of numbers of one or two dimensions; else no class need be initialised} */
    private static boolean isNumeric(String descriptor) {
        String element = descriptor.replaceFirst("^\\[{1,2}", "");
        return element.length() == 1;
    }

    private @Nullable ClassNode declaring(String owner, String name) {
        ClassNode node = classes.find(owner);
        while (node != null && field(node, name) == null) {
            node = node.superName == null ? null : classes.find(node.superName);
        }
        return node;
    }

    private static @Nullable FieldNode field(ClassNode node, String name) {
        return node.fields.stream()
                .filter(f -> f.name.equals(name) && (f.access & Opcodes.ACC_STATIC) != 0)
                .findFirst()
                .orElse(null);
    }

    private @Nullable Object read(String owner, String name) {
        try {
            Class<?> type = Class.forName(owner.replace('/', '.'), false, classes.loader());
            Field field = type.getDeclaredField(name);
            if (field.trySetAccessible()) {
                return field.get(null);
            }
        } catch (ReflectiveOperationException | Error _) {
            // Not to be had that way. The class initialiser, which runs now if it never did, may throw any error.
        }
        return evaluated
                .computeIfAbsent(owner, key -> ClassInitialiser.evaluate(classes, key))
                .get(name);
    }

    private static StaticValue of(Object value) {
        Constant number = number(value);
        if (number != null) {
            return new Scalar(number);
        }
        ElementType element = ElementType.ofArray(value.getClass());
        if (element != null) {
            List<Long> elements = new ArrayList<>();
            append(value, elements);
            return new Table(element, elements, -1, elements.size());
        }
        return value instanceof Object[] rows ? rows(rows) : new Unknown();
    }

    /** A table of two dimensions, if all its rows are of one length. */
    private static StaticValue rows(Object[] rows) {
        Class<?> rowClass = rows.getClass().getComponentType();
        ElementType element = ElementType.ofArray(rowClass);
        if (element == null || rows.length == 0 || rows[0] == null) {
            return new Unknown();
        }
        int columns = Array.getLength(rows[0]);
        List<Long> elements = new ArrayList<>();
        for (Object row : rows) {
            if (row == null || Array.getLength(row) != columns) {
                return new Unknown();
            }
            append(row, elements);
        }
        return new Table(element, elements, rows.length, columns);
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
