package dev.gpukernel.internal.frontend;

/** How much bytecode a kernel may still take in: its own and that of the methods it calls, once for each copy. */
final class InstructionBudget {
    /** More bytecode than any sensible kernel; beyond it, the driver's compiler would take minutes. */
    private static final int MOST_INSTRUCTIONS = 200_000;

    private int taken;

    /** {@return whether there is room for so many more bytecodes} */
    boolean take(int count) {
        taken += count;
        return !isExceeded();
    }

    /** {@return whether more was asked for than there was room for} */
    boolean isExceeded() {
        return taken > MOST_INSTRUCTIONS;
    }
}
