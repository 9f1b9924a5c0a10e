/** The annotation processor: checks the declarations of kernels and generates their launchers. */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.processor;
