package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.frontend.Inputs;
import dev.gpukernel.internal.frontend.Inputs.Field;
import dev.gpukernel.internal.frontend.Inputs.Leaf;
import dev.gpukernel.internal.frontend.Inputs.Node;
import dev.gpukernel.internal.frontend.Inputs.Place;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The fields that a kernel uses of the objects that it is passed. To read them, and to write numbers, allocates nothing. */
final class ObjectFields {
    private static final MethodType TO_OBJECT = MethodType.methodType(Object.class, Object.class);
    private static final MethodType TO_BITS = MethodType.methodType(long.class, Object.class);
    private static final MethodType FROM_OBJECT = MethodType.methodType(void.class, Object.class, Object.class);
    private static final MethodType FROM_BITS = MethodType.methodType(void.class, Object.class, long.class);
    private static final MethodHandle ORDINAL = bits(Enum.class, "ordinal", int.class);
    private static final MethodHandle FLOAT_BITS = bits(Float.class, "floatToRawIntBits", int.class, float.class);
    private static final MethodHandle DOUBLE_BITS = bits(Double.class, "doubleToRawLongBits", long.class, double.class);
    private static final MethodHandle FLOAT_OF_BITS = bits(Float.class, "intBitsToFloat", float.class, int.class);
    private static final MethodHandle DOUBLE_OF_BITS = bits(Double.class, "longBitsToDouble", double.class, long.class);

    private final List<Held> objects = new ArrayList<>();
    private final List<Read> leaves = new ArrayList<>();
    private final List<Class<?>> types = new ArrayList<>();
    private final List<Write> writes = new ArrayList<>();
    private final List<Class<?>> writtenTypes = new ArrayList<>();
    private final List<Twice> twice = new ArrayList<>();
    private final @Nullable String changing;

    /**
     * An object.
     *
     * @param argument which argument of the method leads to it
     * @param ofClass the object itself if it is a class, which has static fields; else null
     * @param holder which object's field holds it, -1 if it is the argument or a class
     * @param getter of the field, null if there is none
     * @param type the class that the kernel is compiled for, null if any will do
     * @param text what it is, if it is a string; else null
     * @param isExact whether the kernel is compiled for that class, and not for null
     * @param name what it is called
     */
    private record Held(
            int argument,
            @Nullable Class<?> ofClass,
            int holder,
            @Nullable MethodHandle getter,
            @Nullable Class<?> type,
            @Nullable String text,
            boolean isExact,
            String name) {}

    /**
     * A number or an array.
     *
     * @param holder which object it is of
     * @param getter gives the bits of a number, or an array
     * @param isNumber whether it is a number
     */
    private record Read(int holder, MethodHandle getter, boolean isNumber) {}

    /**
     * A field that is written.
     *
     * @param holder which object it is of
     * @param leaf which of the numbers and arrays says what it holds at launch
     * @param setter takes the bits of a number, or an array
     * @param isNumber whether it holds a number
     */
    private record Write(int holder, int leaf, MethodHandle setter, boolean isNumber) {}

    /** Two objects that must not be the same, since the kernel uses one field of both, and writes it, or takes them for different ones. */
    private record Twice(int first, int second) {}

    /**
     * Makes it.
     *
     * @param inputs what is used
     * @param classes of the objects
     */
    ObjectFields(Inputs inputs, ObjectClasses classes) {
        changing = changing(inputs, classes);
        List<Node> nodes = inputs.nodes();
        for (Node node : nodes) {
            Node holder = node.place().holder();
            Field field = node.place().field();
            Class<?> type = classes.type(node.place());
            boolean isClass = node.place().className() != null;
            objects.add(new Held(
                    node.place().argument(),
                    isClass ? type : null,
                    holder == null ? -1 : nodes.indexOf(holder),
                    holder == null || field == null
                            ? null
                            : classes.getter(holder, field).asType(TO_OBJECT),
                    isClass || (Enum.class.isAssignableFrom(type) && !node.isExact()) ? null : type,
                    classes.text(node.place()),
                    node.isExact(),
                    node.name()));
        }
        for (Leaf leaf : inputs.leaves()) {
            Class<?> type = type(leaf, classes);
            types.add(type);
            MethodHandle getter = getter(leaf, classes);
            leaves.add(new Read(
                    nodes.indexOf(leaf.holder()),
                    type.isPrimitive() ? toBits(getter, type) : getter.asType(TO_OBJECT),
                    type.isPrimitive()));
        }
        for (Place place : inputs.written()) {
            Node holder = Objects.requireNonNull(place.holder());
            Field field = Objects.requireNonNull(place.field());
            Class<?> type = classes.field(holder, field).getType();
            writtenTypes.add(type.isEnum() ? int.class : type);
            int at = nodes.indexOf(holder);
            writes.add(
                    new Write(at, leaf(inputs, place), setter(classes.setter(holder, field), type), !type.isArray()));
            users(inputs, field)
                    .filter(node -> !node.equals(holder))
                    .forEach(node -> twice.add(new Twice(at, nodes.indexOf(node))));
        }
        for (Inputs.Pair pair : inputs.apart()) {
            twice.add(new Twice(nodes.indexOf(pair.first()), nodes.indexOf(pair.second())));
        }
    }

