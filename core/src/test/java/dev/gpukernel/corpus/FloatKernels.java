package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.PrimitiveKernels.BORDERS;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Floating-point numbers compared, rounded and taken apart, at the borders of what they can hold. */
final class FloatKernels {
    private FloatKernels() {}

    @GpuKernel
    static void floatOrder(double[] a, double[] b, byte[] order, double[] least, double[] greatest, double[] rest) {
        for (int i = 0; i < order.length; i++) {
            int bits = a[i] < b[i] ? 1 : 0;
            bits |= a[i] <= b[i] ? 2 : 0;
            bits |= a[i] == b[i] ? 4 : 0;
            bits |= a[i] != b[i] ? 8 : 0;
            bits |= !(a[i] > b[i]) ? 16 : 0;
            bits |= Double.compare(a[i], b[i]) < 0 ? 32 : 0;
            order[i] = (byte) bits;
            least[i] = Math.min(a[i], b[i]);
            greatest[i] = Math.max(a[i], b[i]);
            rest[i] = a[i] % b[i];
        }
    }

    @GpuKernel
    static void rounding(double[] in, double[] floor, double[] ceil, double[] even, long[] nearest, float[] signs) {
        for (int i = 0; i < in.length; i++) {
            floor[i] = Math.floor(in[i]);
            ceil[i] = Math.ceil(in[i]);
            even[i] = Math.rint(in[i]);
            nearest[i] = Math.round(in[i]);
            signs[i] = Math.copySign(Math.signum((float) in[i]) + Math.abs((float) in[i]), 1f);
        }
    }

    /** The parts of floating-point numbers; NaNs, whose bits Java leaves open, are passed over. */
    @GpuKernel
    static void floatParts(double[] in, long[] mantissas, short[] exponents, int[] shortened) {
        for (int i = 0; i < in.length; i++) {
            if (Double.isNaN(in[i])) {
                continue;
            }
            long bits = Double.doubleToRawLongBits(in[i]);
            mantissas[i] = bits & (1L << 52) - 1;
            exponents[i] = (short) (bits >> 52);
            float single = (float) in[i];
            shortened[i] = Float.floatToIntBits(single)
                    ^ Float.floatToRawIntBits(Float.intBitsToFloat((int) bits & 0x7f7fffff));
        }
    }

    static void inputs(KernelInputs kernels) {
        int n = BORDERS.length;
        kernels.loop("floatOrder", () -> {
            int pairs = n * n;
            double[] a = new double[pairs];
            double[] b = new double[pairs];
            for (int i = 0; i < pairs; i++) {
                a[i] = BORDERS[i / n];
                b[i] = BORDERS[i % n];
            }
            return List.of(a, b, new byte[pairs], new double[pairs], new double[pairs], new double[pairs]);
        });
        kernels.loop(
                "rounding",
                () -> List.of(BORDERS.clone(), new double[n], new double[n], new double[n], new long[n], new float[n]));
        kernels.loop("floatParts", () -> List.of(BORDERS.clone(), new long[n], new short[n], new int[n]));
    }
}
