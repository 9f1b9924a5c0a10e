package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.device.Grid;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Arrays that are passed are compared by {@code ==}, whichever are one. */
@SuppressWarnings({"ReferenceEquality", "NullAway"}) // what is tested
class ComparedArraysTest {
    private static Kernel kernel(String name) {
        return Kernel.of(ComparedArraysTest.class, name);
    }

    static List<Gpu> gpus() {
        return List.of(Gpu.current(), OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE)));
    }

    private static boolean areOne(int[] one, int[] other) {
        return one == other;
    }

    /** In a branch of the host, in an iteration, in a method, and of one of two. */
    @GpuKernel
    static int compared(int[] from, int[] to, int[] third, int n) {
        if (from != to) {
            System.arraycopy(from, 0, to, 0, from.length);
        }
        int[] chosen = n > 3 ? from : third;
        for (int i = 0; i < to.length; i++) {
            to[i] = to[i] * 2 + (areOne(to, third) ? 1 : 0) + (chosen == to ? 10 : 20);
        }
        return from == null ? -1 : chosen == third ? 1 : 0;
    }

    private static int launch(Gpu gpu, int[] places, int n, int[][] arrays) {
        return gpu.call(
                () -> (int) kernel("compared").launch(arrays[places[0]], arrays[places[1]], arrays[places[2]], n));
    }

    private static int launchHeld(Gpu gpu, int[] places, int n, int[][] arrays) {
        List<GpuArray<int[]>> held = Arrays.stream(arrays).map(gpu::upload).toList();
        int result = (int) kernel("compared").launch(held.get(places[0]), held.get(places[1]), held.get(places[2]), n);
        for (int i = 0; i < arrays.length; i++) {
            held.get(i).copyTo(arrays[i]);
            held.get(i).close();
        }
        return result;
    }

    private static int[][] arrays() {
        return new int[][] {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    }

    @ParameterizedTest
    @MethodSource("gpus")
    void whichAreOneIsJavas(Gpu gpu) {
        for (int[] places : new int[][] {{0, 1, 2}, {0, 0, 2}, {0, 1, 0}, {0, 1, 1}, {0, 0, 0}}) {
            for (int n : new int[] {0, 9}) {
                int[][] expected = arrays();
                int result = compared(expected[places[0]], expected[places[1]], expected[places[2]], n);
                int[][] found = arrays();
                assertThat(launch(gpu, places, n, found)).isEqualTo(result);
                assertThat(found).isDeepEqualTo(expected);
                int[][] held = arrays();
                assertThat(launchHeld(gpu, places, n, held)).isEqualTo(result);
                assertThat(held).isDeepEqualTo(expected);
            }
        }
    }

    @GpuKernel
    static int ofRows(int @Nullable [][] one, int @Nullable [][] other, int[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = one == other ? 1 : 2;
        }
        return one == other ? 1 : 0;
    }

    @Test
    void nullIsNull() {
        int[][] rows = {{1}, {2}};
        for (int[][] other : new int[][][] {rows, {{1}}, null}) {
            int[] out = new int[2];
            assertThat(kernel("ofRows").launch(rows, other, out)).isEqualTo(rows == other ? 1 : 0);
            assertThat(out).containsOnly(rows == other ? 1 : 2);
        }
        assertThat(kernel("ofRows").launch((Object) null, null, new int[1])).isEqualTo(1);
    }

    @GpuKernel
    static void byThreads(int[] one, int[] other, int[] out) {
        int i = Grid.x();
        if (i < out.length) {
            out[i] = one == other ? 1 : 2;
        }
    }

    @Test
    void threadsTakeTwo() {
        int[] x = new int[2];
        int[] out = new int[2];
        kernel("byThreads").launch(Launch.covering(2), x, new int[2], out);
        assertThat(out).containsExactly(2, 2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> kernel("byThreads").launch(Launch.covering(2), x, x, out))
                .withMessageContaining("[AliasedArguments]")
                .withMessageContaining("which it compares");
    }
}
