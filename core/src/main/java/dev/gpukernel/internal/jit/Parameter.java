package dev.gpukernel.internal.jit;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.backend.RecordArrays;
import dev.gpukernel.internal.backend.Rows;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A kernel's parameter as its callers see it, or what a record among its parameters holds.
 *
 * @param kernel class and method
 * @param index its position, from 0, records taken apart
 * @param name its name
 * @param type its Java type
 * @param element what it holds if it is an array, else {@code null}
 */
record Parameter(
        String kernel,
        int index,
        String name,
        Class<?> type,
        @Nullable ElementType element) {
    boolean isArray() {
        return element != null;
    }

    /** {@return whether it is a memory segment} */
    boolean isSegment() {
        return type == MemorySegment.class;
    }

    /** {@return the type of the array on a device that can be passed for it} */
    Class<?> arrayType() {
        return isSegment() ? Objects.requireNonNull(element, "of a segment").arrayClass() : type;
    }

    /** {@return whether it holds the rows of an array of arrays} The size of each dimension follows. */
    boolean holdsRows() {
        return element != null && Rows.areHeldBy(type);
    }

    /** {@return whether it holds the marks of an array of records, or of objects that are numbers} The arrays of their numbers follow. */
    boolean holdsRecords() {
        return element != null
                && type.isArray()
                && (type.componentType().isRecord() || RecordArrays.number(type.componentType()) != null);
    }

    /** {@return how many parameters say the size of a dimension of what it holds} */
    int sizes() {
        return holdsRows() ? Rows.dimensions(type) : 0;
    }

    /** {@return how many parameters that belong to it follow} */
    int following() {
        return holdsRecords() ? Leaves.of("", type).size() - 1 : sizes();
    }

    IllegalArgumentException wrongType(String passed) {
        return new IllegalArgumentException(
                Message.ARGUMENT_TYPE.format(index + 1, kernel, passed, name, type.getSimpleName()));
    }

    NullPointerException isNull() {
        return new NullPointerException(Message.NULL_ARRAY.format(name, type.getSimpleName(), kernel));
    }

    /**
     * The bits of an argument, converted as Java converts arguments: to a wider type, without loss of range.
     *
     * @throws IllegalArgumentException if Java would not
     */
    long bits(Object argument) {
        return switch (argument) {
            case Boolean value when type == boolean.class -> value ? 1 : 0;
            case Character value when type == char.class || isAtLeast(int.class) -> bits((int) value);
            case Byte value when isAtLeast(byte.class) -> bits(value.intValue());
            case Short value when isAtLeast(short.class) -> bits(value.intValue());
            case Integer value when isAtLeast(int.class) -> bits(value.intValue());
            case Long value -> bits(value.longValue());
            case Float value -> bits(value.floatValue());
            case Double value -> bits(value.doubleValue());
            default -> throw wrongType(argument.getClass().getSimpleName());
        };
    }

    private boolean isAtLeast(Class<?> narrowest) {
        List<Class<?>> order = List.of(byte.class, short.class, int.class, long.class, float.class, double.class);
        return order.indexOf(type) >= order.indexOf(narrowest);
    }

    long bits(boolean value) {
        if (type == boolean.class) {
            return value ? 1 : 0;
        }
        throw wrongType("boolean");
    }

    /** The bits of an int, or of a char, short or byte that a launcher passes as one. */
    long bits(int value) {
        boolean narrow = type == byte.class || type == short.class || type == char.class;
        return type == int.class || narrow ? value : bits((long) value, "int");
    }

    long bits(long value) {
        return bits(value, "long");
    }

    private long bits(long value, String passed) {
        if (type == long.class) {
            return value;
        }
        if (type == float.class) {
            return Float.floatToRawIntBits((float) value);
        }
        if (type == double.class) {
            return Double.doubleToRawLongBits((double) value);
        }
        throw wrongType(passed);
    }

    long bits(float value) {
        if (type == float.class) {
            return Float.floatToRawIntBits(value);
        }
        if (type == double.class) {
            return Double.doubleToRawLongBits(value);
        }
        throw wrongType("float");
    }

    long bits(double value) {
        if (type == double.class) {
            return Double.doubleToRawLongBits(value);
        }
        throw wrongType("double");
    }
}
