package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    @GpuKernel
    static void large(int[] a) {
        a[Grid.x()] = f0(a[0]);
    }

    static int f0(int n) {
        return f1(n) + f1(n + 1);
    }

    static int f1(int n) {
        return f2(n) + f2(n + 1);
    }

    static int f2(int n) {
        return f3(n) + f3(n + 1);
    }

    static int f3(int n) {
        return f4(n) + f4(n + 1);
    }

    static int f4(int n) {
        return f5(n) + f5(n + 1);
    }

    static int f5(int n) {
        return f6(n) + f6(n + 1);
    }

    static int f6(int n) {
        return f7(n) + f7(n + 1);
    }

    static int f7(int n) {
        return f8(n) + f8(n + 1);
    }

    static int f8(int n) {
        return f9(n) + f9(n + 1);
    }

    static int f9(int n) {
        return f10(n) + f10(n + 1);
    }

    static int f10(int n) {
        return f11(n) + f11(n + 1);
    }

    static int f11(int n) {
        return f12(n) + f12(n + 1);
    }

    static int f12(int n) {
        return f13(n) + f13(n + 1);
    }

    static int f13(int n) {
        return f14(n) + f14(n + 1);
    }

    static int f14(int n) {
        return f15(n) + f15(n + 1);
    }

    static int f15(int n) {
        return f16(n) + f16(n + 1);
    }

    static int f16(int n) {
        return f17(n) + f17(n + 1);
    }

    static int f17(int n) {
        return f18(n) + f18(n + 1);
    }

    static int f18(int n) {
        return f19(n) + f19(n + 1);
    }

    static int f19(int n) {
        return n * n;
    }
}
