package dev.gpukernel.internal.jit;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Memory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order of what is done with an array: each launch and copy that writes it comes after all before, each that reads it after the
 * last that wrote it, whatever their streams and threads are. What only reads runs side by side. Guarded by the device's
 * {@link DeviceGpu#order lock}.
 *
 * <p>While something is enqueued, or runs where that is the same, it has a claim on the array. Later claims that do not agree with it
 * wait. On the device, streams wait for each other.
 *
 * <p>It must not refer to the {@link HeldArray}: it frees the memory once that is unreachable.
 */
final class ArrayOrder {
    private final DeviceGpu gpu;
    private final Memory memory;
    private final @Nullable StackTraceElement place;

    /** The stream that wrote it last. */
    private DeviceStream writer;

    /** Other streams that have read it since, having waited for the writer. */
    private final List<DeviceStream> readers = new ArrayList<>(2);

    private int claims;
    private boolean isClaimedForWriting;
    private boolean isClosed;

    /** Whether its elements still have to be made zero, before anything else is done with it. */
    private boolean isToBeCleared;

    /**
     * Begins it with the allocation.
     *
     * @param gpu the device
     * @param memory the array's memory
     * @param place where it was allocated, if that is known
     * @param ofZeros whether its elements are zeros, else they are undefined
     */
    ArrayOrder(DeviceGpu gpu, Memory memory, @Nullable StackTraceElement place, boolean ofZeros) {
        this.gpu = gpu;
        this.memory = memory;
        this.place = place;
        this.isToBeCleared = ofZeros;
        this.writer = gpu.defaultStream();
        gpu.allocator().add(this);
    }

    Memory memory() {
        return memory;
    }

    /** {@return the bytes of its elements} */
    long bytes() {
        return memory.length() * memory.element().bytes();
    }

    /** {@return type, length, size and place, such as {@code float[100] with 400, allocated at Main.main(Main.java:7)}} */
    String description() {
        return memory.element().text() + "[" + memory.length() + "] with " + bytes()
                + (place == null ? "" : ", allocated at " + place);
    }

    /** Fails if the array is closed. */
    void requireOpen() {
        if (isClosed) {
            throw new IllegalStateException(Message.ARRAY_CLOSED.format(
                    memory.length(), memory.element().text()));
        }
    }

    /** {@return whether no claim is in the way of another one} */
    boolean isFree(boolean forWriting) {
        return forWriting ? claims == 0 : !isClaimedForWriting;
    }

    /** {@return the stream to copy on if there is no other reason to choose one} */
    DeviceStream stream() {
        return writer.isClosed() ? gpu.defaultStream() : writer;
    }

    void claim(boolean forWriting) {
        claims++;
        isClaimedForWriting |= forWriting;
    }

    void giveUpClaim() {
        claims--;
        isClaimedForWriting = false;
        freeIfUnused();
    }

    /** Lets what a stream does next come after what it must come after. */
    void order(DeviceStream stream, boolean forWriting) {
        if (isToBeCleared) {
            // An allocation alone costs no call of the driver.
            stream.follow(writer);
            memory.clear(stream.raw());
            writer = stream;
            isToBeCleared = false;
        }
        if (forWriting) {
            followAll(stream);
            readers.clear();
            writer = stream;
        } else if (stream != writer && !readers.contains(stream)) {
            stream.follow(writer);
            readers.removeIf(DeviceStream::isDrained);
            readers.add(stream);
        }
    }

    /** Lets what a stream does next come after everything that was done with the array. Allocates nothing. */
    private void followAll(DeviceStream stream) {
        stream.follow(writer);
        for (int i = 0; i < readers.size(); i++) {
            stream.follow(readers.get(i));
        }
    }

    /** Frees the memory after everything that streams do with it, and once nothing has a claim on it. */
    void close() {
        synchronized (gpu.order()) {
            if (!isClosed) {
                isClosed = true;
                freeIfUnused();
            }
        }
    }

    private void freeIfUnused() {
        if (isClosed && claims == 0) {
            DeviceStream last = stream();
            followAll(last);
            memory.free(last.raw());
            gpu.allocator().remove(this);
        }
    }
}
