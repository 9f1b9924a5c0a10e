package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What is done with slices of an array, and with slices of a host array in plain Java. */
final class SliceTrial {
    private SliceTrial() {}

    private static Kernel kernel(String name) {
        return Kernel.of(SliceKernels.class, name);
    }

    /** Launches one of the kernels that scale by 3. */
    static void launch(String name, GpuArray<int[]> from, GpuArray<int[]> to) {
        switch (name) {
            case "scale" -> kernel(name).launch(3, from, to);
            case "scaleGrid" -> kernel(name).launch(Launch.covering(to.length()), 3, from, to);
            default ->
                kernel(name).launch(Launch.grid(Math.ceilDiv(to.length(), 64)).block(64), from, to);
        }
    }

    /** Scales in Java. */
    static void apply(int factor, int[] host, int from, int to, int length) {
        int[] own = Arrays.copyOfRange(host, from, from + length);
        int[] result = from == to ? own : new int[length];
        SliceKernels.scale(factor, own, result);
        System.arraycopy(result, 0, host, to, length);
    }

    static void increment(int[] host, int from, int length) {
        int[] own = Arrays.copyOfRange(host, from, from + length);
        SliceKernels.increase(own);
        System.arraycopy(own, 0, host, from, length);
    }

    /** Does something with slices that are chosen at random, on both arrays. */
    static void step(Random random, GpuArray<int[]> whole, int[] host) {
        int length = random.nextInt(1, host.length / 3);
        int from = random.nextInt(host.length - length);
        int to = random.nextInt(host.length - length);
        GpuArray<int[]> source = whole.slice(from, host.length).slice(0, length);
        GpuArray<int[]> target = whole.slice(to, to + length);
        boolean overlap = from != to && Math.abs(from - to) < length;
        switch (random.nextInt(5)) {
            case 0 -> {
                kernel("increment").launch(target);
                increment(host, to, length);
            }
            case 1 -> {
                int[] some = random.ints(length).toArray();
                target.copyFrom(some);
                System.arraycopy(some, 0, host, to, length);
            }
            case 2 ->
                assertThat(kernel("sum").launch(source))
                        .isEqualTo(Arrays.stream(host, from, from + length).sum());
            case 3 -> scale("scale", overlap, source, target, () -> apply(3, host, from, to, length));
            default -> scale("scaleGrid", overlap, source, target, () -> apply(3, host, from, to, length));
        }
    }

    private static void scale(
            String name, boolean overlap, GpuArray<int[]> source, GpuArray<int[]> target, Runnable onHost) {
        ThrowingCallable launch = () -> launch(name, source, target);
        if (overlap) {
            Assertions.assertThatThrownBy(launch).hasMessageContaining("[AliasedArguments]");
        } else {
            Assertions.assertThatCode(launch).doesNotThrowAnyException();
            onHost.run();
        }
    }

    /** Launches a kernel with slices of arrays of several types. */
    static void mix(Gpu gpu, int all, int start, int length) {
        Random random = new Random(start);
        float[] floats = new float[all];
        double[] doubles = new double[all];
        for (int i = 0; i < all; i++) {
            floats[i] = random.nextFloat();
            doubles[i] = random.nextGaussian();
        }
        Object[] hosts = {
            ArrayBits.random(ElementType.BYTE, all, 1),
            ArrayBits.random(ElementType.SHORT, all, 2),
            ArrayBits.random(ElementType.CHAR, all, 3),
            floats,
            ArrayBits.random(ElementType.LONG, all, 4),
            doubles
        };
        Object[] expected = new Object[hosts.length];
        GpuArray<?>[] wholes = new GpuArray<?>[hosts.length];
        GpuArray<?>[] slices = new GpuArray<?>[hosts.length];
        for (int i = 0; i < hosts.length; i++) {
            wholes[i] = gpu.upload(hosts[i]);
            slices[i] = wholes[i].slice(start, start + length);
            expected[i] = Array.newInstance(hosts[i].getClass().componentType(), length);
            System.arraycopy(hosts[i], start, expected[i], 0, length);
        }
        kernel("mix").launch((Object[]) slices);
        SliceKernels.mix(
                (byte[]) expected[0],
                (short[]) expected[1],
                (char[]) expected[2],
                (float[]) expected[3],
                (long[]) expected[4],
                (double[]) expected[5]);
        for (int i = 0; i < hosts.length; i++) {
            assertThat(ArrayBits.bytes(slices[i].toHost())).isEqualTo(ArrayBits.bytes(expected[i]));
            System.arraycopy(expected[i], 0, hosts[i], start, length);
            assertThat(ArrayBits.bytes(wholes[i].toHost())).isEqualTo(ArrayBits.bytes(hosts[i]));
            wholes[i].close();
        }
    }
}
