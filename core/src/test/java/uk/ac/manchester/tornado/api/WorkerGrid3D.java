package uk.ac.manchester.tornado.api;

/** Numbers of threads along three axes. */
public final class WorkerGrid3D implements WorkerGrid {
    private long[] global;
    private long[] local = {1, 1, 1};

    public WorkerGrid3D(int x, int y, int z) {
        global = new long[] {x, y, z};
    }

    public void setGlobalWork(long x, long y, long z) {
        global = new long[] {x, y, z};
    }

    public void setLocalWork(long x, long y, long z) {
        local = new long[] {x, y, z};
    }

    @Override
    public long[] getGlobalWork() {
        return global.clone();
    }

    @Override
    public long[] getLocalWork() {
        return local.clone();
    }
}
