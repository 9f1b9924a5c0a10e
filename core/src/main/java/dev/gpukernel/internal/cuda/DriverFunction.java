package dev.gpukernel.internal.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;

/**
 * The one table of driver functions: exported symbol and C signature. Every function returns a {@code CUresult}, an int.
 *
 * <p>Handles, device pointers and {@code size_t} are longs (only 64-bit drivers exist), so that no segment object is needed
 * to pass them; what the driver writes through is an address.
 */
enum DriverFunction {
    // device
    INIT("cuInit", JAVA_INT),
    DRIVER_GET_VERSION("cuDriverGetVersion", ADDRESS),
    DEVICE_GET_COUNT("cuDeviceGetCount", ADDRESS),
    DEVICE_GET("cuDeviceGet", ADDRESS, JAVA_INT),
    DEVICE_GET_NAME("cuDeviceGetName", ADDRESS, JAVA_INT, JAVA_INT),
    DEVICE_TOTAL_MEM("cuDeviceTotalMem_v2", ADDRESS, JAVA_INT),
    DEVICE_GET_ATTRIBUTE("cuDeviceGetAttribute", ADDRESS, JAVA_INT, JAVA_INT),
    DEVICE_PRIMARY_CTX_RETAIN("cuDevicePrimaryCtxRetain", ADDRESS, JAVA_INT),
    DEVICE_PRIMARY_CTX_RELEASE("cuDevicePrimaryCtxRelease_v2", JAVA_INT),
    CTX_SET_CURRENT("cuCtxSetCurrent", Linkage.BRIEF, JAVA_LONG),
    CTX_GET_CURRENT("cuCtxGetCurrent", Linkage.BRIEF, ADDRESS),
    CTX_SYNCHRONIZE("cuCtxSynchronize"),
    GET_ERROR_NAME("cuGetErrorName", JAVA_INT, ADDRESS),
    GET_ERROR_STRING("cuGetErrorString", JAVA_INT, ADDRESS),

    // memory
    MEM_GET_INFO("cuMemGetInfo_v2", ADDRESS, ADDRESS),
    MEM_ALLOC("cuMemAlloc_v2", ADDRESS, JAVA_LONG),
    MEM_FREE("cuMemFree_v2", JAVA_LONG),
    MEM_ALLOC_ASYNC("cuMemAllocAsync", ADDRESS, JAVA_LONG, JAVA_LONG),
    MEM_FREE_ASYNC("cuMemFreeAsync", JAVA_LONG, JAVA_LONG),
    DEVICE_GET_DEFAULT_MEM_POOL("cuDeviceGetDefaultMemPool", ADDRESS, JAVA_INT),
    MEM_POOL_SET_ATTRIBUTE("cuMemPoolSetAttribute", JAVA_LONG, JAVA_INT, ADDRESS),
    MEM_POOL_GET_ATTRIBUTE("cuMemPoolGetAttribute", JAVA_LONG, JAVA_INT, ADDRESS),
    MEM_POOL_TRIM_TO("cuMemPoolTrimTo", JAVA_LONG, JAVA_LONG),
    MEM_HOST_ALLOC("cuMemHostAlloc", ADDRESS, JAVA_LONG, JAVA_INT),
    MEM_FREE_HOST("cuMemFreeHost", JAVA_LONG),
    MEM_HOST_REGISTER("cuMemHostRegister_v2", ADDRESS, JAVA_LONG, JAVA_INT),
    MEM_HOST_UNREGISTER("cuMemHostUnregister", JAVA_LONG),
    MEM_HOST_GET_DEVICE_POINTER("cuMemHostGetDevicePointer_v2", ADDRESS, JAVA_LONG, JAVA_INT),
    POINTER_GET_ATTRIBUTES("cuPointerGetAttributes", JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG),
    IPC_GET_MEM_HANDLE("cuIpcGetMemHandle", ADDRESS, JAVA_LONG),
    IPC_OPEN_MEM_HANDLE(
            "cuIpcOpenMemHandle_v2",
            ADDRESS,
            MemoryLayout.structLayout(MemoryLayout.sequenceLayout(64, JAVA_BYTE)),
            JAVA_INT),
    IPC_CLOSE_MEM_HANDLE("cuIpcCloseMemHandle", JAVA_LONG),

