package uk.ac.manchester.tornado.api.types.arrays;

import java.lang.foreign.ValueLayout;

/** An array of floats. */
public final class FloatArray extends TornadoNativeArray {
    private final int size;

    public FloatArray(int size) {
        super(ValueLayout.JAVA_FLOAT.byteSize() * size);
        this.size = size;
    }

    public float get(int index) {
        return elements.getAtIndex(ValueLayout.JAVA_FLOAT, index);
    }

    public void set(int index, float value) {
        elements.setAtIndex(ValueLayout.JAVA_FLOAT, index, value);
    }

    @Override
    public int getSize() {
        return size;
    }

    @Override
    public FloatArray another() {
        return new FloatArray(size);
    }
}
