package dev.gpukernel.internal.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * What the driver's PTX compiler is told, and where it writes its logs: an array of option numbers and one of values of a
 * pointer's size, in which a number stands in place of the pointer.
 */
final class JitOptions {
    private static final int LOG_BYTES = 16 * 1024;

    /** The numbers of CUjit_option, in the order of their values. */
    private enum Option {
        INFO_LOG_BUFFER(3),
        INFO_LOG_BUFFER_SIZE_BYTES(4),
        ERROR_LOG_BUFFER(5),
        ERROR_LOG_BUFFER_SIZE_BYTES(6),
        LOG_VERBOSE(12);

        private final int number;

        Option(int number) {
            this.number = number;
        }
    }

    private final MemorySegment names;
    private final MemorySegment values;
    private final MemorySegment infoLog;
    private final MemorySegment errorLog;

    private JitOptions(Arena arena) {
        // Fresh memory is zero, so a log that the driver does not write is an empty string.
        infoLog = arena.allocate(LOG_BYTES);
        errorLog = arena.allocate(LOG_BYTES);
        names = arena.allocate(ValueLayout.JAVA_INT, count());
        values = arena.allocate(ValueLayout.JAVA_LONG, count());
        Option[] options = Option.values();
        for (int i = 0; i < options.length; i++) {
            names.setAtIndex(ValueLayout.JAVA_INT, i, options[i].number);
            values.setAtIndex(ValueLayout.JAVA_LONG, i, value(options[i]));
        }
    }

    /** Options that live as long as an arena. */
    static JitOptions in(Arena arena) {
        return new JitOptions(arena);
    }

    int count() {
        return Option.values().length;
    }

    MemorySegment names() {
        return names;
    }

    MemorySegment values() {
        return values;
    }

    String infoLog() {
        return infoLog.getString(0);
    }

    String errorLog() {
        return errorLog.getString(0);
    }

    private long value(Option option) {
        return switch (option) {
            case INFO_LOG_BUFFER -> infoLog.address();
            case ERROR_LOG_BUFFER -> errorLog.address();
            // One byte less than there is, so that the text ends with a zero whatever the driver does at the limit.
            case INFO_LOG_BUFFER_SIZE_BYTES, ERROR_LOG_BUFFER_SIZE_BYTES -> LOG_BYTES - 1;
            case LOG_VERBOSE -> 1;
        };
    }
}
