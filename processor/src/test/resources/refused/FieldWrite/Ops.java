package com.acme;

import dev.gpukernel.GpuKernel;

final class Ops {
    private final int[] a = new int[10];
    private Ops other;
    private Pair pair = new Pair(1, 2);
    private int[] b = a;

    record Pair(int left, int right) {}

    @GpuKernel
    void fill(Ops next) {
        for (int i = 0; i < a.length; i++) {
            a[i] = pair.left() + b[i];
        }
        other = next;
        pair = new Pair(a.length, 3);
        b = null;
    }
}
