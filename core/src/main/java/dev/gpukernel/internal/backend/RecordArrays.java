package dev.gpukernel.internal.backend;

import dev.gpukernel.diagnostic.Message;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes arrays of records of one type apart, into an array of bytes, the marks, and one array for each number in a record, and puts records
 * together again by their canonical constructors. The mark of an element is 1 if there is a record, 0 if it is null. An {@code Integer}, or
 * another object that is a number, is one of a single number, which its {@code valueOf} makes.
 */
public final class RecordArrays {
    private static final Map<Class<?>, Class<?>> NUMBERS = Map.of(
            Boolean.class, boolean.class,
            Byte.class, byte.class,
            Short.class, short.class,
            Character.class, char.class,
            Integer.class, int.class,
            Long.class, long.class,
            Float.class, float.class,
            Double.class, double.class);

    private final Class<?> type;

    /** From a record to a number in it; both are of its type, the former as an {@code Object}. */
    private final List<MethodHandle> numbers = new ArrayList<>();

    /** From a record to a record in it. */
    private final List<MethodHandle> inner = new ArrayList<>();

    /** From an array for each number and an index to a record. */
    private final MethodHandle maker;

    private RecordArrays(Class<?> type, MethodHandles.Lookup lookup) throws IllegalAccessException {
        this.type = type;
        Class<?> record = type.componentType();
        MethodHandle whole = MethodHandles.identity(record);
        Class<?> number = number(record);
        if (number == null) {
            addComponents(record, whole, lookup);
            this.maker = ofArrays(constructor(record, lookup));
        } else {
            numbers.add(whole.asType(MethodType.methodType(number, record))
                    .asType(MethodType.methodType(number, Object.class)));
            MethodHandle box = MethodHandles.identity(number).asType(MethodType.methodType(record, number));
            this.maker = ofArrays(box);
        }
    }

    /** {@return the type of the number that objects of a class are, null if they are none} */
    public static @Nullable Class<?> number(Class<?> type) {
        return NUMBERS.get(type);
    }

    /** {@return whether a type is an array of records of numbers, or of objects that are numbers} */
    public static boolean areHeldBy(Class<?> type) {
        if (!type.isArray()) {
            return false;
        }
        Class<?> element = type.componentType();
        return number(element) != null || (element.isRecord() && isOfNumbers(element, List.of()));
    }

    /** A record may hold itself, by way of others. */
    private static boolean isOfNumbers(Class<?> type, List<Class<?>> outer) {
        if (!type.isRecord() || outer.contains(type)) {
            return type.isPrimitive();
        }
        List<Class<?>> inner = new ArrayList<>(outer);
        inner.add(type);
        return Arrays.stream(type.getRecordComponents()).allMatch(component -> isOfNumbers(component.getType(), inner));
    }

    /**
     * Prepares for a type.
     *
     * @param type of arrays of records of numbers
     * @param lookup with access to the records, unless everybody has that
     * @throws IllegalArgumentException if records cannot be read or made
     */
    public static RecordArrays of(Class<?> type, MethodHandles.Lookup lookup) {
        try {
            return new RecordArrays(type, lookup);
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(
                    Message.RECORD_ACCESS.format(type.componentType().getName()), e);
        }
    }

    private void addComponents(Class<?> record, MethodHandle path, MethodHandles.Lookup lookup)
            throws IllegalAccessException {
        for (RecordComponent component : record.getRecordComponents()) {
            MethodHandle value = MethodHandles.filterReturnValue(path, getter(record, component, lookup));
            Class<?> held = component.getType();
            if (held.isPrimitive()) {
                numbers.add(value.asType(MethodType.methodType(held, Object.class)));
            } else {
                inner.add(value.asType(MethodType.methodType(Object.class, Object.class)));
                addComponents(held, value, lookup);
            }
        }
    }

