package dev.gpukernel.internal.tornado;

/** What TornadoVM's backend for a device writes, which decides what must be kept from it. */
enum Generator {
    /** PTX, by itself. */
    PTX("PTX"),
    /** CUDA C, which NVRTC compiles without being told anything but the architecture. */
    CUDA_C("CUDA");

    private final String backend;

    Generator(String backend) {
        this.backend = backend;
    }

    /** {@return the backend's name} */
    String backend() {
        return backend;
    }

    /** {@return what a backend writes; one of another name counts as one that writes PTX} */
    static Generator of(String backend) {
        return backend.equals(CUDA_C.backend) ? CUDA_C : PTX;
    }
}
