package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.bytes;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;
import static dev.gpukernel.corpus.Seeded.longs;
import static dev.gpukernel.corpus.Seeded.shorts;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Saturating, fixed-point, unsigned and half-precision arithmetic, and quantisation. */
final class FixedPointKernels {
    private static final int FRACTION_BITS = 16;

    private FixedPointKernels() {}

    @GpuKernel
    static void saturatingAdd(int[] a, int[] b, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int sum = a[i] + b[i];
            boolean overflow = ((a[i] ^ sum) & (b[i] ^ sum)) < 0;
            out[i] = overflow ? sum >> 31 ^ Integer.MIN_VALUE : sum;
        }
    }

    @GpuKernel
    static void saturatingBytes(byte[] a, byte[] b, byte[] sum, byte[] unsigned) {
        for (int i = 0; i < a.length; i++) {
            sum[i] = (byte) Math.clamp(a[i] + b[i], Byte.MIN_VALUE, Byte.MAX_VALUE);
            unsigned[i] = (byte) Math.min((a[i] & 0xff) + (b[i] & 0xff), 255);
        }
    }

    @GpuKernel
    static void fixedMultiply(int[] a, int[] b, int[] product, int[] quotient) {
        for (int i = 0; i < a.length; i++) {
            long wide = (long) a[i] * b[i] + (1 << (FRACTION_BITS - 1));
            product[i] = (int) (wide >> FRACTION_BITS);
            quotient[i] = b[i] == 0 ? 0 : (int) (((long) a[i] << FRACTION_BITS) / b[i]);
        }
    }

    @GpuKernel
    static void multiplyHigh(long[] a, long[] b, long[] signed, long[] unsigned) {
        for (int i = 0; i < a.length; i++) {
            signed[i] = Math.multiplyHigh(a[i], b[i]);
            unsigned[i] = Math.unsignedMultiplyHigh(a[i], b[i]);
        }
    }

    /** 128-bit sums as two longs each. */
    @GpuKernel
    static void addWithCarry(long[] high, long[] low, long addHigh, long addLow) {
        for (int i = 0; i < low.length; i++) {
            long sum = low[i] + addLow;
            long carry = Long.compareUnsigned(sum, addLow) < 0 ? 1 : 0;
            low[i] = sum;
            high[i] += addHigh + carry;
        }
    }

    @GpuKernel
    static void unsignedDivide(int[] a, int[] b, int[] quotient, int[] rest, int[] order) {
        for (int i = 0; i < a.length; i++) {
            quotient[i] = Integer.divideUnsigned(a[i], b[i] | 1);
            rest[i] = Integer.remainderUnsigned(a[i], b[i] | 1);
            order[i] = Integer.compareUnsigned(a[i], b[i]);
        }
    }

    @GpuKernel
    static void unsignedDivideLongs(long[] a, long[] b, long[] quotient, long[] rest) {
        for (int i = 0; i < a.length; i++) {
            long divisor = b[i] >>> (i & 63) | 1;
            quotient[i] = Long.divideUnsigned(a[i], divisor);
            rest[i] = Long.remainderUnsigned(a[i], divisor);
        }
    }

    @GpuKernel
    static void quantise(float[] in, float scale, byte[] out, short[] wide) {
        for (int i = 0; i < in.length; i++) {
            int q = Math.round(in[i] / scale);
            out[i] = (byte) Math.max(-128, Math.min(127, q));
            wide[i] = (short) (q > Short.MAX_VALUE ? Short.MAX_VALUE : q < Short.MIN_VALUE ? Short.MIN_VALUE : q);
        }
    }

    @GpuKernel
    static void dequantise(byte[] in, short[] zeros, float scale, float[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = (in[i] - zeros[i]) * scale;
        }
    }

    @GpuKernel
    static void toHalf(float[] in, short[] out) {
        for (int i = 0; i < in.length; i++) {
            out[i] = Float.floatToFloat16(in[i]);
        }
    }

    @GpuKernel
    static void fromHalf(short[] in, float[] out) {
        for (int i = 0; i < in.length; i++) {
            out[i] = Float.float16ToFloat(in[i]);
        }
    }

    /** Sums of products of half-precision numbers, one row each, in single precision. */
    @GpuKernel
    static void dotOfHalves(short[] rows, short[] vector, float[] out) {
        for (int i = 0; i < out.length; i++) {
            float sum = 0;
            for (int k = 0; k < vector.length; k++) {
                sum = Math.fma(Float.float16ToFloat(rows[i * vector.length + k]), Float.float16ToFloat(vector[k]), sum);
            }
            out[i] = sum;
        }
    }

    /** µ-law companding of sound. */
    @GpuKernel
    static void muLaw(short[] samples, byte[] out) {
        for (int i = 0; i < samples.length; i++) {
            int sign = samples[i] < 0 ? 0x80 : 0;
            int magnitude = Math.min(Math.abs(samples[i]), 32635) + 132;
            int exponent = 24 - Integer.numberOfLeadingZeros(magnitude);
            int mantissa = magnitude >> (exponent + 3) & 0x0f;
            out[i] = (byte) ~(sign | exponent << 4 | mantissa);
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("saturatingAdd", () -> List.of(ints(100, 1), ints(100, 2), new int[100]));
        kernels.loop("saturatingBytes", () -> List.of(bytes(100, 3), bytes(100, 4), new byte[100], new byte[100]));
        kernels.loop("fixedMultiply", () -> List.of(ints(100, 5), ints(100, 6), new int[100], new int[100]));
        kernels.loop("multiplyHigh", () -> List.of(longs(100, 7), longs(100, 8), new long[100], new long[100]));
        kernels.loop("addWithCarry", () -> List.of(longs(100, 9), longs(100, 10), 1L, Long.MIN_VALUE));
        kernels.loop(
                "unsignedDivide",
                () -> List.of(ints(100, 11), ints(100, 12), new int[100], new int[100], new int[100]));
        kernels.loop("unsignedDivideLongs", () -> List.of(longs(64, 13), longs(64, 14), new long[64], new long[64]));
        kernels.loop("quantise", () -> List.of(edges(100, 15), 0.125f, new byte[100], new short[100]));
        kernels.loop("dequantise", () -> List.of(bytes(100, 16), shorts(100, 17), 0.0078125f, new float[100]));
        kernels.loop("toHalf", () -> List.of(edges(100, 18), new short[100]));
        kernels.loop("fromHalf", () -> List.of(shorts(300, 19), new float[300]));
        kernels.loop("dotOfHalves", () -> List.of(halves(20 * 12, 20), halves(12, 21), new float[20]));
        kernels.loop("muLaw", () -> List.of(shorts(100, 22), new byte[100]));
    }

    /** Numbers of many magnitudes, then those at the borders of their type. */
    private static float[] edges(int length, long seed) {
        float[] array = floats(length, seed, -40_000, 40_000);
        for (int i = 0; i < length / 2; i++) {
            array[i] *= Math.scalb(1f, i % 40 - 39);
        }
        float[] borders = {
            0f,
            -0f,
            65504f,
            65520f,
            -65519.996f,
            0x1p-24f,
            0x1p-25f,
            0x1.8p-25f,
            0x1p-14f,
            Float.MIN_VALUE,
            Float.MAX_VALUE,
            Float.POSITIVE_INFINITY,
            Float.NEGATIVE_INFINITY,
            Float.NaN,
            0.5f,
            -0.5f,
            1.5f,
            2.5f
        };
        System.arraycopy(borders, 0, array, length - borders.length, borders.length);
        return array;
    }

    private static short[] halves(int length, long seed) {
        short[] array = new short[length];
        float[] values = floats(length, seed, -2, 2);
        for (int i = 0; i < length; i++) {
            array[i] = Float.floatToFloat16(values[i]);
        }
        return array;
    }
}
