/** What is kept on disk from one run of a program to the next. */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.internal.disk;
