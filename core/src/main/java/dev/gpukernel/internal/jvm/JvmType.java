package dev.gpukernel.internal.jvm;

import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.TupleType;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.ir.VoidType;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.objectweb.asm.Opcodes;

/** What types of the representation are to the JVM. Conditions are ints; several numbers are an array of their bits. */
public final class JvmType {
    private JvmType() {}

    /** {@return the JVM's type} */
    public static org.objectweb.asm.Type of(Type type) {
        return switch (type) {
            case ScalarType scalar ->
                switch (scalar) {
                    case I1, I32 -> org.objectweb.asm.Type.INT_TYPE;
                    case I64 -> org.objectweb.asm.Type.LONG_TYPE;
                    case F32 -> org.objectweb.asm.Type.FLOAT_TYPE;
                    case F64 -> org.objectweb.asm.Type.DOUBLE_TYPE;
                };
            case ArrayType array ->
                switch (array.index()) {
                    case INT -> ofArray(array.element());
                    case LONG -> org.objectweb.asm.Type.getType(MemorySegment.class);
                };
            case TupleType _ -> org.objectweb.asm.Type.getType(long[].class);
            case VoidType _ -> org.objectweb.asm.Type.VOID_TYPE;
        };
    }

    static org.objectweb.asm.Type ofArray(ElementType element) {
        return org.objectweb.asm.Type.getType(element.arrayClass());
    }

    /** {@return the descriptor of a method with such parameters and result} */
    static String descriptor(List<? extends Value> parameters, Type result) {
        return org.objectweb.asm.Type.getMethodDescriptor(
                of(result), parameters.stream().map(value -> of(value.type())).toArray(org.objectweb.asm.Type[]::new));
    }

    /** {@return the class that an argument of a type is passed as in an array of objects} */
    static Class<?> box(ScalarType type) {
        return switch (type) {
            case I1, I32 -> Integer.class;
            case I64 -> Long.class;
            case F32 -> Float.class;
            case F64 -> Double.class;
        };
    }

    /** {@return the instruction that loads an element} */
    static int load(ElementType element) {
        return switch (element) {
            case BOOLEAN, BYTE -> Opcodes.BALOAD;
            case CHAR -> Opcodes.CALOAD;
            case SHORT -> Opcodes.SALOAD;
            case INT -> Opcodes.IALOAD;
            case LONG -> Opcodes.LALOAD;
            case FLOAT -> Opcodes.FALOAD;
            case DOUBLE -> Opcodes.DALOAD;
        };
    }

    /** {@return the instruction that stores an element} */
    static int store(ElementType element) {
        return switch (element) {
            case BOOLEAN, BYTE -> Opcodes.BASTORE;
            case CHAR -> Opcodes.CASTORE;
            case SHORT -> Opcodes.SASTORE;
            case INT -> Opcodes.IASTORE;
            case LONG -> Opcodes.LASTORE;
            case FLOAT -> Opcodes.FASTORE;
            case DOUBLE -> Opcodes.DASTORE;
        };
    }

    /** {@return the operand of {@code newarray}} */
    static int newArray(ElementType element) {
        return switch (element) {
            case BOOLEAN -> Opcodes.T_BOOLEAN;
            case BYTE -> Opcodes.T_BYTE;
            case CHAR -> Opcodes.T_CHAR;
            case SHORT -> Opcodes.T_SHORT;
            case INT -> Opcodes.T_INT;
            case LONG -> Opcodes.T_LONG;
            case FLOAT -> Opcodes.T_FLOAT;
            case DOUBLE -> Opcodes.T_DOUBLE;
        };
    }
}
