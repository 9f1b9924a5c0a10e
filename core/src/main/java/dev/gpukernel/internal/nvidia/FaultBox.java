package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.FaultSite;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.cuda.CudaStream;
import dev.gpukernel.internal.cuda.DeviceMemory;
import dev.gpukernel.internal.cuda.PinnedMemory;
import dev.gpukernel.internal.ptx.FaultRecord;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The {@link FaultRecord} of a stream, and a flag in host memory that tells without a copy whether there is anything in it.
 *
 * <p>A launch is known by a number: that of its executable in the upper 24 bits, below it a running number of the stream.
 */
final class FaultBox implements AutoCloseable {
    static final int EXECUTABLE_SHIFT = 40;
    private static final int WORDS = FaultRecord.BYTES / Long.BYTES;

    private final NvidiaDevice device;
    private final CudaStream stream;
    private final PinnedMemory flag;
    private final DeviceMemory record;
    private final AtomicLong launches = new AtomicLong();

    FaultBox(NvidiaDevice device, CudaStream stream) {
        this.device = device;
        this.stream = stream;
        this.flag = PinnedMemory.allocate(device.context(), Integer.BYTES);
        this.record = DeviceMemory.allocate(FaultRecord.BYTES, stream);
        reset();
    }

    /** {@return address of the record on the device} */
    long address() {
        return record.pointer();
    }

    /** {@return a number for the next launch of an executable} */
    long nextLaunch(int executable) {
        return ((long) executable << EXECUTABLE_SHIFT) | launches.incrementAndGet();
    }

    /** {@return whether a thread faulted; certain only while nothing runs} */
    boolean isRaised() {
        return flag.segment().get(ValueLayout.JAVA_INT, 0) != 0;
    }

    /** {@return the fault, after which there is none any more} */
    KernelFault take() {
        long[] words = new long[WORDS];
        device.copy().copyOut(words, 0, WORDS, record.pointer(), stream);
        reset();
        NvidiaExecutable executable = device.executableOf(words[FaultRecord.LAUNCH / Long.BYTES]);
        FaultSite site = executable.site(half(words, FaultRecord.SITE), half(words, FaultRecord.PATH));
        return new KernelFault(
                site.exception(
                        words[FaultRecord.FIRST / Long.BYTES],
                        words[FaultRecord.SECOND / Long.BYTES],
                        executable.unit().method().getDeclaringClass().getClassLoader()),
                executable.note(
                        words[FaultRecord.INDEX / Long.BYTES],
                        triple(words, FaultRecord.BLOCK),
                        triple(words, FaultRecord.THREAD)));
    }

    private void reset() {
        flag.segment().set(ValueLayout.JAVA_INT, 0, 0);
        long[] words = new long[WORDS];
        words[FaultRecord.FLAG_ADDRESS / Long.BYTES] = flag.devicePointer();
        device.copy().copyIn(words, 0, WORDS, record.pointer(), stream);
    }

    private static int half(long[] words, int offset) {
        return (int) (words[offset / Long.BYTES] >>> (offset % Long.BYTES * Byte.SIZE));
    }

    private static List<Integer> triple(long[] words, int offset) {
        return List.of(
                half(words, offset), half(words, offset + Integer.BYTES), half(words, offset + 2 * Integer.BYTES));
    }

    @Override
    public void close() {
        record.free(stream);
        flag.close();
    }
}
