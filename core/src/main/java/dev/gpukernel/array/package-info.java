/**
 * Arrays with shapes, for what surrounds kernels: arithmetic, comparisons, functions and views of whole arrays, as NumPy has them. An
 * expression is compiled like a kernel, to one kernel for all of its operations, and gives what a loop of Java's gives, by bits.
 *
 * <p>{@link dev.gpukernel.array.NdArrays} makes arrays.
 */
@NullMarked
package dev.gpukernel.array;

import org.jspecify.annotations.NullMarked;
