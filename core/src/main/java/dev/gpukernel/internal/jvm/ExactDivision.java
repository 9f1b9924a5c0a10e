package dev.gpukernel.internal.jvm;

/** Division of integers as the representation has it, where a division by zero gives 0. Called by emitted code. */
final class ExactDivision {
    private ExactDivision() {}

    static int div(int a, int b) {
        return b == 0 ? 0 : a / b;
    }

    static int rem(int a, int b) {
        return b == 0 ? 0 : a % b;
    }

    static long div(long a, long b) {
        return b == 0 ? 0 : a / b;
    }

    static long rem(long a, long b) {
        return b == 0 ? 0 : a % b;
    }
}
