package dev.gpukernel.internal.advice;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/** How often a recording of Java Flight Recorder saw each method run. The only class that needs module {@code jdk.jfr}. */
final class Samples {
    private final Map<String, Long> counts = new HashMap<>();

    /**
     * Reads a recording.
     *
     * @throws IOException if it is none, or cannot be read
     */
    Samples(Path recording) throws IOException {
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                RecordedStackTrace trace = event.getStackTrace();
                if (event.getEventType().getName().equals("jdk.ExecutionSample")
                        && trace != null
                        && !trace.getFrames().isEmpty()) {
                    count(trace.getFrames().getFirst());
                }
            }
        }
    }

    private void count(RecordedFrame frame) {
        RecordedMethod method = frame.getMethod();
        if (method != null) {
            counts.merge(
                    key(method.getType().getName().replace('.', '/'), method.getName(), method.getDescriptor()),
                    1L,
                    Long::sum);
        }
    }

    private static String key(String className, String method, String descriptor) {
        return className + "." + method + descriptor;
    }

    /** {@return how often a method was the one that ran} */
    long of(String className, String method, String descriptor) {
        return counts.getOrDefault(key(className, method, descriptor), 0L);
    }
}
