package dev.gpukernel.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuArrays;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GpuArraysTest {
    private final SplittableRandom random = new SplittableRandom(3);

    private void check(int size) {
        int[] ints = random.ints(size, -50, 50).toArray();
        long[] longs = random.longs(size).toArray();
        double[] doubles = random.doubles(size, -2, 2).toArray();
        float[] floats = new float[size];
        for (int i = 0; i < size; i++) {
            doubles[i] = random.nextInt(9) == 0 ? Double.NaN : random.nextInt(9) == 0 ? -0d : Math.rint(doubles[i]);
            floats[i] = (float) doubles[i];
        }
        int[] sortedInts = ints.clone();
        long[] sortedLongs = longs.clone();
        double[] sortedDoubles = doubles.clone();
        float[] sortedFloats = floats.clone();
        Arrays.sort(sortedInts);
        Arrays.sort(sortedLongs);
        Arrays.sort(sortedDoubles);
        Arrays.sort(sortedFloats);
        try (GpuArray<int[]> keys = Gpu.current().upload(ints);
                GpuArray<int[]> values = Gpu.current().upload(ints);
                GpuArray<float[]> narrow = Gpu.current().upload(floats);
                GpuArray<double[]> wide = Gpu.current().upload(doubles);
                GpuArray<int[]> order = GpuArrays.argSort(narrow)) {
            assertThat(order.toHost()).isEqualTo(NdArrays.of(floats).argSort().toArray());
            // Values that say where they were, so that those of equal keys must stay in order.
            values.copyFrom(NdArrays.arange(size).toArray());
            int[] places = NdArrays.of(ints).argSort().toArray();
            GpuArrays.sortByKey(keys, values);
            assertThat(keys.toHost()).isEqualTo(sortedInts);
            assertThat(values.toHost()).isEqualTo(places);
            GpuArrays.sortByKey(wide, narrow);
            assertThat(Arrays.toString(wide.toHost())).isEqualTo(Arrays.toString(sortedDoubles));
            assertThat(Arrays.toString(narrow.toHost())).isEqualTo(Arrays.toString(sortedFloats));
        }
        GpuArrays.sort(ints);
        GpuArrays.sort(longs);
        GpuArrays.sort(floats);
        GpuArrays.sort(doubles);
        assertThat(ints).isEqualTo(sortedInts);
        assertThat(longs).isEqualTo(sortedLongs);
        assertThat(Arrays.toString(floats)).isEqualTo(Arrays.toString(sortedFloats));
        assertThat(Arrays.toString(doubles)).isEqualTo(Arrays.toString(sortedDoubles));
    }

    @Test
    void sortsInPlace() {
        check(0);
        check(1);
        check(1000);
        OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE))
                .run(() -> check(77));
    }

    @Test
    void saysWhatHasNoOrder() {
        try (GpuArray<boolean[]> booleans = Gpu.current().upload(new boolean[1]);
                GpuArray<int[]> one = Gpu.current().upload(new int[1]);
                GpuArray<int[]> two = Gpu.current().upload(new int[2])) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> GpuArrays.sort(booleans))
                    .withMessageStartingWith("[SortType] a GpuArray<boolean[]>");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> GpuArrays.sortByKey(one, two))
                    .withMessageStartingWith("[KeysDiffer]");
        }
    }
}
