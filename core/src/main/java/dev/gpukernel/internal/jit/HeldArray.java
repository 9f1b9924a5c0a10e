package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuArray;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Memory;
import java.lang.ref.Cleaner;
import java.lang.reflect.Array;
import java.util.Objects;

/** An array on a device, freed when it is closed or, some time after, no longer reachable. */
final class HeldArray<A> implements GpuArray<A> {
    private static final Cleaner CLEANER = Cleaner.create();

    private final DeviceGpu gpu;
    private final Class<A> type;
    private final Memory memory;
    private final Release release;
    private final Cleaner.Cleanable cleanable;
    private volatile boolean closed;

    HeldArray(DeviceGpu gpu, Class<A> type, Memory memory) {
        this.gpu = gpu;
        this.type = type;
        this.memory = memory;
        this.release = new Release(memory, gpu.defaultStream());
        this.cleanable = CLEANER.register(this, release);
    }

    /** Frees the memory after what the stream that used it last still does with it. Must not refer to the array. */
    private static final class Release implements Runnable {
        private final Memory memory;
        private volatile DeviceStream lastStream;

        Release(Memory memory, DeviceStream stream) {
            this.memory = memory;
            this.lastStream = stream;
        }

        @Override
        public void run() {
            DeviceStream stream = lastStream;
            if (stream.isClosed()) {
                memory.close();
            } else {
                memory.free(stream.raw());
            }
        }
    }

    /**
     * The memory, for something enqueued on a stream: that first waits for what another stream does with it.
     *
     * @throws IllegalStateException if the array is closed
     */
    Memory use(DeviceStream stream) {
        requireOpen();
        DeviceStream last = release.lastStream;
        if (last != stream) {
            stream.follow(last);
            release.lastStream = stream;
        }
        return memory;
    }

    void requireOpen() {
        if (closed) {
            throw new IllegalStateException(Message.ARRAY_CLOSED.format(
                    memory.length(), memory.element().text()));
        }
    }

    @Override
    public int length() {
        return memory.length();
    }

    @Override
    public Class<A> type() {
        return type;
    }

    @Override
    public DeviceGpu device() {
        return gpu;
    }

    @Override
    public void copyTo(A host) {
        requireLength(host);
        DeviceStream stream = stream();
        stream.synchronize();
        memory.copyTo(host, stream.raw());
    }

    @Override
    public void copyFrom(A host) {
        requireLength(host);
        DeviceStream stream = stream();
        memory.copyFrom(host, stream.raw());
    }

    @Override
    public A toHost() {
        requireOpen();
        A host = type.cast(Array.newInstance(type.getComponentType(), memory.length()));
        copyTo(host);
        return host;
    }

    private DeviceStream stream() {
        DeviceStream last = release.lastStream;
        if (last.isClosed()) {
            // Closing it waited for everything it was given.
            last = gpu.defaultStream();
            release.lastStream = last;
        }
        return last;
    }

    private void requireLength(A host) {
        requireOpen();
        Objects.requireNonNull(host, "host array");
        if (host.getClass() != type) {
            throw new IllegalArgumentException(
                    Message.ARRAY_TYPE.format(host.getClass().getSimpleName(), type.getSimpleName()));
        }
        if (Array.getLength(host) != memory.length()) {
            throw new IllegalArgumentException(Message.LENGTH_MISMATCH.format(Array.getLength(host), memory.length()));
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        cleanable.clean();
    }

    @Override
    public String toString() {
        return type.getComponentType() + "[" + memory.length() + "] on " + gpu;
    }
}
