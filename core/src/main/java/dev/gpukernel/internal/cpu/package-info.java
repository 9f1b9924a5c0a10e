/** Runs a kernel's original method on the machine's own cores, on the host's own arrays. */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.internal.cpu;
