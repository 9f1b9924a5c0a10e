package dev.gpukernel.benchmarks;

/**
 * A point with a mass.
 *
 * @param x where it is
 * @param y where it is
 * @param z where it is
 * @param mass how much it attracts
 */
record Body(float x, float y, float z, float mass) {}
