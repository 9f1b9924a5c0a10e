package dev.gpukernel.junit;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** Copies and compares what kernels take and give: numbers, arrays, and records of these. */
final class Values {
    private Values() {}

    /** {@return copies of some arguments; what is there twice is there twice again} */
    static @Nullable Object[] copies(@Nullable Object[] arguments) {
        IdentityHashMap<Object, Object> known = new IdentityHashMap<>();
        @Nullable Object[] copies = new Object[arguments.length];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = copy(arguments[i], known);
        }
        return copies;
    }

    private static @Nullable Object copy(@Nullable Object value, IdentityHashMap<Object, Object> known) {
        if (value == null || value instanceof Number || value instanceof Boolean || value instanceof Character) {
            return value;
        }
        Object before = known.get(value);
        if (before != null) {
            return before;
        }
        Object copy;
        if (value.getClass().isArray()) {
            int length = Array.getLength(value);
            copy = Array.newInstance(value.getClass().getComponentType(), length);
            known.put(value, copy);
            if (value instanceof Object[] elements) {
                for (int i = 0; i < length; i++) {
                    Array.set(copy, i, copy(elements[i], known));
                }
            } else {
                System.arraycopy(value, 0, copy, 0, length);
            }
            return copy;
        }
        if (value instanceof Record rec) {
            copy = copyOf(rec, known);
            known.put(value, copy);
            return copy;
        }
        throw new IllegalArgumentException(
                "an argument of " + value.getClass() + " cannot be copied; pass numbers, arrays, and records of these");
    }

    @SuppressWarnings("ReferenceEquality") // the very same value
    private static Object copyOf(Record rec, IdentityHashMap<Object, Object> known) {
        RecordComponent[] components = rec.getClass().getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        @Nullable Object[] values = new Object[components.length];
        boolean isSame = true;
        for (int i = 0; i < values.length; i++) {
            Object value = valueOf(rec, components[i]);
            values[i] = copy(value, known);
            isSame &= value == values[i];
        }
        if (isSame) {
            return rec;
        }
        try {
            Constructor<?> constructor = rec.getClass().getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("a record of " + rec.getClass() + " cannot be copied", e);
        }
    }

    private static @Nullable Object valueOf(Record rec, RecordComponent component) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(rec);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalArgumentException("a record of " + rec.getClass() + " cannot be read", e);
        }
    }

    /**
     * {@return where two values differ and how; null if all bits are the same}
     *
     * @param where what they are
     */
    @SuppressWarnings("ReferenceEquality") // one of them is null, or they are of two classes
    static @Nullable String difference(String where, @Nullable Object expected, @Nullable Object actual) {
        if (expected == null || actual == null || expected.getClass() != actual.getClass()) {
            return expected == actual ? null : text(where, expected, actual);
        }
        if (expected.getClass().isArray()) {
            return differenceOfArrays(where, expected, actual);
        }
        if (expected instanceof Record rec) {
            for (RecordComponent component : rec.getClass().getRecordComponents()) {
                String found = difference(
                        where + "." + component.getName(),
                        valueOf(rec, component),
                        valueOf((Record) actual, component));
                if (found != null) {
                    return found;
                }
            }
            return null;
        }
        // Numbers compare by bits, and all NaNs alike.
        return expected.equals(actual) ? null : text(where, expected, actual);
    }

    private static @Nullable String differenceOfArrays(String where, Object expected, Object actual) {
        int length = Array.getLength(expected);
        if (length != Array.getLength(actual)) {
            return text(where + ".length", length, Array.getLength(actual));
        }
        for (int i = 0; i < length; i++) {
            String found = difference(where + "[" + i + "]", Array.get(expected, i), Array.get(actual, i));
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static String text(String where, @Nullable Object expected, @Nullable Object actual) {
        return where + " is " + actual + bits(actual) + ", expected " + expected + bits(expected);
    }

    private static String bits(@Nullable Object value) {
        return switch (value) {
            case Float number -> " (0x%08x)".formatted(Float.floatToRawIntBits(number));
            case Double number -> " (0x%016x)".formatted(Double.doubleToRawLongBits(number));
            case null, default -> "";
        };
    }
}
