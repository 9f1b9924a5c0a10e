package com.acme;

import dev.gpukernel.GpuKernel;
import java.io.IOException;

/** Kept for old callers. */
@Deprecated(forRemoval = true)
public class Old {
    public static class Older {
        /**
         * Fills.
         *
         * @deprecated use another
         */
        @Deprecated
        @GpuKernel
        public static void fill(int[] x) throws IOException {
            for (int i = 0; i < x.length; i++) {
                x[i] = 1;
            }
        }
    }
}
