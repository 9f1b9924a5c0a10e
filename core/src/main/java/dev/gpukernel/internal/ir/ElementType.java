package dev.gpukernel.internal.ir;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What an array holds, in memory. */
public enum ElementType {
    BOOLEAN(1, ScalarType.I32, boolean[].class),
    BYTE(1, ScalarType.I32, byte[].class),
    CHAR(2, ScalarType.I32, char[].class),
    SHORT(2, ScalarType.I32, short[].class),
    INT(4, ScalarType.I32, int[].class),
    LONG(8, ScalarType.I64, long[].class),
    FLOAT(4, ScalarType.F32, float[].class),
    DOUBLE(8, ScalarType.F64, double[].class);

    /** Which {@code values()} would copy for every array of every launch. */
    private static final ElementType[] ALL = values();

    private final int bytes;
    private final ScalarType register;
    private final Class<?> arrayClass;

    ElementType(int bytes, ScalarType register, Class<?> arrayClass) {
        this.bytes = bytes;
        this.register = register;
        this.arrayClass = arrayClass;
    }

    /** {@return the size of an element in memory} */
    public int bytes() {
        return bytes;
    }

    /** {@return the type of an element once it is loaded} */
    public ScalarType register() {
        return register;
    }

    /** {@return the Java array of these} */
    public Class<?> arrayClass() {
        return arrayClass;
    }

    /** {@return the name that Java has for it} */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** {@return what an array of numbers of a type holds, which is no condition} */
    public static ElementType of(ScalarType type) {
        return switch (type) {
            case I1 -> throw new IllegalArgumentException("no array holds conditions");
            case I32 -> INT;
            case I64 -> LONG;
            case F32 -> FLOAT;
            case F64 -> DOUBLE;
        };
    }

    /**
     * Finds the element type of a Java array class.
     *
     * @param arrayClass any class
     * @return its element type, or {@code null} if it is not a one-dimensional array of primitives
     */
    public static @Nullable ElementType ofArray(Class<?> arrayClass) {
        for (ElementType type : ALL) {
            if (type.arrayClass == arrayClass) {
                return type;
            }
        }
        return null;
    }
}