    /** {@return which of the numbers and arrays a field holds, of a constant of an enum its ordinal} */
    private static int leaf(Inputs inputs, Place place) {
        int leaf = inputs.leaves().stream().map(Leaf::place).toList().indexOf(place);
        if (leaf < 0) {
            throw new IllegalStateException("nothing says what " + place + " holds at launch");
        }
        return leaf;
    }

    /** {@return the objects of which a kernel uses a field} */
    private static Stream<Node> users(Inputs inputs, Field field) {
        Stream<Node> reading = inputs.leaves().stream()
                .map(Leaf::place)
                .filter(place -> field.equals(place.field()))
                .map(place -> Objects.requireNonNull(place.holder()));
        Stream<Node> writing = inputs.written().stream()
                .filter(place -> field.equals(place.field()))
                .map(place -> Objects.requireNonNull(place.holder()));
        return Stream.concat(reading, writing).distinct();
    }

    private static Class<?> type(Leaf leaf, ObjectClasses classes) {
        return leaf.field() == null
                ? MethodType.fromMethodDescriptorString("()" + leaf.descriptor(), null)
                        .returnType()
                : classes.field(leaf.holder(), leaf.field()).getType();
    }

    private static MethodHandle getter(Leaf leaf, ObjectClasses classes) {
        if (leaf.field() != null) {
            return classes.getter(leaf.holder(), leaf.field());
        }
        Class<?> type = classes.type(leaf.holder().place());
        Class<?> number = MethodType.methodType(type).unwrap().returnType();
        // A constant of an enum, or a number as an object.
        return number.isPrimitive() ? bits(type, number.getName() + "Value", number) : ORDINAL;
    }

    private static MethodHandle bits(Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
        try {
            MethodType type = MethodType.methodType(result, parameters);
            return parameters.length == 0
                    ? MethodHandles.publicLookup().findVirtual(owner, name, type)
                    : MethodHandles.publicLookup().findStatic(owner, name, type);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the JDK has no " + owner + "." + name, e);
        }
    }

    private static MethodHandle toBits(MethodHandle getter, Class<?> type) {
        MethodHandle bits = getter;
        if (type == float.class) {
            bits = MethodHandles.filterReturnValue(getter, FLOAT_BITS);
        } else if (type == double.class) {
            bits = MethodHandles.filterReturnValue(getter, DOUBLE_BITS);
        }
        return MethodHandles.explicitCastArguments(bits, TO_BITS);
    }

    /** {@return what sets a field of a type to what a kernel returns for it} */
    private static MethodHandle setter(MethodHandle setter, Class<?> type) {
        if (type.isArray()) {
            return setter.asType(FROM_OBJECT);
        }
        MethodHandle ofBits = setter;
        if (type == float.class) {
            ofBits = MethodHandles.filterArguments(setter, 1, FLOAT_OF_BITS);
        } else if (type == double.class) {
            ofBits = MethodHandles.filterArguments(setter, 1, DOUBLE_OF_BITS);
        } else if (type.isEnum()) {
            MethodHandle constant =
                    MethodHandles.arrayElementGetter(type.arrayType()).bindTo(type.getEnumConstants());
            ofBits = MethodHandles.filterArguments(setter, 1, constant);
        }
        return MethodHandles.explicitCastArguments(ofBits, FROM_BITS);
    }

    /** {@return why a graph cannot keep what is used of the objects; null if these are numbers in final fields, which stay what they are} */
    private static @Nullable String changing(Inputs inputs, ObjectClasses classes) {
        for (Place place : inputs.written()) {
            return "which writes field '%s'".formatted(name(place));
        }
        for (Leaf leaf : inputs.leaves()) {
            if (!type(leaf, classes).isPrimitive()) {
                return "which uses the array '%s' of an object".formatted(leaf.name());
            }
        }
        return Stream.concat(
                        inputs.nodes().stream().map(Node::place),
                        inputs.leaves().stream().map(Leaf::place))
                .filter(place -> place.field() != null
                        && place.holder() != null
                        && !Modifier.isFinal(classes.field(Objects.requireNonNull(place.holder()), place.field())
                                .getModifiers()))
                .findFirst()
                .map(place -> "which reads field '%s', which is not final".formatted(name(place)))
                .orElse(null);
    }

    private static String name(Place place) {
        return Objects.requireNonNull(place.holder()).name()
                + "."
                + Objects.requireNonNull(place.field()).name();
    }

    /** {@return why a graph cannot keep what is used of the objects, null if it can} */
    @Nullable String changing() {
        return changing;
    }

