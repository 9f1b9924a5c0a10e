package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

/** Every name here is one that the launcher would like to use. */
final class Kernel {
    @GpuKernel
    static void launch(int launch, int launch_2, float[] LAUNCH) {
        LAUNCH[Grid.x()] = launch + launch_2;
    }

    static class Float {
        static class Generated {
            @GpuKernel
            static void gpuArray2D(float Launch, float[] MethodHandles) {
                for (int i = 0; i < MethodHandles.length; i++) {
                    MethodHandles[i] = Launch;
                }
            }
        }
    }
}
