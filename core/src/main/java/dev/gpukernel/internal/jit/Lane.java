package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.Event;
import dev.gpukernel.internal.backend.Stream;

/**
 * What one launch with host arrays uses at a time: a stream of its own, so that launches of several threads neither wait for each
 * other nor see each other's faults, and events for the times of its steps.
 */
final class Lane {
    final Stream stream;
    final Event begin;
    final Event uploaded;
    final Event computed;
    final Event end;

    Lane(Device device) {
        stream = device.newStream();
        begin = device.newEvent();
        uploaded = device.newEvent();
        computed = device.newEvent();
        end = device.newEvent();
    }
}
