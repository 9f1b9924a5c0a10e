/**
 * What kernels must give. An interpreter that defines the intermediate representation, the same kernel run as Java, a generator of
 * random kernels, and a comparison of outcomes.
 */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.oracle;
