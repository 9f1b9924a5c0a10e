package com.acme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.device.Atomic;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.BlockDim;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;
import java.util.Random;

final class VectorOps {
    // next block

    static void scales() {
        float[] x = {1, 2, 3};
        float[] y = {10, 20, 30};
        // next block
        assertThat(y).containsExactly(12, 24, 36);
    }

    // next block

    static void sums() {
        assertThat(VectorOpsGpu.dot(new float[] {1, 2, 3}, new float[] {4, 5, 6})).isEqualTo(32);
    }

    // next block

    static void adds() {
        float[] a = {1, 2, 3, 4};
        float[] b = {10, 20, 30, 40};
        float[] c = new float[4];
        // next block
        assertThat(c).containsExactly(11, 22, 33, 44);
    }

    // next block

    static void counts() {
        byte[] pixels = new byte[10_000];
        new Random(1).nextBytes(pixels);
        int[] expected = new int[256];
        for (byte pixel : pixels) {
            expected[pixel & 0xff]++;
        }
        int[] counts = new int[256];
        VectorOpsGpu.histogram(Launch.of(7, 96), pixels, counts);
        assertThat(counts).isEqualTo(expected);
    }

    static void staysOnTheDevice() {
        float[] x = {1, 2, 3};
        float[] y = {10, 20, 30};
        // next block
        assertThat(y).containsExactly(14, 28, 42);
    }

    static void withoutLaunchers() {
        float[] x = {1, 2, 3};
        float[] y = {10, 20, 30};
        float[] a = {5, 6};
        float[] b = {7, 8};
        float[] c = new float[2];
        // next block
        assertThat(y).containsExactly(12, 24, 36);
        assertThat(c).containsExactly(12, 14);
    }
}
