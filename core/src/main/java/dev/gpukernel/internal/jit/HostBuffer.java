package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A buffer of the caller's, as an array of its elements from position to limit. They are read and written in the buffer's own byte order,
 * and position and limit stay what they are.
 */
final class HostBuffer implements HostElements {
    private final Buffer buffer;
    private final ElementType element;
    private final int position;
    private final int length;

    HostBuffer(Buffer buffer) {
        this.buffer = buffer;
        this.position = buffer.position();
        this.length = buffer.remaining();
        this.element = switch (buffer) {
            case ByteBuffer _ -> ElementType.BYTE;
            case CharBuffer _ -> ElementType.CHAR;
            case ShortBuffer _ -> ElementType.SHORT;
            case IntBuffer _ -> ElementType.INT;
            case LongBuffer _ -> ElementType.LONG;
            case FloatBuffer _ -> ElementType.FLOAT;
            case DoubleBuffer _ -> ElementType.DOUBLE;
        };
    }

    @Override
    public ElementType element() {
        return element;
    }

    @Override
    public Object original() {
        return buffer;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public boolean isReadOnly() {
        return buffer.isReadOnly();
    }

    /** {@return its type as users know it, such as {@code FloatBuffer}} */
    String type() {
        String name = element.text();
        return Character.toUpperCase(name.charAt(0)) + name.substring(1) + "Buffer";
    }

    @Override
    public @Nullable Object wholeArray() {
        return buffer.hasArray() && buffer.arrayOffset() + position == 0 && Array.getLength(buffer.array()) == length
                ? buffer.array()
                : null;
    }

    /** That of a string is nobody else's. */
    @Override
    public @Nullable MemorySegment memory() {
        try {
            return MemorySegment.ofBuffer(buffer);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    @Override
    public ByteOrder order() {
        return order(buffer);
    }

    private static ByteOrder order(Buffer buffer) {
        return switch (buffer) {
            // Bytes have none.
            case ByteBuffer _ -> ByteOrder.nativeOrder();
            case CharBuffer own -> own.order();
            case ShortBuffer own -> own.order();
            case IntBuffer own -> own.order();
            case LongBuffer own -> own.order();
            case FloatBuffer own -> own.order();
            case DoubleBuffer own -> own.order();
        };
    }

    @Override
    public void read(long from, Object array, int count) {
        int first = position + (int) from;
        switch (buffer) {
            case ByteBuffer own -> own.get(first, (byte[]) array, 0, count);
            case CharBuffer own -> own.get(first, (char[]) array, 0, count);
            case ShortBuffer own -> own.get(first, (short[]) array, 0, count);
            case IntBuffer own -> own.get(first, (int[]) array, 0, count);
            case LongBuffer own -> own.get(first, (long[]) array, 0, count);
            case FloatBuffer own -> own.get(first, (float[]) array, 0, count);
            case DoubleBuffer own -> own.get(first, (double[]) array, 0, count);
        }
    }

    @Override
    public void write(long from, Object array, int count) {
        int first = position + (int) from;
        switch (buffer) {
            case ByteBuffer own -> own.put(first, (byte[]) array, 0, count);
            case CharBuffer own -> own.put(first, (char[]) array, 0, count);
            case ShortBuffer own -> own.put(first, (short[]) array, 0, count);
            case IntBuffer own -> own.put(first, (int[]) array, 0, count);
            case LongBuffer own -> own.put(first, (long[]) array, 0, count);
            case FloatBuffer own -> own.put(first, (float[]) array, 0, count);
            case DoubleBuffer own -> own.put(first, (double[]) array, 0, count);
        }
    }

    @Override
    public void copyTo(Memory target, Device device, Stream stream) {
        if (buffer.hasArray()) {
            target.copyFrom(buffer.array(), buffer.arrayOffset() + position, 0, length, stream);
        } else {
            HostElements.super.copyTo(target, device, stream);
        }
    }

    @Override
    public void copyFrom(Memory source, Device device, Stream stream) {
        if (buffer.hasArray()) {
            source.copyTo(buffer.array(), buffer.arrayOffset() + position, 0, length, stream);
        } else {
            HostElements.super.copyFrom(source, device, stream);
        }
    }
}
