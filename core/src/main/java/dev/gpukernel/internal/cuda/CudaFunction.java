package dev.gpukernel.internal.cuda;

import dev.gpukernel.GpuException;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A kernel of a loaded module.
 *
 * <p>Safe for use by several threads, as far as each passes its own parameters.
 */
public final class CudaFunction {
    private static final int ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0;
    private static final int ATTRIBUTE_SHARED_SIZE_BYTES = 1;
    private static final int ATTRIBUTE_LOCAL_SIZE_BYTES = 3;
    private static final int ATTRIBUTE_NUM_REGS = 4;
    private static final int ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8;

    private final CudaModule module;
    private final String name;
    private final long handle;
    private final Resources resources;

    private CudaFunction(CudaModule module, String name, long handle, Resources resources) {
        this.module = module;
        this.name = name;
        this.handle = handle;
        this.resources = resources;
    }

    /**
     * What the compiled kernel needs.
     *
     * @param registers for each thread
     * @param staticSharedBytes for each block, without what a launch adds
     * @param localBytes of memory for each thread, such as spilled registers
     * @param maxThreadsPerBlock how many threads of it a block can have
     */
    public record Resources(int registers, int staticSharedBytes, int localBytes, int maxThreadsPerBlock) {}

    /**
     * A launch that fills the device.
     *
     * @param blockSize the threads of a block with which most of them run at once
     * @param gridSize the fewest blocks with which all multiprocessors are full
     */
    public record Occupancy(int blockSize, int gridSize) {}

    static CudaFunction read(CudaModule module, String name, long handle) {
        Resources resources = new Resources(
                attribute(ATTRIBUTE_NUM_REGS, name, handle),
                attribute(ATTRIBUTE_SHARED_SIZE_BYTES, name, handle),
                attribute(ATTRIBUTE_LOCAL_SIZE_BYTES, name, handle),
                attribute(ATTRIBUTE_MAX_THREADS_PER_BLOCK, name, handle));
        return new CudaFunction(module, name, handle, resources);
    }

    /** {@return its {@code .entry} in the PTX} */
    public String name() {
        return name;
    }

    /** {@return what the driver calls it, whose context is then current} */
    long enter() {
        module.enter();
        return handle;
    }

    /** {@return the context that it is loaded in} */
    CudaContext context() {
        return module.context();
    }

    /** {@return bytes of each of its parameters, null if the driver does not tell} */
    public int @Nullable [] parameterBytes() {
        module.enter();
        return ModuleQueries.parameterBytes(handle);
    }

    /** {@return what it needs} */
    public Resources resources() {
        return resources;
    }

    /** {@return the launch that the driver suggests for blocks with that much dynamic shared memory} */
    public Occupancy suggested(int dynamicSharedBytes) {
        OutCell out = OutCell.mine();
        module.enter();
        int status = ModuleCalls.cuOccupancyMaxPotentialBlockSize(
                out.first(), out.second(), handle, MemorySegment.NULL, dynamicSharedBytes, 0);
        if (status != Check.SUCCESS) {
            throw Check.failure(status, "cuOccupancyMaxPotentialBlockSize", name, "sharedBytes=" + dynamicSharedBytes);
        }
        return new Occupancy(out.secondInt(), out.firstInt());
    }

    /** {@return how many blocks run on one multiprocessor at once} */
    public int blocksPerMultiprocessor(int blockSize, int dynamicSharedBytes) {
        OutCell out = OutCell.mine();
        module.enter();
        int status = ModuleCalls.cuOccupancyMaxActiveBlocksPerMultiprocessor(
                out.first(), handle, blockSize, dynamicSharedBytes);
        if (status != Check.SUCCESS) {
            throw Check.failure(
                    status,
                    "cuOccupancyMaxActiveBlocksPerMultiprocessor",
                    name,
                    "blockSize=" + blockSize,
                    "sharedBytes=" + dynamicSharedBytes);
        }
        return out.firstInt();
    }

    /** Lets launches add more shared memory than {@link DeviceAttribute#MAX_SHARED_MEMORY_PER_BLOCK} allows. */
    public void allowDynamicShared(int bytes) {
        module.enter();
        int status = ModuleCalls.cuFuncSetAttribute(handle, ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes);
        if (status != Check.SUCCESS) {
            throw Check.failure(status, "cuFuncSetAttribute", name, "MAX_DYNAMIC_SHARED_SIZE_BYTES", bytes);
        }
    }

    /**
     * Adds a launch to a stream. The driver copies the arguments before this returns.
     *
     * @param waits whether blocks may wait for each other; they must then all fit on the device at once
     * @param parameters an array of pointers, one to each argument's value
     */
    public void launch(
            boolean waits,
            int gridX,
            int gridY,
            int gridZ,
            int blockX,
            int blockY,
            int blockZ,
            int sharedBytes,
            long stream,
            MemorySegment parameters) {
        module.enter();
        boolean again = false;
        int status;
        do {
            status = waits
                    ? ModuleCalls.cuLaunchCooperativeKernel(
                            handle, gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes, stream, parameters)
                    : ModuleCalls.cuLaunchKernel(
                            handle,
                            gridX,
                            gridY,
                            gridZ,
                            blockX,
                            blockY,
                            blockZ,
                            sharedBytes,
                            stream,
                            parameters,
                            MemorySegment.NULL);
            // The driver wants memory for what each thread has.
            again = !again && context().pool().makesRoom(status);
        } while (again);
        if (status == CudaError.OUT_OF_MEMORY.code()) {
            throw tooLittleMemory();
        }
        if (status != Check.SUCCESS) {
            throw Check.failure(
                    status,
                    waits ? "cuLaunchCooperativeKernel" : "cuLaunchKernel",
                    name,
                    "grid=" + shape(gridX, gridY, gridZ),
                    "block=" + shape(blockX, blockY, blockZ),
                    "sharedBytes=" + sharedBytes);
        }
    }

    private GpuException tooLittleMemory() {
        CudaDevice device = context().device();
        long threads = (long) device.get(DeviceAttribute.MULTIPROCESSOR_COUNT)
                * device.get(DeviceAttribute.MAX_THREADS_PER_MULTIPROCESSOR);
        return context()
                .pool()
                .tooLittle(
                        resources.localBytes() * threads,
                        "; kernel %s takes %d bytes for each of the %d threads that run at once"
                                .formatted(name, resources.localBytes(), threads));
    }

    private static int attribute(int number, String name, long handle) {
        OutCell out = OutCell.mine();
        int status = ModuleCalls.cuFuncGetAttribute(out.first(), number, handle);
        if (status != Check.SUCCESS) {
            throw Check.failure(status, "cuFuncGetAttribute", number, name);
        }
        return out.firstInt();
    }

    private static String shape(int x, int y, int z) {
        return x + "x" + y + "x" + z;
    }
}
