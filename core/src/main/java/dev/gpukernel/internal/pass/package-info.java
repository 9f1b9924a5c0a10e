/** Rewrites of the intermediate representation, one to a file, and the order in which they run. */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.internal.pass;
