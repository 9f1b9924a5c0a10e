/** Methods as Java libraries have them, and arrays of two dimensions: run as they stand, and compared with plain Java. */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.porting;
