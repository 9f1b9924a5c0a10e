package dev.gpukernel.internal.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LargestNumberTest {
    static Stream<String> kernels() {
        return Arrays.stream(LargestNumberTest.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class))
                .map(Method::getName);
    }

    @GpuKernel
    static void negated(int[] y, int n) {
        for (int i = 0; i < y.length; i++) {
            int s = Integer.MAX_VALUE;
            for (int j = 0; j < n; j += 3) {
                s = -s;
            }
            y[i] = s;
        }
    }

    @GpuKernel
    static void inverted(int[] y, int n) {
        for (int i = 0; i < y.length; i++) {
            int s = Integer.MAX_VALUE;
            for (int j = 0; j < n; j += 3) {
                s = ~s;
            }
            y[i] = s;
        }
    }

    @GpuKernel
    static void subtracted(int[] y, int n) {
        for (int i = 0; i < y.length; i++) {
            int s = Integer.MAX_VALUE;
            for (int j = 0; j < n; j += 3) {
                s = 0 - s;
            }
            y[i] = s;
        }
    }

    @GpuKernel
    static void multiplied(int[] y, int n) {
        for (int i = 0; i < y.length; i++) {
            int s = Integer.MAX_VALUE;
            for (int j = 0; j < n; j += 3) {
                s *= -1;
            }
            y[i] = s;
        }
    }

    @GpuKernel
    static void divided(int[] y, int n) {
        for (int i = 0; i < y.length; i++) {
            int s = Integer.MAX_VALUE;
            for (int j = 0; j < n; j += 3) {
                s /= -1;
            }
            y[i] = s;
        }
    }

    @GpuKernel
    static void sometimes(int[] y, int n) {
        for (int i = 0; i < y.length; i++) {
            int s = Integer.MAX_VALUE;
            for (int j = 0; j < n; j++) {
                if ((i + j) % 3 == 0) {
                    s = -s;
                }
            }
            y[i] = s;
        }
    }

    @GpuKernel
    static void inTurn(int[] y, int n) {
        for (int i = 0; i < y.length; i++) {
            int s = Integer.MAX_VALUE;
            int t = Integer.MAX_VALUE;
            for (int j = 0; j < n; j += 3) {
                int before = s;
                s = -t;
                t = before;
            }
            y[i] = s ^ t >> 1;
        }
    }

    private static int turned(int from, int n) {
        int s = from;
        for (int j = 0; j < n; j += 3) {
            s = -s;
        }
        return s;
    }

    @GpuKernel
    static void inAFunction(int[] y, int n) {
        for (int i = 0; i < y.length; i++) {
            y[i] = turned(Integer.MAX_VALUE, n) + turned(i, n);
        }
    }

    private static int largest(int n) {
        return n < 0 ? n : Integer.MAX_VALUE;
    }

    @GpuKernel
    static void returned(int[] y, int n) {
        for (int i = 0; i < y.length; i++) {
            int s = largest(n);
            for (int j = 0; j < n; j += 3) {
                s = -s;
            }
            y[i] = s;
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void isNotShown(String kernel) {
        assertThat(Kernel.of(LargestNumberTest.class, kernel).ptx().lines().map(String::strip))
                .noneMatch(line -> line.startsWith("mov") && line.contains(String.valueOf(Integer.MAX_VALUE)));
    }

    /** An odd number of times gave what an even number gives. */
    @ParameterizedTest
    @MethodSource("kernels")
    @Tag("gpu")
    void isTurnedAsOften(String kernel) throws ReflectiveOperationException {
        for (int n = -1; n < 30; n++) {
            int[] java = new int[100];
            int[] device = new int[100];
            java(kernel).invoke(null, java, n);
            Kernel.of(LargestNumberTest.class, kernel).launch(device, n);
            assertThat(device).as("n = %d", n).isEqualTo(java);
        }
    }

    private static Method java(String kernel) throws NoSuchMethodException {
        return LargestNumberTest.class.getDeclaredMethod(kernel, int[].class, int.class);
    }
}
