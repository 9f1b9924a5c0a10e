package dev.gpukernel.samples;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.util.List;
import java.util.function.IntFunction;

/** A plan of cuFFT: transforms of signals of one length, of complex numbers, each a real part and an imaginary part after it. */
final class CuFft implements AutoCloseable {
    /** {@code CUFFT_C2C}: from complex numbers of two floats to complex numbers. */
    private static final int COMPLEX = 0x29;

    private static final int FORWARD = -1;
    private static final int INVERSE = 1;
    private static final IntFunction<String> RESULT = status -> "cufftResult " + status;

    private final GpuStream stream;
    private final NativeFunction execute;
    private final NativeFunction destroy;
    private final int plan;

    /**
     * Makes a plan.
     *
     * @param library what {@code CudaLibrary.find("cufft")} found
     * @param length how many complex numbers a signal has
     * @param stream where it transforms
     * @throws NativeException if cuFFT refuses
     */
    CuFft(SymbolLookup library, int length, GpuStream stream) {
        this.stream = stream;
        NativeFunction create =
                NativeFunction.of(library, RESULT, "cufftPlan1d", ADDRESS, JAVA_INT, JAVA_INT, JAVA_INT);
        NativeFunction setStream = NativeFunction.of(library, RESULT, "cufftSetStream", JAVA_INT, JAVA_LONG);
        execute = NativeFunction.of(library, RESULT, "cufftExecC2C", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
        destroy = NativeFunction.of(library, RESULT, "cufftDestroy", JAVA_INT);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment cell = arena.allocate(JAVA_INT);
            // Memory of the plan is allocated on the stream's device, whose context is current in enqueue.
            stream.enqueue(
                    handle -> {
                        create.call(cell, length, COMPLEX, 1);
                        setStream.call(cell.get(JAVA_INT, 0), handle);
                    },
                    List.of(),
                    List.of());
            plan = cell.get(JAVA_INT, 0);
        }
    }

    /** Writes the spectrum of a signal. */
    void forward(GpuArray<float[]> signal, GpuArray<float[]> spectrum) {
        execute(signal, spectrum, FORWARD);
    }

    /** Writes the signal of a spectrum, times its length. */
    void inverse(GpuArray<float[]> spectrum, GpuArray<float[]> signal) {
        execute(spectrum, signal, INVERSE);
    }

    private void execute(GpuArray<float[]> in, GpuArray<float[]> out, int direction) {
        stream.enqueue(_ -> execute.call(plan, in.address(), out.address(), direction), List.of(in), List.of(out));
    }

    /** Waits for the transforms and frees the plan. */
    @Override
    public void close() {
        stream.synchronize();
        stream.enqueue(_ -> destroy.call(plan), List.of(), List.of());
    }
}
