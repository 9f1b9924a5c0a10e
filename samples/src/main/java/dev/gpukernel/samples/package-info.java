/** Samples of GpuKernel behind one command line. {@link Samples} is the program, each {@link Sample} one subcommand. */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.samples;
