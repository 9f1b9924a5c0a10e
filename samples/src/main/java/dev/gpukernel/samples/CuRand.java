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

/** A generator of cuRAND. */
final class CuRand implements AutoCloseable {
    /** {@code CURAND_RNG_PSEUDO_PHILOX4_32_10}. */
    private static final int PHILOX = 161;

    private static final IntFunction<String> STATUS = status -> "curandStatus " + status;

    private final GpuStream stream;
    private final NativeFunction uniform;
    private final NativeFunction destroy;
    private final long generator;

    /**
     * Makes a generator.
     *
     * @param library what {@code CudaLibrary.find("curand")} found
     * @param seed what its numbers follow from
     * @param stream where it writes them
     * @throws NativeException if cuRAND refuses
     */
    CuRand(SymbolLookup library, long seed, GpuStream stream) {
        this.stream = stream;
        NativeFunction create = NativeFunction.of(library, STATUS, "curandCreateGenerator", ADDRESS, JAVA_INT);
        NativeFunction setSeed =
                NativeFunction.of(library, STATUS, "curandSetPseudoRandomGeneratorSeed", JAVA_LONG, JAVA_LONG);
        NativeFunction setStream = NativeFunction.of(library, STATUS, "curandSetStream", JAVA_LONG, JAVA_LONG);
        uniform = NativeFunction.of(library, STATUS, "curandGenerateUniform", JAVA_LONG, JAVA_LONG, JAVA_LONG);
        destroy = NativeFunction.of(library, STATUS, "curandDestroyGenerator", JAVA_LONG);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment cell = arena.allocate(JAVA_LONG);
            stream.enqueue(
                    handle -> {
                        create.call(cell, PHILOX);
                        setSeed.call(cell.get(JAVA_LONG, 0), seed);
                        setStream.call(cell.get(JAVA_LONG, 0), handle);
                    },
                    List.of(),
                    List.of());
            generator = cell.get(JAVA_LONG, 0);
        }
    }

    /** Writes numbers above 0, up to 1. */
    void uniform(GpuArray<float[]> numbers) {
        stream.enqueue(_ -> uniform.call(generator, numbers.address(), numbers.size()), List.of(), List.of(numbers));
    }

    /** Waits for the numbers and frees the generator. */
    @Override
    public void close() {
        stream.synchronize();
        stream.enqueue(_ -> destroy.call(generator), List.of(), List.of());
    }
}
