package dev.gpukernel.internal.advice;

/** Ends methods that run too long: each of their loops asks. */
public final class Stop {
    private static final ThreadLocal<long[]> LEFT = ThreadLocal.withInitial(() -> new long[] {Long.MAX_VALUE});

    private Stop() {}

    /** What ends them. */
    static final class Stopped extends Error {
        private static final long serialVersionUID = 1;

        Stopped() {
            super("took too long", null, false, false);
        }
    }

    /** Lets the thread's loops go on for so many iterations from here, which is the same each time, as its processor's time is not. */
    static void after(long iterations) {
        LEFT.get()[0] = iterations;
    }

    /** Ends what runs if its thread was interrupted, or has no iterations left. */
    public static void ask() {
        if (--LEFT.get()[0] < 0 || Thread.currentThread().isInterrupted()) {
            throw new Stopped();
        }
    }
}
