/** From the intermediate representation to PTX text. */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.internal.ptx;
