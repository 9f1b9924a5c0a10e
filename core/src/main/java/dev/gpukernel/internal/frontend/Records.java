package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Dimensions;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.ir.Value;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.RecordComponentNode;

/** Takes types apart into what the representation has: numbers, arrays, and records of these. */
final class Records {
    private final ClassFiles classes;
    private final boolean areRagged;

    /**
     * A number or an array in an operand.
     *
     * @param type what it is here
     * @param narrow what it is in Java if that is narrower, else null
     * @param name what it is called
     */
    record Leaf(
            Type type,
            @Nullable ElementType narrow,
            @Nullable String name) {
        /** {@return what an array of it holds} */
        ElementType element() {
            return narrow != null ? narrow : ElementType.of((ScalarType) type);
        }
    }

    /**
     * Makes it.
     *
     * @param areRagged whether rows may differ in length
     */
    Records(ClassFiles classes, boolean areRagged) {
        this.classes = classes;
        this.areRagged = areRagged;
    }

    /**
     * Makes an operand of a type.
     *
     * @param type a Java type
     * @param name what it is called
     * @param leaf makes each value in it
     * @return the operand, or null if the type is neither a number, an array of numbers or of such arrays, a record of numbers and
     *     arrays, nor an array of records of numbers
     */
    @Nullable Operand operand(org.objectweb.asm.Type type, @Nullable String name, Function<Leaf, Value> leaf) {
        return operand(type, name, leaf, Set.of());
    }

    /** A record may hold itself, by way of others: {@code outer} are the ones that this type is inside of. */
    private @Nullable Operand operand(
            org.objectweb.asm.Type type, @Nullable String name, Function<Leaf, Value> leaf, Set<String> outer) {
        Type plain = plain(type);
        ElementType element = outer.isEmpty() ? ElementTypes.ofRows(type) : null;
        if (element != null) {
            Value elements = leaf.apply(new Leaf(new ArrayType(element), null, name));
            return new Operand.Rows(elements, layout(type.getDimensions(), name, leaf), null);
        }
        if (plain != null) {
            return new Operand.Plain(leaf.apply(new Leaf(plain, narrow(type), name)));
        }
        if (outer.isEmpty() && type.getSort() == org.objectweb.asm.Type.ARRAY && type.getDimensions() == 1) {
            return recordArray(type.getElementType(), name, leaf);
        }
        ClassNode node = record(type);
        if (node == null || outer.contains(node.name)) {
            return null;
        }
        Set<String> inner = new HashSet<>(outer);
        inner.add(node.name);
        Map<String, Operand> fields = new LinkedHashMap<>();
        for (RecordComponentNode component : components(node)) {
            String fieldName = name == null ? component.name : name + "." + component.name;
            Operand field = operand(org.objectweb.asm.Type.getType(component.descriptor), fieldName, leaf, inner);
            if (field == null) {
                return null;
            }
            fields.put(component.name, field);
        }
        return new Operand.Aggregate(node.name, fields);
    }

    /** {@return a record with values of its components, in their order} */
    Operand made(String className, List<Operand> values) {
        List<RecordComponentNode> components = components(Objects.requireNonNull(classes.find(className), className));
        Map<String, Operand> fields = new LinkedHashMap<>();
        for (int i = 0; i < values.size(); i++) {
            fields.put(components.get(i).name, values.get(i));
        }
        return new Operand.Aggregate(className, fields);
    }

    /** {@return whether a type is of numbers alone: one, an array of them or of such arrays, a record of them or an array of such records} */
    boolean holdsNumbers(org.objectweb.asm.Type type) {
        boolean isArray = type.getSort() == org.objectweb.asm.Type.ARRAY && type.getDimensions() == 1;
        return plain(type) != null
                || ElementTypes.ofRows(type) != null
                || (isArray ? canBeElement(type.getElementType()) : isOfNumbers(type));
    }

    private RowLayout layout(int dimensions, @Nullable String name, Function<Leaf, Value> leaf) {
        List<String> counted = Dimensions.counted(dimensions);
        if (!areRagged) {
            return new RowLayout.Even(all(counted, ScalarType.I32, name, leaf));
        }
        Value count = all(counted.subList(0, 1), ScalarType.I32, name, leaf).getFirst();
        return new RowLayout.Ragged(
                count, all(Dimensions.starts(dimensions), new ArrayType(ElementType.INT), name, leaf));
    }

    private static List<Value> all(List<String> parts, Type type, @Nullable String name, Function<Leaf, Value> leaf) {
        return parts.stream()
                .map(part -> leaf.apply(new Leaf(type, null, name == null ? null : name + "." + part)))
                .toList();
    }

