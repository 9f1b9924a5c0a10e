package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.ValueLayout;

/** An array of bytes. */
public final class ByteArray extends TornadoNativeArray {
    private final int size;

    public ByteArray(int size) {
        super(ValueLayout.JAVA_BYTE.byteSize() * size);
        this.size = size;
    }

    public byte get(int index) {
        return elements.getAtIndex(ValueLayout.JAVA_BYTE, index);
    }

    public void set(int index, byte value) {
        elements.setAtIndex(ValueLayout.JAVA_BYTE, index, value);
    }

    @Override
    public int getSize() {
        return size;
    }

    @Override
    public ByteArray another() {
        return new ByteArray(size);
    }
}
