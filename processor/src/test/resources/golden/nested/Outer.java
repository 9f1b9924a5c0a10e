package com.acme;

import dev.gpukernel.GpuKernel;

public interface Outer {
    class Inner {
        @GpuKernel
        protected static void fill(int value, int[] x) {
            for (int i = 0; i < x.length; i++) {
                x[i] = value;
            }
        }

        enum Deep {
            ONLY;

            @GpuKernel
            public static void clear(int[] x) {
                for (int i = 0; i < x.length; i++) {
                    x[i] = 0;
                }
            }
        }
    }

    @GpuKernel
    static void negate(int[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = -x[i];
        }
    }
}
