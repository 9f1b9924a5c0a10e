package dev.gpukernel;

import dev.gpukernel.diagnostic.Diagnostic;
import java.util.List;
import java.util.stream.Collectors;

/** A kernel contains something that cannot run on a GPU. Carries every finding at once. */
public final class KernelRejectedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Diagnostic> findings;

    /**
     * Rejects a kernel.
     *
     * @param kernel the kernel's name, such as {@code VectorOps.saxpy}
     * @param findings why, at least one
     */
    public KernelRejectedException(String kernel, List<Diagnostic> findings) {
        super(findings.stream()
                .map(Diagnostic::toString)
                .collect(Collectors.joining("\n", "kernel " + kernel + " cannot run on a GPU:\n", "")));
        this.findings = List.copyOf(findings);
    }

    /** {@return every finding, in source order} */
    public List<Diagnostic> findings() {
        return findings;
    }
}
