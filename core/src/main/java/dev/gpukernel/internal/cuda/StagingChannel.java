package dev.gpukernel.internal.cuda;

import java.lang.foreign.MemorySegment;

/**
 * Chunks of host memory from or to which a device moves bytes by itself, for one copy in one direction. Only the thread
 * that does the copy calls {@link #await} and {@link #transfer}; any thread touches the memory.
 */
interface StagingChannel {
    /** How many chunks there are. */
    int chunks();

    /** A chunk's bytes. */
    MemorySegment memory(int chunk);

    /** Waits until the last transfer of a chunk is done, whichever copy started it; at once if there was none. */
    void await(int chunk);

    /** Starts to move bytes between the start of a chunk and an offset in the device's memory. */
    void transfer(int chunk, long deviceOffset, long bytes);
}
