package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.Parallel;
import dev.gpukernel.Sequential;
import dev.gpukernel.device.Atomic;
import dev.gpukernel.diagnostic.Message;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What docs/errors.md says to write instead of a loop that is refused, or run by the host, is accepted. */
class WaysOutTest {
    /** Refused, or slow, for the reason that a name begins with. */
    static final class Before {
        private Before() {}

        @GpuKernel
        static int shapeEndsEarly(int limit, int[] x, int[] sums) {
            int sum = 0;
            for (int i = 0; i < x.length; i++) {
                sum += x[i];
                if (sum > limit) {
                    return i;
                }
            }
            return -1;
        }

        @GpuKernel
        static void shapeChasesItself(int[] x, int[] y) {
            for (int i = 0; x[i] > 0; i = x[i]) {
                y[i] = 1;
            }
        }

        @GpuKernel
        static void surroundedByAnAtomic(int[] n, int[] x) {
            Atomic.add(n, 0, 1);
            for (int i = 0; i < x.length; i++) {
                x[i]++;
            }
        }

        @GpuKernel
        static void carriedTurn(int[] x, int[] weights, int[] y) {
            int turn = 0;
            for (int i = 0; i < x.length; i++) {
                y[i] = weights[turn] * x[i];
                turn = (turn + 1) % weights.length;
            }
        }

        @GpuKernel
        static void carriedMinimum(float[] x, float[] y) {
            float m = 100;
            for (int i = 0; i < x.length; i++) {
                m = m < x[i] ? m : x[i];
            }
            y[0] = m;
        }

        @GpuKernel
        static void carriedSumOfSums(int[] x, long[] s, long[] y) {
            long sum = 0;
            long total = 0;
            for (int i = 0; i < x.length; i++) {
                sum += x[i];
                total += sum;
                y[i] = total;
            }
        }

        @GpuKernel
        static void carriedFilter(float[] x, float[] y) {
            float m = 0;
            for (int i = 0; i < x.length; i++) {
                m = 0.9f * m + x[i];
                y[i] = m;
            }
        }

        @GpuKernel
        static void dependenceNext(int[] a, int[] b) {
            for (int i = 0; i < a.length - 1; i++) {
                a[i + 1] = a[i] / 2 + a[i + 1];
            }
        }

        @GpuKernel
        static void dependenceCondition(int[] x, int[] y) {
            for (int i = 1; i < x.length; i++) {
                if (x[i] > 0) {
                    y[i] = y[i - 1] + x[i];
                }
            }
        }

        @GpuKernel
        static void dependenceFloatBins(int[] x, float[] bins) {
            for (int i = 0; i < x.length; i++) {
                bins[x[i] & 7] += 1;
            }
        }

        @GpuKernel
        static void dependenceTwoBack(int[] x, int[] y) {
            for (int i = 2; i < x.length; i++) {
                y[i] = y[i - 2] + x[i];
            }
        }

        @GpuKernel
        static void dependenceScatter(int[] index, int[] x, int[] y) {
            for (int i = 0; i < x.length; i++) {
                y[index[i]] = x[i];
            }
        }

        @GpuKernel
        static void dependenceIntegral(int w, int h, int[] x, int[] s) {
            for (int i = 1; i < h; i++) {
                for (int j = 1; j < w; j++) {
                    int p = i * w + j;
                    s[p] = x[p] + s[p - 1] + s[p - w] - s[p - w - 1];
                }
            }
        }

        @GpuKernel
        static void dependenceTable(int n, int m, int[] a, int[] t) {
            for (int i = 1; i <= n; i++) {
                for (int j = 1; j <= m; j++) {
                    t[i * (m + 1) + j] = Math.max(t[(i - 1) * (m + 1) + j], t[i * (m + 1) + j - 1]) + a[i + j - 1];
                }
            }
        }

        @GpuKernel
        static void dependenceSieve(int[] factor) {
            int n = factor.length;
            for (int p = 2; p * p < n; p++) {
                for (int q = p * p; q < n; q += p) {
                    factor[q] = p;
                }
            }
        }

        @GpuKernel
        static void hostIntegral(int w, int h, int[] a, int[] s) {
            for (int y = 0; y < h; y++) {
                int row = 0;
                for (int x = 0; x < w; x++) {
                    row += a[y * w + x];
                    s[y * w + x] = s[y * w + x] + row + (y == 0 ? 0 : s[(y - 1) * w + x]);
                }
            }
        }

