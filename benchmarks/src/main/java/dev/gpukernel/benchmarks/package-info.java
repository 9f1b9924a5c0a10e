/** JMH benchmarks, and {@link VectorAddReport} and {@link CompareTable} for the comparison with other languages. */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.benchmarks;
