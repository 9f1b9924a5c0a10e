package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.bytes;
import static dev.gpukernel.corpus.Seeded.ints;
import static dev.gpukernel.corpus.Seeded.longs;
import static dev.gpukernel.corpus.Seeded.shorts;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;

/** Every primitive type as parameter, element and local, and every conversion between them. */
final class PrimitiveKernels {
    /** Numbers at which conversions and rounding change their behaviour. */
    static final double[] BORDERS = {
        0.0,
        -0.0,
        0.5,
        -0.5,
        1.5,
        2.5,
        -2.5,
        127.9,
        128,
        -129,
        32767.5,
        65536.7,
        2147483647.5,
        -2147483649.0,
        9.3e18,
        -9.3e18,
        1e30,
        1e-310,
        Double.MIN_VALUE,
        Double.MAX_VALUE,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        0.1,
        16777217.0,
        3.4028236e38
    };

    private PrimitiveKernels() {}

    @GpuKernel
    static void allScalars(
            boolean z, byte b, char c, short s, int i, long j, float f, double d, long[] whole, double[] broken) {
        for (int k = 0; k < whole.length; k++) {
            whole[k] = (z ? k : -k) + b * 3L + c - s + (i ^ k) + (j >>> k % 64);
            broken[k] = f * k - d / (k + 1);
        }
    }

    @GpuKernel
    static void allArrays(
            boolean[] zs, byte[] bs, char[] cs, short[] ss, int[] is, long[] js, float[] fs, double[] ds) {
        int i = Grid.x();
        if (i >= zs.length) {
            return;
        }
        double sum = bs[i] + cs[i] - ss[i] + is[i] * 0.5 + js[i] + fs[i] / ds[i];
        zs[i] ^= sum > 0;
        bs[i]++;
        cs[i]--;
        ss[i] = (short) -ss[i];
        is[i] = ~is[i];
        js[i] <<= bs[i];
        fs[i] = -fs[i];
        ds[i] = sum;
    }

    @GpuKernel
    static void fromDouble(double[] in, byte[] bs, char[] cs, short[] ss, int[] is, long[] js, float[] fs) {
        for (int i = 0; i < in.length; i++) {
            bs[i] = (byte) in[i];
            cs[i] = (char) in[i];
            ss[i] = (short) in[i];
            is[i] = (int) in[i];
            js[i] = (long) in[i];
            fs[i] = (float) in[i];
        }
    }

    @GpuKernel
    static void fromFloat(float[] in, byte[] bs, char[] cs, short[] ss, int[] is, long[] js, double[] ds) {
        for (int i = 0; i < in.length; i++) {
            bs[i] = (byte) in[i];
            cs[i] = (char) in[i];
            ss[i] = (short) in[i];
            is[i] = (int) in[i];
            js[i] = (long) in[i];
            ds[i] = in[i];
        }
    }

    @GpuKernel
    static void fromLong(long[] in, byte[] bs, char[] cs, short[] ss, int[] is, float[] fs, double[] ds) {
        for (int i = 0; i < in.length; i++) {
            bs[i] = (byte) in[i];
            cs[i] = (char) in[i];
            ss[i] = (short) in[i];
            is[i] = (int) in[i];
            fs[i] = in[i];
            ds[i] = in[i];
        }
    }

    @GpuKernel
    static void fromInt(int[] in, byte[] bs, char[] cs, short[] ss, long[] js, float[] fs, double[] ds) {
        for (int i = 0; i < in.length; i++) {
            bs[i] = (byte) in[i];
            cs[i] = (char) in[i];
            ss[i] = (short) in[i];
            js[i] = in[i];
            fs[i] = in[i];
            ds[i] = in[i];
        }
    }

