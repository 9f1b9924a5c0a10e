package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;

/** Complex numbers, quaternions, fractions and intervals as records. */
final class RecordKernels {
    private RecordKernels() {}

    record Complex(double re, double im) {
        static final double TINY = 1e-300;

        static Complex polar(double radius, double angle) {
            return new Complex(radius * StrictMath.cos(angle), radius * StrictMath.sin(angle));
        }

        Complex plus(Complex other) {
            return new Complex(re + other.re, im + other.im);
        }

        Complex times(Complex other) {
            return new Complex(re * other.re - im * other.im, re * other.im + im * other.re);
        }

        Complex over(Complex other) {
            double norm = other.norm() + TINY;
            return new Complex((re * other.re + im * other.im) / norm, (im * other.re - re * other.im) / norm);
        }

        double norm() {
            return re * re + im * im;
        }
    }

    record Quaternion(float w, float x, float y, float z) {
        static Quaternion vector(float x, float y, float z) {
            return new Quaternion(0, x, y, z);
        }

        Quaternion conjugate() {
            return new Quaternion(w, -x, -y, -z);
        }

        Quaternion times(Quaternion q) {
            return new Quaternion(
                    w * q.w - x * q.x - y * q.y - z * q.z,
                    w * q.x + x * q.w + y * q.z - z * q.y,
                    w * q.y - x * q.z + y * q.w + z * q.x,
                    w * q.z + x * q.y - y * q.x + z * q.w);
        }
    }

    /** A fraction in lowest terms with a positive denominator. */
    record Fraction(long numerator, long denominator) {
        Fraction {
            long a = Math.abs(numerator);
            long b = Math.abs(denominator);
            while (b != 0) {
                long rest = a % b;
                a = b;
                b = rest;
            }
            long divisor = denominator < 0 ? -a : a;
            numerator /= divisor;
            denominator /= divisor;
        }

        Fraction plus(Fraction other) {
            return new Fraction(
                    numerator * other.denominator + other.numerator * denominator, denominator * other.denominator);
        }

        boolean isLessThan(Fraction other) {
            return numerator * other.denominator < other.numerator * denominator;
        }
    }

    /** An interval whose constructors choose on the way, and set its fields in either order. */
    record Interval(float low, float high) {
        Interval(float low, float high) {
            if (low <= high) {
                this.low = low;
                this.high = high;
            } else {
                this.high = low;
                this.low = high;
            }
        }

        Interval(float middle) {
            this(middle - (middle < 0 ? 1 : 2), middle + 1);
        }

        Interval meet(Interval other) {
            return new Interval(Math.max(low, other.low), Math.min(high, other.high));
        }
    }

    /** Records of every primitive type. */
    record Mixed(
            boolean flag, byte small, short middle, char letter, int plain, long wide, float single, double twice) {
        double sum() {
            return (flag ? 1 : 0) + small + middle + letter + plain + wide + single + twice;
        }

        Mixed next() {
            return new Mixed(
                    !flag,
                    (byte) (small + 100),
                    (short) (middle * 3),
                    (char) (letter - 1),
                    plain * 31,
                    wide << 3,
                    single / 3,
                    -twice);
        }
    }

    @GpuKernel
    static void complexPowers(double[] re, double[] im, int exponent, double[] outRe, double[] outIm) {
        for (int i = 0; i < re.length; i++) {
            Complex power = new Complex(1, 0);
            Complex square = new Complex(re[i], im[i]);
            for (int e = exponent; e > 0; e >>= 1) {
                if ((e & 1) == 1) {
                    power = power.times(square);
                }
                square = square.times(square);
            }
            outRe[i] = power.re();
            outIm[i] = power.im();
        }
    }

    /** A Möbius transformation, its four coefficients passed to the kernel. */
    @GpuKernel
    static void moebius(Complex a, Complex b, Complex c, Complex d, double[] angles, double[] norms) {
        int i = Grid.x();
        if (i < norms.length) {
            Complex z = Complex.polar(1 + i * 0.01, angles[i]);
            norms[i] = a.times(z).plus(b).over(c.times(z).plus(d)).norm();
        }
    }

    @GpuKernel
    static void intervals(float[] a, float[] b, float[] low, float[] high) {
        for (int i = 0; i < a.length; i++) {
            Interval meeting = new Interval(a[i], b[i]).meet(new Interval(b[i]));
            low[i] = meeting.low();
            high[i] = meeting.high();
        }
    }

