package dev.gpukernel.internal.cuda;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Devices, contexts and errors, 1:1 as the driver names them (its header drops the version suffix too). Results are unchecked: see
 * {@link Check}. Safe for use by several threads.
 */
final class DeviceCalls {
    private static final MethodHandle INIT = Driver.link(DriverFunction.INIT);
    private static final MethodHandle DRIVER_GET_VERSION = Driver.link(DriverFunction.DRIVER_GET_VERSION);
    private static final MethodHandle DEVICE_GET_COUNT = Driver.link(DriverFunction.DEVICE_GET_COUNT);
    private static final MethodHandle DEVICE_GET = Driver.link(DriverFunction.DEVICE_GET);
    private static final MethodHandle DEVICE_GET_NAME = Driver.link(DriverFunction.DEVICE_GET_NAME);
    private static final MethodHandle DEVICE_TOTAL_MEM = Driver.link(DriverFunction.DEVICE_TOTAL_MEM);
    private static final MethodHandle DEVICE_GET_ATTRIBUTE = Driver.link(DriverFunction.DEVICE_GET_ATTRIBUTE);
    private static final MethodHandle DEVICE_PRIMARY_CTX_RETAIN = Driver.link(DriverFunction.DEVICE_PRIMARY_CTX_RETAIN);
    private static final MethodHandle DEVICE_PRIMARY_CTX_RELEASE =
            Driver.link(DriverFunction.DEVICE_PRIMARY_CTX_RELEASE);
    private static final MethodHandle CTX_SET_CURRENT = Driver.link(DriverFunction.CTX_SET_CURRENT);
    private static final MethodHandle CTX_GET_CURRENT = Driver.link(DriverFunction.CTX_GET_CURRENT);
    private static final MethodHandle CTX_SYNCHRONIZE = Driver.link(DriverFunction.CTX_SYNCHRONIZE);
    private static final MethodHandle GET_ERROR_NAME = Driver.link(DriverFunction.GET_ERROR_NAME);
    private static final MethodHandle GET_ERROR_STRING = Driver.link(DriverFunction.GET_ERROR_STRING);

    private DeviceCalls() {}

    static int cuInit(int flags) {
        try {
            return (int) INIT.invokeExact(flags);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuDriverGetVersion(MemorySegment version) {
        try {
            return (int) DRIVER_GET_VERSION.invokeExact(version);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuDeviceGetCount(MemorySegment count) {
        try {
            return (int) DEVICE_GET_COUNT.invokeExact(count);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuDeviceGet(MemorySegment device, int ordinal) {
        try {
            return (int) DEVICE_GET.invokeExact(device, ordinal);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuDeviceGetName(MemorySegment name, int length, int device) {
        try {
            return (int) DEVICE_GET_NAME.invokeExact(name, length, device);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuDeviceTotalMem(MemorySegment bytes, int device) {
        try {
            return (int) DEVICE_TOTAL_MEM.invokeExact(bytes, device);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuDeviceGetAttribute(MemorySegment value, int attribute, int device) {
        try {
            return (int) DEVICE_GET_ATTRIBUTE.invokeExact(value, attribute, device);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuDevicePrimaryCtxRetain(MemorySegment context, int device) {
        try {
            return (int) DEVICE_PRIMARY_CTX_RETAIN.invokeExact(context, device);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuDevicePrimaryCtxRelease(int device) {
        try {
            return (int) DEVICE_PRIMARY_CTX_RELEASE.invokeExact(device);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuCtxSetCurrent(long context) {
        try {
            return (int) CTX_SET_CURRENT.invokeExact(context);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuCtxGetCurrent(MemorySegment context) {
        try {
            return (int) CTX_GET_CURRENT.invokeExact(context);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuCtxSynchronize() {
        try {
            return (int) CTX_SYNCHRONIZE.invokeExact();
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuGetErrorName(int error, MemorySegment text) {
        try {
            return (int) GET_ERROR_NAME.invokeExact(error, text);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuGetErrorString(int error, MemorySegment text) {
        try {
            return (int) GET_ERROR_STRING.invokeExact(error, text);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }
}
