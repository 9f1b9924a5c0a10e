package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.ValueLayout;

/** An array of ints. */
public final class IntArray extends TornadoNativeArray {
    private final int size;

    public IntArray(int size) {
        super(ValueLayout.JAVA_INT.byteSize() * size);
        this.size = size;
    }

    public int get(int index) {
        return elements.getAtIndex(ValueLayout.JAVA_INT, index);
    }

    public void set(int index, int value) {
        elements.setAtIndex(ValueLayout.JAVA_INT, index, value);
    }

    @Override
    public int getSize() {
        return size;
    }

    @Override
    public IntArray another() {
        return new IntArray(size);
    }
}
