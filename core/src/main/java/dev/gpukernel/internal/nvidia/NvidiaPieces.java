package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.PieceWork;
import dev.gpukernel.internal.cuda.CudaStream;
import dev.gpukernel.internal.cuda.PipedWork;
import java.util.List;

/** Work in pieces as the driver's layer sees it. */
record NvidiaPieces(PieceWork work, PieceWork.Streams streams) implements PipedWork<KernelFault> {
    @Override
    public int pieces() {
        return work.pieces();
    }

    @Override
    public int atOnce() {
        return work.atOnce();
    }

    @Override
    public CudaStream start() {
        return ((NvidiaStream) streams.start()).cuda();
    }

    @Override
    public CudaStream kernels(int piece) {
        return ((NvidiaStream) streams.kernels(piece)).cuda();
    }

    @Override
    public List<Span> in(int piece) {
        return spans(work.in(piece));
    }

    @Override
    public List<Span> back(int piece) {
        return spans(work.back(piece));
    }

    private static List<Span> spans(List<PieceWork.Part> parts) {
        return parts.stream()
                .map(part -> ((NvidiaMemory) part.memory()).span(part.hostArray(), part.from(), part.count()))
                .toList();
    }

    @Override
    public void launch(int piece) throws KernelFault {
        work.launch(piece, streams.kernels(piece));
    }

    @Override
    public boolean mayFault() {
        return work.mayFault();
    }

    @Override
    public void end(int piece) throws KernelFault {
        work.end(piece, streams.kernels(piece));
    }
}
