package dev.gpukernel.oracle;

/** Kernels with functions come to what they come to in Java, or hold more of them than are told apart. */
class FunctionsFormTest extends FormContract {
    FunctionsFormTest() {
        super(new FunctionsGenerator()::generate, 60, 30, 1 << 8, 0.05);
    }
}
