package dev.gpukernel.internal.backend;

import java.util.List;

/** A way to run kernels. Found as a service; made once. */
public interface Backend {
    /** {@return its name, as the user chooses it} */
    String name();

    /** {@return its place when one is chosen automatically: the least available one wins} */
    int priority();

    /** {@return what it finds on this machine; the same at every call, and it throws nothing} */
    Probe probe();

    /** What a backend finds on a machine. */
    sealed interface Probe {
        /**
         * Devices.
         *
         * @param devices at least one
         */
        record Present(List<Device> devices) implements Probe {}

        /**
         * Nothing.
         *
         * @param reason what was looked for and where, as the end of a sentence
         */
        record Absent(String reason) implements Probe {}
    }
}