        @GpuKernel
        static void hostLookedUp(int w, int h, int[] index, float[] b, float[] a) {
            for (int y = 1; y < h; y++) {
                for (int x = 0; x < w; x++) {
                    a[y * w + x] = a[(y - 1) * w + x] + b[index[y * w + x]];
                }
            }
        }

        @GpuKernel
        static void hostBeside(int w, int h, int[] rows, float[] a) {
            for (int y = 1; y < h; y++) {
                rows[y] = y;
                for (int x = 0; x < w; x++) {
                    a[y * w + x] += a[(y - 1) * w + x];
                }
            }
        }

        @GpuKernel
        static void hostTriangle(int n, int[] a, int[] p) {
            int k = 0;
            for (int i = 0; i < n; i++) {
                for (int j = 0; j <= i; j++) {
                    p[k++] = a[i * n + j];
                }
            }
        }

        @GpuKernel
        static void hostDownsample(int w, int h, int[] x, int[] y) {
            int o = 0;
            for (int i = 0; i < h; i += 2) {
                for (int j = 0; j < w; j += 3) {
                    y[o++] = x[i * w + j];
                }
            }
        }
    }

    /** The same, by the page. */
    static final class After {
        private After() {}

        @GpuKernel
        static int shapeEndsEarly(int limit, int[] x, int[] sums) {
            int sum = 0;
            for (int i = 0; i < x.length; i++) {
                sum += x[i];
                sums[i] = sum;
            }
            for (int i = 0; i < x.length; i++) {
                if (sums[i] > limit) {
                    return i;
                }
            }
            return -1;
        }

        @GpuKernel
        static void shapeChasesItself(int[] x, int[] y) {
            for (@Sequential int i = 0; x[i] > 0; i = x[i]) {
                y[i] = 1;
            }
        }

        @GpuKernel
        static void surroundedByAnAtomic(int[] n, int[] x) {
            for (int i = 0; i < 1; i++) {
                Atomic.add(n, 0, 1);
            }
            for (int i = 0; i < x.length; i++) {
                x[i]++;
            }
        }

        @GpuKernel
        static void carriedTurn(int[] x, int[] weights, int[] y) {
            for (int i = 0; i < x.length; i++) {
                y[i] = weights[i % weights.length] * x[i];
            }
        }

        @GpuKernel
        static void carriedMinimum(float[] x, float[] y) {
            float m = 100;
            for (int i = 0; i < x.length; i++) {
                m = x[i] < m ? x[i] : m;
            }
            y[0] = m;
        }

        @GpuKernel
        static void carriedSumOfSums(int[] x, long[] s, long[] y) {
            long sum = 0;
            long total = 0;
            for (int i = 0; i < x.length; i++) {
                sum += x[i];
                s[i] = sum;
            }
            for (int i = 0; i < x.length; i++) {
                total += s[i];
                y[i] = total;
            }
        }

        @GpuKernel
        static void carriedFilter(float[] x, float[] y) {
            float m = 0;
            for (@Sequential int i = 0; i < x.length; i++) {
                m = 0.9f * m + x[i];
                y[i] = m;
            }
        }

        @GpuKernel
        static void dependenceNext(int[] a, int[] b) {
            for (int i = 0; i < a.length - 1; i++) {
                b[i + 1] = a[i] / 2 + a[i + 1];
            }
        }

        @GpuKernel
        static void dependenceCondition(int[] x, int[] y) {
            for (int i = 1; i < x.length; i++) {
                if (x[i] > 0) {
                    y[i] = y[i - 1] + x[i];
                } else {
                    y[i] = y[i - 1];
                }
            }
        }

        @GpuKernel
        static void dependenceFloatBins(int[] x, float[] bins) {
            for (@Parallel int i = 0; i < x.length; i++) {
                Atomic.add(bins, x[i] & 7, 1);
            }
        }

        @GpuKernel
        static void dependenceTwoBack(int[] x, int[] y) {
            for (int i = 2; i < x.length; i += 2) {
                y[i] = y[i - 2] + x[i];
            }
            for (int i = 3; i < x.length; i += 2) {
                y[i] = y[i - 2] + x[i];
            }
        }

        @GpuKernel
        static void dependenceScatter(int[] index, int[] x, int[] y) {
            for (@Parallel int i = 0; i < x.length; i++) {
                y[index[i]] = x[i];
            }
        }

