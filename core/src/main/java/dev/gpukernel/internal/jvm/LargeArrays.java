package dev.gpukernel.internal.jvm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.gpukernel.internal.ir.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Accesses to arrays with indices that are longs, which are memory segments. Emitted code calls them. */
final class LargeArrays {
    private static final String OWN = Type.getInternalName(LargeArrays.class);
    private static final String SEGMENT = Type.getDescriptor(MemorySegment.class);

    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    /** Held by threads that update elements which begin anywhere. All that a loop does with such memory is to update it. */
    private static final Object MISALIGNED = new Object();

    private LargeArrays() {}

    /** Writes what takes a segment from the stack and leaves the number of its elements there. */
    static void emitLength(MethodVisitor code, ElementType element) {
        code.visitMethodInsn(
                Opcodes.INVOKEINTERFACE, Type.getInternalName(MemorySegment.class), "byteSize", "()J", true);
        code.visitLdcInsn(Integer.numberOfTrailingZeros(element.bytes()));
        code.visitInsn(Opcodes.LUSHR);
    }

    /** Writes what takes a segment and an index from the stack and leaves the element there. */
    static void emitLoad(MethodVisitor code, ElementType element) {
        String type = Type.getType(element.arrayClass().componentType()).getDescriptor();
        code.visitMethodInsn(Opcodes.INVOKESTATIC, OWN, element.text() + "At", "(" + SEGMENT + "J)" + type, false);
    }

    /** Writes what takes a segment, an index and an element from the stack and sets the element, narrowed to its size. */
    static void emitStore(MethodVisitor code, ElementType element) {
        String passed = JvmType.of(element.register()).getDescriptor();
        code.visitMethodInsn(
                Opcodes.INVOKESTATIC, OWN, element.text() + "Set", "(" + SEGMENT + "J" + passed + ")V", false);
    }

    /**
     * Writes what takes a segment, an index and a number from the stack, updates the element atomically, and leaves there what it was.
     *
     * @param operation the name of a method of this class
     */
    static void emitUpdate(MethodVisitor code, String operation, ElementType element) {
        String value = JvmType.of(element.register()).getDescriptor();
        code.visitMethodInsn(Opcodes.INVOKESTATIC, OWN, operation, "(" + SEGMENT + "J" + value + ")" + value, false);
    }

    static int add(MemorySegment memory, long index, int value) {
        return intUpdate(memory, index * Integer.BYTES, value, Integer::sum);
    }

    static int min(MemorySegment memory, long index, int value) {
        return intUpdate(memory, index * Integer.BYTES, value, Math::min);
    }

    static int max(MemorySegment memory, long index, int value) {
        return intUpdate(memory, index * Integer.BYTES, value, Math::max);
    }

    static int and(MemorySegment memory, long index, int value) {
        return intUpdate(memory, index * Integer.BYTES, value, (one, other) -> one & other);
    }

    static int or(MemorySegment memory, long index, int value) {
        return intUpdate(memory, index * Integer.BYTES, value, (one, other) -> one | other);
    }

    static int xor(MemorySegment memory, long index, int value) {
        return intUpdate(memory, index * Integer.BYTES, value, (one, other) -> one ^ other);
    }

    static long add(MemorySegment memory, long index, long value) {
        return longUpdate(memory, index * Long.BYTES, value, Long::sum);
    }

    static long min(MemorySegment memory, long index, long value) {
        return longUpdate(memory, index * Long.BYTES, value, Math::min);
    }

    static long max(MemorySegment memory, long index, long value) {
        return longUpdate(memory, index * Long.BYTES, value, Math::max);
    }

    static long and(MemorySegment memory, long index, long value) {
        return longUpdate(memory, index * Long.BYTES, value, (one, other) -> one & other);
    }

    static long or(MemorySegment memory, long index, long value) {
        return longUpdate(memory, index * Long.BYTES, value, (one, other) -> one | other);
    }

    static long xor(MemorySegment memory, long index, long value) {
        return longUpdate(memory, index * Long.BYTES, value, (one, other) -> one ^ other);
    }

    private static int intUpdate(MemorySegment memory, long offset, int value, IntBinaryOperator operation) {
        if (isMisaligned(memory, Integer.BYTES)) {
            synchronized (MISALIGNED) {
                int old = memory.get(JAVA_INT_UNALIGNED, offset);
                memory.set(JAVA_INT_UNALIGNED, offset, operation.applyAsInt(old, value));
                return old;
            }
        }
        while (true) {
            int old = (int) INT.getVolatile(memory, offset);
            if (INT.compareAndSet(memory, offset, old, operation.applyAsInt(old, value))) {
                return old;
            }
        }
    }

    private static long longUpdate(MemorySegment memory, long offset, long value, LongBinaryOperator operation) {
        if (isMisaligned(memory, Long.BYTES)) {
            synchronized (MISALIGNED) {
                long old = memory.get(JAVA_LONG_UNALIGNED, offset);
                memory.set(JAVA_LONG_UNALIGNED, offset, operation.applyAsLong(old, value));
                return old;
            }
        }
        while (true) {
            long old = (long) LONG.getVolatile(memory, offset);
            if (LONG.compareAndSet(memory, offset, old, operation.applyAsLong(old, value))) {
                return old;
            }
        }
    }

    /** {@return whether the JVM has no atomic accesses to elements, of which a kernel asks for unaligned ones} */
    private static boolean isMisaligned(MemorySegment memory, int bytes) {
        return memory.maxByteAlignment() < bytes;
    }

    static byte byteAt(MemorySegment memory, long index) {
        return memory.get(JAVA_BYTE, index);
    }

    static void byteSet(MemorySegment memory, long index, int value) {
        memory.set(JAVA_BYTE, index, (byte) value);
    }

    static char charAt(MemorySegment memory, long index) {
        return memory.get(JAVA_CHAR_UNALIGNED, index * Character.BYTES);
    }

    static void charSet(MemorySegment memory, long index, int value) {
        memory.set(JAVA_CHAR_UNALIGNED, index * Character.BYTES, (char) value);
    }

    static short shortAt(MemorySegment memory, long index) {
        return memory.get(JAVA_SHORT_UNALIGNED, index * Short.BYTES);
    }

    static void shortSet(MemorySegment memory, long index, int value) {
        memory.set(JAVA_SHORT_UNALIGNED, index * Short.BYTES, (short) value);
    }

    static int intAt(MemorySegment memory, long index) {
        return memory.get(JAVA_INT_UNALIGNED, index * Integer.BYTES);
    }

    static void intSet(MemorySegment memory, long index, int value) {
        memory.set(JAVA_INT_UNALIGNED, index * Integer.BYTES, value);
    }

    static long longAt(MemorySegment memory, long index) {
        return memory.get(JAVA_LONG_UNALIGNED, index * Long.BYTES);
    }

    static void longSet(MemorySegment memory, long index, long value) {
        memory.set(JAVA_LONG_UNALIGNED, index * Long.BYTES, value);
    }

    static float floatAt(MemorySegment memory, long index) {
        return memory.get(JAVA_FLOAT_UNALIGNED, index * Float.BYTES);
    }

    static void floatSet(MemorySegment memory, long index, float value) {
        memory.set(JAVA_FLOAT_UNALIGNED, index * Float.BYTES, value);
    }

    static double doubleAt(MemorySegment memory, long index) {
        return memory.get(JAVA_DOUBLE_UNALIGNED, index * Double.BYTES);
    }

    static void doubleSet(MemorySegment memory, long index, double value) {
        memory.set(JAVA_DOUBLE_UNALIGNED, index * Double.BYTES, value);
    }
}
