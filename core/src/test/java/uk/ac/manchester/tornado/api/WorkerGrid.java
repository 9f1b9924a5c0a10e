package uk.ac.manchester.tornado.api;

/** Numbers of threads. */
public interface WorkerGrid {
    long[] getGlobalWork();

    long[] getLocalWork();
}
