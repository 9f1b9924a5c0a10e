/** What is known of a function: computed when asked, never stored in it. */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.internal.analysis;
