/**
 * What a backend must answer. A backend implements {@link dev.gpukernel.internal.backend.Backend} and what it hands out, and is
 * found as a service.
 */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.internal.backend;
