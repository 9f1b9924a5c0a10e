package dev.gpukernel.samples;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.util.List;
import java.util.function.IntFunction;

/** A handle of cuBLAS. */
final class CuBlas implements AutoCloseable {
    /** {@code CUBLAS_OP_N}: a matrix as it is. */
    private static final int AS_IT_IS = 0;

    private static final IntFunction<String> STATUS = status -> "cublasStatus " + status;

    private final GpuStream stream;
    private final NativeFunction product;
    private final NativeFunction destroy;
    private final long cublas;

    /**
     * Makes a handle.
     *
     * @param library what {@code CudaLibrary.find("cublas")} found
     * @param stream where it computes
     * @throws NativeException if cuBLAS refuses
     */
    CuBlas(SymbolLookup library, GpuStream stream) {
        this.stream = stream;
        NativeFunction create = NativeFunction.of(library, STATUS, "cublasCreate_v2", ADDRESS);
        NativeFunction setStream = NativeFunction.of(library, STATUS, "cublasSetStream_v2", JAVA_LONG, JAVA_LONG);
        product = NativeFunction.of(
                library,
                STATUS,
                "cublasSgemm_v2",
                JAVA_LONG,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                ADDRESS,
                JAVA_LONG,
                JAVA_INT,
                JAVA_LONG,
                JAVA_INT,
                ADDRESS,
                JAVA_LONG,
                JAVA_INT);
        destroy = NativeFunction.of(library, STATUS, "cublasDestroy_v2", JAVA_LONG);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment cell = arena.allocate(JAVA_LONG);
            stream.enqueue(
                    handle -> {
                        create.call(cell);
                        setStream.call(cell.get(JAVA_LONG, 0), handle);
                    },
                    List.of(),
                    List.of());
            cublas = cell.get(JAVA_LONG, 0);
        }
    }

    /** Multiplies square matrices of n rows, each row after row: c = a b. */
    void product(GpuArray<float[]> a, GpuArray<float[]> b, GpuArray<float[]> c, int n) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment one = arena.allocateFrom(JAVA_FLOAT, 1);
            MemorySegment zero = arena.allocateFrom(JAVA_FLOAT, 0);
            // For cuBLAS, a matrix is column after column: it sees all three transposed, and the product of those is b
            // a.
            stream.enqueue(
                    _ -> product.call(
                            cublas,
                            AS_IT_IS,
                            AS_IT_IS,
                            n,
                            n,
                            n,
                            one,
                            b.address(),
                            n,
                            a.address(),
                            n,
                            zero,
                            c.address(),
                            n),
                    List.of(a, b),
                    List.of(c));
        }
    }

    /** Waits for the products and frees the handle. */
    @Override
    public void close() {
        stream.synchronize();
        stream.enqueue(_ -> destroy.call(cublas), List.of(), List.of());
    }
}
