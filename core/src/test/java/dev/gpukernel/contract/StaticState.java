package dev.gpukernel.contract;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the static fields of some classes hold that are not final, with all that this leads to: it can be set back. */
public final class StaticState {
    private final List<Field> fields = new ArrayList<>();
    private final List<@Nullable Object> held = new ArrayList<>();

    /** By object: copies of arrays, and what the fields of objects hold. The JDK's own objects are closed. */
    private final IdentityHashMap<Object, Object> parts = new IdentityHashMap<>();

    private StaticState() {}

    /**
     * Takes it, which initialises the classes. One that cannot be initialised has no state.
     *
     * @param classes with the fields
     */
    public static StaticState of(Collection<Class<?>> classes) {
        StaticState state = new StaticState();
        classes.stream().flatMap(StaticState::fields).forEach(field -> {
            try {
                state.held.add(get(field, null));
                state.fields.add(field);
            } catch (LinkageError _) {
                // It stays as it is.
            }
        });
        Deque<Object> left = new ArrayDeque<>();
        for (Object object : state.held) {
            add(object, left);
        }
        while (!left.isEmpty()) {
            state.keep(left.remove(), left);
        }
        return state;
    }

    /** {@return static fields of a class that are not final} */
    static Stream<Field> fields(Class<?> type) {
        return Stream.of(type.getDeclaredFields())
                .filter(field -> Modifier.isStatic(field.getModifiers())
                        && !Modifier.isFinal(field.getModifiers())
                        && !field.isSynthetic());
    }

    /** {@return what the fields hold now} */
    public Stream<@Nullable Object> now() {
        return fields.stream().map(field -> get(field, null));
    }

    /** Sets all back to what it was. */
    public void restore() {
        for (int i = 0; i < fields.size(); i++) {
            set(fields.get(i), null, held.get(i));
        }
        parts.forEach((object, before) -> {
            if (object.getClass().isArray()) {
                System.arraycopy(before, 0, object, 0, Array.getLength(object));
            } else {
                @Nullable Object[] values = (@Nullable Object[]) before;
                List<Field> own = own(object);
                for (int i = 0; i < values.length; i++) {
                    set(own.get(i), object, values[i]);
                }
            }
        });
    }

    private static void add(@Nullable Object object, Deque<Object> left) {
        if (object != null) {
            left.add(object);
        }
    }

    private void keep(Object object, Deque<Object> left) {
        if (parts.containsKey(object)) {
            return;
        }
        if (object.getClass().isArray()) {
            int length = Array.getLength(object);
            Object copy = Array.newInstance(object.getClass().getComponentType(), length);
            System.arraycopy(object, 0, copy, 0, length);
            parts.put(object, copy);
            if (!object.getClass().getComponentType().isPrimitive()) {
                @Nullable Object[] elements = (@Nullable Object[]) object;
                for (Object element : elements) {
                    add(element, left);
                }
            }
        } else if (object.getClass().getClassLoader() != null
                && !object.getClass().isHidden()) {
            List<Field> own = own(object);
            @Nullable Object[] values = new @Nullable Object[own.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = get(own.get(i), object);
                add(values[i], left);
            }
            parts.put(object, values);
        }
    }

    /** {@return the fields of an object that may change} */
    private static List<Field> own(Object object) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> type = object.getClass();
                type != null && type.getClassLoader() != null;
                type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !type.isRecord()) {
                    fields.add(field);
                }
            }
        }
        return fields;
    }

    private static @Nullable Object get(Field field, @Nullable Object object) {
        try {
            field.setAccessible(true);
            return field.get(object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void set(Field field, @Nullable Object object, @Nullable Object value) {
        try {
            field.setAccessible(true);
            field.set(object, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
