/** Kernels of the kinds that people write, each with arguments. The compiler must do with every one what the JVM does. */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.corpus;
