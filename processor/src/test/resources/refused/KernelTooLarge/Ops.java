package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    @GpuKernel
    static void large(int[] a) {
        f0(a, 0)[Grid.x()] = 1;
    }

    // What returns an array is always put in place of its call.
    static int[] f0(int[] a, int n) {
        return f1(f1(a, n), n + 1);
    }

    static int[] f1(int[] a, int n) {
        return f2(f2(a, n), n + 1);
    }

    static int[] f2(int[] a, int n) {
        return f3(f3(a, n), n + 1);
    }

    static int[] f3(int[] a, int n) {
        return f4(f4(a, n), n + 1);
    }

    static int[] f4(int[] a, int n) {
        return f5(f5(a, n), n + 1);
    }

    static int[] f5(int[] a, int n) {
        return f6(f6(a, n), n + 1);
    }

    static int[] f6(int[] a, int n) {
        return f7(f7(a, n), n + 1);
    }

    static int[] f7(int[] a, int n) {
        return f8(f8(a, n), n + 1);
    }

    static int[] f8(int[] a, int n) {
        return f9(f9(a, n), n + 1);
    }

    static int[] f9(int[] a, int n) {
        return f10(f10(a, n), n + 1);
    }

    static int[] f10(int[] a, int n) {
        return f11(f11(a, n), n + 1);
    }

    static int[] f11(int[] a, int n) {
        return f12(f12(a, n), n + 1);
    }

    static int[] f12(int[] a, int n) {
        return f13(f13(a, n), n + 1);
    }

    static int[] f13(int[] a, int n) {
        return f14(f14(a, n), n + 1);
    }

    static int[] f14(int[] a, int n) {
        return f15(f15(a, n), n + 1);
    }

    static int[] f15(int[] a, int n) {
        return f16(f16(a, n), n + 1);
    }

    static int[] f16(int[] a, int n) {
        return f17(f17(a, n), n + 1);
    }

    static int[] f17(int[] a, int n) {
        return f18(f18(a, n), n + 1);
    }

    static int[] f18(int[] a, int n) {
        return f19(f19(a, n), n + 1);
    }

    static int[] f19(int[] a, int n) {
        a[n & 1] = n;
        return a;
    }
}
