package dev.gpukernel.internal.jvm;

/** A function that cannot become bytecode which the JVM compiles: it needs other threads, or is too large. */
public final class NotEmittableException extends Exception {
    private static final long serialVersionUID = 1L;

    NotEmittableException(String why) {
        super(why, null, false, false);
    }
}
