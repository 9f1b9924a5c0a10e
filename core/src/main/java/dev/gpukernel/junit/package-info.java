/**
 * For tests of kernels: {@link dev.gpukernel.junit.EnabledIfGpu} and {@link dev.gpukernel.junit.KernelAssertions}. The former needs JUnit Jupiter, which
 * a test has anyway; nothing else of GpuKernel does.
 */
@NullMarked
package dev.gpukernel.junit;

import org.jspecify.annotations.NullMarked;
