package dev.gpukernel.internal.advice;

/** Ends methods that run too long: each of their loops asks. */
public final class Stop {
    private Stop() {}

    /** What ends them. */
    static final class Stopped extends Error {
        private static final long serialVersionUID = 1;

        Stopped() {
            super("took too long", null, false, false);
        }
    }

    /** Ends the thread if it was interrupted. */
    public static void ask() {
        if (Thread.currentThread().isInterrupted()) {
            throw new Stopped();
        }
    }
}
