/** Tests of the TornadoVM backend, on a stand-in for TornadoVM's API. */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.internal.tornado;
