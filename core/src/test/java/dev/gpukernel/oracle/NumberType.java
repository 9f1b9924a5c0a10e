package dev.gpukernel.oracle;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;

/** The types of numbers that generated kernels compute with; each widens to those after it. */
enum NumberType {
    INT(int.class, int[].class),
    LONG(long.class, long[].class),
    FLOAT(float.class, float[].class),
    DOUBLE(double.class, double[].class);

    private final Class<?> scalar;
    private final Class<?> array;

    NumberType(Class<?> scalar, Class<?> array) {
        this.scalar = scalar;
        this.array = array;
    }

    /** {@return what an array holds} */
    static NumberType ofArray(Class<?> array) {
        return Arrays.stream(values())
                .filter(type -> type.array == array)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("not an array of numbers: " + array));
    }

    Class<?> scalar() {
        return scalar;
    }

    Class<?> array() {
        return array;
    }

    /** {@return the types that widen to this one, and itself} */
    List<NumberType> upToThis() {
        return List.copyOf(EnumSet.range(INT, this));
    }

    boolean isIntegral() {
        return this == INT || this == LONG;
    }

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
