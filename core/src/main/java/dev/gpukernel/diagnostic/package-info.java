/** What GpuKernel says when something is wrong: code, place, text and help. */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.diagnostic;
