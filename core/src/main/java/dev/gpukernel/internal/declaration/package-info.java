/** What a kernel's declaration must be: one set of rules for the annotation processor and the front end. */
@NullMarked
package dev.gpukernel.internal.declaration;

import org.jspecify.annotations.NullMarked;
