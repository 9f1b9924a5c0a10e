package dev.gpukernel.internal.array.kernel;

/**
 * Where products are stored, each row by row in one piece.
 *
 * @param offset of the first element of the first product
 * @param batch from each product to the next
 */
public record Result(int offset, int batch) {}
