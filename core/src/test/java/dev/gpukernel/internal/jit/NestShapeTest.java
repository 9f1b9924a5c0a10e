package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.GpuKernel;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NestShapeTest {
    /** Nests of two loops. */
    static final class Kernels {
        private Kernels() {}

        @GpuKernel
        static void scaled(int w, int h, float[] in, float[] out) {
            for (int y = 0; y < h; y++) {
                for (int x = 0; x < w; x++) {
                    out[y * w + x] = 2 * in[y * w + x];
                }
            }
        }

        @GpuKernel
        static void transposed(int w, int h, float[] in, float[] out) {
            for (int y = 0; y < h; y++) {
                for (int x = 0; x < w; x++) {
                    out[x * h + y] = in[y * w + x];
                }
            }
        }

        @GpuKernel
        static void ofDoubles(int w, int h, double[] in, double[] out) {
            for (int y = 0; y < h; y++) {
                for (int x = 0; x < w; x++) {
                    out[y * w + x] = in[y * w] + x;
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"scaled, 32", "transposed, 16", "ofDoubles, 16"})
    void blocksAreSquareWhereRowsOfThemWouldTouchLittleAtOnce(String kernel, int width) {
        Method method = Arrays.stream(Kernels.class.getDeclaredMethods())
                .filter(one -> one.getName().equals(kernel))
                .findFirst()
                .orElseThrow();
        assertThat(NestShape.width(CompilerSteps.compile(method, (_, _) -> {}).function()))
                .isEqualTo(width);
    }
}
