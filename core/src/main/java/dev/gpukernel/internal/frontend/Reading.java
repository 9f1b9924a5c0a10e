package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Place;
import dev.gpukernel.internal.frontend.FrontEnd.ReadKernel;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
     * @param kernel its name
     * @param findings why, in the order of their lines
     * @param rest what else is in it, null if that cannot be told from what is refused
     */
    record Refused(
            String kernel, List<Finding> findings, @Nullable Rest rest) implements Reading {
        /** Copies the findings. */
        public Refused {
            findings = List.copyOf(findings);
        }
    }

    /**
     * A kernel without what is refused in it. It does not do what was written; loops that depend on nothing of that are what they would be.
     *
     * @param kernel the kernel, which never runs
     * @param unread lines of its own method where something is refused, or depends on what is
     * @param unknown parameters that stand for numbers of which nothing is known
     * @param mark what stands where something is refused, or depends on what is
     */
    record Rest(ReadKernel kernel, Set<Integer> unread, Set<Value> unknown, Op mark) {
        /** Copies the sets. */
        public Rest {
            unread = Set.copyOf(unread);
            unknown = Set.copyOf(unknown);
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
