/**
 * A stand-in for the part of TornadoVM's API that GpuKernel binds to, so that generated kernels are run in every build. It is written
 * for these tests, and does in plain Java what is documented of TornadoVM: device memory apart from the host's, filled and fetched by the
 * modes of transfers; shared memory for each block, of undefined contents; barriers among the threads of a block.
 */
@org.jspecify.annotations.NullMarked
package uk.ac.manchester.tornado.api;
