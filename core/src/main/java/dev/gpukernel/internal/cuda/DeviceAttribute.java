package dev.gpukernel.internal.cuda;

/** A limit or property of a device, with the number that the driver knows it by. */
public enum DeviceAttribute {
    MAX_THREADS_PER_BLOCK(1),
    MAX_BLOCK_DIM_X(2),
    MAX_BLOCK_DIM_Y(3),
    MAX_BLOCK_DIM_Z(4),
    MAX_GRID_DIM_X(5),
    MAX_GRID_DIM_Y(6),
    MAX_GRID_DIM_Z(7),
    /** Bytes that a block may use without asking for more. */
    MAX_SHARED_MEMORY_PER_BLOCK(8),
    WARP_SIZE(10),
    MAX_REGISTERS_PER_BLOCK(12),
    CLOCK_RATE_KHZ(13),
    MULTIPROCESSOR_COUNT(16),
    MEMORY_CLOCK_RATE_KHZ(36),
    MEMORY_BUS_WIDTH_BITS(37),
    L2_CACHE_BYTES(38),
    MAX_THREADS_PER_MULTIPROCESSOR(39),
    COPY_ENGINE_COUNT(40),
    COMPUTE_CAPABILITY_MAJOR(75),
    COMPUTE_CAPABILITY_MINOR(76),
    MAX_SHARED_MEMORY_PER_MULTIPROCESSOR(81),
    MAX_REGISTERS_PER_MULTIPROCESSOR(82),
    /** 1 if threads can read and write memory of the host that is not pinned. */
    PAGEABLE_MEMORY_ACCESS(88),
    /** 1 if all blocks of a launch may wait for each other. */
    COOPERATIVE_LAUNCH(95),
    /** Bytes that a block may use after {@link CudaFunction#allowDynamicShared}. */
    MAX_SHARED_MEMORY_PER_BLOCK_OPTIN(97),
    /** 1 if memory can be allocated in a stream's order. */
    MEMORY_POOLS_SUPPORTED(115);

    private final int number;

    DeviceAttribute(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }
}
