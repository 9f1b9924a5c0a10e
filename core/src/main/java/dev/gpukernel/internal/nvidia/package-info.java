/** The CUDA backend: PTX from {@code internal.ptx}, loaded and launched by {@code internal.cuda}. */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.internal.nvidia;
