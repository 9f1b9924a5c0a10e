/** Kernels of the library itself: Java methods as users write them, of which arrays with shapes make use. */
@NullMarked
package dev.gpukernel.internal.array.kernel;

import org.jspecify.annotations.NullMarked;
