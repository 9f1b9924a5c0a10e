package com.acme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Launch;
import dev.gpukernel.device.Atomic;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.BlockDim;
import dev.gpukernel.device.BlockIdx;
import dev.gpukernel.device.BlockReduce;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.GridDim;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;
import java.util.Arrays;
import java.util.Random;

final class Ops {
    // next block

    static void sums() {
        int[] in = new Random(1).ints(100_000).toArray();
        long[] result = new long[1];
        // next block
        assertThat(result[0]).isEqualTo(Arrays.stream(in).asLongStream().sum());
    }

    // next block

    static void transposes() {
        int width = 70;
        int height = 45;
        float[] in = new float[width * height];
        for (int i = 0; i < in.length; i++) {
            in[i] = i;
        }
        float[] out = new float[in.length];
        // next block
        for (int i = 0; i < in.length; i++) {
            assertThat(out[i % width * height + i / width]).isEqualTo(i);
        }
    }

    // next block

    static void counts() {
        int[] counts = new int[37];
        int[] expected = new int[counts.length];
        int[] values = new Random(2).ints(10_000, 0, counts.length).toArray();
        Arrays.stream(values).forEach(value -> expected[value]++);
        // next block
        assertThat(counts).isEqualTo(expected);
    }

    // next block

    static void smooths() {
        float[] a = new float[300];
        a[150] = 81;
        OpsGpu.smooth(Launch.of(3, 32), a, new float[a.length], 2);
        assertThat(Arrays.copyOfRange(a, 147, 154)).containsExactly(0, 9, 18, 27, 18, 9, 0);
    }

    // next block

    static void sumsAtOnce() {
        int[] in = new Random(3).ints(10_000).toArray();
        long[] total = new long[1];
        OpsGpu.sumAtOnce(Launch.of(7, 64), in, new long[7], new int[1], total);
        assertThat(total[0]).isEqualTo(Arrays.stream(in).asLongStream().sum());
    }
}
