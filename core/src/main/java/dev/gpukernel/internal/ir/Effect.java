package dev.gpukernel.internal.ir;

/** What an instruction does besides computing its result. */
public enum Effect {
    /** Nothing: equal operands give equal results, and an unused one can go. */
    NONE,
    /** Reads memory that other instructions write. */
    READ,
    /** Makes something that no other instruction makes; unused, it can go. */
    ALLOCATE,
    /** Writes memory. */
    WRITE,
    /**
     * Waits for other threads, or orders what they see. Those that it waits for must do the same instruction, so it is neither removed
     * nor repeated elsewhere, and control gets there under the same conditions as before. It reads and writes memory: no access moves
     * past it.
     */
    SYNCHRONISE,
    /** Ends the thread with a Java exception if its condition does not hold; otherwise nothing. */
    FAULT,
    /** Ends a block. */
    CONTROL;

    /** {@return whether memory may be another after it, by this thread or by others that it waits for} */
    public boolean mayWrite() {
        return this == WRITE || this == SYNCHRONISE;
    }
}
