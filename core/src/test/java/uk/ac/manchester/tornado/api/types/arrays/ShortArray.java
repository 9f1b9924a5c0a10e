package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.ValueLayout;

/** An array of shorts. */
public final class ShortArray extends TornadoNativeArray {
    private final int size;

    public ShortArray(int size) {
        super(ValueLayout.JAVA_SHORT.byteSize() * size);
        this.size = size;
    }

    public short get(int index) {
        return elements.getAtIndex(ValueLayout.JAVA_SHORT, index);
    }

    public void set(int index, short value) {
        elements.setAtIndex(ValueLayout.JAVA_SHORT, index, value);
    }

    @Override
    public int getSize() {
        return size;
    }

    @Override
    public ShortArray another() {
        return new ShortArray(size);
    }
}
