/** What every backend must do: written once, run by a five-line subclass for each. */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.contract;
