package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Place;
import dev.gpukernel.internal.frontend.FrontEnd.ReadKernel;
import java.util.List;

/** What class files alone tell of a kernel. */
public sealed interface Reading {
    /**
     * All of it.
     *
     * @param kernel the kernel as it will be read where it runs
     */
    record Complete(ReadKernel kernel) implements Reading {}

    /** Nothing is wrong with it as far as it can be read: a class or the value of a field is missing. */
    record Open() implements Reading {}

    /**
     * It cannot run on a GPU.
     *
     * @param findings why, in the order of their lines
     */
    record Refused(List<Finding> findings) implements Reading {
        /** Copies the findings. */
        public Refused {
            findings = List.copyOf(findings);
        }
    }

    /**
     * Something that is wrong with a kernel.
     *
     * @param diagnostic what and where
     */
    record Finding(Diagnostic diagnostic) {
        /** {@return where the calls are that lead from the kernel to that place, innermost first} */
        public List<Place> callers() {
            return diagnostic.callers();
        }
    }
}
