package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.Constant;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;

/** The values of {@code static final} fields: numbers and tables. */
final class StaticFields {
    /** What is neither a number nor an array itself but may be the declared type of one. */
    private static final Set<String> SUPERTYPES = Set.of(
            "java/lang/Object",
            "java/lang/Number",
            "java/lang/Comparable",
            "java/lang/Cloneable",
            "java/io/Serializable",
            "java/lang/constant/Constable",
            "java/lang/constant/ConstantDesc");

    private static final List<Class<?>> BOXES = List.of(
            Boolean.class,
            Byte.class,
            Character.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class);

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
     * @param rows number of rows, -1 if it has one dimension
     * @param columns number of elements in a row
     */
    record Table(ElementType element, List<Long> elements, int rows, int columns) implements StaticValue {}

    /** Anything else, or a field that is not final. */
    record Unknown() implements StaticValue {}

    /** What may be a number or a table, but is known only where the kernel runs. */
    record KnownLater() implements StaticValue {}

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
        if (node == null || field == null) {
            return classes.mayComeLater(owner) ? new KnownLater() : new Unknown();
        }
        if ((field.access & Opcodes.ACC_FINAL) == 0) {
            return new Unknown();
        }
        Object value = field.value != null ? field.value : classes.staticField(node.name, name);
        if (value == null) {
            return classes.isPartial(node.name) && mayHoldNumbers(Type.getType(field.desc))
                    ? new KnownLater()
                    : new Unknown();
        }
        return of(value);
    }

    private static boolean mayHoldNumbers(Type type) {
        return switch (type.getSort()) {
            case Type.ARRAY -> mayHoldNumbers(type.getElementType());
            case Type.OBJECT -> SUPERTYPES.contains(type.getInternalName()) || isBox(type.getInternalName());
            default -> true;
        };
    }

    private static boolean isBox(String internalName) {
        return BOXES.stream().anyMatch(box -> Type.getInternalName(box).equals(internalName));
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
