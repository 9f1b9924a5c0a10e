package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import java.lang.reflect.Method;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Floating minima and maxima by comparisons are Java's, bit for bit, wherever there are NaNs and zeros of both signs. */
class NanTest {
    private static final float[] FEW = {0f, -0f, 1f, -1f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY};

    @GpuKernel
    static void most(float[] x, float start, float[] result) {
        float most = start;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > most) {
                most = x[i];
            }
        }
        result[0] = most;
    }

    @GpuKernel
    static void mostAndWhere(float[] x, float start, float[] result) {
        double most = start;
        int where = -1;
        for (int i = 0; i < x.length; i++) {
            double value = x[i];
            if (most <= value) {
                most = value;
                where = i;
            }
        }
        result[0] = (float) most;
        result[1] = where;
    }

    @GpuKernel
    static void least(float[] x, float start, float[] result) {
        float least = start;
        double last = start;
        for (int i = 0; i < x.length; i++) {
            least = x[i] < least ? x[i] : least;
            last = x[i] <= last ? x[i] : last;
        }
        result[0] = least;
        result[1] = (float) last;
    }

    @GpuKernel
    static void running(float[] x, float start, float[] result) {
        float least = start;
        for (int i = 0; i < x.length; i++) {
            least = x[i] < least ? x[i] : least;
            result[i] = least;
        }
    }

    private static void check(String name, float[] x, float start) throws ReflectiveOperationException {
        Method method = NanTest.class.getDeclaredMethod(name, float[].class, float.class, float[].class);
        float[] expected = new float[x.length + 2];
        float[] own = expected.clone();
        method.invoke(null, x, start, expected);
        Kernel.of(NanTest.class, name).launch(x, start, own);
        assertThat(bits(own)).isEqualTo(bits(expected));
    }

    private static int[] bits(float[] numbers) {
        return IntStream.range(0, numbers.length)
                .map(i -> Float.floatToRawIntBits(numbers[i]))
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"most", "mostAndWhere", "least", "running"})
    void atEveryPlace(String name) throws ReflectiveOperationException {
        for (int place = 0; place < 520; place++) {
            float[] x = Seeded.floats(520, place, -1, 1);
            x[place] = Float.NaN;
            check(name, x, name.startsWith("most") ? -2 : 2);
        }
    }

    /** Several NaNs, zeros of both signs and infinities, in more iterations than a block has. */
    @ParameterizedTest
    @ValueSource(strings = {"most", "mostAndWhere", "least", "running"})
    void ofFewDifferentNumbers(String name) throws ReflectiveOperationException {
        Random random = new Random(1);
        for (int length : new int[] {0, 1, 2, 255, 256, 257, 600, 16_385, 40_000}) {
            for (float start : FEW) {
                for (int kinds = 2; kinds <= FEW.length; kinds++) {
                    float[] x = new float[length];
                    for (int i = 0; i < length; i++) {
                        x[i] = FEW[random.nextInt(kinds)];
                    }
                    check(name, x, start);
                }
            }
        }
    }

    /** A NaN takes the place of what was least, and what comes after takes its place: the result is the least after the last NaN. */
    @GpuKernel
    static void unlessLess(float[] x, float start, float[] result) {
        float least = start;
        for (int i = 0; i < x.length; i++) {
            least = least < x[i] ? least : x[i];
        }
        result[0] = least;
    }

    @GpuKernel
    static void unlessMore(float[] x, float start, float[] result) {
        double most = start;
        for (int i = 0; i < x.length; i++) {
            if (!(most >= x[i])) {
                most = x[i];
            }
        }
        result[0] = (float) most;
    }

    @GpuKernel
    static void unlessMoreAt(float[] x, float start, float[] result) {
        float most = start;
        int where = -1;
        for (int i = 0; i < x.length; i++) {
            if (!(x[i] <= most)) {
                most = x[i];
                where = i;
            }
        }
        result[0] = where;
    }

    @ParameterizedTest
    @ValueSource(strings = {"unlessLess", "unlessMore", "unlessMoreAt"})
    void areRefused(String name) {
        Kernel kernel = Kernel.of(NanTest.class, name);
        assertThatThrownBy(() -> kernel.launch(new float[9], 0f, new float[9]))
                .isInstanceOf(KernelRejectedException.class)
                .hasMessageContaining("LoopCarried")
                .hasMessageContaining("behind a NaN it begins anew; write Math.min or Math.max");
    }
}
