package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.Event;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.cuda.CudaStream;
import dev.gpukernel.internal.cuda.DeviceMemory;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ptx.GridBarrier;
import org.jspecify.annotations.Nullable;

/** A stream of a GPU, with the place where its kernels leave word of a fault. */
final class NvidiaStream implements Stream {
    private final CudaStream stream;
    private final FaultBox faults;
    private final PrintBox prints;
    private final NvidiaDevice device;
    private @Nullable ResultCells cells;
    private @Nullable DeviceMemory gridBarrier;

    NvidiaStream(NvidiaDevice device) {
        this.device = device;
        this.stream = CudaStream.create(device.context());
        this.faults = new FaultBox(device, stream);
        this.prints = new PrintBox(device, stream);
    }

    CudaStream cuda() {
        return stream;
    }

    /** {@return where kernels of this stream report faults} */
    FaultBox faults() {
        return faults;
    }

    /** {@return where kernels of this stream leave what they print} */
    PrintBox prints() {
        return prints;
    }

    /** {@return device address of where blocks of this stream's kernels wait for each other} */
    synchronized long gridBarrier() {
        DeviceMemory known = gridBarrier;
        if (known == null) {
            known = DeviceMemory.allocate(GridBarrier.BYTES, stream);
            known.fill((byte) 0, stream);
            gridBarrier = known;
        }
        return known.pointer();
    }

    @Override
    public void synchronize() throws KernelFault {
        stream.synchronize();
        prints.drain();
        if (faults.isRaised()) {
            throw faults.take();
        }
    }

    @Override
    public synchronized @Nullable Memory cell(ElementType element) {
        ResultCells known = cells;
        if (known == null) {
            known = new ResultCells(device.context());
            cells = known;
        }
        return known.take(element, stream);
    }

    @Override
    public void waitFor(Event event) {
        stream.waitFor(((NvidiaEvent) event).cuda());
    }

    @Override
    public void close() {
        faults.close();
        prints.close();
        DeviceMemory barrier = gridBarrier;
        if (barrier != null) {
            barrier.free(stream);
        }
        ResultCells results = cells;
        if (results != null) {
            results.close();
        }
        stream.close();
    }
}
