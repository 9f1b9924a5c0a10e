/** The compiler of CUDA C, NVRTC: where it is found, its functions, and what is kept of its results. It knows neither kernels nor devices. */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.internal.nvrtc;
