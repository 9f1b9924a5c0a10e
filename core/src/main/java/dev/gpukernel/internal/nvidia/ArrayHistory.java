package dev.gpukernel.internal.nvidia;

import org.jspecify.annotations.Nullable;

/** Which launches an array's contents follow from. Guarded by the {@link LaunchLog}. */
final class ArrayHistory {
    /** The last launch that wrote the array; it leads to those before. Outdated if it has another number by now. */
    @Nullable LoggedLaunch writer;

    long writerNumber;

    /** The last launch that read the array and wrote none, and whose faults therefore are found by the arrays that it read. */
    @Nullable LoggedLaunch reader;

    long readerNumber;

    boolean isClosed;
}
