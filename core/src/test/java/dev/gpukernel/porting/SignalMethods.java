package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;
import java.util.Arrays;

/** Signal processing as Java libraries have it. */
final class SignalMethods {
    private SignalMethods() {}

    /** An immutable complex number. */
    private static final class Complex {
        private final double re;
        private final double im;

        Complex(double re, double im) {
            this.re = re;
            this.im = im;
        }

        Complex plus(Complex other) {
            return new Complex(re + other.re, im + other.im);
        }

        Complex times(Complex other) {
            return new Complex(re * other.re - im * other.im, re * other.im + im * other.re);
        }

        double abs() {
            return Math.hypot(re, im);
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // as people write it
    record Spectrum(double[] re, double[] im) {}

    @GpuKernel
    static Spectrum transform(double[] signal) {
        int n = signal.length;
        double[] re = new double[n];
        double[] im = new double[n];
        for (int k = 0; k < n; k++) {
            double sumRe = 0;
            double sumIm = 0;
            for (int t = 0; t < n; t++) {
                double angle = 2 * Math.PI * t * k / n;
                sumRe += signal[t] * StrictMath.cos(angle);
                sumIm -= signal[t] * StrictMath.sin(angle);
            }
            re[k] = sumRe;
            im[k] = sumIm;
        }
        return new Spectrum(re, im);
    }

    /** By Horner's rule, on the unit circle. */
    @GpuKernel
    static double[] response(double[] taps, int n) {
        double[] response = new double[n];
        for (int k = 0; k < n; k++) {
            double angle = Math.PI * k / n;
            Complex z = new Complex(StrictMath.cos(angle), -StrictMath.sin(angle));
            Complex sum = new Complex(0, 0);
            for (int i = taps.length - 1; i >= 0; i--) {
                sum = sum.times(z).plus(new Complex(taps[i], 0));
            }
            response[k] = sum.abs();
        }
        return response;
    }

    @GpuKernel
    static double[] filter(double[] signal, double[] taps) {
        double[] filtered = new double[signal.length];
        for (int i = 0; i < signal.length; i++) {
            double sum = 0;
            for (int k = 0; k < taps.length; k++) {
                if (i - k < 0) {
                    break;
                }
                sum += taps[k] * signal[i - k];
            }
            filtered[i] = sum;
        }
        return filtered;
    }

    @GpuKernel
    static double[] convolution(double[] a, double[] b) {
        if (a.length == 0 || b.length == 0) {
            throw new IllegalArgumentException("an empty signal");
        }
        double[] result = new double[a.length + b.length - 1];
        for (int i = 0; i < result.length; i++) {
            double sum = 0;
            for (int j = Math.max(0, i - b.length + 1); j <= Math.min(i, a.length - 1); j++) {
                sum += a[j] * b[i - j];
            }
            result[i] = sum;
        }
        return result;
    }

    @GpuKernel
    static double[] window(int n) {
        double[] window = new double[n];
        for (int i = 0; i < n; i++) {
            window[i] = 0.5 * (1 - StrictMath.cos(2 * Math.PI * i / (n - 1)));
        }
        return window;
    }

    @GpuKernel
    static int zeroCrossings(short[] samples) {
        int crossings = 0;
        for (int i = 1; i < samples.length; i++) {
            if ((samples[i - 1] < 0) != (samples[i] < 0)) {
                crossings++;
            }
        }
        return crossings;
    }

    @GpuKernel
    static int[] peaks(double[] signal, double threshold) {
        int[] peaks = new int[signal.length];
        int count = 0;
        for (int i = 1; i < signal.length - 1; i++) {
            if (signal[i] > threshold && signal[i] > signal[i - 1] && signal[i] >= signal[i + 1]) {
                peaks[count++] = i;
            }
        }
        return Arrays.copyOf(peaks, count);
    }

    @GpuKernel
    static short[] mix(short[] left, short[] right) {
        short[] mixed = new short[Math.max(left.length, right.length)];
        for (int i = 0; i < mixed.length; i++) {
            int sum = 0;
            if (i < left.length) {
                sum += left[i];
            }
            if (i < right.length) {
                sum += right[i];
            }
            mixed[i] = (short) Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, sum));
        }
        return mixed;
    }

    @GpuKernel
    static double[][] spectrogram(double[] signal, int window) {
        if (window <= 0) {
            throw new IllegalArgumentException("a window of " + window);
        }
        int frames = signal.length / window;
        double[][] power = new double[frames][window / 2 + 1];
        for (int f = 0; f < frames; f++) {
            for (int k = 0; k <= window / 2; k++) {
                double re = 0;
                double im = 0;
                for (int t = 0; t < window; t++) {
                    double angle = 2 * Math.PI * t * k / window;
                    re += signal[f * window + t] * StrictMath.cos(angle);
                    im += signal[f * window + t] * StrictMath.sin(angle);
                }
                power[f][k] = re * re + im * im;
            }
        }
        return power;
    }

    private static void sort(double[] values) {
        for (int i = 1; i < values.length; i++) {
            double value = values[i];
            int j = i - 1;
            while (j >= 0 && values[j] > value) {
                values[j + 1] = values[j];
                j--;
            }
            values[j + 1] = value;
        }
    }

    @GpuKernel
    static double[] median(double[] signal, int radius) {
        double[] result = new double[signal.length];
        for (int i = 0; i < signal.length; i++) {
            double[] window = new double[2 * radius + 1];
            for (int k = -radius; k <= radius; k++) {
                window[k + radius] = signal[Math.max(0, Math.min(signal.length - 1, i + k))];
            }
            sort(window);
            result[i] = window[radius];
        }
        return result;
    }

    @GpuKernel
    static double[] downsample(double[] signal, int factor) {
        if (factor < 1) {
            throw new IllegalArgumentException("a factor of " + factor);
        }
        double[] result = new double[(signal.length + factor - 1) / factor];
        for (int i = 0, j = 0; i < signal.length; i += factor, j++) {
            result[j] = signal[i];
        }
        return result;
    }

    /** Quadratics through windows of 5, 7 and 9 samples. */
    private static final double[][] SMOOTHING = {
        {1}, {0, 1, 0}, {-3, 12, 17, 12, -3}, {-2, 3, 6, 7, 6, 3, -2}, {-21, 14, 39, 54, 59, 54, 39, 14, -21}
    };

    @GpuKernel
    static double[] savitzkyGolay(double[] x, int radius) {
        if (radius >= SMOOTHING.length) {
            throw new IllegalArgumentException("no window of " + (2 * radius + 1));
        }
        double[] weights = SMOOTHING[radius];
        double all = 0;
        for (double weight : weights) {
            all += weight;
        }
        double[] y = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            double sum = 0;
            for (int k = 0; k < weights.length; k++) {
                sum += weights[k] * x[Math.clamp(i + k - radius, 0, x.length - 1)];
            }
            y[i] = sum / all;
        }
        return y;
    }
}