        @GpuKernel
        static void dependenceIntegral(int w, int h, int[] x, int[] s) {
            for (int i = 1; i < h; i++) {
                int row = s[i * w] - s[(i - 1) * w];
                for (int j = 1; j < w; j++) {
                    row += x[i * w + j];
                    s[i * w + j] = row;
                }
            }
            for (int i = 1; i < h; i++) {
                for (int j = 1; j < w; j++) {
                    s[i * w + j] += s[(i - 1) * w + j];
                }
            }
        }

        @GpuKernel
        static void dependenceTable(int n, int m, int[] a, int[] t) {
            for (int d = 2; d <= n + m; d++) {
                for (int i = Math.max(1, d - m); i <= Math.min(n, d - 1); i++) {
                    int j = d - i;
                    t[i * (m + 1) + j] = Math.max(t[(i - 1) * (m + 1) + j], t[i * (m + 1) + j - 1]) + a[i + j - 1];
                }
            }
        }

        @GpuKernel
        static void dependenceSieve(int[] factor) {
            int n = factor.length;
            for (int p = 2; p * p < n; p++) {
                for (int k = p; k <= (n - 1) / p; k++) {
                    factor[k * p] = p;
                }
            }
        }

        @GpuKernel
        static void hostIntegral(int w, int h, int[] a, int[] s) {
            for (int y = 0; y < h; y++) {
                int row = 0;
                for (int x = 0; x < w; x++) {
                    row += a[y * w + x];
                    s[y * w + x] += row;
                }
            }
            for (int y = 1; y < h; y++) {
                for (int x = 0; x < w; x++) {
                    s[y * w + x] += s[(y - 1) * w + x];
                }
            }
        }

        @GpuKernel
        static void hostLookedUp(int w, int h, int[] index, float[] b, float[] a) {
            for (int x = 0; x < w; x++) {
                for (int y = 1; y < h; y++) {
                    a[y * w + x] = a[(y - 1) * w + x] + b[index[y * w + x]];
                }
            }
        }

        @GpuKernel
        static void hostBeside(int w, int h, int[] rows, float[] a) {
            for (int y = 1; y < h; y++) {
                rows[y] = y;
            }
            for (int y = 1; y < h; y++) {
                for (int x = 0; x < w; x++) {
                    a[y * w + x] += a[(y - 1) * w + x];
                }
            }
        }

        @GpuKernel
        static void hostTriangle(int n, int[] a, int[] p) {
            for (int i = 0; i < n; i++) {
                int k = i * (i + 1) / 2;
                for (int j = 0; j <= i; j++) {
                    p[k++] = a[i * n + j];
                }
            }
        }

        @GpuKernel
        static void hostDownsample(int w, int h, int[] x, int[] y) {
            int o = 0;
            int rounds = (w + 2) / 3;
            for (int i = 0; i < h; i += 2) {
                for (int j = 0; j < rounds; j++) {
                    y[o++] = x[i * w + 3 * j];
                }
            }
        }
    }

    private static final List<Message> REASONS =
            List.of(Message.LOOP_SHAPE, Message.LOOP_SURROUNDED, Message.LOOP_CARRIED, Message.LOOP_DEPENDENCE);

    /** What the page does not make one launch, but parallel. */
    private static final Set<String> ON_HOST = Set.of("dependenceTable", "dependenceSieve");

    static Stream<String> kernels() {
        return Arrays.stream(Before.class.getDeclaredMethods())
                .map(Method::getName)
                .sorted();
    }

    /** The first kernel is what somebody would write; the second has its meaning, or what the page says differs. */
    @ParameterizedTest
    @MethodSource("kernels")
    void followsThePage(String name) {
        String schedule = Kernel.of(After.class, name).schedule();
        assertThat(schedule).as("a launch for each iteration").satisfies(text -> {
            boolean isOnHost = text.contains("on the host, launches: ") && !text.contains("or, where");
            assertThat(isOnHost).isEqualTo(ON_HOST.contains(name));
        });
        Message reason = REASONS.stream()
                .filter(message ->
                        message.code().toLowerCase(Locale.ROOT).startsWith("loop" + name.replaceAll("[A-Z].*", "")))
                .findFirst()
                .orElse(null);
        if (reason == null) {
            assertThat(Kernel.of(Before.class, name).schedule())
                    .contains("on the host, launches: ")
                    .doesNotContain("or, where an exception");
        } else {
            assertThatExceptionOfType(KernelRejectedException.class)
                    .isThrownBy(() -> Kernel.of(Before.class, name).schedule())
                    .withMessageContaining("[" + reason.code() + "]");
        }
    }
}
