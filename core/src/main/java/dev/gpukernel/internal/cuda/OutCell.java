package dev.gpukernel.internal.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A thread's own sixteen bytes for what the driver hands back through a pointer: nothing is allocated per call. A value is
 * read before the thread's next call. Not to be handed to another thread.
 */
final class OutCell {
    private static final ThreadLocal<OutCell> OF_THREAD = ThreadLocal.withInitial(OutCell::new);

    private final MemorySegment first;
    private final MemorySegment second;

    private OutCell() {
        MemorySegment both = Arena.ofAuto().allocate(2 * Long.BYTES, Long.BYTES);
        this.first = both.asSlice(0, Long.BYTES);
        this.second = both.asSlice(Long.BYTES, Long.BYTES);
    }

    static OutCell mine() {
        return OF_THREAD.get();
    }

    MemorySegment first() {
        return first;
    }

    MemorySegment second() {
        return second;
    }

    int firstInt() {
        return first.get(ValueLayout.JAVA_INT, 0);
    }

    int secondInt() {
        return second.get(ValueLayout.JAVA_INT, 0);
    }

    long firstLong() {
        return first.get(ValueLayout.JAVA_LONG, 0);
    }

    long secondLong() {
        return second.get(ValueLayout.JAVA_LONG, 0);
    }

    float firstFloat() {
        return first.get(ValueLayout.JAVA_FLOAT, 0);
    }
}
