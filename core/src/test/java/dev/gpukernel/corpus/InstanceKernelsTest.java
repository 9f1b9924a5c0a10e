package dev.gpukernel.corpus;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.InstanceContract;
import org.junit.jupiter.api.Nested;

/** Kernels of objects on devices with memory of their own. */
final class InstanceKernelsTest {
    @Nested
    final class Apart extends InstanceContract {
        @Override
        protected Gpu gpu() {
            return MadeArraysTest.Where.APART.gpu();
        }
    }

    /** With so little memory that loops run in pieces. */
    @Nested
    final class Small extends InstanceContract {
        @Override
        protected Gpu gpu() {
            return MadeArraysTest.Where.SMALL.gpu();
        }
    }
}
