package dev.gpukernel.oracle;

import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.backend.RecordArrays;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What kernels return, as Java has it. */
final class Results {
    private Results() {}

    /**
     * Turns a result of the representation into one of Java.
     *
     * @param type what the kernel's method returns
     * @param value an array, a number or truth value as the interpreter has it, or its bits
     * @return the array or boxed number, of a record the list of those that it is made of; {@code null} of a method that returns nothing
     */
    static @Nullable Object boxed(Class<?> type, Object value) {
        Iterator<Object> values = List.<Object>copyOf(value instanceof List<?> several ? several : List.of(value))
                .iterator();
        if (RecordArrays.areHeldBy(type)) {
            return Leaves.assemble(type, values, MethodHandles.lookup());
        }
        if (type.isArray()) {
            return value;
        }
        if (type.isRecord()) {
            List<Object> parts = new ArrayList<>();
            addParts(type, values, parts);
            return parts;
        }
        if (value instanceof Float || value instanceof Double || type == void.class) {
            return type == void.class ? null : value;
        }
        long bits = value instanceof Boolean truth ? (truth ? 1 : 0) : ((Number) value).longValue();
        return switch (NumberType.ofArray(type.arrayType())) {
            case BYTE -> (byte) bits;
            case SHORT -> (short) bits;
            case CHAR -> (char) bits;
            case INT -> (int) bits;
            case LONG -> bits;
            case FLOAT -> Float.intBitsToFloat((int) bits);
            case DOUBLE -> Double.longBitsToDouble(bits);
            case BOOLEAN -> bits != 0;
        };
    }

    private static void addParts(Class<?> type, Iterator<Object> values, List<Object> parts) {
        for (RecordComponent component : type.getRecordComponents()) {
            Class<?> held = component.getType();
            if (held.isRecord()) {
                addParts(held, values, parts);
            } else if (RecordArrays.areHeldBy(held)) {
                parts.add(Leaves.assemble(held, values, MethodHandles.lookup()));
            } else {
                parts.add(Objects.requireNonNull(boxed(held, values.next())));
            }
        }
    }
}
