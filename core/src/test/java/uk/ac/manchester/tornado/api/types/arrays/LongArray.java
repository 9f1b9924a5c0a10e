package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.ValueLayout;

/** An array of longs. */
public final class LongArray extends TornadoNativeArray {
    private final int size;

    public LongArray(int size) {
        super(ValueLayout.JAVA_LONG.byteSize() * size);
        this.size = size;
    }

    public long get(int index) {
        return elements.getAtIndex(ValueLayout.JAVA_LONG, index);
    }

    public void set(int index, long value) {
        elements.setAtIndex(ValueLayout.JAVA_LONG, index, value);
    }

    @Override
    public int getSize() {
        return size;
    }

    @Override
    public LongArray another() {
        return new LongArray(size);
    }
}
