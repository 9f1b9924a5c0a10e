package dev.gpukernel.internal.array.kernel;

/**
 * Where a matrix of a product is in memory, or each of several, as distances in elements.
 *
 * @param offset of the first element of the first matrix
 * @param batch from each matrix to the next, 0 if all are the same
 * @param line from each row of a left matrix to the next, from each column of a right one to the next
 * @param depth along such a row or column
 */
public record Operand(int offset, int batch, int line, int depth) {}
