/** Puts it together: which backend, which kernel, compiled once, launched often. The only package that sees all others. */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.internal.jit;