    // The narrowing that the warning is about is what the kernel is for.
    @SuppressWarnings({"lossy-conversions", "NarrowingCompoundAssignment"})
    @GpuKernel
    static void compoundAssignments(byte[] bs, short[] ss, char[] cs, int[] is, float[] fs, double factor) {
        for (int i = 0; i < bs.length; i++) {
            bs[i] += is[i];
            ss[i] *= factor;
            cs[i] >>>= 3;
            is[i] -= factor * 1e9;
            fs[i] /= factor;
            bs[i] <<= 1;
            cs[i] += fs[i];
            is[i] = bs[i]++ + ++ss[i] - cs[i]--;
        }
    }

    @GpuKernel
    static void shifts(int[] in, long[] wide, int[] distances) {
        for (int i = 0; i < in.length; i++) {
            int n = distances[i];
            in[i] = (in[i] << n) + (in[i] >> n) ^ in[i] >>> n;
            wide[i] = (wide[i] << n) - (wide[i] >> n) | wide[i] >>> n;
        }
    }

    /** Products, quotients and remainders at the borders of the types. */
    @GpuKernel
    static void borderArithmetic(int[] a, int[] b, long[] c, int[] quotient, long[] rest) {
        int i = Grid.x();
        if (i < a.length) {
            int divisor = b[i] == 0 ? -1 : b[i];
            quotient[i] = a[i] / divisor + a[i] % divisor * (a[i] - b[i]);
            rest[i] = c[i] % divisor - c[i] / -1 + -c[i];
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop(
                "allScalars",
                () -> List.of(
                        true, (byte) -7, '\uffff', (short) -300, 77, -5L, 0.1f, 1e10, new long[70], new double[70]));
        kernels.grid(
                "allArrays",
                50,
                () -> List.of(
                        Seeded.booleans(50, 1),
                        bytes(50, 2),
                        Seeded.chars(50, 3, "\u0000a\uffff"),
                        shorts(50, 4),
                        ints(50, 5),
                        longs(50, 6),
                        Seeded.floats(50, 7, -1, 1),
                        Seeded.doubles(50, 8, -1, 1)));
        conversionInputs(kernels);
        kernels.loop(
                "compoundAssignments",
                () -> List.of(
                        bytes(50, 11),
                        shorts(50, 12),
                        Seeded.chars(50, 13, "\u0000a\uffff"),
                        ints(50, 14),
                        Seeded.floats(50, 15, -300, 300),
                        1.7));
        kernels.loop("shifts", () -> List.of(ints(80, 16), longs(80, 17), ints(80, 18, -70, 140)));
        kernels.grid(
                "borderArithmetic",
                50,
                () -> List.of(intBorders(), ints(50, 19, -3, 4), shifted(50), new int[50], new long[50]));
    }

    private static void conversionInputs(KernelInputs kernels) {
        int n = BORDERS.length;
        kernels.loop("fromDouble", () -> conversions(BORDERS.clone(), n, new int[n], new long[n], new float[n]));
        kernels.loop("fromFloat", () -> conversions(floatBorders(), n, new int[n], new long[n], new double[n]));
        kernels.loop("fromLong", () -> conversions(shifted(60), 60, new int[60], new float[60], new double[60]));
        kernels.loop("fromInt", () -> conversions(ints(60, 10), 60, new long[60], new float[60], new double[60]));
    }

    /** An array, arrays for it as byte, char and short, and the others. */
    private static List<Object> conversions(Object in, int n, Object first, Object second, Object third) {
        return List.of(in, new byte[n], new char[n], new short[n], first, second, third);
    }

    private static float[] floatBorders() {
        float[] borders = new float[BORDERS.length];
        for (int i = 0; i < borders.length; i++) {
            borders[i] = (float) BORDERS[i];
        }
        return borders;
    }

    private static int[] intBorders() {
        int[] borders = {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 46341, -46341, 255, 65535, 1 << 30};
        int[] array = new int[50];
        for (int i = 0; i < array.length; i++) {
            array[i] = borders[i % borders.length];
        }
        return array;
    }

    /** Longs of all sizes, the least of all first. */
    private static long[] shifted(int length) {
        long[] array = longs(length, 9);
        for (int i = 0; i < length; i++) {
            array[i] >>= i;
        }
        array[0] = Long.MIN_VALUE;
        return array;
    }
}
