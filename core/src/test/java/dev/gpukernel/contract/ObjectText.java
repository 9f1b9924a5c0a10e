package dev.gpukernel.contract;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** Objects as text: all that they hold, and what is the same object or array as what. Equal texts are equal states, by bits. */
public final class ObjectText {
    private final IdentityHashMap<Object, Integer> seen = new IdentityHashMap<>();
    private final StringBuilder text = new StringBuilder();

    private ObjectText() {}

    /** {@return the text of objects, of which some may be the same} */
    public static String of(@Nullable Object... objects) {
        ObjectText made = new ObjectText();
        for (Object object : objects) {
            made.add(object);
        }
        return made.text.toString();
    }

    private void add(@Nullable Object object) {
        switch (object) {
            case null -> text.append("null\n");
            case Float value -> text.append(value).append('\n');
            case Double value -> text.append(value).append('\n');
            case Number _, Boolean _, Character _, Enum<?> _, String _ ->
                text.append(object).append('\n');
            case MemorySegment segment -> text.append(ObjectText.of(segment.toArray(ValueLayout.JAVA_BYTE)));
            default -> {
                Integer number = seen.putIfAbsent(object, seen.size());
                text.append(object.getClass().getName()).append(" #").append(number == null ? seen.size() - 1 : number);
                text.append('\n');
                if (number == null) {
                    addParts(object);
                }
            }
        }
    }

    private void addParts(Object object) {
        if (object.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(object); i++) {
                add(Array.get(object, i));
            }
            return;
        }
        // What the JDK's own objects hold, as a comparator does, is closed.
        for (Class<?> type = object.getClass();
                type != null && type.getClassLoader() != null;
                type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    text.append(type.getSimpleName())
                            .append('.')
                            .append(field.getName())
                            .append(" = ");
                    try {
                        add(field.get(object));
                    } catch (IllegalAccessException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        }
    }
}