    // copies
    MEMCPY_HTOD("cuMemcpyHtoD_v2", Linkage.HEAP, JAVA_LONG, ADDRESS, JAVA_LONG),
    MEMCPY_DTOH("cuMemcpyDtoH_v2", Linkage.HEAP, ADDRESS, JAVA_LONG, JAVA_LONG),
    MEMCPY_HTOD_PTDS("cuMemcpyHtoD_v2_ptds", JAVA_LONG, ADDRESS, JAVA_LONG),
    MEMCPY_DTOH_PTDS("cuMemcpyDtoH_v2_ptds", ADDRESS, JAVA_LONG, JAVA_LONG),
    MEMCPY_HTOD_ASYNC("cuMemcpyHtoDAsync_v2", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
    MEMCPY_DTOH_ASYNC("cuMemcpyDtoHAsync_v2", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
    MEMCPY_DTOD_ASYNC("cuMemcpyDtoDAsync_v2", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
    MEMSET_D8_ASYNC("cuMemsetD8Async", JAVA_LONG, JAVA_BYTE, JAVA_LONG, JAVA_LONG),

    // streams and events
    STREAM_CREATE("cuStreamCreate", ADDRESS, JAVA_INT),
    STREAM_DESTROY("cuStreamDestroy_v2", JAVA_LONG),
    STREAM_SYNCHRONIZE("cuStreamSynchronize", JAVA_LONG),
    STREAM_QUERY("cuStreamQuery", JAVA_LONG),
    STREAM_GET_CTX("cuStreamGetCtx", JAVA_LONG, ADDRESS),
    STREAM_WAIT_EVENT("cuStreamWaitEvent", JAVA_LONG, JAVA_LONG, JAVA_INT),
    EVENT_CREATE("cuEventCreate", ADDRESS, JAVA_INT),
    EVENT_DESTROY("cuEventDestroy_v2", JAVA_LONG),
    EVENT_RECORD("cuEventRecord", JAVA_LONG, JAVA_LONG),
    EVENT_SYNCHRONIZE("cuEventSynchronize", JAVA_LONG),
    EVENT_QUERY("cuEventQuery", JAVA_LONG),
    EVENT_ELAPSED_TIME("cuEventElapsedTime", ADDRESS, JAVA_LONG, JAVA_LONG),

    // modules and launches
    MODULE_LOAD_DATA_EX("cuModuleLoadDataEx", ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS),
    MODULE_GET_FUNCTION("cuModuleGetFunction", ADDRESS, JAVA_LONG, ADDRESS),
    MODULE_UNLOAD("cuModuleUnload", JAVA_LONG),
    MODULE_GET_GLOBAL("cuModuleGetGlobal_v2", ADDRESS, ADDRESS, JAVA_LONG, ADDRESS),
    MODULE_GET_FUNCTION_COUNT("cuModuleGetFunctionCount", Presence.NEWER, ADDRESS, JAVA_LONG),
    MODULE_ENUMERATE_FUNCTIONS("cuModuleEnumerateFunctions", Presence.NEWER, ADDRESS, JAVA_INT, JAVA_LONG),
    LINK_CREATE("cuLinkCreate_v2", JAVA_INT, ADDRESS, ADDRESS, ADDRESS),
    LINK_ADD_DATA("cuLinkAddData_v2", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, JAVA_INT, ADDRESS, ADDRESS),
    LINK_COMPLETE("cuLinkComplete", JAVA_LONG, ADDRESS, ADDRESS),
    LINK_DESTROY("cuLinkDestroy", JAVA_LONG),
    FUNC_GET_NAME("cuFuncGetName", Presence.NEWER, ADDRESS, JAVA_LONG),
    FUNC_GET_PARAM_INFO("cuFuncGetParamInfo", Presence.NEWER, JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS),
    FUNC_GET_ATTRIBUTE("cuFuncGetAttribute", ADDRESS, JAVA_INT, JAVA_LONG),
    FUNC_SET_ATTRIBUTE("cuFuncSetAttribute", JAVA_LONG, JAVA_INT, JAVA_INT),
    LAUNCH_KERNEL(
            "cuLaunchKernel",
            JAVA_LONG,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_LONG,
            ADDRESS,
            ADDRESS),
    LAUNCH_COOPERATIVE_KERNEL(
            "cuLaunchCooperativeKernel",
            JAVA_LONG,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_LONG,
            ADDRESS),
    OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE(
            "cuOccupancyMaxPotentialBlockSize", ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_INT),
    OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR(
            "cuOccupancyMaxActiveBlocksPerMultiprocessor", ADDRESS, JAVA_LONG, JAVA_INT, JAVA_LONG),

    // graphs; those with kernel parameters in the form that drivers before CUDA 12 have too
    GRAPH_CREATE("cuGraphCreate", ADDRESS, JAVA_INT),
    GRAPH_ADD_KERNEL_NODE("cuGraphAddKernelNode", ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS),
    GRAPH_INSTANTIATE_WITH_FLAGS("cuGraphInstantiateWithFlags", ADDRESS, JAVA_LONG, JAVA_LONG),
    GRAPH_EXEC_KERNEL_NODE_SET_PARAMS("cuGraphExecKernelNodeSetParams", JAVA_LONG, JAVA_LONG, ADDRESS),
    GRAPH_LAUNCH("cuGraphLaunch", JAVA_LONG, JAVA_LONG),
    GRAPH_EXEC_DESTROY("cuGraphExecDestroy", JAVA_LONG),
    GRAPH_DESTROY("cuGraphDestroy", JAVA_LONG);

    /** How the JVM crosses into a function. */
    enum Linkage {
        /** An ordinary call, which may block. */
        ORDINARY,
        /**
         * No thread-state transition: nanoseconds less, but the garbage collector waits for the call. Only for what never
         * waits for a device; recording an event, for one, blocks while a stream's queue is full.
         */
        BRIEF,
        /** Like {@link #BRIEF}, and takes segments of the Java heap. Callers keep such copies small. */
        HEAP
    }

    /** Which drivers have a function. */
    enum Presence {
        /** All that are supported. */
        ALL,
        /** Newer ones than the oldest: who calls it asks {@link Driver#has} first. */
        NEWER
    }

    private final String symbol;
    private final Linkage linkage;
    private final Presence presence;
    // A descriptor is a value-based class, which the checker cannot know.
    @SuppressWarnings("ImmutableEnumChecker")
    private final FunctionDescriptor descriptor;

    DriverFunction(String symbol, MemoryLayout... parameters) {
        this(symbol, Linkage.ORDINARY, parameters);
    }

    DriverFunction(String symbol, Linkage linkage, MemoryLayout... parameters) {
        this(symbol, linkage, Presence.ALL, parameters);
    }

    DriverFunction(String symbol, Presence presence, MemoryLayout... parameters) {
        this(symbol, Linkage.ORDINARY, presence, parameters);
    }

    DriverFunction(String symbol, Linkage linkage, Presence presence, MemoryLayout... parameters) {
        this.symbol = symbol;
        this.linkage = linkage;
        this.presence = presence;
        this.descriptor = FunctionDescriptor.of(JAVA_INT, parameters);
    }

    String symbol() {
        return symbol;
    }

    Linkage linkage() {
        return linkage;
    }

    Presence presence() {
        return presence;
    }

    FunctionDescriptor descriptor() {
        return descriptor;
    }
}
