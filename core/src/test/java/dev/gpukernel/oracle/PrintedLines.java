package dev.gpukernel.oracle;

import dev.gpukernel.device.ThreadState;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the threads of a launch print, which comes out in the order of threads once all are done. */
final class PrintedLines {
    static final ScopedValue<PrintedLines> CURRENT = ScopedValue.newInstance();

    private final SortedMap<Long, StringBuilder> byThread = new TreeMap<>();

    /** Takes what the current thread prints, which is dropped where nothing else is asked for. */
    static void add(String text) {
        if (CURRENT.isBound()) {
            CURRENT.get()
                    .byThread
                    .computeIfAbsent(index(ThreadState.CURRENT.get()), _ -> new StringBuilder())
                    .append(text);
        }
    }

    private static long index(ThreadState state) {
        long block = ((long) state.blockZ * state.gridDimY + state.blockY) * state.gridDimX + state.blockX;
        long thread = ((long) state.threadZ * state.blockDimY + state.threadY) * state.blockDimX + state.threadX;
        return block * state.blockDimX * state.blockDimY * state.blockDimZ + thread;
    }

    /** Puts all of it out. */
    void print() {
        byThread.values().forEach(System.out::print);
    }
}
