package dev.gpukernel.oracle;

import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;

/** What the threads of a block have in common. */
final class BlockMemory {
    private final Map<Integer, Object> arrays = new HashMap<>();
    private final ByteBuffer dynamic;

    /**
     * Makes the memory of a block.
     *
     * @param dynamicBytes bytes that the launch gives it
     */
    BlockMemory(int dynamicBytes) {
        dynamic = ByteBuffer.allocate(dynamicBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** A part of what the launch gives; parts may overlap. */
    record Part(ByteBuffer bytes, int offset, int length, ElementType element) {
        private int at(int index) {
            return offset + index * element.bytes();
        }

        Object get(int index) {
            return switch (element) {
                case BOOLEAN, BYTE -> (int) bytes.get(at(index));
                case CHAR -> (int) bytes.getChar(at(index));
                case SHORT -> (int) bytes.getShort(at(index));
                case INT -> bytes.getInt(at(index));
                case LONG -> bytes.getLong(at(index));
                case FLOAT -> bytes.getFloat(at(index));
                case DOUBLE -> bytes.getDouble(at(index));
            };
        }

        void set(int index, Object value) {
            switch (element) {
                case BOOLEAN -> bytes.put(at(index), (byte) ((int) value & 1));
                case BYTE -> bytes.put(at(index), (byte) (int) value);
                case CHAR, SHORT -> bytes.putShort(at(index), (short) (int) value);
                case INT -> bytes.putInt(at(index), (int) value);
                case LONG -> bytes.putLong(at(index), (long) value);
                case FLOAT -> bytes.putFloat(at(index), (float) value);
                case DOUBLE -> bytes.putDouble(at(index), (double) value);
            }
        }
    }

    int dynamicBytes() {
        return dynamic.capacity();
    }

    Object array(Op.SharedArray op) {
        Class<?> type = op.element().arrayClass().componentType();
        return arrays.computeIfAbsent(op.number(), _ -> Array.newInstance(type, op.length()));
    }

    Part part(ElementType element, int offset, int length) {
        if (offset % element.bytes() != 0
                || offset < 0
                || length < 0
                || offset + (long) length * element.bytes() > dynamicBytes()) {
            throw new OracleException("unchecked slice of " + length + " at " + offset);
        }
        return new Part(dynamic, offset, length, element);
    }
}
