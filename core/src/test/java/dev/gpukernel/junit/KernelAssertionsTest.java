package dev.gpukernel.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Launch;
import dev.gpukernel.device.Grid;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What tests of kernels use. */
class KernelAssertionsTest {
    record Point(float x, float y) {}

    @GpuKernel
    static void saxpy(float a, float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] += a * x[i];
        }
    }

    @GpuKernel
    static double total(double[][] rows, Point[] points) {
        double sum = 0;
        for (int i = 0; i < rows.length; i++) {
            sum += rows[i][0] * points[i].x();
        }
        return sum;
    }

    @GpuKernel
    static void gather(int[] index, int[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = index[index[i]];
        }
    }

    @GpuKernel
    static void count(int[] to) {
        if (Grid.x() < to.length) {
            to[Grid.x()] = Grid.x();
        }
    }

    @Test
    void runsOnCopies() {
        float[] y = {1, 2};
        KernelAssertions.assertSameAsJava(KernelAssertionsTest.class, "saxpy", 2f, y, y);
        KernelAssertions.assertSameAsJava(KernelAssertionsTest.class, "saxpy", 2f, new float[] {Float.NaN, -0f}, y);
        KernelAssertions.assertSameAsJava(KernelAssertionsTest.class, "total", new double[][] {{1}, {2}}, new Point[] {
            new Point(1, 2), new Point(3, 4)
        });
        KernelAssertions.assertSameAsJava(KernelAssertionsTest.class, "gather", new int[] {1, 5, 0}, new int[3]);
        int[] to = new int[100];
        KernelAssertions.assertSameOnAllDevices(KernelAssertionsTest.class, "count", Launch.covering(100), to);
        assertThat(y).containsExactly(1, 2);
        assertThat(to).containsOnly(0);
    }

    @Test
    void differencesAreBitsWithTheirPlace() {
        assertThat(Values.difference("y", new float[] {1, 0f}, new float[] {1, -0f}))
                .isEqualTo("y[1] is -0.0 (0x80000000), expected 0.0 (0x00000000)");
        assertThat(Values.difference("y", new double[][] {{1}}, new double[][] {{1, 2}}))
                .isEqualTo("y[0].length is 2, expected 1");
        assertThat(Values.difference("p", new Point[] {new Point(1, 2)}, new Point[] {new Point(1, 3)}))
                .startsWith("p[0].y is 3.0");
        assertThat(Values.difference("y", Float.NaN, Float.intBitsToFloat(0x7fc00001)))
                .isNull();
        assertThat(Values.difference("y", 1, null)).isEqualTo("y is null, expected 1");
    }

    @Test
    void whatCannotBeCheckedIsTold() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> KernelAssertions.assertSameAsJava(KernelAssertionsTest.class, "sxpy", 1))
                .withMessageContaining("no kernel sxpy");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> KernelAssertions.assertSameAsJava(
                        KernelAssertionsTest.class, "saxpy", 1f, new Object(), new float[1]))
                .withMessageContaining("java.lang.Object cannot be copied");
    }

    @EnabledIfGpu
    @Test
    void onlyOnAGpu() {
        assertThat(Gpu.current().backend()).isNotEqualTo("cpu");
    }

    @Test
    void theReportSaysWhyThereIsNone() {
        assertThat(GpuCondition.absences(
                        List.of(new Gpu.BackendStatus("cuda", List.of(), "the driver's library was not found"))))
                .isEqualTo("; cuda is not available: the driver's library was not found");
    }
}
