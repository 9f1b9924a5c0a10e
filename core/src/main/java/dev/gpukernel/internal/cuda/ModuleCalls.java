package dev.gpukernel.internal.cuda;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Modules, functions, launches and occupancy, 1:1 as the driver names them (its header drops the version suffix too). Results are unchecked: see
 * {@link Check}. Safe for use by several threads.
 *
 * <p>A launch allocates nothing on the Java heap.
 */
final class ModuleCalls {
    private static final MethodHandle MODULE_LOAD_DATA_EX = Driver.link(DriverFunction.MODULE_LOAD_DATA_EX);
    private static final MethodHandle MODULE_GET_FUNCTION = Driver.link(DriverFunction.MODULE_GET_FUNCTION);
    private static final MethodHandle MODULE_UNLOAD = Driver.link(DriverFunction.MODULE_UNLOAD);
    private static final MethodHandle FUNC_GET_ATTRIBUTE = Driver.link(DriverFunction.FUNC_GET_ATTRIBUTE);
    private static final MethodHandle FUNC_SET_ATTRIBUTE = Driver.link(DriverFunction.FUNC_SET_ATTRIBUTE);
    private static final MethodHandle LAUNCH_KERNEL = Driver.link(DriverFunction.LAUNCH_KERNEL);
    private static final MethodHandle LAUNCH_COOPERATIVE_KERNEL = Driver.link(DriverFunction.LAUNCH_COOPERATIVE_KERNEL);
    private static final MethodHandle OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE =
            Driver.link(DriverFunction.OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE);
    private static final MethodHandle OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR =
            Driver.link(DriverFunction.OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR);

    private static final MethodHandle MODULE_GET_GLOBAL = Driver.link(DriverFunction.MODULE_GET_GLOBAL);

    private ModuleCalls() {}

    static int cuModuleLoadDataEx(
            MemorySegment module,
            MemorySegment image,
            int optionCount,
            MemorySegment options,
            MemorySegment optionValues) {
        try {
            return (int) MODULE_LOAD_DATA_EX.invokeExact(module, image, optionCount, options, optionValues);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuModuleGetFunction(MemorySegment function, long module, MemorySegment name) {
        try {
            return (int) MODULE_GET_FUNCTION.invokeExact(function, module, name);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuModuleUnload(long module) {
        try {
            return (int) MODULE_UNLOAD.invokeExact(module);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuModuleGetGlobal(MemorySegment pointer, MemorySegment bytes, long module, MemorySegment name) {
        try {
            return (int) MODULE_GET_GLOBAL.invokeExact(pointer, bytes, module, name);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuFuncGetAttribute(MemorySegment value, int attribute, long function) {
        try {
            return (int) FUNC_GET_ATTRIBUTE.invokeExact(value, attribute, function);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuFuncSetAttribute(long function, int attribute, int value) {
        try {
            return (int) FUNC_SET_ATTRIBUTE.invokeExact(function, attribute, value);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuLaunchKernel(
            long function,
            int gridX,
            int gridY,
            int gridZ,
            int blockX,
            int blockY,
            int blockZ,
            int sharedBytes,
            long stream,
            MemorySegment parameters,
            MemorySegment extra) {
        try {
            return (int) LAUNCH_KERNEL.invokeExact(
                    function, gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes, stream, parameters, extra);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuLaunchCooperativeKernel(
            long function,
            int gridX,
            int gridY,
            int gridZ,
            int blockX,
            int blockY,
            int blockZ,
            int sharedBytes,
            long stream,
            MemorySegment parameters) {
        try {
            return (int) LAUNCH_COOPERATIVE_KERNEL.invokeExact(
                    function, gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes, stream, parameters);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuOccupancyMaxPotentialBlockSize(
            MemorySegment minGridSize,
            MemorySegment blockSize,
            long function,
            MemorySegment sharedBytesOfBlockSize,
            long sharedBytes,
            int blockSizeLimit) {
        try {
            return (int) OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE.invokeExact(
                    minGridSize, blockSize, function, sharedBytesOfBlockSize, sharedBytes, blockSizeLimit);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuOccupancyMaxActiveBlocksPerMultiprocessor(
            MemorySegment blocks, long function, int blockSize, long sharedBytes) {
        try {
            return (int) OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR.invokeExact(
                    blocks, function, blockSize, sharedBytes);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }
}
