package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;
import static dev.gpukernel.corpus.Seeded.longs;
import static dev.gpukernel.corpus.Seeded.shorts;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Plain loops of more shapes: nests, other steps, conditions for the launch, reductions, several loops. */
final class NestKernels {
    private NestKernels() {}

    @GpuKernel
    static void stepOfTwo(int[] a) {
        for (int i = 0; i < a.length - 1; i += 2) {
            a[i] = a[i + 1];
        }
    }

    @GpuKernel
    static void threeBack(int[] a) {
        for (int i = a.length - 1; i > 1; i -= 3) {
            a[i] = a[i - 1] + a[i - 2];
        }
    }

    @GpuKernel
    static void backwards(float[] x, float[] y) {
        for (int i = x.length - 1; i >= 0; i--) {
            y[i] = 2 * x[i];
        }
    }

    @GpuKernel
    static void notEqual(int n, int[] a) {
        for (int i = 0; i != n; i++) {
            a[i] += i;
        }
    }

    @GpuKernel
    static void longIndex(long n, float[] a) {
        for (long i = 0; i < n; i++) {
            a[(int) i] += i;
        }
    }

    @GpuKernel
    static void strided(int n, int stride, float[] a) {
        for (int i = 0; i < n; i++) {
            a[i * stride] *= 2;
        }
    }

