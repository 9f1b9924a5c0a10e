package dev.gpukernel.internal.cuda;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Copying and filling, 1:1 as the driver names them (its header drops the version suffix too). Results are unchecked: see
 * {@link Check}. Safe for use by several threads.
 *
 * <p>The two copies without a stream take Java heap segments. They run in the driver's default stream, which the streams
 * of {@link CudaStream} do not wait for, and the copy to the device may return before the device has the bytes: whoever
 * calls them synchronises on both sides.
 *
 * <p>The two in the calling thread's own default stream take native memory, which stays as long as the call lasts: Java does not let its arena
 * be closed. If it is registered, they return when its bytes are there.
 */
final class CopyCalls {
    private static final MethodHandle MEMCPY_HTOD = Driver.link(DriverFunction.MEMCPY_HTOD);
    private static final MethodHandle MEMCPY_DTOH = Driver.link(DriverFunction.MEMCPY_DTOH);
    private static final MethodHandle MEMCPY_HTOD_PTDS = Driver.link(DriverFunction.MEMCPY_HTOD_PTDS);
    private static final MethodHandle MEMCPY_DTOH_PTDS = Driver.link(DriverFunction.MEMCPY_DTOH_PTDS);
    private static final MethodHandle MEMCPY_HTOD_ASYNC = Driver.link(DriverFunction.MEMCPY_HTOD_ASYNC);
    private static final MethodHandle MEMCPY_DTOH_ASYNC = Driver.link(DriverFunction.MEMCPY_DTOH_ASYNC);
    private static final MethodHandle MEMCPY_DTOD_ASYNC = Driver.link(DriverFunction.MEMCPY_DTOD_ASYNC);
    private static final MethodHandle MEMSET_D8_ASYNC = Driver.link(DriverFunction.MEMSET_D8_ASYNC);

    private CopyCalls() {}

    static int cuMemcpyHtoD(long device, MemorySegment host, long bytes) {
        try {
            return (int) MEMCPY_HTOD.invokeExact(device, host, bytes);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuMemcpyDtoH(MemorySegment host, long device, long bytes) {
        try {
            return (int) MEMCPY_DTOH.invokeExact(host, device, bytes);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuMemcpyHtoDPtds(long device, MemorySegment host, long bytes) {
        try {
            return (int) MEMCPY_HTOD_PTDS.invokeExact(device, host, bytes);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuMemcpyDtoHPtds(MemorySegment host, long device, long bytes) {
        try {
            return (int) MEMCPY_DTOH_PTDS.invokeExact(host, device, bytes);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuMemcpyHtoDAsync(long device, long host, long bytes, long stream) {
        try {
            return (int) MEMCPY_HTOD_ASYNC.invokeExact(device, host, bytes, stream);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuMemcpyDtoHAsync(long host, long device, long bytes, long stream) {
        try {
            return (int) MEMCPY_DTOH_ASYNC.invokeExact(host, device, bytes, stream);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuMemcpyDtoDAsync(long target, long source, long bytes, long stream) {
        try {
            return (int) MEMCPY_DTOD_ASYNC.invokeExact(target, source, bytes, stream);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuMemsetD8Async(long device, byte value, long count, long stream) {
        try {
            return (int) MEMSET_D8_ASYNC.invokeExact(device, value, count, stream);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }
}