    @GpuKernel
    static void rotateVectors(Quaternion rotation, float[] x, float[] y, float[] z) {
        for (int i = 0; i < x.length; i++) {
            Quaternion turned =
                    rotation.times(Quaternion.vector(x[i], y[i], z[i])).times(rotation.conjugate());
            x[i] = turned.x();
            y[i] = turned.y();
            z[i] = turned.z();
        }
    }

    @GpuKernel
    static void sumFractions(int[] numerators, int[] denominators, int count, long[] top, long[] bottom) {
        int i = Grid.x();
        if (i >= top.length) {
            return;
        }
        Fraction sum = new Fraction(0, 1);
        Fraction largest = new Fraction(-1, 1_000);
        for (int k = i * count; k < (i + 1) * count; k++) {
            Fraction term = new Fraction(numerators[k], denominators[k]);
            largest = largest.isLessThan(term) ? term : largest;
            sum = sum.plus(term);
        }
        Fraction chosen = i % 2 == 0 ? sum : largest;
        top[i] = chosen.numerator();
        bottom[i] = chosen.denominator();
    }

    @GpuKernel
    static void mixedRecord(Mixed start, double[] out) {
        for (int i = 0; i < out.length; i++) {
            Mixed m = start;
            for (int k = 0; k < i; k++) {
                m = m.next();
            }
            out[i] = m.sum();
        }
    }

    /** Record arguments to a static method that has several results. */
    private static Complex lesserRoot(Complex first, Complex second) {
        if (first.re() < second.re()) {
            return first;
        }
        return second.re() < first.re() || second.im() < first.im() ? second : first;
    }

    @GpuKernel
    static void quadraticRoots(double[] p, double[] q, double[] re, double[] im) {
        for (int i = 0; i < p.length; i++) {
            double half = -p[i] / 2;
            double discriminant = half * half - q[i];
            double root = StrictMath.sqrt(Math.abs(discriminant));
            Complex first = discriminant < 0 ? new Complex(half, root) : new Complex(half + root, 0);
            Complex second = discriminant < 0 ? new Complex(half, -root) : new Complex(half - root, 0);
            Complex lesser = lesserRoot(first, second);
            re[i] = lesser.re();
            im[i] = lesser.im();
        }
    }

    /** Its accessor gives something else than what it holds. */
    record Celsius(double degrees) {
        @Override
        public double degrees() {
            return degrees + 273.15;
        }

        double raw() {
            return degrees;
        }
    }

    @GpuKernel
    static void ownAccessor(Celsius warm, double[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = warm.degrees() * i - warm.raw();
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("ownAccessor", () -> List.of(new Celsius(21.5), new double[30]));
        kernels.loop(
                "complexPowers",
                () -> List.of(
                        doubles(50, 1, -1.2, 1.2), doubles(50, 2, -1.2, 1.2), 13, new double[50], new double[50]));
        kernels.grid(
                "moebius",
                40,
                () -> List.of(
                        new Complex(1, 2),
                        new Complex(0, -1),
                        new Complex(0.5, 0),
                        new Complex(-1, 1),
                        doubles(40, 3, -3, 3),
                        new double[40]));
        kernels.loop(
                "intervals", () -> List.of(floats(50, 7, -9, 9), floats(50, 8, -9, 9), new float[50], new float[50]));
        kernels.loop(
                "rotateVectors",
                () -> List.of(
                        new Quaternion(0.5f, 0.5f, -0.5f, 0.5f),
                        floats(60, 4, -1, 1),
                        floats(60, 5, -1, 1),
                        floats(60, 6, -1, 1)));
        kernels.grid(
                "sumFractions",
                25,
                () -> List.of(ints(100, 7, -9, 9), ints(100, 8, 1, 30), 4, new long[25], new long[25]));
        kernels.loop(
                "mixedRecord",
                () -> List.of(
                        new Mixed(true, (byte) -128, (short) 32767, 'x', 123456789, 1L << 40, 1.5f, -2.25),
                        new double[30]));
        kernels.loop(
                "quadraticRoots",
                () -> List.of(doubles(50, 9, -3, 3), doubles(50, 10, -3, 3), new double[50], new double[50]));
    }
}
