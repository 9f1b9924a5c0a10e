package uk.ac.manchester.tornado.api;

import org.jspecify.annotations.Nullable;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/** What a thread is told. TornadoVM's compiler puts the numbers in place of the fields; here, they are set for each thread. */
public final class KernelContext {
    public Integer globalIdx = 0;
    public Integer globalIdy = 0;
    public Integer globalIdz = 0;
    public Integer groupIdx = 0;
    public Integer groupIdy = 0;
    public Integer groupIdz = 0;
    public Integer localIdx = 0;
    public Integer localIdy = 0;
    public Integer localIdz = 0;
    public Integer globalGroupSizeX = 0;
    public Integer globalGroupSizeY = 0;
    public Integer globalGroupSizeZ = 0;
    public Integer localGroupSizeX = 0;
    public Integer localGroupSizeY = 0;
    public Integer localGroupSizeZ = 0;

    private @Nullable StandInBlock block;
    private int made;

    /** A context of no thread, as it is passed to a graph. */
    public KernelContext() {}

    /** Makes it that of a thread. */
    void set(StandInBlock newBlock, int[] group, int[] thread, int[] global, int[] local) {
        block = newBlock;
        made = 0;
        groupIdx = group[0];
        groupIdy = group[1];
        groupIdz = group[2];
        localIdx = thread[0];
        localIdy = thread[1];
        localIdz = thread[2];
        globalGroupSizeX = global[0];
        globalGroupSizeY = global[1];
        globalGroupSizeZ = global[2];
        localGroupSizeX = local[0];
        localGroupSizeY = local[1];
        localGroupSizeZ = local[2];
        globalIdx = group[0] * local[0] + thread[0];
        globalIdy = group[1] * local[1] + thread[1];
        globalIdz = group[2] * local[2] + thread[2];
    }

    private StandInBlock block() {
        if (block == null) {
            throw new IllegalStateException("no thread's context");
        }
        return block;
    }

    public void localBarrier() {
        block().await();
    }

    public int[] allocateIntLocalArray(int size) {
        return block().shared(made++, int[].class, size);
    }

    public byte[] allocateByteLocalArray(int size) {
        return block().shared(made++, byte[].class, size);
    }

    public long[] allocateLongLocalArray(int size) {
        return block().shared(made++, long[].class, size);
    }

    public float[] allocateFloatLocalArray(int size) {
        return block().shared(made++, float[].class, size);
    }

    public double[] allocateDoubleLocalArray(int size) {
        return block().shared(made++, double[].class, size);
    }

    public void atomicAdd(IntArray array, int index, int value) {
        synchronized (array) {
            array.set(index, array.get(index) + value);
        }
    }

    public void atomicAdd(int[] array, int index, int value) {
        synchronized (array) {
            array[index] += value;
        }
    }

    public void atomicAdd(LongArray array, int index, long value) {
        synchronized (array) {
            array.set(index, array.get(index) + value);
        }
    }

    public void atomicAdd(FloatArray array, int index, float value) {
        synchronized (array) {
            array.set(index, array.get(index) + value);
        }
    }

    public void atomicAdd(DoubleArray array, int index, double value) {
        synchronized (array) {
            array.set(index, array.get(index) + value);
        }
    }
}
