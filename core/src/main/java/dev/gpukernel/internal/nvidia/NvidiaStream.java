package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.Event;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.cuda.CudaStream;
import org.jspecify.annotations.Nullable;

/** A stream of a GPU, with the place where its kernels leave word of a fault. */
final class NvidiaStream implements Stream {
    private final NvidiaDevice device;
    private final CudaStream stream;
    private volatile @Nullable FaultBox faults;

    NvidiaStream(NvidiaDevice device) {
        this.device = device;
        this.stream = CudaStream.create(device.context());
    }

    CudaStream cuda() {
        return stream;
    }

    /** {@return where kernels of this stream report faults, made for the first that can} */
    FaultBox faults() {
        FaultBox known = faults;
        if (known != null) {
            return known;
        }
        synchronized (this) {
            FaultBox made = faults;
            if (made == null) {
                made = new FaultBox(device, stream);
                faults = made;
            }
            return made;
        }
    }

    @Override
    public void synchronize() throws KernelFault {
        stream.synchronize();
        FaultBox box = faults;
        if (box != null && box.isRaised()) {
            throw box.take();
        }
    }

    @Override
    public void waitFor(Event event) {
        stream.waitFor(((NvidiaEvent) event).cuda());
    }

    @Override
    public void close() {
        FaultBox box = faults;
        if (box != null) {
            box.close();
        }
        stream.close();
    }
}
