package dev.gpukernel.oracle;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;

/**
 * The types of numbers that generated kernels compute with. From int on, each but boolean widens to those after it; those before int
 * widen to int.
 */
enum NumberType implements ValueType {
    BYTE(byte.class, byte[].class),
    SHORT(short.class, short[].class),
    CHAR(char.class, char[].class),
    INT(int.class, int[].class),
    LONG(long.class, long[].class),
    FLOAT(float.class, float[].class),
    DOUBLE(double.class, double[].class),
    BOOLEAN(boolean.class, boolean[].class);

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

    /** {@return the types that operators promote to this one, and itself; only for what operators give} */
    List<NumberType> upToThis() {
        return List.copyOf(EnumSet.range(BYTE, this));
    }

    /** {@return the types without boolean} */
    static List<NumberType> numeric() {
        return List.copyOf(EnumSet.range(BYTE, DOUBLE));
    }

    /** {@return whether operators promote it to int} */
    boolean isSmall() {
        return this == BYTE || this == SHORT || this == CHAR;
    }

    boolean isIntegral() {
        return this != BOOLEAN && compareTo(LONG) <= 0;
    }

    /** {@return an expression of another type as one of this} */
    String converted(NumberType from, String expression) {
        if (this == BOOLEAN) {
            return from == BOOLEAN ? expression : expression + " > 0";
        }
        return "(" + text() + ") " + (from == BOOLEAN ? "(" + expression + " ? 2 : 1)" : expression);
    }

    @Override
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