    /** An accessor may give something else than the field, which the kernel's own call of it then does. */
    private static MethodHandle getter(Class<?> record, RecordComponent component, MethodHandles.Lookup lookup)
            throws IllegalAccessException {
        try {
            Field field = record.getDeclaredField(component.getName());
            field.trySetAccessible();
            return lookup.unreflectGetter(field);
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@return what makes a record of the numbers in it} */
    private static MethodHandle constructor(Class<?> record, MethodHandles.Lookup lookup)
            throws IllegalAccessException {
        RecordComponent[] components = record.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Constructor<?> canonical;
        try {
            canonical = record.getDeclaredConstructor(types);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
        canonical.trySetAccessible();
        MethodHandle made = lookup.unreflectConstructor(canonical);
        for (int i = components.length - 1; i >= 0; i--) {
            if (!types[i].isPrimitive()) {
                made = MethodHandles.collectArguments(made, i, constructor(types[i], lookup));
            }
        }
        return made;
    }

    /** {@return what makes a record of an element of each array: takes the arrays, then the index} */
    private static MethodHandle ofArrays(MethodHandle ofNumbers) {
        List<Class<?>> types = ofNumbers.type().parameterList();
        MethodHandle ofElements = ofNumbers;
        List<Class<?>> arrays = new ArrayList<>();
        int[] order = new int[2 * types.size()];
        for (int i = types.size() - 1; i >= 0; i--) {
            MethodHandle element = MethodHandles.arrayElementGetter(types.get(i).arrayType());
            ofElements = MethodHandles.collectArguments(ofElements, i, element);
            arrays.addFirst(types.get(i).arrayType());
            order[2 * i] = i;
            order[2 * i + 1] = types.size();
        }
        MethodType all =
                MethodType.methodType(ofNumbers.type().returnType(), arrays).appendParameterTypes(int.class);
        return MethodHandles.permuteArguments(ofElements, all, order);
    }

    /** {@return how many numbers a record has} */
    public int count() {
        return numbers.size();
    }

    /** {@return the index of the first element that is null, or a record that holds null in place of a record; -1 if there is none} */
    public int firstNull(@Nullable Object[] records) {
        for (int i = 0; i < records.length; i++) {
            if (records[i] == null || holdsNull(records[i])) {
                return i;
            }
        }
        return -1;
    }

    /** {@return whether a record holds null in place of a record} */
    public boolean holdsNull(Object record) {
        try {
            // Those around it come first, so that this is asked of no null.
            for (MethodHandle component : inner) {
                if ((Object) component.invokeExact(record) == null) {
                    return true;
                }
            }
            return false;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@return the marks, and an array for each number; of null, zeros} None of the records holds null. */
    public List<Object> pack(@Nullable Object[] records) {
        List<Object> arrays = new ArrayList<>();
        arrays.add(marks(records));
        for (int i = 0; i < count(); i++) {
            Object array = newArray(i, records.length);
            pack(records, i, array);
            arrays.add(array);
        }
        return arrays;
    }

    /** {@return the mark of each element} */
    public static byte[] marks(@Nullable Object[] records) {
        byte[] marks = new byte[records.length];
        for (int i = 0; i < records.length; i++) {
            marks[i] = (byte) (records[i] == null ? 0 : 1);
        }
        return marks;
    }

    /** {@return a new array for a number} */
    public Object newArray(int number, int length) {
        return Array.newInstance(numbers.get(number).type().returnType(), length);
    }

    /** Copies a number of each record to an array, whose elements are left as they are where there is none. */
    public void pack(@Nullable Object[] records, int number, Object array) {
        MethodHandle from = numbers.get(number);
        try {
            switch (array) {
                case boolean[] to -> {
                    for (int i = 0; i < to.length; i++) {
                        Object record = records[i];
                        if (record != null) {
                            to[i] = (boolean) from.invokeExact(record);
                        }
                    }
                }
                case byte[] to -> {
                    for (int i = 0; i < to.length; i++) {
                        Object record = records[i];
                        if (record != null) {
                            to[i] = (byte) from.invokeExact(record);
                        }
                    }
                }
                case char[] to -> {
                    for (int i = 0; i < to.length; i++) {
                        Object record = records[i];
                        if (record != null) {
                            to[i] = (char) from.invokeExact(record);
                        }
                    }
                }
                case short[] to -> {
                    for (int i = 0; i < to.length; i++) {
                        Object record = records[i];
                        if (record != null) {
                            to[i] = (short) from.invokeExact(record);
                        }
                    }
                }
                case int[] to -> {
                    for (int i = 0; i < to.length; i++) {
                        Object record = records[i];
                        if (record != null) {
                            to[i] = (int) from.invokeExact(record);
                        }
                    }
                }
                case long[] to -> {
                    for (int i = 0; i < to.length; i++) {
                        Object record = records[i];
                        if (record != null) {
                            to[i] = (long) from.invokeExact(record);
                        }
                    }
                }
                case float[] to -> {
                    for (int i = 0; i < to.length; i++) {
                        Object record = records[i];
                        if (record != null) {
                            to[i] = (float) from.invokeExact(record);
                        }
                    }
                }
                case double[] to -> {
                    for (int i = 0; i < to.length; i++) {
                        Object record = records[i];
                        if (record != null) {
                            to[i] = (double) from.invokeExact(record);
                        }
                    }
                }
                default -> throw new IllegalArgumentException(array + " is no array of numbers");
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@return a new array of the records that marks and numbers make up} */
    public Object[] assemble(List<Object> arrays) {
        Object[] records = ofNulls(arrays);
        unpack(arrays, records);
        return records;
    }

    /** {@return a new array of as many elements as some arrays have, all of them null} */
    public Object[] ofNulls(List<Object> arrays) {
        return (Object[]) Array.newInstance(type.componentType(), Array.getLength(arrays.getFirst()));
    }

    /** Makes all elements what marks and numbers make up, also null. */
    public void assemble(List<Object> arrays, @Nullable Object[] records) {
        unpack(arrays, records);
        byte[] marks = (byte[]) arrays.getFirst();
        for (int i = 0; i < marks.length; i++) {
            if (marks[i] == 0) {
                records[i] = null;
            }
        }
    }

    /**
     * Makes new records of the elements whose marks are not 0. All of them are made before the first is set.
     *
     * @param arrays the marks, and an array for each number
     * @param records where records are put
     * @throws IllegalStateException if a constructor throws, or makes other numbers of those that it gets
     */
    public void unpack(List<Object> arrays, @Nullable Object[] records) {
        byte[] marks = (byte[]) arrays.getFirst();
        List<Object> values = arrays.subList(1, arrays.size());
        @Nullable Object[] made = new @Nullable Object[marks.length];
        MethodHandle make = MethodHandles.insertArguments(maker, 0, values.toArray())
                .asType(MethodType.methodType(Object.class, int.class));
        try {
            for (int i = 0; i < marks.length; i++) {
                made[i] = marks[i] == 0 ? null : (Object) make.invokeExact(i);
            }
        } catch (Throwable e) {
            throw remade(e);
        }
        for (int i = 0; i < count(); i++) {
            // Constructors may have code. What they make of the numbers in a record that they made already must be the
            // same.
            Object again = newArray(i, marks.length);
            System.arraycopy(values.get(i), 0, again, 0, marks.length);
            pack(made, i, again);
            if (!Objects.deepEquals(again, values.get(i))) {
                throw remade(null);
            }
        }
        for (int i = 0; i < marks.length; i++) {
            if (marks[i] != 0) {
                records[i] = made[i];
            }
        }
    }

    private IllegalStateException remade(@Nullable Throwable cause) {
        return new IllegalStateException(
                Message.RECORD_REMADE.format(type.componentType().getSimpleName()), cause);
    }
}
