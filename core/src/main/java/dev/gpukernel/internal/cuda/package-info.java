/** The CUDA driver: raw calls named as in C, one check of their results, and nouns above them. */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.internal.cuda;
