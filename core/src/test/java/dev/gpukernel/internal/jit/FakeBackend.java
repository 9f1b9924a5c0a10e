package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.Backend;
import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.DeviceInfo;
import dev.gpukernel.internal.backend.DeviceLimits;
import dev.gpukernel.internal.backend.Event;
import dev.gpukernel.internal.backend.Executable;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.MemoryUse;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.ElementType;
import java.util.stream.IntStream;

/**
 * A backend with devices that run nothing.
 *
 * @param name its name
 * @param priority its priority
 * @param devices number of its devices; none makes it absent
 */
record FakeBackend(String name, int priority, int devices) implements Backend {
    /** Limits small enough that each can be passed alone. */
    static final DeviceLimits LIMITS = limits(true);

    private static DeviceLimits limits(boolean blocksMayWait) {
        return new DeviceLimits(256, 200, 100, 50, 1000, 500, 300, 4096, 1, blocksMayWait);
    }

    @Override
    public Probe probe() {
        return devices == 0
                ? new Probe.Absent(name + " is not here")
                : new Probe.Present(IntStream.range(0, devices)
                        .<Device>mapToObj(ordinal -> new FakeDevice(name, ordinal))
                        .toList());
    }

    /** Reports limits and nothing else. */
    record FakeDevice(String backend, int ordinal, DeviceLimits limits) implements Device {
        FakeDevice(String backend, int ordinal) {
            this(backend, ordinal, LIMITS);
        }

        /** {@return a device whose blocks cannot wait for each other} */
        static FakeDevice withoutCooperation() {
            return new FakeDevice("fake", 0, FakeBackend.limits(false));
        }

        @Override
        public DeviceInfo info() {
            return new DeviceInfo(backend, ordinal, "Fake", null, "1", 1 << 20, limits);
        }

        @Override
        public MemoryUse memory() {
            return new MemoryUse(0, 0, 0, 0, info().totalMemory());
        }

        @Override
        public boolean sharesHeap() {
            return true;
        }

        @Override
        public Memory allocate(ElementType element, long length, Stream stream) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Memory wrap(Object hostArray) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Executable compile(KernelUnit unit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Stream newStream() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Event newEvent() {
            throw new UnsupportedOperationException();
        }
    }

    private static final long NO_WAITING = Long.MAX_VALUE;

    /** {@return a kernel that can be launched with so many threads per block} */
    static Executable executable(int suggestedBlockSize, int maxThreadsPerBlock) {
        return new FakeExecutable(suggestedBlockSize, maxThreadsPerBlock, 0, NO_WAITING);
    }

    /** {@return a kernel whose blocks take shared memory and wait for each other} */
    static Executable waitingExecutable(long sharedBytes, long mostBlocks) {
        return new FakeExecutable(64, 128, sharedBytes, mostBlocks);
    }

    /** {@return a kernel whose blocks take shared memory} */
    static Executable sharingExecutable(long sharedBytes) {
        return new FakeExecutable(64, 128, sharedBytes, NO_WAITING);
    }

    /** Suggests half as many threads per block for each KiB of shared memory that it is asked for. */
    private record FakeExecutable(int blockSize, int maxThreadsPerBlock, long sharedBytes, long blocks)
            implements Executable {
        @Override
        public int suggestedBlockSize(int asked) {
            return blockSize >> (asked / 1024);
        }

        @Override
        public boolean waitsForGrid() {
            return blocks != NO_WAITING;
        }

        @Override
        public long mostBlocks(int threads, int bytes) {
            return blocks;
        }

        @Override
        public String code() {
            return "";
        }

        @Override
        public int registers() {
            return -1;
        }

        @Override
        public Invocation newInvocation() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
