package dev.gpukernel.internal.jit;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.ElementType;
import org.jspecify.annotations.Nullable;

/**
 * A kernel's parameter as its callers see it.
 *
 * @param kernel class and method
 * @param index its position, from 0
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
        if (argument instanceof Integer value) {
            return bits(value.intValue());
        }
        if (argument instanceof Long value) {
            return bits(value.longValue());
        }
        if (argument instanceof Float value) {
            return bits(value.floatValue());
        }
        if (argument instanceof Double value) {
            return bits(value.doubleValue());
        }
        if (argument instanceof Short || argument instanceof Byte) {
            return bits(((Number) argument).intValue());
        }
        throw wrongType(argument.getClass().getSimpleName());
    }

    long bits(int value) {
        return type == int.class ? value : bits((long) value, "int");
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
