package dev.gpukernel.corpus;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.PassedFunctionContract;
import org.junit.jupiter.api.Nested;

/** Kernels with functions on devices with memory of their own. */
final class PassedFunctionKernelsTest {
    @Nested
    final class Apart extends PassedFunctionContract {
        @Override
        protected Gpu gpu() {
            return MadeArraysTest.Where.APART.gpu();
        }
    }

    /** With so little memory that loops run in pieces. */
    @Nested
    final class Small extends PassedFunctionContract {
        @Override
        protected Gpu gpu() {
            return MadeArraysTest.Where.SMALL.gpu();
        }
    }
}
