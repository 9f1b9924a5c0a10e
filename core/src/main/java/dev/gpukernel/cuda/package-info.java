/**
 * CUDA C beside Java: {@link dev.gpukernel.cuda.CudaModule} compiles it at run time, or loads what {@code nvcc} made, and its kernels are
 * launched like those of Java, on the same streams, arrays and graphs. It runs on NVIDIA GPUs by the backend {@code cuda} alone.
 */
@NullMarked
package dev.gpukernel.cuda;

import org.jspecify.annotations.NullMarked;
