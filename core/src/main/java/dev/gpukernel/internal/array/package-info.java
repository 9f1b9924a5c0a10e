/** Expressions over arrays with shapes, and the kernels that they become. */
@NullMarked
package dev.gpukernel.internal.array;

import org.jspecify.annotations.NullMarked;
