/** The one table from Java methods to what the compiler does for them. */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.internal.intrinsic;
