package com.acme;

import dev.gpukernel.GpuKernel;
import java.util.List;

final class Ops {
    private final int[] a = new int[10];
    private final String[] names = {"a"};
    private final List<Integer> more = List.of(1);

    @GpuKernel
    void fill() {
        for (int i = 0; i < a.length; i++) {
            a[i] = names.length + more.size();
        }
    }
}
