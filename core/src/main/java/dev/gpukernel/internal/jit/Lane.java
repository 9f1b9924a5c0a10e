package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.StagingBuffer;
import dev.gpukernel.internal.backend.Stream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one launch with host arrays uses at a time: a stream of its own, so that launches of several threads neither wait for each
 * other nor see each other's faults.
 */
final class Lane {
    final Stream stream;

    private final Device device;
    private final List<Stream> streams = new ArrayList<>();
    private @Nullable StagingBuffer staging;
    private boolean hasAskedForStaging;

    Lane(Device device) {
        this.device = device;
        stream = device.newStream();
    }

    /** {@return where small arrays go, null if there is no such place} */
    @Nullable StagingBuffer staging() {
        if (!hasAskedForStaging) {
            staging = device.newStagingBuffer(stream);
            hasAskedForStaging = true;
        }
        return staging;
    }

    /** {@return so many more streams, for work that overlaps} */
    List<Stream> streams(int count) {
        while (streams.size() < count) {
            streams.add(device.newStream());
        }
        return streams.subList(0, count);
    }
}
