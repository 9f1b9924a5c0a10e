package dev.gpukernel.internal.cuda;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The one place where a driver's result becomes an exception. A call with more arguments than a handle tests the result
 * itself and throws {@link #failure}, so that no array is made for a call that succeeds.
 */
final class Check {
    static final int SUCCESS = 0;
    static final int NOT_READY = 600;

    /** No error text of a driver is longer. */
    private static final long TEXT_LIMIT = 4096;

    private Check() {}

    /** Throws if a call without arguments failed. */
    static void ok(int status, String function) {
        if (status != SUCCESS) {
            throw failure(status, function);
        }
    }

    /** Throws if a call about one handle or address failed. */
    static void ok(int status, String function, long handle) {
        if (status != SUCCESS) {
            throw failure(status, function, hex(handle));
        }
    }

    /** Throws if a call about two handles or addresses failed. */
    static void ok(int status, String function, long first, long second) {
        if (status != SUCCESS) {
            throw failure(status, function, hex(first), hex(second));
        }
    }

    /** Throws if a copy between two addresses failed. */
    static void copied(int status, String function, long target, long source, long bytes) {
        if (status != SUCCESS) {
            throw failure(status, function, hex(target), hex(source), bytes + " bytes");
        }
    }

    /** The exception for a failed call. */
    static GpuException failure(int status, String function, Object... arguments) {
        return explained(status, "", function, arguments);
    }

    /** The exception for a failed call whose reason the driver gave elsewhere too, such as in a compiler's log. */
    static GpuException explained(int status, String reason, String function, Object... arguments) {
        Diagnostic diagnostic = diagnostic(status, reason, function, arguments);
        return new GpuException(diagnostic.message(), diagnostic.arguments().toArray());
    }

    /** What {@link #explained} says, where it is not to be thrown. */
    static Diagnostic diagnostic(int status, String reason, String function, Object... arguments) {
        if (CudaError.losesContext(status)) {
            return UncheckedKernels.loss(function, name(status), text(status), CudaError.adviceFor(status));
        }
        String list = Arrays.stream(arguments).map(String::valueOf).collect(Collectors.joining(", "));
        String text = reason.isBlank() ? text(status) : text(status) + ": " + reason.strip();
        return Diagnostic.of(
                Message.DRIVER_CALL, null, function, list, name(status), text, CudaError.adviceFor(status));
    }

    /** The driver's name of a result, such as {@code CUDA_ERROR_NO_DEVICE}. */
    static String name(int status) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pointer = arena.allocate(ValueLayout.ADDRESS);
            int told = DeviceCalls.cuGetErrorName(status, pointer);
            return told == SUCCESS ? read(pointer) : "CUresult " + status;
        }
    }

    static String hex(long handle) {
        return "0x" + Long.toHexString(handle);
    }

    private static String text(int status) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pointer = arena.allocate(ValueLayout.ADDRESS);
            int told = DeviceCalls.cuGetErrorString(status, pointer);
            return told == SUCCESS ? read(pointer) : "the driver has no text for it";
        }
    }

    @SuppressWarnings("restricted") // the driver's own constant strings, ended by a zero
    private static String read(MemorySegment pointer) {
        return pointer.get(ValueLayout.ADDRESS, 0).reinterpret(TEXT_LIMIT).getString(0);
    }
}
