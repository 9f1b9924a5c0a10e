package dev.gpukernel.oracle;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
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
import dev.gpukernel.internal.ir.Function;
import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

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

    /** Elements of an array that a launch has, or a memory. */
    record Span(Object array, long from, long to) {
        /** {@return those of an argument of a launch; null if it is none that has any} */
        static @Nullable Span of(@Nullable Object argument) {
            if (argument instanceof ArrayPart part) {
                return new Span(part.elements(), part.start(), (long) part.start() + part.count());
            }
            return argument != null && argument.getClass().isArray()
                    ? new Span(argument, 0, Array.getLength(argument))
                    : null;
        }

        @SuppressWarnings("ReferenceEquality") // the very same array
        private boolean meets(Span other) {
            boolean areSame = from == other.from && to == other.to;
            return array == other.array && (areSame || Math.max(from, other.from) < Math.min(to, other.to));
        }
    }

    /** A stream that keeps the faults of what ran on it until something waits for it, or for arrays that it used or that follow from them. */
    static final class FaultStream implements Stream {
        private final HostStream host = new HostStream();
        private final Deque<Left> faults = new ArrayDeque<>();

        private record Left(KernelFault fault, List<Span> spans) {
            boolean meets(List<Span> others) {
                return spans.stream().anyMatch(own -> others.stream().anyMatch(own::meets));
            }
        }

        /** Takes note of a launch, and of what it threw. */
        synchronized void launched(List<?> arguments, @Nullable KernelFault fault) {
            if (faults.isEmpty() && fault == null) {
                return;
            }
            List<Span> spans =
                    arguments.stream().map(Span::of).filter(Objects::nonNull).toList();
            faults.stream().filter(left -> left.meets(spans)).forEach(left -> left.spans.addAll(spans));
            if (fault != null) {
                faults.add(new Left(fault, new ArrayList<>(spans)));
            }
        }

        @Override
        public synchronized boolean isFaulty() {
            return !faults.isEmpty();
        }

        @Override
        public synchronized void synchronize() throws KernelFault {
            Left first = faults.poll();
            if (first != null) {
                faults.clear();
                throw first.fault;
            }
        }

        synchronized void settle(Span span) throws KernelFault {
            List<Left> own =
                    faults.stream().filter(left -> left.meets(List.of(span))).toList();
            faults.removeAll(own);
            if (!own.isEmpty()) {
                throw own.getFirst().fault;
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
    public boolean linksNativeCode() {
        return true;
    }

    @Override
    public boolean multipliesMatrices() {
        return true;
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
        for (Function called : unit.function().calledFunctions()) {
            if (called.cuda() != null && !called.cuda().hasJava()) {
                throw new GpuException(
                        Message.CUDA_FUNCTION_BODY,
                        unit.source().name(),
                        called.cuda().text(),
                        info());
            }
        }
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
