package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What docs/kernels.md lists as still refused, or run by the host, is. A row that is not true any more is to go. */
class RefusedRowsTest {
    private static final Path PAGE = Path.of(System.getProperty("basedir", ""), "..", "docs", "kernels.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (.+?) \\| (?:`(Loop\\w+)`|(the host)).* \\|$");

    /** One for each row, in the table's order, which the number in its name says. */
    @SuppressWarnings({"IntLongMath", "NarrowCalculation", "lossy-conversions"}) // as people write it
    static final class Rows {
        private Rows() {}

        @GpuKernel
        static void row01(int w, int h, int[] rows, int[] a) {
            for (int y = 1; y < h; y++) {
                rows[y] = y;
                for (int x = 0; x < w; x++) {
                    a[y * w + x] += a[(y - 1) * w + x];
                }
            }
        }

        @GpuKernel
        static void row02(int w, int h, int[] x, int[] s) {
            for (int i = 1; i < h; i++) {
                int row = 0;
                for (int j = 0; j < w; j++) {
                    int p = i * w + j;
                    row += x[p];
                    s[p] += s[p - w] + row;
                }
            }
        }

        @GpuKernel
        static void row03(int w, int h, int[] x, int[] s) {
            for (int i = 1; i < h; i++) {
                for (int j = 1; j < w; j++) {
                    int p = i * w + j;
                    s[p] = x[p] + s[p - 1] + s[p - w] - s[p - w - 1];
                }
            }
        }

        @GpuKernel
        static void row04(int n, int[] a) {
            for (int p = 2; p < 40; p++) {
                for (int q = p * p; q < n; q += p) {
                    a[q] = p;
                }
            }
        }

        @GpuKernel
        static void row05(int n, int[] o) {
            int k = 0;
            for (int i = 0; i < n; i++) {
                for (int j = 0; j <= i; j++) {
                    o[k++] = i + j;
                }
            }
        }

        @GpuKernel
        static void row06(int w, int h, int c, int[] a) {
            for (int y = 1; y < h - 1; y++) {
                for (int x = (y + c) % 2 == 0 ? 1 : 2; x < w - 1; x += 2) {
                    a[y * w + x] = a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] + a[(y + 1) * w + x];
                }
            }
        }

        @GpuKernel
        static void row07(long n, int[] x, int[] y) {
            for (long i = 1; i < n; i++) {
                y[(int) i] = y[(int) i - 1] + x[(int) i];
            }
        }

        @GpuKernel
        static void row08(int[] x, int[] y) {
            for (int i = 1; i < y.length; i++) {
                if (x[i] > 0) {
                    y[i] = y[i - 1] + x[i];
                }
            }
        }

        @GpuKernel
        static void row09(int[] x, int[] y) {
            for (int i = 2; i < y.length; i++) {
                y[i] = y[i - 2] + x[i];
            }
        }

        @GpuKernel
        static double row10(double[] x) {
            double m = 5;
            for (int i = 0; i < x.length; i++) {
                m = m < x[i] ? m : x[i];
            }
            return m;
        }

        @GpuKernel
        static void row11(int[] x, int[] y) {
            int run = 0;
            for (int i = 0; i < x.length; i++) {
                run = x[i] > 0 ? run + 1 : 0;
                y[i] = run;
            }
        }

        @GpuKernel
        static int row12(char[] s) {
            int words = 0;
            boolean inside = false;
            for (int i = 0; i < s.length; i++) {
                if (s[i] == ' ') {
                    inside = false;
                } else if (!inside) {
                    inside = true;
                    words++;
                }
            }
            return words;
        }

        @GpuKernel
        static void row13(int n, int[] d) {
            for (int k = 0; k < n; k++) {
                for (int i = 0; i < n; i++) {
                    for (int j = 0; j < n; j++) {
                        d[i * n + j] = Math.min(d[i * n + j], d[i * n + k] + d[k * n + j]);
                    }
                }
            }
        }

        @GpuKernel
        static void row14(int key, int[] index, int[] x, boolean[] y) {
            boolean found = false;
            for (int i = 0; i < y.length; i++) {
                found = found || x[index[i]] == key;
                y[i] = found;
            }
        }

        @GpuKernel
        static void row15(int[] x, int[] y) {
            int s = 0;
            for (int i = 0; i < x.length; i++) {
                if (x[i] < 0) {
                    s = 0;
                }
                s += x[i];
                y[i] = s;
            }
        }

        @GpuKernel
        static void row16(int[] x, int[] y) {
            int sum = 0;
            int total = 0;
            for (int i = 0; i < x.length; i++) {
                sum += x[i];
                total += sum;
                y[i] = total;
            }
        }

        @GpuKernel
        static int row17(int w, int h, int[] x) {
            int at = -1;
            for (int y = 0; y < h; y++) {
                for (int i = 0; i < w; i++) {
                    if (at < 0 && x[y * w + i] == 7) {
                        at = y * w + i;
                    }
                }
            }
            return at;
        }

        @GpuKernel
        static void row18(int[] x, int[] y) {
            int last = 0;
            for (int i = 0; i < x.length; i++) {
                if (x[i] > 4) {
                    last = x[i];
                }
                y[i] = last;
            }
        }

        @GpuKernel
        static int row19(int[] x, int[] out) {
            int n = 0;
            for (int i = 0; i < x.length; i++) {
                out[n] = x[i];
                n += x[i] > 4 ? 1 : 0;
            }
            return n;
        }

        @GpuKernel
        static void row20(int[] x, int[] out) {
            short n = 0;
            for (int i = 0; i < x.length; i++) {
                if (x[i] > 4) {
                    out[n++] = x[i];
                }
            }
        }

        @GpuKernel
        static void row21(int w, int h, int[] o) {
            int p = 0;
            for (int y = 0; y < h; y++) {
                for (int x = 0; x < w; x += 3) {
                    o[p++] = x + y;
                }
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> eachRowIsTrue() throws IOException {
        String page = Files.readString(PAGE);
        String table = page.substring(page.indexOf("### What is still refused"), page.indexOf("## Reductions"));
        List<MatchResult> rows = ROW.matcher(table).results().toList();
        List<String> kernels = Arrays.stream(Rows.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class))
                .map(Method::getName)
                .sorted()
                .toList();
        assertThat(kernels).hasSameSizeAs(rows);
        List<DynamicTest> tests = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            MatchResult row = rows.get(i);
            String name = kernels.get(i);
            tests.add(DynamicTest.dynamicTest(name + ": " + row.group(1), () -> check(name, row.group(2))));
        }
        return tests.stream();
    }

    private static void check(String name, @Nullable String code) {
        Kernel kernel = Kernel.of(Rows.class, name);
        if (code == null) {
            assertThat(kernel.schedule().lines().skip(1).findFirst().orElseThrow())
                    .contains("on the host, launches");
        } else {
            assertThatExceptionOfType(KernelRejectedException.class)
                    .isThrownBy(kernel::schedule)
                    .withMessageContaining("[" + code + "]");
        }
    }
}
