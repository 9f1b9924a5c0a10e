package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.Event;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.cuda.CudaStream;

/** A stream of a GPU, with the place where its kernels leave word of a fault. */
final class NvidiaStream implements Stream {
    private final CudaStream stream;
    private final FaultBox faults;

    NvidiaStream(NvidiaDevice device) {
        this.stream = CudaStream.create(device.context());
        this.faults = new FaultBox(device, stream);
    }

    CudaStream cuda() {
        return stream;
    }

    /** {@return where kernels of this stream report faults} */
    FaultBox faults() {
        return faults;
    }

    @Override
    public void synchronize() throws KernelFault {
        stream.synchronize();
        if (faults.isRaised()) {
            throw faults.take();
        }
    }

    @Override
    public void waitFor(Event event) {
        stream.waitFor(((NvidiaEvent) event).cuda());
    }

    @Override
    public void close() {
        faults.close();
        stream.close();
    }
}
