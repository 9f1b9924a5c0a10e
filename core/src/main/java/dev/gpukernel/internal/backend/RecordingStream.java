package dev.gpukernel.internal.backend;

import dev.gpukernel.internal.ir.ElementType;
import java.util.ArrayList;
import java.util.List;

/** Takes note of launches instead of doing them. Nothing else can be enqueued here, and there is nothing to wait for. */
public final class RecordingStream implements Stream {
    private final List<NotedLaunch> launches = new ArrayList<>();

    /** Makes one without launches. */
    public RecordingStream() {}

    /** Takes note of a launch. */
    public void add(NotedLaunch launch) {
        launches.add(launch);
    }

    /** {@return the launches so far, in order} */
    public List<NotedLaunch> launches() {
        return List.copyOf(launches);
    }

    @Override
    public void synchronize() {}

    @Override
    public Memory cell(ElementType element) {
        throw new UnsupportedOperationException("results are not recorded");
    }

    @Override
    public void follow(Event event) {
        throw new UnsupportedOperationException("events are not recorded");
    }

    @Override
    public void waitFor(Event event) {
        follow(event);
    }

    @Override
    public void close() {}
}
