package dev.gpukernel.internal.cuda;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Device memory, its pools and pinned host memory, 1:1 as the driver names them (its header drops the version suffix too). Results are unchecked: see
 * {@link Check}. Safe for use by several threads.
 */
final class MemoryCalls {
    private static final MethodHandle MEM_GET_INFO = Driver.link(DriverFunction.MEM_GET_INFO);
    private static final MethodHandle MEM_ALLOC = Driver.link(DriverFunction.MEM_ALLOC);
    private static final MethodHandle MEM_FREE = Driver.link(DriverFunction.MEM_FREE);
    private static final MethodHandle MEM_ALLOC_ASYNC = Driver.link(DriverFunction.MEM_ALLOC_ASYNC);
    private static final MethodHandle MEM_FREE_ASYNC = Driver.link(DriverFunction.MEM_FREE_ASYNC);
    private static final MethodHandle DEVICE_GET_DEFAULT_MEM_POOL =
            Driver.link(DriverFunction.DEVICE_GET_DEFAULT_MEM_POOL);
    private static final MethodHandle MEM_POOL_SET_ATTRIBUTE = Driver.link(DriverFunction.MEM_POOL_SET_ATTRIBUTE);
    private static final MethodHandle MEM_POOL_GET_ATTRIBUTE = Driver.link(DriverFunction.MEM_POOL_GET_ATTRIBUTE);
    private static final MethodHandle MEM_POOL_TRIM_TO = Driver.link(DriverFunction.MEM_POOL_TRIM_TO);
    private static final MethodHandle MEM_HOST_ALLOC = Driver.link(DriverFunction.MEM_HOST_ALLOC);
    private static final MethodHandle MEM_FREE_HOST = Driver.link(DriverFunction.MEM_FREE_HOST);
    private static final MethodHandle MEM_HOST_REGISTER = Driver.link(DriverFunction.MEM_HOST_REGISTER);
    private static final MethodHandle MEM_HOST_UNREGISTER = Driver.link(DriverFunction.MEM_HOST_UNREGISTER);
    private static final MethodHandle MEM_HOST_GET_DEVICE_POINTER =
            Driver.link(DriverFunction.MEM_HOST_GET_DEVICE_POINTER);
    private static final MethodHandle POINTER_GET_ATTRIBUTES = Driver.link(DriverFunction.POINTER_GET_ATTRIBUTES);
    private static final MethodHandle IPC_GET_MEM_HANDLE = Driver.link(DriverFunction.IPC_GET_MEM_HANDLE);
    private static final MethodHandle IPC_OPEN_MEM_HANDLE = Driver.link(DriverFunction.IPC_OPEN_MEM_HANDLE);
    private static final MethodHandle IPC_CLOSE_MEM_HANDLE = Driver.link(DriverFunction.IPC_CLOSE_MEM_HANDLE);

    private MemoryCalls() {}

    static int cuMemGetInfo(MemorySegment free, MemorySegment total) {
        try {
            return (int) MEM_GET_INFO.invokeExact(free, total);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuMemAlloc(MemorySegment pointer, long bytes) {
        try {
            return (int) MEM_ALLOC.invokeExact(pointer, bytes);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuMemFree(long pointer) {
        try {
            return (int) MEM_FREE.invokeExact(pointer);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuMemAllocAsync(MemorySegment pointer, long bytes, long stream) {
        try {
            return (int) MEM_ALLOC_ASYNC.invokeExact(pointer, bytes, stream);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuMemFreeAsync(long pointer, long stream) {
        try {
            return (int) MEM_FREE_ASYNC.invokeExact(pointer, stream);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuDeviceGetDefaultMemPool(MemorySegment pool, int device) {
        try {
            return (int) DEVICE_GET_DEFAULT_MEM_POOL.invokeExact(pool, device);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuMemPoolSetAttribute(long pool, int attribute, MemorySegment value) {
        try {
            return (int) MEM_POOL_SET_ATTRIBUTE.invokeExact(pool, attribute, value);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuMemPoolGetAttribute(long pool, int attribute, MemorySegment value) {
        try {
            return (int) MEM_POOL_GET_ATTRIBUTE.invokeExact(pool, attribute, value);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuMemPoolTrimTo(long pool, long bytesToKeep) {
        try {
            return (int) MEM_POOL_TRIM_TO.invokeExact(pool, bytesToKeep);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuMemHostAlloc(MemorySegment pointer, long bytes, int flags) {
        try {
            return (int) MEM_HOST_ALLOC.invokeExact(pointer, bytes, flags);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuMemFreeHost(long pointer) {
        try {
            return (int) MEM_FREE_HOST.invokeExact(pointer);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuMemHostRegister(MemorySegment memory, long bytes, int flags) {
        try {
            return (int) MEM_HOST_REGISTER.invokeExact(memory, bytes, flags);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuMemHostUnregister(long pointer) {
        try {
            return (int) MEM_HOST_UNREGISTER.invokeExact(pointer);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuMemHostGetDevicePointer(MemorySegment devicePointer, long hostPointer, int flags) {
        try {
            return (int) MEM_HOST_GET_DEVICE_POINTER.invokeExact(devicePointer, hostPointer, flags);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuPointerGetAttributes(int count, MemorySegment attributes, MemorySegment values, long pointer) {
        try {
            return (int) POINTER_GET_ATTRIBUTES.invokeExact(count, attributes, values, pointer);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuIpcGetMemHandle(MemorySegment handle, long pointer) {
        try {
            return (int) IPC_GET_MEM_HANDLE.invokeExact(handle, pointer);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuIpcOpenMemHandle(MemorySegment pointer, MemorySegment handle, int flags) {
        try {
            return (int) IPC_OPEN_MEM_HANDLE.invokeExact(pointer, handle, flags);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuIpcCloseMemHandle(long pointer) {
        try {
            return (int) IPC_CLOSE_MEM_HANDLE.invokeExact(pointer);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }
}
