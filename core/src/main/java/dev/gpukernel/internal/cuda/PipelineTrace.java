package dev.gpukernel.internal.cuda;

import dev.gpukernel.internal.setting.Setting;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/**
 * Where the time of a pipeline of copies goes, printed to standard error after each run if {@code -Dgpukernel.pipeline.trace=true}: when
 * each piece got how far, and what threads did.
 */
class PipelineTrace {
    private static final boolean IS_ASKED_FOR = Setting.PIPELINE_TRACE.has("true");
    private static final PipelineTrace NONE = new PipelineTrace();

    private PipelineTrace() {}

    /** What a thread does. */
    enum Part {
        /** Waits for a chunk whose last bytes are on their way to the device. */
        AWAIT_CHUNK,
        /** Copies from the heap. */
        FILL,
        /** Waits for bytes from the device. */
        AWAIT_DEVICE,
        /** Copies to the heap. */
        EMPTY,
        /** Starts a copy. */
        ENQUEUE,
        /** Launches a piece. */
        LAUNCH,
        /** Has nothing to do, or waits for the lock. */
        IDLE
    }

    /** How far a piece is; the last time counts. */
    enum Mark {
        /** Its first chunk can be filled. */
        OPENED,
        /** It is enqueued, and so are all copies that it needs. */
        LAUNCHED,
        /** Something of what it left is in the heap. */
        RETURNED
    }

    /** {@return the trace of a run, which does nothing unless it is asked for} */
    static PipelineTrace of(int pieces) {
        return IS_ASKED_FOR ? new Kept(pieces) : NONE;
    }

    /** {@return the time} */
    long now() {
        return 0;
    }

    /** Adds the time from then to what threads did; {@return the time now} */
    long add(Part part, long from) {
        return from;
    }

    /** Takes note of how far a piece is. */
    void mark(Mark mark, int piece) {}

    /** Prints it. */
    void print() {}

    /** One that is asked for. */
    private static final class Kept extends PipelineTrace {
        private final long start = System.nanoTime();
        private final int pieces;
        private final Map<Part, LongAdder> parts = new EnumMap<>(Part.class);
        private final Map<Mark, long[]> marks = new EnumMap<>(Mark.class);

        Kept(int pieces) {
            this.pieces = pieces;
            for (Part part : Part.values()) {
                parts.put(part, new LongAdder());
            }
            for (Mark mark : Mark.values()) {
                marks.put(mark, new long[pieces]);
            }
        }

        @Override
        long now() {
            return System.nanoTime();
        }

        @Override
        long add(Part part, long from) {
            long to = now();
            Objects.requireNonNull(parts.get(part), "a part").add(to - from);
            return to;
        }

        @Override
        void mark(Mark mark, int piece) {
            Objects.requireNonNull(marks.get(mark), "a mark")[piece] = now() - start;
        }

        @Override
        void print() {
            StringBuilder text = new StringBuilder();
            text.append("pipeline of ").append(pieces).append(" pieces, ").append(millis(now() - start));
            text.append(" ms; ms of all threads:");
            parts.forEach(
                    (part, nanos) -> text.append(' ').append(part).append(' ').append(millis(nanos.sum())));
            text.append("\npiece ").append(marks.keySet());
            for (int i = 0; i < pieces; i++) {
                int piece = i;
                text.append('\n').append(piece);
                marks.values().forEach(nanos -> text.append(' ').append(millis(nanos[piece])));
            }
            System.err.println(text);
        }

        private static String millis(long nanos) {
            return String.format(Locale.ROOT, "%.3f", nanos / 1e6);
        }
    }
}
