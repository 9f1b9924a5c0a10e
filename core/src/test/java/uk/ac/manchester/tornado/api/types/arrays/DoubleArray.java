package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.ValueLayout;

/** An array of doubles. */
public final class DoubleArray extends TornadoNativeArray {
    private final int size;

    public DoubleArray(int size) {
        super(ValueLayout.JAVA_DOUBLE.byteSize() * size);
        this.size = size;
    }

    public double get(int index) {
        return elements.getAtIndex(ValueLayout.JAVA_DOUBLE, index);
    }

    public void set(int index, double value) {
        elements.setAtIndex(ValueLayout.JAVA_DOUBLE, index, value);
    }

    @Override
    public int getSize() {
        return size;
    }

    @Override
    public DoubleArray another() {
        return new DoubleArray(size);
    }
}
