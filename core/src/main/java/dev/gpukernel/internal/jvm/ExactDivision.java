package dev.gpukernel.internal.jvm;

/** Division of integers as the representation has it, where a division by zero gives 0. Called by emitted code. */
public final class ExactDivision {
    private ExactDivision() {}

    /** {@return the quotient, 0 for a division by zero} */
    public static int div(int a, int b) {
        return b == 0 ? 0 : a / b;
    }

    /** {@return the remainder, 0 for a division by zero} */
    public static int rem(int a, int b) {
        return b == 0 ? 0 : a % b;
    }

    /** {@return the quotient, 0 for a division by zero} */
    public static long div(long a, long b) {
        return b == 0 ? 0 : a / b;
    }

    /** {@return the remainder, 0 for a division by zero} */
    public static long rem(long a, long b) {
        return b == 0 ? 0 : a % b;
    }
}
