package dev.gpukernel;

/** A mistake in GpuKernel itself, not in the kernel. The message holds what a report needs. */
public final class CompilerBugException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Reports a bug.
     *
     * @param what what went wrong
     * @param details the intermediate representation or generated code at hand
     * @param cause the failure underneath
     */
    public CompilerBugException(String what, String details, Throwable cause) {
        super(
                """
                %s
                This is a bug in GpuKernel; please report it with what follows.
                Java %s on %s %s
                %s""".formatted(
                        what, Runtime.version(), System.getProperty("os.name"), System.getProperty("os.arch"), details),
                cause);
    }
}
