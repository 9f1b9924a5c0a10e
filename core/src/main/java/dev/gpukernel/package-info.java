/** What a user of GpuKernel calls. */
@org.jspecify.annotations.NullMarked
package dev.gpukernel;
