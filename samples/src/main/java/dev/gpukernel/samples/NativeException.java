package dev.gpukernel.samples;

/** A native library is not there, or one of its functions failed. */
final class NativeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NativeException(String message) {
        super(message);
    }
}
