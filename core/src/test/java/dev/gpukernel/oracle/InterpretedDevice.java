package dev.gpukernel.oracle;

import dev.gpukernel.internal.backend.Backend;
import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.DeviceInfo;
import dev.gpukernel.internal.backend.DeviceLimits;
import dev.gpukernel.internal.backend.Event;
import dev.gpukernel.internal.backend.Executable;
import dev.gpukernel.internal.backend.HeapMemory;
import dev.gpukernel.internal.backend.HostEvent;
import dev.gpukernel.internal.backend.HostStream;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.MemoryCount;
import dev.gpukernel.internal.backend.MemoryUse;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.ElementType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A device with memory of its own whose kernels are interpreted, one thread after another. It sees what a kernel touches outside of the
 * parts of arrays that it is given.
 */
public final class InterpretedDevice implements Device {
    private static final DeviceLimits LIMITS =
            new DeviceLimits(1024, 1024, 1024, 64, 1 << 30, 65_535, 65_535, 48 << 10, 4, false);

    private static final long MEMORY = 1L << 30;

    private final MemoryCount count = new MemoryCount(MEMORY);
    private final long pieceBytes;
    private final long mostFree;
    private final AtomicLong parts = new AtomicLong();

    private InterpretedDevice(long pieceBytes, long mostFree) {
        this.pieceBytes = pieceBytes;
        this.mostFree = mostFree;
    }

    /** A backend with one of them. */
    public record Interpreted(InterpretedDevice device) implements Backend {
        /**
         * Makes it.
         *
         * @param pieceBytes how many bytes pieces of a loop should touch
         * @param mostFree how many bytes it says to have at most, though it has many more
         */
        public Interpreted(long pieceBytes, long mostFree) {
            this(new InterpretedDevice(pieceBytes, mostFree));
        }

        @Override
        public String name() {
            return "interpreted";
        }

        @Override
        public int priority() {
            return 1;
        }

        @Override
        public Probe probe() {
            return new Probe.Present(List.of(device));
        }
    }

    /** {@return how many launches were given parts of arrays so far} */
    public long partLaunches() {
        return parts.get();
    }

    void countPartLaunch() {
        parts.incrementAndGet();
    }

    /** A stream that keeps the faults of what ran on it until something waits for it. */
    static final class FaultStream implements Stream {
        private final HostStream host = new HostStream();
        private final Deque<KernelFault> faults = new ArrayDeque<>();

        synchronized void add(KernelFault fault) {
            faults.add(fault);
        }

        @Override
        public synchronized boolean isFaulty() {
            return !faults.isEmpty();
        }

        @Override
        public synchronized void synchronize() throws KernelFault {
            KernelFault first = faults.poll();
            if (first != null) {
                faults.clear();
                throw first;
            }
        }

        @Override
        public Memory cell(ElementType element) {
            return new InterpretedMemory((HeapMemory) host.cell(element));
        }

        @Override
        public void follow(Event event) {}

        @Override
        public void waitFor(Event event) {}

        @Override
        public void close() {}
    }

    @Override
    public DeviceInfo info() {
        return new DeviceInfo("interpreted", 0, "Interpreter", "0.0", "1", MEMORY, LIMITS);
    }

    @Override
    public MemoryUse memory() {
        return count.use(mostFree);
    }

    @Override
    public boolean sharesHeap() {
        return false;
    }

    @Override
    public boolean hasLargeArrays() {
        return true;
    }

    @Override
    public long pieceBytes() {
        return pieceBytes;
    }

    @Override
    public Memory allocate(ElementType element, long length, Stream stream) {
        return InterpretedMemory.undefined(HeapMemory.allocate(element, length, this, count));
    }

    @Override
    public Memory wrap(Object hostArray) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Executable compile(KernelUnit unit) {
        return new InterpretedExecutable(this, unit);
    }

    @Override
    public Stream newStream() {
        return new FaultStream();
    }

    @Override
    public Event newEvent() {
        return new HostEvent();
    }
}
