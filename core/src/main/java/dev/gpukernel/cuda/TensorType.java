package dev.gpukernel.cuda;

import dev.gpukernel.diagnostic.Message;

/** Elements of tensors that are those of an array of Java's. */
enum TensorType {
    BOOLEAN(boolean[].class, 6, 8),
    BYTE(byte[].class, 0, 8),
    CHAR(char[].class, 1, 16),
    SHORT(short[].class, 0, 16),
    INT(int[].class, 0, 32),
    LONG(long[].class, 0, 64),
    FLOAT(float[].class, 2, 32),
    DOUBLE(double[].class, 2, 64);

    private static final String[] NAMES = {
        "int",
        "uint",
        "float",
        "handle",
        "bfloat",
        "complex",
        "bool",
        "float8_e3m4",
        "float8_e4m3",
        "float8_e4m3b11fnuz",
        "float8_e4m3fn",
        "float8_e4m3fnuz",
        "float8_e5m2",
        "float8_e5m2fnuz",
        "float8_e8m0fnu",
        "float6_e2m3fn",
        "float6_e3m2fn",
        "float4_e2m1fn"
    };
    private static final int LAST_INTEGER = 1;

    private final Class<?> arrayType;
    private final int code;
    private final int bits;

    TensorType(Class<?> arrayType, int code, int bits) {
        this.arrayType = arrayType;
        this.code = code;
        this.bits = bits;
    }

    /** {@return that of an array of Java's} */
    static TensorType of(Class<?> arrayType) {
        for (TensorType type : values()) {
            if (type.arrayType == arrayType) {
                return type;
            }
        }
        throw new IllegalArgumentException(Message.NOT_PRIMITIVE_ARRAY.format(arrayType.getTypeName()));
    }

    int code() {
        return code;
    }

    int bits() {
        return bits;
    }

    int bytes() {
        return bits / Byte.SIZE;
    }

    /** {@return whether elements of a tensor are taken for these: the same, or with the same bits but for the sign} */
    boolean takes(int otherCode, int otherBits, int lanes) {
        boolean isAlike = otherCode == code || (code <= LAST_INTEGER && otherCode <= LAST_INTEGER && otherCode >= 0);
        return this != BOOLEAN && lanes == 1 && otherBits == bits && isAlike;
    }

    /** {@return what elements of a tensor are called} */
    static String name(int code, int bits, int lanes) {
        String name = code >= 0 && code < NAMES.length ? NAMES[code] : "elements of type code " + code + " with ";
        String sized = Character.isDigit(name.charAt(name.length() - 1)) || name.equals("bool") ? name : name + bits;
        return lanes == 1 ? sized : sized + " x " + lanes;
    }

    /** {@return what Java calls an array of them} */
    String text() {
        return arrayType.getSimpleName();
    }
}
