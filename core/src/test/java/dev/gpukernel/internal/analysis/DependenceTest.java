package dev.gpukernel.internal.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.device.Atomic;
import dev.gpukernel.internal.ir.BlockParam;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the dependence test says of loops that people write. */
final class DependenceTest {
    /** How many of a method's loops are to run in parallel, and what is said of the arrays that it writes. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface Parallel {
        int loops() default 1;

        String says() default "independent";

        /** Whether all arrays are the same. */
        boolean aliased() default false;
    }

    static Stream<Method> methods() {
        return Stream.of(
                        OneLoop.class,
                        SameValues.class,
                        Nests.class,
                        StridedLoops.class,
                        DividedLoops.class,
                        RisingLoops.class,
                        GuardedLoops.class,
                        OrderedLoops.class)
                .flatMap(owner -> Arrays.stream(owner.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Parallel.class));
    }

    @ParameterizedTest
    @MethodSource("methods")
    void says(Method method) {
        Parallel expected = method.getAnnotation(Parallel.class);
        LoopsOf loops = LoopsOf.method(method, expected.loops());
        List<BlockParam> arrays = Access.in(loops.nest().getFirst().loop().blocks()).stream()
                .map(Access::array)
                .distinct()
                .toList();
        String said = expected.aliased()
                ? LoopsOf.text(loops.test(arrays))
                : arrays.stream()
                        .map(array -> LoopsOf.text(loops.test(List.of(array))))
                        .filter(text -> !text.equals("independent"))
                        .collect(Collectors.joining(" | "));
        assertThat(said.isEmpty() ? "independent" : said).isEqualTo(expected.says());
    }

    /** One loop over arrays. */
    static final class OneLoop {
        @Parallel
        static void saxpy(float a, float[] x, float[] y) {
            for (int i = 0; i < y.length; i++) {
                y[i] = a * x[i] + y[i];
            }
        }

        @Parallel(aliased = true)
        static void saxpyInPlace(float a, float[] x, float[] y) {
            for (int i = 0; i < y.length; i++) {
                y[i] = a * x[i] + y[i];
            }
        }

        @Parallel
        static void stencil(float[] u, float[] v) {
            for (int i = 1; i < u.length - 1; i++) {
                v[i] = u[i - 1] + u[i] + u[i + 1];
            }
        }

        @Parallel(
                aliased = true,
                says =
                        "u[i - 1], read, and v[i], written, are the same element 1 iteration apart, such as i = 2 and i = 1, for u.length = 4")
        static void stencilInPlace(float[] u, float[] v) {
            for (int i = 1; i < u.length - 1; i++) {
                v[i] = u[i - 1] + u[i] + u[i + 1];
            }
        }

        @Parallel
        static void reversal(int[] a) {
            for (int i = 0; i < a.length / 2; i++) {
                int first = a[i];
                a[i] = a[a.length - 1 - i];
                a[a.length - 1 - i] = first;
            }
        }

        @Parallel
        static void reversalOfPart(int n, int[] a) {
            for (int i = 0; i < n >> 1; i++) {
                int first = a[i];
                a[i] = a[n - 1 - i];
                a[n - 1 - i] = first;
            }
        }

        @Parallel(
                says =
                        "a[-i + a.length - 1], read, and a[i], written, may be the same element in different iterations, such as i = 0 and i = 3, for a.length = 4")
        static void reversalTooFar(int[] a) {
            for (int i = 0; i < a.length; i++) {
                a[i] = a[a.length - 1 - i];
            }
        }

        @Parallel
        static void secondHalf(int n, int[] a) {
            for (int i = 0; i < n; i++) {
                a[i] = a[n + i];
            }
        }

        @Parallel(says = "if k must be at most 2147483646")
        static void pivot(int n, int k, float[] a) {
            for (int i = k + 1; i < n; i++) {
                a[i] /= a[k];
            }
        }

        @Parallel(says = "h[…], written, is an element that cannot be told from the loop variable 'i' alone")
        static void histogram(int[] data, int[] h) {
            for (int i = 0; i < data.length; i++) {
                h[data[i]]++;
            }
        }

        @Parallel
        static void atomicHistogram(int[] data, int[] h) {
            for (int i = 0; i < data.length; i++) {
                Atomic.add(h, data[i], 1);
            }
        }

        @Parallel
        static void ownHistograms(byte[] data, int n, int[] h) {
            for (int i = 0; i < 256; i++) {
                for (int k = 0; k < n; k++) {
                    h[256 * i + (data[i * n + k] & 255)]++;
                }
            }
        }

        @Parallel(says = "if m must be 0, at least n or at most -n")
        static void shiftByAnyDistance(int n, int m, int[] a) {
            for (int i = 0; i < n; i++) {
                a[i] = a[i + m];
            }
        }
    }

    /** Iterations that store the same value in elements that others may write, too. */
    static final class SameValues {
        @Parallel
        static void marks(int[] x, boolean[] seen) {
            for (int i = 0; i < x.length; i++) {
                seen[x[i]] = true;
            }
        }

        @Parallel
        static void ofAParameter(byte value, int[] x, byte[] seen) {
            for (int i = 0; i < x.length; i++) {
                seen[x[i]] = value;
            }
        }

        @Parallel(loops = 2)
        static void ofWhatDoesNotChange(int n, int[] x, long[] seen) {
            long value = seen[0];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < x.length; j++) {
                    seen[x[j] + i] = value * 3;
                }
            }
        }

        @Parallel
        static void inTwoPlaces(int[] x, float[] seen) {
            for (int i = 0; i < x.length; i++) {
                if (x[i] > 3) {
                    seen[x[i]] = -0f;
                } else {
                    seen[x[i] + 1] = -0f;
                }
            }
        }

        @Parallel(
                says =
                        "a[…], written, is an element that cannot be told from the loop variable 'i' alone")
        static void zeros(int[] x, float[] a) {
            for (int i = 0; i < x.length; i++) {
                a[x[i]] = 0f;
                a[x[i] + 1] = -0f;
            }
        }

        @Parallel(
                says =
                        "a[…], written, is an element that cannot be told from the loop variable 'i' alone")
        static void twoParameters(int one, int other, int[] x, int[] a) {
            for (int i = 0; i < x.length; i++) {
                a[x[i]] = one;
                a[x[i] + 1] = other;
            }
        }

        @Parallel(
                says =
                        "a[…], written, is an element that cannot be told from the loop variable 'i' alone")
        static void alsoRead(int[] x, int[] a) {
            for (int i = 0; i < x.length; i++) {
                if (a[i] == 0) {
                    a[x[i]] = 1;
                }
            }
        }

        @Parallel(
                says =
                        "a[…], written, is an element that cannot be told from the loop variable 'i' alone")
        static void ofWhatIsRead(int[] x, int[] b, int[] a) {
            for (int i = 0; i < x.length; i++) {
                a[x[i]] = b[0];
            }
        }

        @Parallel(
                says =
                        "a[…], written, is an element that cannot be told from the loop variable 'i' alone")
        static void ofAnInnerLoop(int n, int[] x, int[] a) {
            for (int i = 0; i < x.length; i++) {
                for (int j = 0; j < n; j++) {
                    a[x[j]] = i;
                }
            }
        }
    }

    /** Loops inside loops. */
    static final class Nests {
        @Parallel(loops = 2, says = "if w * h must be at most 4294967296")
        static void addMatrices(int h, int w, float[] a, float[] b) {
            for (int y = 0; y < h; y++) {
                for (int x = 0; x < w; x++) {
                    b[y * w + x] += a[y * w + x];
                }
            }
        }

        @Parallel(says = "if w * h must be at most 4294967296")
        static void rows(int h, int w, float[] a, float[] b) {
            for (int y = 0; y < h; y++) {
                for (int x = 0; x < w; x++) {
                    b[y * w + x] += a[y * w + x];
                }
            }
        }

        @Parallel(
                loops = 2,
                says =
                        "if pitch must be at least 0; pitch * h - pitch + w must be at most 4294967296; pitch - w must be at least 0")
        static void padded(int h, int w, int pitch, float[] b) {
            for (int y = 0; y < h; y++) {
                for (int x = 0; x < w; x++) {
                    b[y * pitch + x] = y;
                }
            }
        }

        @Parallel(loops = 2, says = "if w * h + 2 * h must be at most 4294967298")
        static void border(int h, int w, float[] b) {
            for (int y = 0; y < h; y++) {
                for (int x = 0; x < w; x++) {
                    b[(y + 1) * (w + 2) + x + 1] = x;
                }
            }
        }

        @Parallel(
                loops = 2,
                says =
                        "if h must be at least -2147483647; w must be at least -2147483647; w * h - 2 * w must be at most 4294967298")
        static void stencil(int h, int w, float[] u, float[] v) {
            for (int y = 1; y < h - 1; y++) {
                for (int x = 1; x < w - 1; x++) {
                    v[y * w + x] = u[(y - 1) * w + x] + u[(y + 1) * w + x] + u[y * w + x - 1] + u[y * w + x + 1];
                }
            }
        }

        @Parallel(
                loops = 2,
                says =
                        "u[y * w + x - w], read, and u[y * w + x], written, may be the same element in different iterations, such as y = 2, x = 1 and y = 1, x = 1, for h = 4, w = 4")
        static void stencilInPlace(int h, int w, float[] u) {
            for (int y = 1; y < h - 1; y++) {
                for (int x = 1; x < w - 1; x++) {
                    u[y * w + x] += u[(y - 1) * w + x];
                }
            }
        }

        @Parallel(
                loops = 3,
                says =
                        "if d must be at least -2147483647; h must be at least -2147483647; w must be at least -2147483647; w * h * d - 2 * w * h - 2 * w must be at most 4294967298")
        static void stencil3(int d, int h, int w, float[] u, float[] v) {
            for (int z = 1; z < d - 1; z++) {
                for (int y = 1; y < h - 1; y++) {
                    for (int x = 1; x < w - 1; x++) {
                        v[(z * h + y) * w + x] = u[((z - 1) * h + y) * w + x] + u[(z * h + y + 1) * w + x];
                    }
                }
            }
        }

        @Parallel(
                loops = 3,
                says =
                        "u[z * w * h + y * w + x + w], read, and u[z * w * h + y * w + x], written, may be the same element in different iterations, such as z = 1, y = 1, x = 1 and z = 1, y = 2, x = 1, for d = 4, h = 4, w = 4")
        static void stencil3InPlace(int d, int h, int w, float[] u) {
            for (int z = 1; z < d - 1; z++) {
                for (int y = 1; y < h - 1; y++) {
                    for (int x = 1; x < w - 1; x++) {
                        u[(z * h + y) * w + x] = u[(z * h + y + 1) * w + x];
                    }
                }
            }
        }

        @Parallel
        static void matrixVector(int n, int m, float[] a, float[] x, float[] y) {
            for (int i = 0; i < n; i++) {
                y[i] = 0;
                for (int j = 0; j < m; j++) {
                    y[i] += a[i * m + j] * x[j];
                }
            }
        }

        @Parallel(
                loops = 2,
                says =
                        "y[i], written, may be the same element in different iterations, such as i = 0, j = 0 and i = 0, j = 1, for n = 4, m = 4")
        static void matrixVectorInTwo(int n, int m, float[] a, float[] x, float[] y) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < m; j++) {
                    y[i] += a[i * m + j] * x[j];
                }
            }
        }

        @Parallel(loops = 2, says = "if m * n must be at most 4294967296")
        static void matrixProduct(int n, int m, int l, float[] a, float[] b, float[] c) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < m; j++) {
                    float sum = 0;
                    for (int k = 0; k < l; k++) {
                        sum += a[i * l + k] * b[k * m + j];
                    }
                    c[i * m + j] = sum;
                }
            }
        }

        @Parallel(loops = 2, says = "if w * h must be at most 4294967296")
        static void convolution(int h, int w, int r, float[] in, float[] k, float[] out) {
            for (int y = 0; y < h; y++) {
                for (int x = 0; x < w; x++) {
                    float sum = 0;
                    for (int dy = -r; dy <= r; dy++) {
                        for (int dx = -r; dx <= r; dx++) {
                            int yy = Math.min(Math.max(y + dy, 0), h - 1);
                            int xx = Math.min(Math.max(x + dx, 0), w - 1);
                            sum += in[yy * w + xx] * k[(dy + r) * (2 * r + 1) + dx + r];
                        }
                    }
                    out[y * w + x] = sum;
                }
            }
        }

        @Parallel(loops = 2, says = "if w * h must be at most 4294967296")
        static void transpose(int h, int w, float[] a, float[] b) {
            for (int y = 0; y < h; y++) {
                for (int x = 0; x < w; x++) {
                    b[x * h + y] = a[y * w + x];
                }
            }
        }

        @Parallel(loops = 2, says = "if n * n must be at most 4294967297; n * n - n must be at most 4294967296")
        static void transposeInPlace(int n, float[] a) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < i; j++) {
                    float upper = a[i * n + j];
                    a[i * n + j] = a[j * n + i];
                    a[j * n + i] = upper;
                }
            }
        }

        @Parallel(
                loops = 2,
                says =
                        "a[j * n + i], read, and a[i * n + j], written, may be the same element in different iterations, such as i = 0, j = 1 and i = 1, j = 0, for n = 4")
        static void transposeInPlaceTwice(int n, float[] a) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    a[i * n + j] = a[j * n + i];
                }
            }
        }

        @Parallel(loops = 2, says = "if n * n must be at most 4294967296")
        static void triangular(int n, float[] a) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j <= i; j++) {
                    a[i * n + j] = j;
                }
            }
        }

        @Parallel(
                loops = 2,
                says =
                        "if k must be at most 2147483646; n must be at least 0; k * n - n * n + k + n must be at least -4294967296; k * n - n * n + 2 * n must be at least -4294967296; k must be at least 0; k * n - n * n + k must be at least -4294967297")
        static void elimination(int n, int k, float[] a) {
            for (int i = k + 1; i < n; i++) {
                for (int j = k + 1; j < n; j++) {
                    a[i * n + j] -= a[i * n + k] * a[k * n + j];
                }
            }
        }

        @Parallel(
                loops = 2,
                says =
                        "a[j + i], written, may be the same element in different iterations, such as i = 0, j = 1 and i = 1, j = 0, for n = 4, m = 4")
        static void skewed(int n, int m, float[] a) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < m; j++) {
                    a[i + j] = j;
                }
            }
        }

        /** What a row is at an index is the same whichever way a loop runs over it. */
        @Parallel(says = "if w must be at least -2147483647; w * h must be at most 4294967296")
        static void forthAndBack(int h, int w, float[] a) {
            for (int y = 0; y < h; y++) {
                for (int x = 0; x < w; x++) {
                    a[y * w + x] += 1;
                }
                for (int x = w - 1; x > -1; x--) {
                    a[y * w + x] *= 2;
                }
            }
        }

        @Parallel(
                says =
                        "a[y * w + x + 1], written, may be the same element in different iterations, such as y = 0 and y = 1, for h = 4, w = 4")
        static void forthAndTooFarBack(int h, int w, float[] a) {
            for (int y = 0; y < h; y++) {
                for (int x = 0; x < w; x++) {
                    a[y * w + x] += 1;
                }
                for (int x = w - 1; x >= -1; x--) {
                    a[y * w + x + 1] *= 2;
                }
            }
        }

        @Parallel
        static void tiles(float[] a) {
            for (int i = 0; i < 1000; i += 10) {
                for (int k = i; k < i + 10; k++) {
                    a[k] += 1;
                }
            }
        }
    }
}
