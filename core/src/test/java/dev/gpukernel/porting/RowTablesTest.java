package dev.gpukernel.porting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.Launch;
import dev.gpukernel.device.Grid;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import dev.gpukernel.oracle.OmittedDetails;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernels of {@link RowTableKernels} do what Java does: results and exceptions, on the CPU and in the tests' interpreter. */
class RowTablesTest {
    private static final int[] SIZES = {0, 1, 2, 5};

    static Stream<Method> kernels() {
        return Arrays.stream(RowTableKernels.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class));
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void isJavas(Method method) throws IllegalAccessException {
        for (int n : SIZES) {
            compare(Gpu.current(), method, n);
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void isJavasOnADevice(Method method) throws IllegalAccessException {
        Gpu gpu = OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE));
        for (int n : SIZES) {
            compare(gpu, method, n);
        }
    }

    private static void compare(Gpu gpu, Method method, int n) throws IllegalAccessException {
        Object[] expected = arguments(method, n);
        Object[] own = arguments(method, n);
        Throwable byJava = null;
        try {
            method.invoke(null, expected);
        } catch (InvocationTargetException e) {
            byJava = e.getCause();
        }
        Throwable thrown = null;
        try {
            gpu.run(() -> Kernel.of(RowTableKernels.class, method.getName()).launch(own));
        } catch (RuntimeException e) {
            thrown = e;
        }
        OmittedDetails.assertAlike(thrown, byJava);
        if (byJava == null) {
            assertThat(Arrays.deepEquals(own, expected)).as("n = " + n).isTrue();
        }
    }

    private static Object[] arguments(Method method, int n) {
        return Arrays.stream(method.getParameterTypes())
                .map(type -> switch (type.descriptorString()) {
                    case "[I" -> new int[13];
                    case "[D" -> new double[13];
                    case "[[I" -> new int[3][4];
                    default -> (Object) n;
                })
                .toArray();
    }

    @GpuKernel
    static void threads(int[] out, int n) {
        int t = Grid.x();
        if (t < out.length) {
            int[][] rows = RowTableKernels.triangle(n, t);
            int[] row = rows[0];
            rows[0] = rows[n - 1];
            rows[n - 1] = row;
            out[t] = RowTableKernels.sum(rows);
        }
    }

    @Test
    void threadsSetRows() {
        int[] out = new int[70];
        Kernel.of(RowTablesTest.class, "threads").launch(Launch.covering(70), out, 4);
        assertThat(out)
                .isEqualTo(IntStream.range(0, 70)
                        .map(t -> {
                            int[][] rows = RowTableKernels.triangle(4, t);
                            return RowTableKernels.sum(new int[][] {rows[3], rows[1], rows[2], rows[0]});
                        })
                        .toArray());
    }

    /** Kernels whose memory is not known before the launch. */
    static final class Refused {
        private Refused() {}

        @GpuKernel
        static void ofElements(int[] out) {
            for (int t = 0; t < out.length; t++) {
                int[][] rows = new int[3][];
                for (int i = 0; i < 3; i++) {
                    rows[i] = new int[out[t] + i];
                }
                out[t] = RowTableKernels.sum(rows);
            }
        }

        @GpuKernel
        static void asOftenAsItTakes(int[] out, int n) {
            for (int t = 0; t < out.length; t++) {
                int[][] rows = new int[3][];
                int i = out[t];
                while (i % 7 != 0) {
                    rows[i % 3] = new int[n];
                    i = i * 5 + 1;
                }
                out[t] = RowTableKernels.sum(rows);
            }
        }

        @GpuKernel
        static void longerEachTime(int[] out) {
            for (int t = 0; t < out.length; t++) {
                int[][] rows = new int[2][];
                rows[0] = new int[1];
                for (int i = 0; i < 5; i++) {
                    rows[i % 2] = new int[rows[i / 5].length + 1];
                }
                out[t] = RowTableKernels.sum(rows);
            }
        }
    }

    static Stream<String> refused() {
        return Arrays.stream(Refused.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class))
                .map(Method::getName);
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatIsNotKnownBeforeTheLaunchIsRefused(String kernel) {
        assertThatExceptionOfType(KernelRejectedException.class)
                .isThrownBy(() -> Kernel.of(Refused.class, kernel).schedule())
                .withMessageMatching("(?s).*\\[(RowByRow|Allocation)].*");
    }
}