    /** {@return the types of the fields that are written, of enums that of the ordinal} */
    List<Class<?>> writtenTypes() {
        return writtenTypes;
    }

    /** {@return whether an object is there twice that must not be} */
    @SuppressWarnings("ReferenceEquality") // the very same object
    boolean areTwice(@Nullable Object[] found) {
        for (int i = 0; i < twice.size(); i++) {
            if (found[twice.get(i).first] == found[twice.get(i).second]) {
                return true;
            }
        }
        return false;
    }

    /** {@return whether a field that is written holds an array} */
    boolean writesArrays() {
        for (int i = 0; i < writes.size(); i++) {
            if (!writes.get(i).isNumber) {
                return true;
            }
        }
        return false;
    }

    /**
     * Writes fields, but none that is to hold what it held at launch: a kernel may not have come to the write, and another thread may have
     * changed the field since.
     *
     * @param found the objects
     * @param bits what the kernel returned, of arrays the number of a parameter
     * @param arrays the same, where it is an array; null if none is
     * @param first which of that is the first field's
     * @param arguments those of the launch
     */
    void write(
            @Nullable Object[] found,
            long[] bits,
            @Nullable Object @Nullable [] arrays,
            int first,
            Arguments arguments) {
        for (int i = 0; i < writes.size(); i++) {
            Write write = writes.get(i);
            int parameter = arguments.ofField(write.leaf);
            if (bits[first + i] == (write.isNumber ? arguments.scalars()[parameter] : parameter)) {
                continue;
            }
            Object holder = Objects.requireNonNull(found[write.holder]);
            try {
                if (write.isNumber) {
                    write.setter.invokeExact(holder, bits[first + i]);
                } else {
                    write.setter.invokeExact(holder, Objects.requireNonNull(arrays)[first + i]);
                }
            } catch (Throwable e) {
                throw KernelExceptions.<RuntimeException>unchecked(e);
            }
        }
    }

    /** {@return the types of the numbers and arrays} */
    List<Class<?>> types() {
        return types;
    }

    /** {@return whether strings are among the objects, so that the kernel is compiled for these alone} */
    boolean holdTexts() {
        return objects.stream().anyMatch(held -> held.text != null);
    }

    /** {@return how many objects there are} */
    int objects() {
        return objects.size();
    }

    /**
     * Finds the objects.
     *
     * @param arguments of a call of the method, its receiver first, null for what is no object
     * @param found takes the objects
     * @return whether the kernel is compiled for their classes
     */
    boolean find(@Nullable Object[] arguments, @Nullable Object[] found) {
        for (int i = 0; i < objects.size(); i++) {
            Held held = objects.get(i);
            Object object;
            if (held.ofClass != null) {
                object = held.ofClass;
            } else if (held.getter == null) {
                object = arguments[held.argument];
            } else {
                Object holder = found[held.holder];
                object = holder == null ? null : read(held.getter, holder);
            }
            if (object != null && held.type != null && !(held.isExact && object.getClass() == held.type)) {
                return false;
            }
            if (object != null && held.text != null && !object.equals(held.text)) {
                return false;
            }
            found[i] = object;
        }
        return true;
    }

    /** {@return the name of the first object that is null, null if none is} */
    @Nullable String nameOfNull(@Nullable Object[] found) {
        for (int i = 0; i < objects.size(); i++) {
            if (found[i] == null) {
                return objects.get(i).name;
            }
        }
        return null;
    }

    /** Passes numbers and arrays of objects that are all there; after an array that is null, nothing. */
    void pass(@Nullable Object[] found, Arguments arguments) {
        for (int i = 0; i < leaves.size() && arguments.areLeft(); i++) {
            Read leaf = leaves.get(i);
            Object holder = Objects.requireNonNull(found[leaf.holder]);
            arguments.beginField(i);
            if (leaf.isNumber) {
                arguments.passBits(bits(leaf.getter, holder));
            } else {
                arguments.passField(read(leaf.getter, holder));
            }
        }
    }

    /** {@return the bits of numbers, and arrays, of objects that are all there} */
    List<Object> values(@Nullable Object[] found) {
        List<Object> values = new ArrayList<>();
        for (Read leaf : leaves) {
            Object holder = Objects.requireNonNull(found[leaf.holder]);
            values.add(
                    leaf.isNumber
                            ? (Object) bits(leaf.getter, holder)
                            : Objects.requireNonNull(read(leaf.getter, holder), "a captured array is null"));
        }
        return values;
    }

    private static @Nullable Object read(MethodHandle getter, Object holder) {
        try {
            return (@Nullable Object) getter.invokeExact(holder);
        } catch (Throwable e) {
            throw KernelExceptions.<RuntimeException>unchecked(e);
        }
    }

    private static long bits(MethodHandle getter, Object holder) {
        try {
            return (long) getter.invokeExact(holder);
        } catch (Throwable e) {
            throw KernelExceptions.<RuntimeException>unchecked(e);
        }
    }
}
