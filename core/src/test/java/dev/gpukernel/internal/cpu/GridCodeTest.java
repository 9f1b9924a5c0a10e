package dev.gpukernel.internal.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;
import dev.gpukernel.device.Warp;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Grid kernels mean on the CPU what they mean on a GPU, whether their threads wait for each other or not. */
final class GridCodeTest {
    private static final Gpu CPU = Gpu.all().stream()
            .filter(gpu -> gpu.backend().equals(CpuBackend.NAME))
            .findFirst()
            .orElseThrow();

    private static void launch(String kernel, Launch launch, Object... arguments) {
        CPU.run(() -> Kernel.of(GridCodeTest.class, kernel).launch(launch, arguments));
    }

    @GpuKernel
    static void curve(double[] in, double[] out) {
        int i = Grid.x();
        if (i < out.length) {
            out[i] = Math.sin(in[i]) * Math.exp(in[i] / 100)
                    + Math.pow(Math.abs(in[i]), 0.3)
                    + Math.log(Math.abs(in[i]));
        }
    }

    @GpuKernel
    static void curveOfNeighbours(double[] in, double[] out) {
        double[] all = Shared.doubles(64);
        int t = ThreadIdx.x();
        int i = Grid.x();
        all[t] = i < in.length ? in[i] : 0;
        Block.sync();
        double x = all[63 - t];
        if (63 - t + i - t < out.length) {
            out[63 - t + i - t] = Math.sin(x) * Math.exp(x / 100) + Math.pow(Math.abs(x), 0.3) + Math.log(Math.abs(x));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"curve", "curveOfNeighbours"})
    void mathematicsIsThatOfStrictMath(String kernel) {
        double[] in = new SplittableRandom(7).doubles(1000, -90, 90).toArray();
        double[] out = new double[1000];
        launch(kernel, Launch.of(16, 64), in, out);
        for (int i = 0; i < in.length; i++) {
            double expected = StrictMath.sin(in[i]) * StrictMath.exp(in[i] / 100)
                    + StrictMath.pow(Math.abs(in[i]), 0.3)
                    + StrictMath.log(Math.abs(in[i]));
            assertThat(Double.doubleToRawLongBits(out[i])).isEqualTo(Double.doubleToRawLongBits(expected));
        }
    }

    @GpuKernel
    static void quotients(int[] divisors, int[] out) {
        int i = Grid.x();
        out[i] = 100 / divisors[i];
    }

    @Test
    void theLowestThreadThrowsAndTheOthersGoOn() {
        int[] divisors = new int[6000];
        Arrays.setAll(divisors, i -> i % 1000 == 777 ? 0 : 5);
        int[] out = new int[6000];
        Throwable thrown = catchThrowable(() -> launch("quotients", Launch.of(100, 60), divisors, out));
        assertThat(thrown).isInstanceOf(ArithmeticException.class).hasMessage("/ by zero");
        assertThat(thrown.getStackTrace()[0].getMethodName()).isEqualTo("quotients");
        assertThat(thrown.getSuppressed())
                .extracting(Throwable::getMessage)
                .containsExactly("in block [12, 0, 0], thread [57, 0, 0]");
        for (int i = 0; i < out.length; i++) {
            assertThat(out[i]).isEqualTo(i % 1000 == 777 ? 0 : 20);
        }
    }

    @GpuKernel
    static void places(int[] out, int width, int height) {
        int x = Grid.x();
        int y = Grid.y();
        int z = Grid.z();
        if (x < width && y < height) {
            out[(z * height + y) * width + x] = (ThreadIdx.z() * 10 + ThreadIdx.y()) * 10 + ThreadIdx.x();
        }
    }

    @Test
    void threadsStandWhereTheyDoInAnyShape() {
        int[] out = new int[6 * 10 * 7];
        launch("places", Launch.grid(2, 4, 3).block(4, 3, 2), out, 7, 10);
        for (int i = 0; i < out.length; i++) {
            int x = i % 7;
            int y = i / 7 % 10;
            int z = i / 70;
            assertThat(out[i]).isEqualTo(z % 2 * 100 + y % 3 * 10 + x % 4);
        }
    }

    @GpuKernel
    static void lanesThatAreThere(int[] out) {
        int i = Grid.x();
        if (i % 3 == 0) {
            return;
        }
        out[i] = Warp.activeMask() >>> Warp.lane() & 1;
    }

    @Test
    void aThreadThatAsksIsThere() {
        int[] out = new int[100];
        launch("lanesThatAreThere", Launch.of(2, 50), (Object) out);
        for (int i = 0; i < out.length; i++) {
            assertThat(out[i]).isEqualTo(i % 3 == 0 ? 0 : 1);
        }
    }

    @GpuKernel
    static void turned(MemorySegment values, int[] out) {
        int[] all = Shared.ints(32);
        int t = ThreadIdx.x();
        all[t] = values.getAtIndex(ValueLayout.JAVA_INT, Grid.x());
        Block.sync();
        out[Grid.x()] = all[31 - t];
    }

    @Test
    void segmentsAreTakenByThreadsThatMeet() {
        int[] values = new SplittableRandom(3).ints(64).toArray();
        int[] out = new int[64];
        launch("turned", Launch.of(2, 32), MemorySegment.ofArray(values), out);
        for (int i = 0; i < out.length; i++) {
            assertThat(out[i]).isEqualTo(values[i / 32 * 32 + 31 - i % 32]);
        }
    }
}
