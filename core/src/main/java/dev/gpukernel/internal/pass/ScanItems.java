package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Value;

/** What the iterations of a thread add to a running value, and later what is before or after each of them. */
interface ScanItems {
    /** Takes what one of the thread's iterations adds. */
    void put(Value item, Value added);

    /**
     * Combines what the iterations of all threads of the block add; all of them take part.
     *
     * @param warps shared memory for what warps come to
     * @return what is before the thread's own part of the block, and after all
     */
    ScanBlock.InBlock combine(Value warps);

    /**
     * Finds out what the running value is at each iteration of the thread; all threads of the block take part.
     *
     * @param before what it is before the thread's own part
     * @param isAfter whether what it is after an iteration is asked for, else before it
     */
    void spread(Value before, boolean isAfter);

    /** {@return what the running value is at one of the thread's iterations} */
    Value get(Value item);
}
