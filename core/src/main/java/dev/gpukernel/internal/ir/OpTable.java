package dev.gpukernel.internal.ir;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Every operation that has finitely many forms, found by its text: all but constants and calls. Made from the records themselves. */
final class OpTable {
    private final Map<String, Op> ops = new HashMap<>();

    OpTable() {
        for (Class<? extends Op> kind : kinds()) {
            if (isFinite(kind)) {
                addAll(kind);
            }
        }
    }

    Map<String, Op> byText() {
        return ops;
    }

    /** {@return every record that is an operation} */
    static List<Class<? extends Op>> kinds() {
        List<Class<? extends Op>> kinds = new ArrayList<>();
        for (Class<?> kind : Op.class.getPermittedSubclasses()) {
            kinds.add(kind.asSubclass(Op.class));
        }
        return kinds;
    }

    static boolean isFinite(Class<? extends Op> kind) {
        return Arrays.stream(kind.getRecordComponents())
                .allMatch(component -> component.getType().isEnum());
    }

    private void addAll(Class<? extends Op> kind) {
        List<Class<?>> types = new ArrayList<>();
        List<List<Object>> choices = List.of(List.of());
        for (RecordComponent component : kind.getRecordComponents()) {
            types.add(component.getType());
            choices = extended(choices, component.getType().getEnumConstants());
        }
        for (List<Object> arguments : choices) {
            Op op = create(kind, types, arguments);
            Op other = ops.put(op.text(), op);
            if (other != null) {
                throw new IllegalStateException(other + " and " + op + " have the same text");
            }
        }
    }

    private static List<List<Object>> extended(List<List<Object>> choices, Object[] constants) {
        List<List<Object>> result = new ArrayList<>();
        for (List<Object> choice : choices) {
            for (Object constant : constants) {
                List<Object> longer = new ArrayList<>(choice);
                longer.add(constant);
                result.add(longer);
            }
        }
        return result;
    }

    private static Op create(Class<? extends Op> kind, List<Class<?>> types, List<Object> arguments) {
        try {
            return kind.getDeclaredConstructor(types.toArray(Class<?>[]::new)).newInstance(arguments.toArray());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make " + kind + " of " + arguments, e);
        }
    }
}
