package dev.gpukernel.internal.backend;

/** A loop that a device can only run with the whole method that it is in, as that is written. */
public final class WholeMethodException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public WholeMethodException() {
        super("the loop can only run as it is written", null, false, false);
    }
}
