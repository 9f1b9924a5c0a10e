package dev.gpukernel.internal.ptx;

/**
 * Where a faulting thread of the GPU leaves word: {@value #BYTES} bytes of device memory for each stream, zero at first. Of the
 * threads of the first launch that faults, that with the lowest index is kept. All offsets are in bytes.
 */
public final class FaultRecord {
    /** u32: held by the thread that writes the record. */
    public static final int LOCK = 0;

    /** u32: number of the fault site. */
    public static final int SITE = 4;

    /** u64: number of the launch, 0 if nothing faulted. */
    public static final int LAUNCH = 8;

    /** u64: index of the thread: that of its block times threads per block, plus that in its block. */
    public static final int INDEX = 16;

    /** s64: the site's first operand. */
    public static final int FIRST = 24;

    /** s64: the site's second operand. */
    public static final int SECOND = 32;

    /** 3 × u32: index of the block. */
    public static final int BLOCK = 40;

    /** 3 × u32: index of the thread in the block. */
    public static final int THREAD = 52;

    /** u64: device address of a u32 in host memory that is set to 1 when something faulted. */
    public static final int FLAG_ADDRESS = 64;

    /** u32: which calls led to the function of the site, 0 if it is the kernel itself. */
    public static final int PATH = 72;

    /** Size of the record. */
    public static final int BYTES = 80;

    private FaultRecord() {}
}
