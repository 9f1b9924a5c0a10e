/** Tells which methods of a jar would run on a GPU if they were annotated. Reads class files and runs none of them. */
@NullMarked
package dev.gpukernel.internal.advice;

import org.jspecify.annotations.NullMarked;
