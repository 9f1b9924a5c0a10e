package dev.gpukernel.internal.backend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.Dimensions;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Arguments taken apart into the primitives and flat arrays they hold, in order, and put together again: records into their components,
 * arrays of arrays, whose rows are of one length, into all elements and the size of each dimension, arrays of records into an array of
 * bytes, which says where there are records, and one array for each number in them.
 */
public final class Leaves {
    private Leaves() {}

    /**
     * A primitive or an array that a parameter holds.
     *
     * @param path names on the way to it, such as {@code ray.origin.x}
     * @param type its type; of all elements of an array of arrays, and of the bytes of one of records, that of this array
     */
    public record Leaf(String path, Class<?> type) {
        /** {@return the type of the flat array or number that stands for it} */
        public Class<?> flat() {
            if (RecordArrays.areHeldBy(type)) {
                return byte[].class;
            }
            return Rows.areHeldBy(type) ? Rows.row(type) : type;
        }
    }

    /**
     * Takes a type apart.
     *
     * @param path what the parameter is called
     * @param type a primitive, an array of primitives or of such arrays, a record of primitives, or an array of such records
     * @return its leaves, in order
     */
    public static List<Leaf> of(String path, Class<?> type) {
        return of(path, type, false);
    }

    /**
     * Takes a type apart.
     *
     * @param path what the parameter is called
     * @param type a primitive, an array of primitives or of such arrays, or a record of primitives
     * @param areRagged whether rows may differ in length: then arrays say where they begin, in place of the sizes of inner dimensions
     * @return its leaves, in order, as many of ragged rows as of others
     */
    public static List<Leaf> of(String path, Class<?> type, boolean areRagged) {
        if (Rows.areHeldBy(type)) {
            List<Leaf> leaves = new ArrayList<>(List.of(new Leaf(path, type)));
            int dimensions = Rows.dimensions(type);
            int counted = areRagged ? 1 : dimensions;
            Dimensions.counted(dimensions)
                    .subList(0, counted)
                    .forEach(name -> leaves.add(new Leaf(path + "." + name, int.class)));
            if (areRagged) {
                Dimensions.starts(dimensions).forEach(name -> leaves.add(new Leaf(path + "." + name, int[].class)));
            }
            return leaves;
        }
        if (RecordArrays.areHeldBy(type)) {
            List<Leaf> arrays = new ArrayList<>(List.of(new Leaf(path, type)));
            Class<?> boxed = RecordArrays.number(type.componentType());
            if (boxed != null) {
                arrays.add(new Leaf(path, boxed.arrayType()));
                return arrays;
            }
            for (Leaf number : of(path, type.componentType())) {
                arrays.add(new Leaf(number.path, number.type.arrayType()));
            }
            return arrays;
        }
        if (!type.isRecord()) {
            return List.of(new Leaf(path, type));
        }
        List<Leaf> leaves = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            leaves.addAll(of(path + "." + component.getName(), component.getType()));
        }
        return leaves;
    }

    /** {@return the types of what a method is called with, an instance method on its receiver first} */
    public static List<Class<?>> arguments(Method method) {
        List<Class<?>> types = new ArrayList<>(List.of(method.getParameterTypes()));
        if (!Modifier.isStatic(method.getModifiers())) {
            types.addFirst(method.getDeclaringClass());
        }
        return types;
    }

    /** {@return whether a type is of objects whose fields are arguments instead} */
    public static boolean isObject(Class<?> type) {
        return !type.isPrimitive()
                && !type.isArray()
                && type != MemorySegment.class
                && !isRecordOfNumbers(type, Set.of());
    }

    /** A record may hold itself, by way of others: {@code outer} are the ones that this type is inside of. */
    private static boolean isRecordOfNumbers(Class<?> type, Set<Class<?>> outer) {
        if (!type.isRecord() || outer.contains(type)) {
            return type.isPrimitive();
        }
        Set<Class<?>> inner = new HashSet<>(outer);
        inner.add(type);
        return Arrays.stream(type.getRecordComponents())
                .allMatch(component -> isRecordOfNumbers(component.getType(), inner));
    }

    /**
     * Takes a value apart.
     *
     * @param value a boxed primitive, an array, or a record
     * @return its leaves, in order, primitives boxed
     */
    public static List<Object> values(Object value) {
        return values(value, MethodHandles.lookup());
    }

    /**
     * Takes a value apart.
     *
     * @param value a boxed primitive, an array, or a record
     * @param lookup with access to records, unless everybody has that
     * @return its leaves, in order, primitives boxed
     * @throws IllegalArgumentException if a record cannot be read
     */
    public static List<Object> values(Object value, MethodHandles.Lookup lookup) {
        if (Rows.areHeldBy(value.getClass())) {
            Object[] array = (Object[]) value;
            List<Object> leaves = new ArrayList<>(List.of(Rows.pack(array)));
            for (int size : Objects.requireNonNull(Rows.sizes(array), "rows of one length")) {
                leaves.add(size);
            }
            return leaves;
        }
        if (RecordArrays.areHeldBy(value.getClass())) {
            return RecordArrays.of(value.getClass(), lookup).pack((Object[]) value);
        }
        if (!value.getClass().isRecord()) {
            return List.of(value);
        }
        List<Object> leaves = new ArrayList<>();
        for (RecordComponent component : value.getClass().getRecordComponents()) {
            leaves.addAll(values(Objects.requireNonNull(component(value, component, lookup), "a component"), lookup));
        }
        return leaves;
    }

    /**
     * Takes what a method returned apart.
     *
     * @param value a boxed primitive, an array, or a record
     * @return boxed primitives and arrays, in order
     */
    public static List<Object> ofResult(Object value) {
        if (!value.getClass().isRecord()) {
            return List.of(value);
        }
        List<Object> leaves = new ArrayList<>();
        for (RecordComponent component : value.getClass().getRecordComponents()) {
            leaves.addAll(ofResult(Objects.requireNonNull(component(value, component), "a component")));
        }
        return leaves;
    }

    /** {@return a component's field} An accessor may give something else, which the kernel's own call of it then does. */
    public static @Nullable Object component(Object record, RecordComponent component) {
        return component(record, component, MethodHandles.lookup());
    }

    private static @Nullable Object component(Object record, RecordComponent component, MethodHandles.Lookup lookup) {
        Class<?> type = record.getClass();
        try {
            Field field = type.getDeclaredField(component.getName());
            if (field.trySetAccessible()) {
                return field.get(record);
            }
            if (component.getAccessor().trySetAccessible()) {
                return component.getAccessor().invoke(record);
            }
            // A module that is closed to this one, as launchers have access to their own.
            VarHandle handle = MethodHandles.privateLookupIn(type, lookup).unreflectVarHandle(field);
            return handle.get(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(Message.RECORD_ACCESS.format(type.getName()), e);
        }
    }

    /** {@return a memory segment of all elements of an array, null if it is none of numbers} */
    public static @Nullable MemorySegment segment(Object array) {
        return switch (array) {
            case byte[] a -> MemorySegment.ofArray(a);
            case char[] a -> MemorySegment.ofArray(a);
            case short[] a -> MemorySegment.ofArray(a);
            case int[] a -> MemorySegment.ofArray(a);
            case long[] a -> MemorySegment.ofArray(a);
            case float[] a -> MemorySegment.ofArray(a);
            case double[] a -> MemorySegment.ofArray(a);
            default -> null;
        };
    }

    /**
     * Puts a value together.
     *
     * @param type a primitive, an array of primitives or of such arrays, a record of primitives, an array of such records, or a memory
     *     segment, whose leaf is an array or the segment itself
     * @param leaves where the next leaves come from, primitives boxed
     * @param lookup with access to the record's constructor
     * @return the value, a primitive boxed
     */
    public static Object assemble(Class<?> type, Iterator<Object> leaves, MethodHandles.Lookup lookup) {
        if (Rows.areHeldBy(type)) {
            Object flat = leaves.next();
            Object[] shape = new Object[Rows.dimensions(type)];
            Arrays.setAll(shape, _ -> leaves.next());
            return Rows.of(type, flat, shape);
        }
        if (RecordArrays.areHeldBy(type)) {
            List<Object> arrays = new ArrayList<>();
            of("", type).forEach(_ -> arrays.add(leaves.next()));
            return RecordArrays.of(type, lookup).assemble(arrays);
        }
        if (type == MemorySegment.class) {
            Object leaf = leaves.next();
            return leaf instanceof MemorySegment large
                    ? large
                    : Objects.requireNonNull(segment(leaf), "an array of numbers");
        }
        if (!type.isRecord()) {
            return leaves.next();
        }
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            values[i] = assemble(components[i].getType(), leaves, lookup);
        }
        return make(type, values, lookup);
    }

    /**
     * Makes a record.
     *
     * @param type its class
     * @param values its components
     * @param lookup with access to its constructor
     * @return the record
     */
    public static Object make(Class<?> type, @Nullable Object[] values, MethodHandles.Lookup lookup) {
        RecordComponent[] components = type.getRecordComponents();
        try {
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            var constructor = type.getDeclaredConstructor(types);
            constructor.trySetAccessible();
            MethodHandle handle = lookup.unreflectConstructor(constructor);
            return handle.asFixedArity().invokeWithArguments(values);
        } catch (Throwable e) {
            throw new IllegalArgumentException(type + " cannot be made of " + Arrays.toString(values), e);
        }
    }
}
