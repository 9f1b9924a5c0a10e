/**
 * A hundred kernels of the kinds in PolyBench, Rodinia, HeCBench and BabelStream, each as Java and as CUDA C. {@link
 * dev.gpukernel.benchmarks.suite.SuiteTable} lists them, {@link dev.gpukernel.benchmarks.suite.SuiteReport} compares them.
 */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.benchmarks.suite;
