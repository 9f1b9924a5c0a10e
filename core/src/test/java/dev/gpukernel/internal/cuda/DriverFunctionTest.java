package dev.gpukernel.internal.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DriverFunctionTest {
    /** The parameter types that the driver's header declares. */
    private static final String HEADER = """
            cuInit(unsigned int)
            cuDriverGetVersion(int*)
            cuIpcGetMemHandle(CUipcMemHandle*, CUdeviceptr)
            cuIpcOpenMemHandle_v2(CUdeviceptr*, CUipcMemHandle, unsigned int)
            cuIpcCloseMemHandle(CUdeviceptr)
            cuPointerGetAttributes(unsigned int, CUpointer_attribute*, void**, CUdeviceptr)
            cuStreamGetCtx(CUstream, CUcontext*)
            cuDeviceGetCount(int*)
            cuDeviceGet(CUdevice*, int)
            cuDeviceGetName(char*, int, CUdevice)
            cuDeviceTotalMem_v2(size_t*, CUdevice)
            cuDeviceGetAttribute(int*, CUdevice_attribute, CUdevice)
            cuDevicePrimaryCtxRetain(CUcontext*, CUdevice)
            cuDevicePrimaryCtxRelease_v2(CUdevice)
            cuCtxSetCurrent(CUcontext)
            cuCtxGetCurrent(CUcontext*)
            cuCtxSynchronize()
            cuGetErrorName(CUresult, char**)
            cuGetErrorString(CUresult, char**)
            cuMemGetInfo_v2(size_t*, size_t*)
            cuMemAlloc_v2(CUdeviceptr*, size_t)
            cuMemFree_v2(CUdeviceptr)
            cuMemAllocAsync(CUdeviceptr*, size_t, CUstream)
            cuMemFreeAsync(CUdeviceptr, CUstream)
            cuDeviceGetDefaultMemPool(CUmemoryPool*, CUdevice)
            cuMemPoolSetAttribute(CUmemoryPool, CUmemPool_attribute, void*)
            cuMemPoolGetAttribute(CUmemoryPool, CUmemPool_attribute, void*)
            cuMemPoolTrimTo(CUmemoryPool, size_t)
            cuMemHostAlloc(void**, size_t, unsigned int)
            cuMemFreeHost(void*)
            cuMemHostRegister_v2(void*, size_t, unsigned int)
            cuMemHostUnregister(void*)
            cuMemHostGetDevicePointer_v2(CUdeviceptr*, void*, unsigned int)
            cuMemcpyHtoD_v2(CUdeviceptr, void*, size_t)
            cuMemcpyDtoH_v2(void*, CUdeviceptr, size_t)
            cuMemcpyHtoD_v2_ptds(CUdeviceptr, void*, size_t)
            cuMemcpyDtoH_v2_ptds(void*, CUdeviceptr, size_t)
            cuMemcpyHtoDAsync_v2(CUdeviceptr, void*, size_t, CUstream)
            cuMemcpyDtoHAsync_v2(void*, CUdeviceptr, size_t, CUstream)
            cuMemcpyDtoDAsync_v2(CUdeviceptr, CUdeviceptr, size_t, CUstream)
            cuMemsetD8Async(CUdeviceptr, unsigned char, size_t, CUstream)
            cuStreamCreate(CUstream*, unsigned int)
            cuStreamDestroy_v2(CUstream)
            cuStreamSynchronize(CUstream)
            cuStreamQuery(CUstream)
            cuStreamWaitEvent(CUstream, CUevent, unsigned int)
            cuEventCreate(CUevent*, unsigned int)
            cuEventDestroy_v2(CUevent)
            cuEventRecord(CUevent, CUstream)
            cuEventSynchronize(CUevent)
            cuEventQuery(CUevent)
            cuEventElapsedTime(float*, CUevent, CUevent)
            cuModuleLoadDataEx(CUmodule*, void*, unsigned int, CUjit_option*, void**)
            cuModuleGetFunction(CUfunction*, CUmodule, char*)
            cuModuleUnload(CUmodule)
            cuModuleGetGlobal_v2(CUdeviceptr*, size_t*, CUmodule, char*)
            cuModuleGetFunctionCount(unsigned int*, CUmodule)
            cuModuleEnumerateFunctions(CUfunction*, unsigned int, CUmodule)
            cuLinkCreate_v2(unsigned int, CUjit_option*, void**, CUlinkState*)
            cuLinkAddData_v2(CUlinkState, CUjitInputType, void*, size_t, char*, unsigned int, CUjit_option*, void**)
            cuLinkComplete(CUlinkState, void**, size_t*)
            cuLinkDestroy(CUlinkState)
            cuFuncGetName(char**, CUfunction)
            cuFuncGetParamInfo(CUfunction, size_t, size_t*, size_t*)
            cuFuncGetAttribute(int*, CUfunction_attribute, CUfunction)
            cuFuncSetAttribute(CUfunction, CUfunction_attribute, int)
            cuLaunchKernel(CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, CUstream, void**, void**)
            cuLaunchCooperativeKernel(CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, CUstream, void**)
            cuOccupancyMaxPotentialBlockSize(int*, int*, CUfunction, CUoccupancyB2DSize, size_t, int)
            cuOccupancyMaxActiveBlocksPerMultiprocessor(int*, CUfunction, int, size_t)
            cuGraphCreate(CUgraph*, unsigned int)
            cuGraphAddKernelNode(CUgraphNode*, CUgraph, CUgraphNode*, size_t, CUDA_KERNEL_NODE_PARAMS*)
            cuGraphInstantiateWithFlags(CUgraphExec*, CUgraph, unsigned long long)
            cuGraphExecKernelNodeSetParams(CUgraphExec, CUgraphNode, CUDA_KERNEL_NODE_PARAMS*)
            cuGraphLaunch(CUgraphExec, CUstream)
            cuGraphExecDestroy(CUgraphExec)
            cuGraphDestroy(CUgraph)
            """;

    private static final Set<String> HANDLES = Set.of(
            "CUcontext",
            "CUstream",
            "CUevent",
            "CUmodule",
            "CUlinkState",
            "CUfunction",
            "CUmemoryPool",
            "CUgraph",
            "CUgraphExec",
            "CUgraphNode",
            "unsigned long long");

    @Test
    void everyFunctionHasTheHeadersParameterTypes() {
        Map<String, List<String>> declared = new TreeMap<>();
        HEADER.lines().forEach(line -> {
            String inside = line.substring(line.indexOf('(') + 1, line.indexOf(')'));
            declared.put(
                    line.substring(0, line.indexOf('(')),
                    inside.isEmpty() ? List.of() : Arrays.asList(inside.split(", ", -1)));
        });
        for (DriverFunction function : DriverFunction.values()) {
            assertThat(declared).containsKey(function.symbol());
            List<String> types = declared.getOrDefault(function.symbol(), List.of());
            declared.remove(function.symbol());
            List<MemoryLayout> layouts = function.descriptor().argumentLayouts();
            assertThat(layouts).as(function.symbol()).hasSameSizeAs(types);
            for (int i = 0; i < layouts.size(); i++) {
                assertThat(fits(types.get(i), layouts.get(i)))
                        .as("%s, parameter %d: %s as %s", function.symbol(), i, types.get(i), layouts.get(i))
                        .isTrue();
            }
        }
        assertThat(declared).as("declared here, but not bound").isEmpty();
    }

    @Test
    void everyFunctionReturnsAnIntAndIsBoundOnce() {
        assertThat(DriverFunction.values())
                .allSatisfy(function ->
                        assertThat(function.descriptor().returnLayout()).contains(ValueLayout.JAVA_INT))
                .extracting(DriverFunction::symbol)
                .doesNotHaveDuplicates();
    }

    /** The struct as the header declares it: pointers and handles are 8 bytes, each field at a multiple of its size. */
    @Test
    void kernelNodesAreLaidOutAsInTheHeader() {
        String struct = """
                CUfunction func;
                unsigned int gridDimX;
                unsigned int gridDimY;
                unsigned int gridDimZ;
                unsigned int blockDimX;
                unsigned int blockDimY;
                unsigned int blockDimZ;
                unsigned int sharedMemBytes;
                void **kernelParams;
                void **extra;
                """;
        Map<String, Long> offsets = new TreeMap<>();
        long end = 0;
        for (String field : struct.lines().toList()) {
            long size = field.startsWith("unsigned int ") ? 4 : 8;
            long start = (end + size - 1) / size * size;
            offsets.put(field.substring(field.lastIndexOf(' ') + 1, field.length() - 1), start);
            end = start + size;
        }
        assertThat(offsets)
                .containsEntry("func", CudaGraph.Layout.FUNCTION)
                .containsEntry("gridDimX", CudaGraph.Layout.SHAPE)
                .containsEntry("sharedMemBytes", CudaGraph.Layout.SHAPE + 6 * 4)
                .containsEntry("**kernelParams", CudaGraph.Layout.PARAMETERS);
        assertThat(end).isEqualTo(CudaGraph.Layout.BYTES);
    }

    @Test
    void onlyTheCopiesWithoutStreamTakeHeapSegments() {
        assertThat(DriverFunction.values())
                .filteredOn(function -> function.linkage() == DriverFunction.Linkage.HEAP)
                .containsExactly(DriverFunction.MEMCPY_HTOD, DriverFunction.MEMCPY_DTOH);
    }

    @Test
    void nothingThatWaitsForTheDeviceHoldsUpTheGarbageCollector() {
        assertThat(DriverFunction.values())
                .filteredOn(function -> function.linkage() == DriverFunction.Linkage.BRIEF)
                .containsExactly(DriverFunction.CTX_SET_CURRENT, DriverFunction.CTX_GET_CURRENT);
    }

    private static boolean fits(String type, MemoryLayout layout) {
        if (type.equals("void*")) {
            // Host memory: a segment where it can be of the Java heap, else a plain address.
            return layout instanceof AddressLayout || layout.equals(ValueLayout.JAVA_LONG);
        }
        if (type.endsWith("*") || type.equals("CUoccupancyB2DSize")) {
            return layout instanceof AddressLayout;
        }
        if (HANDLES.contains(type) || type.equals("CUdeviceptr") || type.equals("size_t")) {
            return layout.equals(ValueLayout.JAVA_LONG);
        }
        return switch (type) {
            case "CUipcMemHandle" -> layout instanceof StructLayout handle && handle.byteSize() == 64;
            case "unsigned char" -> layout.equals(ValueLayout.JAVA_BYTE);
            case "int", "unsigned int", "CUdevice", "CUresult" -> layout.equals(ValueLayout.JAVA_INT);
            case "CUdevice_attribute", "CUfunction_attribute", "CUmemPool_attribute", "CUjitInputType" ->
                layout.equals(ValueLayout.JAVA_INT);
            default -> throw new AssertionError("unknown type " + type);
        };
    }
}
