package dev.gpukernel.oracle;

/** Kernels with objects hold what they hold in Java, or more of them than are told apart. */
class ObjectsFormTest extends FormContract {
    ObjectsFormTest() {
        super(new ObjectsGenerator()::generate, 80, 40, 1 << 8, 0.4);
    }
}
