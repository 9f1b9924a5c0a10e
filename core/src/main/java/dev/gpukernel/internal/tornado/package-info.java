/**
 * The TornadoVM backend: kernels as classes in TornadoVM's terms, which it compiles and runs. Its API is bound late, in {@link
 * dev.gpukernel.internal.tornado.TornadoApi} alone.
 */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.internal.tornado;