    private @Nullable Operand recordArray(
            org.objectweb.asm.Type record, @Nullable String name, Function<Leaf, Value> leaf) {
        if (!canBeElement(record)) {
            return null;
        }
        Value marks = leaf.apply(new Leaf(new ArrayType(ElementType.BYTE), null, name));
        Function<Leaf, Value> array =
                number -> leaf.apply(new Leaf(new ArrayType(number.element()), null, number.name));
        boolean isBox = Boxes.isBox(record.getInternalName());
        Operand components = isBox ? box(record.getInternalName(), name, array) : operand(record, name, array);
        return components instanceof Operand.Aggregate arrays ? new Operand.RecordArray(marks, arrays, false) : null;
    }

    private static Operand box(String className, @Nullable String name, Function<Leaf, Value> leaf) {
        org.objectweb.asm.Type number = org.objectweb.asm.Type.getType(Boxes.type(className));
        return Boxes.of(className, leaf.apply(new Leaf(Objects.requireNonNull(plain(number)), narrow(number), name)));
    }

    /** {@return whether kernels take arrays of a class: of records of numbers, or of objects that are numbers} */
    boolean canBeElement(org.objectweb.asm.Type type) {
        return isOfNumbers(type)
                || (type.getSort() == org.objectweb.asm.Type.OBJECT && Boxes.isBox(type.getInternalName()));
    }

    /** {@return the class file of a record, null for other types} */
    @Nullable ClassNode record(org.objectweb.asm.Type type) {
        return type.getSort() == org.objectweb.asm.Type.OBJECT && classes.isRecord(type.getInternalName())
                ? classes.find(type.getInternalName())
                : null;
    }

    /** {@return whether a type is a record of numbers or of such records} */
    boolean isOfNumbers(org.objectweb.asm.Type type) {
        return isOfNumbers(type, Set.of());
    }

    private boolean isOfNumbers(org.objectweb.asm.Type type, Set<String> outer) {
        ClassNode node = record(type);
        if (node == null || outer.contains(node.name)) {
            return false;
        }
        Set<String> inner = new HashSet<>(outer);
        inner.add(node.name);
        return components(node).stream()
                .map(component -> org.objectweb.asm.Type.getType(component.descriptor))
                .allMatch(component ->
                        component.getSort() < org.objectweb.asm.Type.ARRAY || isOfNumbers(component, inner));
    }

    /** {@return the components of a record; a class file leaves the list out if it is empty} */
    static List<RecordComponentNode> components(ClassNode record) {
        return record.recordComponents == null ? List.of() : record.recordComponents;
    }

    /** {@return the type of a number or an array of numbers, null for other types} */
    static @Nullable Type plain(org.objectweb.asm.Type type) {
        return switch (type.getSort()) {
            case org.objectweb.asm.Type.VOID, org.objectweb.asm.Type.OBJECT -> null;
            case org.objectweb.asm.Type.LONG -> ScalarType.I64;
            case org.objectweb.asm.Type.FLOAT -> ScalarType.F32;
            case org.objectweb.asm.Type.DOUBLE -> ScalarType.F64;
            case org.objectweb.asm.Type.ARRAY -> {
                ElementType element = element(type);
                if (element == null) {
                    yield null;
                }
                yield new ArrayType(element);
            }
            default -> ScalarType.I32;
        };
    }

    /** {@return what an int is in Java, null if it is one there too, or none here} */
    private static @Nullable ElementType narrow(org.objectweb.asm.Type type) {
        return switch (type.getSort()) {
            case org.objectweb.asm.Type.BOOLEAN -> ElementType.BOOLEAN;
            case org.objectweb.asm.Type.BYTE -> ElementType.BYTE;
            case org.objectweb.asm.Type.SHORT -> ElementType.SHORT;
            case org.objectweb.asm.Type.CHAR -> ElementType.CHAR;
            default -> null;
        };
    }

    /** {@return what an array of numbers holds, null for other arrays} */
    static @Nullable ElementType element(org.objectweb.asm.Type array) {
        return switch (array.getDescriptor()) {
            case "[Z" -> ElementType.BOOLEAN;
            case "[B" -> ElementType.BYTE;
            case "[C" -> ElementType.CHAR;
            case "[S" -> ElementType.SHORT;
            case "[I" -> ElementType.INT;
            case "[J" -> ElementType.LONG;
            case "[F" -> ElementType.FLOAT;
            case "[D" -> ElementType.DOUBLE;
            default -> null;
        };
    }
}
