package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.MemoryUse;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.ElementType;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Allocates memory of a device. Where it is short although the device has given back what it kept, arrays that nothing refers to any
 * more are freed first: one collection, and about a quarter of a second for it. What fails after that names the largest arrays.
 */
final class Allocator {
    /** Arrays from this size on, in bytes, know where they were allocated; it takes about a microsecond to find out. */
    private static final long LEAST_PLACED = 1 << 20;

    private static final int MOST_NAMED = 5;
    private static final long LONGEST_PAUSE_MILLIS = 128;

    private static final StackWalker CALLERS = StackWalker.getInstance();
    private static final String OWN_FRAMES = "dev.gpukernel.internal.jit.";

    private final Device device;

    /** The device's arrays whose memory is not freed. */
    private final Set<ArrayOrder> arrays = ConcurrentHashMap.newKeySet();

    /** Counters that no launch uses, each 0. */
    private final ConcurrentLinkedDeque<Memory> counters = new ConcurrentLinkedDeque<>();

    private final AtomicLong held = new AtomicLong();
    private final AtomicLong freed = new AtomicLong();

    Allocator(Device device) {
        this.device = device;
    }

    /** Takes note of an array. */
    void add(ArrayOrder array) {
        if (arrays.add(array)) {
            held.addAndGet(array.bytes());
        }
    }

    /** {@return an array that some bytes are in, null if there is none} Under the lock of the order of arrays. */
    @Nullable ArrayOrder find(long address, long bytes) {
        for (ArrayOrder array : arrays) {
            if (array.overlaps(address, bytes)) {
                return array;
            }
        }
        return null;
    }

    /** Takes note that an array's memory is freed. */
    void remove(ArrayOrder array) {
        if (arrays.remove(array)) {
            held.addAndGet(-array.bytes());
            if (!array.isForeign()) {
                FlightEvents.freed(device, array.bytes());
            }
        }
        freed.incrementAndGet();
    }

    /** {@return where an array of a size is allocated by a user, null if it is small} */
    static @Nullable StackTraceElement place(ElementType element, long length) {
        return length * element.bytes() < LEAST_PLACED
                ? null
                : CALLERS.walk(
                        frames -> frames.filter(frame -> !frame.getClassName().startsWith(OWN_FRAMES))
                                .findFirst()
                                .map(StackWalker.StackFrame::toStackTraceElement)
                                .orElse(null));
    }

    /**
     * Allocates memory.
     *
     * @param element what it holds
     * @param length number of elements, at least 0
     * @param stream the first stream to use it
     * @return the memory, its contents undefined
     * @throws GpuException if there is too little, naming the largest arrays
     */
    Memory allocate(ElementType element, long length, Stream stream) {
        Supplier<Memory> allocation = () -> device.allocate(element, length, stream);
        FlightEvents.Allocated event = FlightEvents.allocation();
        Memory memory = orNull(allocation);
        long bytes = length * element.bytes();
        if (memory == null && canCollectionHelp(bytes)) {
            memory = collecting(allocation);
        }
        if (memory == null) {
            throw tooLittle(bytes);
        }
        if (event != null) {
            event.end(device, bytes);
        }
        return memory;
    }

    /** {@return the address of new memory of any content that other processes can open} */
    long allocateShareable(long bytes) {
        FlightEvents.Allocated event = FlightEvents.allocation();
        long address = make(() -> device.sharing().allocate(bytes));
        if (event != null) {
            event.end(device, bytes);
        }
        return address;
    }

    /** {@return memory of one element which the host is to read, a cell of the stream if there is one} */
    Memory cell(ElementType element, Stream stream) {
        Memory cell = stream.cell(element);
        return cell == null ? allocate(element, 1, stream) : cell;
    }

    /**
     * {@return an int of the device that is 0, to be given back} It is cleared when it is allocated and never again, so that no launch that
     * needs one has to.
     *
     * @param stream the first stream to use it
     */
    Memory counter(Stream stream) {
        Memory idle = counters.poll();
        if (idle != null) {
            return idle;
        }
        Memory counter = allocate(ElementType.INT, 1, stream);
        counter.clear(stream);
        return counter;
    }

    /** Takes back a counter that is 0 again and that nothing on the device uses any more. */
    void giveBackCounter(Memory counter) {
        counters.push(counter);
    }

    /**
     * {@return what is made on the device beside arrays, such as code}
     *
     * @param maker what makes it, called again after a collection if memory is short
     * @throws GpuException of the maker, also if there is too little memory after that
     */
    <T> T make(Supplier<T> maker) {
        try {
            return maker.get();
        } catch (GpuException shortage) {
            T made = isShortage(shortage) && !arrays.isEmpty() ? collecting(maker) : null;
            if (made == null) {
                throw shortage;
            }
            return made;
        }
    }

    private static <T> @Nullable T orNull(Supplier<T> maker) {
        try {
            return maker.get();
        } catch (GpuException shortage) {
            if (!isShortage(shortage)) {
                throw shortage;
            }
            return null;
        }
    }

    private static boolean isShortage(GpuException thrown) {
        return thrown.code() == Message.OUT_OF_DEVICE_MEMORY;
    }

    private boolean canCollectionHelp(long bytes) {
        MemoryUse now = device.memory();
        return !arrays.isEmpty() && bytes <= now.total() && bytes <= now.free() + held();
    }

    /** {@return the bytes of the device's arrays} */
    long held() {
        return held.get();
    }

    private <T> @Nullable T collecting(Supplier<T> maker) {
        long before = freed.get();
        boolean interrupted = false;
        System.gc();
        try {
            // Other threads free what the collector found.
            for (long pause = 1; pause <= LONGEST_PAUSE_MILLIS; pause *= 2) {
                try {
                    Thread.sleep(pause);
                } catch (InterruptedException _) {
                    // It needs the memory all the same, and does not wait for long.
                    interrupted = true;
                }
                long now = freed.get();
                T made = now > before ? orNull(maker) : null;
                if (made != null) {
                    return made;
                }
                before = now;
            }
            return null;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private GpuException tooLittle(long bytes) {
        MemoryUse now = device.memory();
        return new GpuException(
                Message.OUT_OF_DEVICE_MEMORY,
                bytes,
                device.info(),
                now.free(),
                now.total(),
                owners() + device.moreMemory());
    }

    /** {@return the end of a sentence that names the largest arrays} */
    private String owners() {
        List<ArrayOrder> largest = arrays.stream()
                .sorted(Comparator.comparingLong(ArrayOrder::bytes).reversed())
                .limit(MOST_NAMED)
                .toList();
        return largest.isEmpty()
                ? ""
                : "; %s GpuArrays have %s, the largest: ".formatted(arrays.size(), held())
                        + largest.stream().map(ArrayOrder::description).collect(Collectors.joining("; "));
    }
}
