package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.ir.Op;

/**
 * Where the threads of one launch leave word of a fault: {@value #BYTES} bytes of device memory. Of all threads that fault, that
 * with the lowest index is kept. All offsets are in bytes.
 */
public final class FaultRecord {
    /** u32: held by the thread that writes what follows {@link #LOWEST}; 0 between launches. */
    public static final int LOCK = 0;

    /** u32: number of the fault site. */
    public static final int SITE = 4;

    /**
     * u64: index of the lowest thread that faulted so far, {@link #NONE} before the first: that of its block times threads per block,
     * plus that in its block.
     */
    public static final int LOWEST = 8;

    /** 2 × s64: the site's first two operands. */
    private static final int FIRST = 16;

    /** 3 × u32: index of the block. */
    public static final int BLOCK = 32;

    /** 3 × u32: index of the thread in the block. */
    public static final int THREAD = 44;

    /** u64: device address of a u32 in host memory that is set to 1 when something faulted. */
    public static final int FLAG_ADDRESS = 56;

    /** u32: which calls led to the function of the site, 0 if it is the kernel itself. */
    public static final int PATH = 64;

    /** 4 × s64: the site's other operands. */
    private static final int OTHERS = 72;

    /** Size of a record. It has a cache line for itself, which threads that fault read all the time. */
    public static final int BYTES = 128;

    /** {@link #LOWEST} where nothing faulted: higher than every index. */
    public static final long NONE = -1;

    private FaultRecord() {}

    /** {@return s64: the site's operand of a number, up to {@link Op.Throw#MOST_OPERANDS}} */
    public static int operand(int number) {
        return number < 2 ? FIRST + number * Long.BYTES : OTHERS + (number - 2) * Long.BYTES;
    }
}
