package dev.gpukernel.oracle;

import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op;
import java.lang.reflect.Array;

/** Elements of Java arrays as the values of the representation, in which whatever is smaller than an int is an int. */
final class Elements {
    private Elements() {}

    static Object get(ElementType element, Object array, int index) {
        if (array instanceof ArrayPart part) {
            return get(element, part.elements(), part.at(index));
        }
        check(element, array, index);
        if (array instanceof BlockMemory.Part part) {
            return part.get(index);
        }
        return switch (element) {
            case BOOLEAN -> ((boolean[]) array)[index] ? 1 : 0;
            case BYTE -> (int) ((byte[]) array)[index];
            case CHAR -> (int) ((char[]) array)[index];
            case SHORT -> (int) ((short[]) array)[index];
            case INT -> ((int[]) array)[index];
            case LONG -> ((long[]) array)[index];
            case FLOAT -> ((float[]) array)[index];
            case DOUBLE -> ((double[]) array)[index];
        };
    }

    static void set(ElementType element, Object array, int index, Object value) {
        if (array instanceof ArrayPart part) {
            set(element, part.elements(), part.at(index), value);
            return;
        }
        check(element, array, index);
        if (array instanceof BlockMemory.Part part) {
            part.set(index, value);
            return;
        }
        switch (element) {
            case BOOLEAN -> ((boolean[]) array)[index] = ((int) value & 1) != 0;
            case BYTE -> ((byte[]) array)[index] = (byte) (int) value;
            case CHAR -> ((char[]) array)[index] = (char) (int) value;
            case SHORT -> ((short[]) array)[index] = (short) (int) value;
            case INT -> ((int[]) array)[index] = (int) value;
            case LONG -> ((long[]) array)[index] = (long) value;
            case FLOAT -> ((float[]) array)[index] = (float) value;
            case DOUBLE -> ((double[]) array)[index] = (double) value;
        }
    }

    /** {@return a boxed Java value with boolean, byte, char and short widened to int} */
    static Object widened(Object value) {
        return switch (value) {
            case Boolean b -> b ? 1 : 0;
            case Byte b -> (int) b;
            case Character c -> (int) c;
            case Short s -> (int) s;
            default -> value;
        };
    }

    /** {@return a table as a Java array} */
    static Object array(Op.ConstantArray table) {
        int length = table.elements().size();
        Object array = Array.newInstance(table.element().arrayClass().componentType(), length);
        for (int i = 0; i < length; i++) {
            Op.Constant element =
                    new Op.Constant(table.element().register(), table.elements().get(i));
            set(table.element(), array, i, Arithmetic.constant(element));
        }
        return array;
    }

    static int length(Object array) {
        return switch (array) {
            case ArrayPart part -> part.length();
            case BlockMemory.Part part -> part.length();
            default -> Array.getLength(array);
        };
    }

    private static void check(ElementType element, Object array, int index) {
        boolean fits = array instanceof BlockMemory.Part part
                ? part.element() == element
                : array.getClass() == element.arrayClass();
        if (!fits) {
            throw new OracleException("a " + array.getClass().getSimpleName() + " as array of " + element.text());
        }
        int length = length(array);
        if (index < 0 || index >= length) {
            throw new OracleException("unchecked access of element " + index + " of " + length);
        }
    }
}
