package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.device.Grid;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Launches with null of kernels that ask for it, and of some that do not. */
@SuppressWarnings("NullAway") // what callers without null checks may do
class NullArgumentsTest {
    record Weights(float own, float other) {}

    @GpuKernel
    static void checked(float scale, float[] x, Weights weights, float[] y) {
        if (x == null) {
            throw new IllegalArgumentException("no x");
        }
        Objects.requireNonNull(weights, "no weights");
        Objects.requireNonNull(y);
        for (int i = 0; i < x.length; i++) {
            y[i] = scale * (weights.own() * y[i] + weights.other() * x[i]);
        }
    }

    @GpuKernel
    static double optional(double[] values, byte[] mask) {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            if (mask == null || mask[i] != 0) {
                values[i]++;
                sum += values[i];
            }
        }
        return sum;
    }

    @GpuKernel
    static void unchecked(float[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i]++;
        }
    }

    @GpuKernel
    static void ofThreads(float[] x) {
        if (x != null && Grid.x() < x.length) {
            x[Grid.x()]++;
        }
    }

    private static Kernel kernel(String name) {
        return Kernel.of(NullArgumentsTest.class, name);
    }

    @Test
    void theExceptionIsJavas() {
        float[] some = {1, 2};
        Weights weights = new Weights(1, 2);
        assertThatThrownBy(() -> kernel("checked").launch(1f, null, weights, some))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("no x");
        assertThatThrownBy(() -> kernel("checked").launch(1f, some, null, some))
                .isExactlyInstanceOf(NullPointerException.class)
                .hasMessage("no weights");
        assertThatThrownBy(() -> kernel("checked").launch(1f, some, weights, null))
                .isExactlyInstanceOf(NullPointerException.class)
                .hasMessage(null);
        assertThat(some).containsExactly(1, 2);
    }

    @Test
    void aLaunchAfterOneWithNullIsAsEver() {
        float[] some = {1, 2};
        assertThatThrownBy(() -> kernel("checked").launch(1f, null, null, null)).hasMessage("no x");
        float[] y = {3, 4};
        kernel("checked").launch(2f, some, new Weights(1, 10), y);
        assertThat(y).containsExactly(26, 48);
    }

    @Test
    void launchersPassNullToo() {
        assertThatThrownBy(() -> kernel("checked")
                        .call()
                        .passFloat(1)
                        .passArray(new float[1])
                        .passRecord(null)
                        .passArray(new float[1])
                        .run())
                .hasMessage("no weights");
    }

    @Test
    void whatGoesOnWithoutAnArrayDoesItsWork() {
        double[] values = {1, 2, 3};
        assertThat(kernel("optional").launch(values, null)).isEqualTo(9.0);
        assertThat(values).containsExactly(2, 3, 4);
        assertThat(kernel("optional").launch(values, new byte[] {0, 1, 0})).isEqualTo(4.0);
    }

    @Test
    void arraysOfADeviceAreCopied() {
        try (GpuArray<double[]> values = Gpu.current().upload(new double[] {1, 2, 3})) {
            double sum = kernel("optional")
                    .call()
                    .passGpuArray(values)
                    .passGpuArray(null)
                    .runDouble();
            assertThat(sum).isEqualTo(9);
            assertThat(values.toHost()).containsExactly(2, 3, 4);
        }
    }

    @Test
    void othersNameTheParameter() {
        assertThatThrownBy(() -> kernel("unchecked").launch((Object) null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("NullArray")
                .hasMessageContaining("'x'");
        assertThatThrownBy(() -> kernel("ofThreads").launch(Launch.covering(2), (Object) null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("NullArray");
    }

    @Test
    void tooFewArgumentsAreCountedAllTheSame() {
        assertThatThrownBy(() ->
                        kernel("checked").call().passFloat(1).passArray(null).run())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ArgumentCount");
    }
}
