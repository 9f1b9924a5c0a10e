package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.ScalarType;
import org.objectweb.asm.Type;

/** The classes of TornadoVM's arrays outside the Java heap. It has none of booleans, and its compiler knows no chars. */
enum NativeKind {
    BYTES("ByteArray", Type.BYTE_TYPE, Byte.BYTES),
    SHORTS("ShortArray", Type.SHORT_TYPE, Short.BYTES),
    INTS("IntArray", Type.INT_TYPE, Integer.BYTES),
    LONGS("LongArray", Type.LONG_TYPE, Long.BYTES),
    FLOATS("FloatArray", Type.FLOAT_TYPE, Float.BYTES),
    DOUBLES("DoubleArray", Type.DOUBLE_TYPE, Double.BYTES);

    private static final String PACKAGE = "uk.ac.manchester.tornado.api.types.arrays.";

    private final String simpleName;
    private final Type element;
    private final int bytes;

    NativeKind(String simpleName, Type element, int bytes) {
        this.simpleName = simpleName;
        this.element = element;
        this.bytes = bytes;
    }

    /** {@return what holds elements of a type} */
    static NativeKind of(ElementType element) {
        return switch (element) {
            case BOOLEAN, BYTE -> BYTES;
            case CHAR, SHORT -> SHORTS;
            case INT -> INTS;
            case LONG -> LONGS;
            case FLOAT -> FLOATS;
            case DOUBLE -> DOUBLES;
        };
    }

    /** {@return what holds numbers of a type} */
    static NativeKind of(ScalarType type) {
        return switch (type) {
            case I1, I32 -> INTS;
            case I64 -> LONGS;
            case F32 -> FLOATS;
            case F64 -> DOUBLES;
        };
    }

    /** {@return binary name of the class} */
    String className() {
        return PACKAGE + simpleName;
    }

    /** {@return the class as bytecode names it} */
    Type type() {
        return Type.getObjectType(className().replace('.', '/'));
    }

    /** {@return the Java type of an element} */
    Type element() {
        return element;
    }

    /** {@return bytes of an element} */
    int bytes() {
        return bytes;
    }
}
