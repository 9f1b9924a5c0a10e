package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.Event;
import java.util.List;

/**
 * Events between the steps of one launch with host arrays at a time. They belong to that launch until nobody can ask for its times any
 * more; what nothing refers to is closed.
 */
final class StepEvents {
    final Event begin;
    final Event uploaded;
    final Event computed;
    final Event end;

    StepEvents(Device device) {
        begin = device.newEvent();
        uploaded = device.newEvent();
        computed = device.newEvent();
        end = device.newEvent();
        List<Event> all = List.of(begin, uploaded, computed, end);
        HeldArray.CLEANER.register(this, () -> all.forEach(Event::close));
    }
}
