package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.shorts;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.BlockDim;
import dev.gpukernel.device.BlockIdx;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.ThreadIdx;
import java.util.List;

/** Transforms and filters of signals. */
final class SignalKernels {
    private SignalKernels() {}

    @GpuKernel
    static void fourierTransform(double[] in, double[] real, double[] imaginary) {
        for (int k = 0; k < real.length; k++) {
            double re = 0;
            double im = 0;
            for (int t = 0; t < in.length; t++) {
                double angle = 2 * Math.PI * t * k / in.length;
                re += in[t] * StrictMath.cos(angle);
                im -= in[t] * StrictMath.sin(angle);
            }
            real[k] = re;
            imaginary[k] = im;
        }
    }

    /** One stage of a fast Fourier transform: each thread does one butterfly in place. */
    @GpuKernel
    static void butterflies(double[] real, double[] imaginary, int half) {
        int thread = Grid.x();
        if (thread >= real.length / 2) {
            return;
        }
        int k = thread % half;
        int upper = thread / half * 2 * half + k;
        int lower = upper + half;
        double angle = -Math.PI * k / half;
        double c = StrictMath.cos(angle);
        double s = StrictMath.sin(angle);
        double re = real[lower] * c - imaginary[lower] * s;
        double im = real[lower] * s + imaginary[lower] * c;
        real[lower] = real[upper] - re;
        imaginary[lower] = imaginary[upper] - im;
        real[upper] += re;
        imaginary[upper] += im;
    }

    @GpuKernel
    static void goertzel(short[] samples, double[] frequencies, double[] power) {
        for (int i = 0; i < power.length; i++) {
            double coefficient = 2 * StrictMath.cos(2 * Math.PI * frequencies[i]);
            double s1 = 0;
            double s2 = 0;
            for (short sample : samples) {
                double s = sample + coefficient * s1 - s2;
                s2 = s1;
                s1 = s;
            }
            power[i] = s1 * s1 + s2 * s2 - coefficient * s1 * s2;
        }
    }

    @GpuKernel
    static void finiteImpulseResponse(float[] signal, float[] taps, float[] out) {
        for (int i = 0; i < out.length; i++) {
            float sum = 0;
            for (int k = 0; k < taps.length; k++) {
                if (i - k >= 0) {
                    sum += taps[k] * signal[i - k];
                }
            }
            out[i] = sum;
        }
    }

    @GpuKernel
    static void hannWindow(float[] signal) {
        double step = 2 * Math.PI / (signal.length - 1);
        for (int i = 0; i < signal.length; i++) {
            signal[i] = (float) (signal[i] * (0.5 - 0.5 * StrictMath.cos(step * i)));
        }
    }

    @GpuKernel
    static void autocorrelation(float[] signal, double[] out) {
        int lag = BlockIdx.x() * BlockDim.x() + ThreadIdx.x();
        if (lag < out.length) {
            double sum = 0;
            for (int i = lag; i < signal.length; i++) {
                sum += (double) signal[i] * signal[i - lag];
            }
            out[lag] = sum / (signal.length - lag);
        }
    }

    /** A recursive filter of second order; each thread has a channel of interleaved sound. */
    @GpuKernel
    static void biquad(float[] sound, int channels, float b0, float b1, float b2, float a1, float a2) {
        int channel = Grid.x();
        if (channel >= channels) {
            return;
        }
        float z1 = 0;
        float z2 = 0;
        for (int i = channel; i < sound.length; i += channels) {
            float in = sound[i];
            float out = b0 * in + z1;
            z1 = b1 * in - a1 * out + z2;
            z2 = b2 * in - a2 * out;
            sound[i] = out;
        }
    }

    @GpuKernel
    static void haarStep(float[] in, float[] averages, float[] details) {
        for (int i = 0; i < averages.length; i++) {
            float even = in[2 * i];
            float odd = in[2 * i + 1];
            averages[i] = (even + odd) * 0.5f;
            details[i] = (even - odd) * 0.5f;
        }
    }

    @GpuKernel
    static void movingAverage(short[] in, int radius, short[] out) {
        for (int i = 0; i < out.length; i++) {
            int from = Math.max(i - radius, 0);
            int to = Math.min(i + radius, in.length - 1);
            int sum = 0;
            for (int k = from; k <= to; k++) {
                sum += in[k];
            }
            out[i] = (short) Math.floorDiv(sum, to - from + 1);
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("fourierTransform", () -> List.of(doubles(24, 1, -1, 1), new double[24], new double[24]));
        kernels.grid("butterflies", 32, () -> List.of(doubles(64, 2, -1, 1), doubles(64, 3, -1, 1), 8));
        kernels.loop("goertzel", () -> List.of(shorts(60, 4), doubles(20, 5, 0, 0.5), new double[20]));
        kernels.loop(
                "finiteImpulseResponse", () -> List.of(floats(100, 6, -1, 1), floats(9, 7, -1, 1), new float[100]));
        kernels.loop("hannWindow", () -> List.of(floats(64, 8, -1, 1)));
        kernels.grid("autocorrelation", 30, () -> List.of(floats(100, 9, -1, 1), new double[30]));
        kernels.grid("biquad", 6, () -> List.of(floats(240, 10, -1, 1), 6, 0.2929f, 0.5858f, 0.2929f, -0.2f, 0.1716f));
        kernels.loop("haarStep", () -> List.of(floats(128, 11, -1, 1), new float[64], new float[64]));
        kernels.loop("movingAverage", () -> List.of(shorts(100, 12), 4, new short[100]));
    }
}
