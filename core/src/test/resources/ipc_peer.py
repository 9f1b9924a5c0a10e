# Another process that shares memory: it opens the array whose handle it reads, adds 1, and offers an array of its own.
import sys

library = sys.argv[1]
words = sys.stdin.readline().split()
handle, offset, length = bytes.fromhex(words[0]), int(words[1]), int(words[2])


def with_cupy():
    import cupy
    from cupy.cuda import runtime

    def view(pointer):
        memory = cupy.cuda.UnownedMemory(pointer, 4 * length, None)
        return cupy.ndarray((length,), cupy.int32, cupy.cuda.MemoryPointer(memory, 0))

    pointer = runtime.ipcOpenMemHandle(handle)
    theirs = view(pointer + offset)
    theirs += 1
    cupy.cuda.Device().synchronize()
    runtime.ipcCloseMemHandle(pointer)
    allocated = runtime.malloc(4 * length)
    own = view(allocated)
    own[:] = 1
    cupy.cuda.Device().synchronize()
    print(runtime.ipcGetMemHandle(allocated).hex(), 0, length, flush=True)
    sys.stdin.readline()
    print(int(own[length - 1]), flush=True)


def with_driver():
    import ctypes

    cuda = ctypes.CDLL("libcuda.so.1")

    class Handle(ctypes.Structure):
        _fields_ = [("reserved", ctypes.c_ubyte * 64)]

    def check(status):
        if status != 0:
            raise RuntimeError("CUDA error %d" % status)

    device, context, pointer = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_uint64()
    check(cuda.cuInit(0))
    check(cuda.cuDeviceGet(ctypes.byref(device), 0))
    check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device))
    check(cuda.cuCtxSetCurrent(context))
    size = ctypes.c_size_t(4 * length)
    host = (ctypes.c_int32 * length)()
    cuda.cuIpcOpenMemHandle_v2.argtypes = [ctypes.c_void_p, Handle, ctypes.c_uint]
    check(cuda.cuIpcOpenMemHandle_v2(ctypes.addressof(pointer), Handle.from_buffer_copy(handle), 1))
    there = ctypes.c_uint64(pointer.value + offset)
    check(cuda.cuMemcpyDtoH_v2(host, there, size))
    for i in range(length):
        host[i] += 1
    check(cuda.cuMemcpyHtoD_v2(there, host, size))
    check(cuda.cuCtxSynchronize())
    check(cuda.cuIpcCloseMemHandle(pointer))
    own, made = ctypes.c_uint64(), Handle()
    check(cuda.cuMemAlloc_v2(ctypes.byref(own), size))
    check(cuda.cuMemsetD32_v2(own, 1, ctypes.c_size_t(length)))
    check(cuda.cuCtxSynchronize())
    check(cuda.cuIpcGetMemHandle(ctypes.byref(made), own))
    print(bytes(made).hex(), 0, length, flush=True)
    sys.stdin.readline()
    check(cuda.cuMemcpyDtoH_v2(host, own, size))
    print(host[length - 1], flush=True)


with_cupy() if library == "cupy" else with_driver()