    @GpuKernel
    static void addMatrices(int height, int width, float[] a, float[] b, float[] c) {
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                c[y * width + x] = a[y * width + x] + b[y * width + x];
            }
        }
    }

    @GpuKernel
    static void clearPart(int height, int width, int pitch, int[] a) {
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                a[y * pitch + x] = 0;
            }
        }
    }

    @GpuKernel
    static void stencil(int height, int width, float[] u, float[] v) {
        for (int y = 1; y < height - 1; y++) {
            for (int x = 1; x < width - 1; x++) {
                float rows = u[(y - 1) * width + x] + u[(y + 1) * width + x];
                v[y * width + x] = 0.25f * (rows + u[y * width + x - 1] + u[y * width + x + 1]);
            }
        }
    }

    @GpuKernel
    static void stencilInSpace(int depth, int height, int width, float[] u, float[] v) {
        for (int z = 1; z < depth - 1; z++) {
            for (int y = 1; y < height - 1; y++) {
                for (int x = 1; x < width - 1; x++) {
                    int i = (z * height + y) * width + x;
                    float sum = u[i - 1] + u[i + 1] + u[i - width] + u[i + width];
                    v[i] = (sum + u[i - height * width] + u[i + height * width]) / 6;
                }
            }
        }
    }

    @GpuKernel
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

    @GpuKernel
    static void convolution(int height, int width, int radius, float[] in, float[] weights, float[] out) {
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                float sum = 0;
                for (int dy = -radius; dy <= radius; dy++) {
                    for (int dx = -radius; dx <= radius; dx++) {
                        int yy = Math.min(Math.max(y + dy, 0), height - 1);
                        int xx = Math.min(Math.max(x + dx, 0), width - 1);
                        sum += in[yy * width + xx] * weights[(dy + radius) * (2 * radius + 1) + dx + radius];
                    }
                }
                out[y * width + x] = sum;
            }
        }
    }

    @GpuKernel
    static void transpose(int height, int width, double[] a, double[] b) {
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                b[x * height + y] = a[y * width + x];
            }
        }
    }

    @GpuKernel
    static void transposeInPlace(int n, double[] a) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                double upper = a[i * n + j];
                a[i * n + j] = a[j * n + i];
                a[j * n + i] = upper;
            }
        }
    }

    @GpuKernel
    static void elimination(int n, int k, double[] a) {
        for (int i = k + 1; i < n; i++) {
            for (int j = k + 1; j < n; j++) {
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
            }
        }
    }

    @GpuKernel
    static void clearTriangle(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                a[i * n + j] = 0;
            }
        }
    }

    @GpuKernel
    static void twoLoops(int[] a, int[] b) {
        for (int i = 0; i < a.length; i++) {
            a[i] *= 3;
        }
        for (int i = 0; i < b.length; i++) {
            b[i] = a[b.length - 1 - i];
        }
    }

    @GpuKernel
    static void timeSteps(int steps, float[] u, float[] v) {
        for (int t = 0; t < steps; t++) {
            for (int i = 1; i < u.length - 1; i++) {
                v[i] = 0.5f * (u[i - 1] + u[i + 1]);
            }
            for (int i = 1; i < u.length - 1; i++) {
                u[i] = v[i];
            }
        }
    }

    @GpuKernel
    static void sum(int[] x, long[] out) {
        long sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
        }
        out[0] = sum;
    }

    @GpuKernel
    static void extremes(int[] x, int[] out) {
        int least = Integer.MAX_VALUE;
        int greatest = Integer.MIN_VALUE;
        for (int i = 0; i < x.length; i++) {
            least = Math.min(least, x[i]);
            greatest = Math.max(greatest, x[i]);
        }
        out[0] = least;
        out[1] = greatest;
    }

    @GpuKernel
    static void positionOfLeast(int[] x, int[] out) {
        int least = Integer.MAX_VALUE;
        int position = -1;
        for (int i = 0; i < x.length; i++) {
            if (x[i] < least) {
                least = x[i];
                position = i;
            }
        }
        out[0] = position;
    }

    @GpuKernel
    static void countPositive(int[] x, int[] out) {
        int count = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 0) {
                count++;
            }
        }
        out[0] = count;
    }

    @GpuKernel
    static void firstColumn(int k, int n, float[] a) {
        for (int i = k + 1; i < n; i++) {
            a[i] = a[i] / a[k];
        }
    }

    @GpuKernel
    static void swapRedAndBlue(byte[] rgb, int pixels) {
        for (int i = 0; i < pixels; i++) {
            byte red = rgb[3 * i];
            rgb[3 * i] = rgb[3 * i + 2];
            rgb[3 * i + 2] = red;
        }
    }

    /** As many columns as the row's number and one more. */
    @GpuKernel
    static void belowDiagonal(int n, int m, float[] a, float[] c) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                float sum = c[i * n + j];
                for (int k = 0; k < m; k++) {
                    sum += a[i * m + k] * a[j * m + k];
                }
                c[i * n + j] = sum;
            }
        }
    }

    @GpuKernel
    static void aboveDiagonal(int first, int n, double[] a, double[] x) {
        for (int i = first; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                a[i * n + j] = a[i * n + j] * x[j] - x[i];
            }
        }
    }

    @GpuKernel
    static void fromDiagonal(int last, int n, int[][] a) {
        for (int i = 1; i <= last; i += 2) {
            for (int j = i; j < n; j++) {
                a[i][j] = a[i][j] * 31 + i - j;
            }
        }
    }

    /** Up to a last row, which the columns do not reach. */
    @GpuKernel
    static void strictlyBelow(int from, int last, int n, long[] a) {
        for (int i = from + 1; i <= last; i++) {
            for (int j = from; j < i; j++) {
                a[i * n + j] -= a[i * n + from] ^ j;
            }
        }
    }

    /** A column of zeros ends it with an exception, in the first row that has it. */
    @GpuKernel
    static void quotientsBelow(int n, int[] a, int[] b) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                a[i * n + j] = b[i * n + j] / b[j];
            }
        }
    }

    @GpuKernel
    static void planesBelow(int n, short[] a) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                for (int k = 0; k < n; k++) {
                    a[(i * n + j) * n + k] = (short) (a[(i * n + j) * n + k] + i * j * k);
                }
            }
        }
    }

    static void inputs(KernelInputs table) {
        table.loop("stepOfTwo", () -> List.of(ints(71, 1)));
        table.loop("threeBack", () -> List.of(ints(71, 2)));
        table.loop("backwards", () -> List.of(floats(50, 3, -1, 1), new float[50]));
        table.loop("notEqual", () -> List.of(44, ints(50, 4)));
        table.loop("longIndex", () -> List.of(45L, floats(50, 5, -1, 1)));
        table.loop("strided", () -> List.of(10, 7, floats(70, 6, -1, 1)));
        table.loop("addMatrices", () -> List.of(7, 9, floats(63, 7, 0, 1), floats(63, 8, 0, 1), new float[63]));
        table.loop("clearPart", () -> List.of(5, 6, 11, ints(55, 9)));
        table.loop("stencil", () -> List.of(8, 9, floats(72, 10, 0, 1), new float[72]));
        table.loop("stencilInSpace", () -> List.of(5, 6, 7, floats(210, 11, 0, 1), new float[210]));
        table.loop("matrixProduct", () -> List.of(5, 6, 7, floats(35, 12, 0, 1), floats(42, 13, 0, 1), new float[30]));
        table.loop("convolution", () -> List.of(9, 8, 2, floats(72, 14, 0, 1), floats(25, 15, -1, 1), new float[72]));
        table.loop("transpose", () -> List.of(6, 9, doubles(54, 16, 0, 1), new double[54]));
        table.loop("transposeInPlace", () -> List.of(8, doubles(64, 17, 0, 1)));
        table.loop("elimination", () -> List.of(8, 2, doubles(64, 18, 1, 2)));
        table.loop("clearTriangle", () -> List.of(9, ints(81, 19)));
        table.loop("twoLoops", () -> List.of(ints(40, 20), new int[40]));
        table.loop("timeSteps", () -> List.of(4, floats(40, 21, 0, 1), new float[40]));
        table.loop("sum", () -> List.of(ints(100, 22), new long[1]));
        table.loop("extremes", () -> List.of(ints(100, 23), new int[2]));
        table.loop("positionOfLeast", () -> List.of(ints(100, 24, -20, 20), new int[1]));
        table.loop("firstColumn", () -> List.of(3, 33, floats(40, 27, 1, 2)));
        table.loop("swapRedAndBlue", () -> List.of(Seeded.bytes(90, 14), 29));
        table.loop("countPositive", () -> List.of(ints(100, 25), new int[1]));
        table.loop("belowDiagonal", () -> List.of(9, 4, floats(36, 51, -1, 1), floats(81, 52, -1, 1)));
        table.loop("aboveDiagonal", () -> List.of(2, 9, doubles(81, 53, -1, 1), doubles(9, 54, -1, 1)));
        table.loop(
                "fromDiagonal",
                () -> List.of(6, 8, new int[][] {
                    ints(8, 55),
                    ints(8, 56),
                    ints(8, 57),
                    ints(8, 58),
                    ints(8, 59),
                    ints(8, 60),
                    ints(8, 61),
                    ints(8, 62)
                }));
        table.loop("strictlyBelow", () -> List.of(1, 7, 9, longs(81, 63)));
        table.loop("quotientsBelow", () -> List.of(6, ints(36, 65), ints(36, 66)));
        table.loop("planesBelow", () -> List.of(7, shorts(343, 67)));
    }
}
