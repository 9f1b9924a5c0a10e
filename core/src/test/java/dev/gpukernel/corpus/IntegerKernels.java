package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.counting;
import static dev.gpukernel.corpus.Seeded.ints;
import static dev.gpukernel.corpus.Seeded.longs;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;

/** Number theory. */
final class IntegerKernels {
    private static final int[] WITNESSES = {2, 3, 5, 7, 11, 13, 17};

    private IntegerKernels() {}

    @GpuKernel
    static void collatz(int[] start, int[] steps, long[] peaks) {
        for (int i = 0; i < start.length; i++) {
            long x = start[i];
            long peak = x;
            int count = 0;
            while (x != 1) {
                x = (x & 1) == 0 ? x / 2 : 3 * x + 1;
                peak = Math.max(peak, x);
                count++;
            }
            steps[i] = count;
            peaks[i] = peak;
        }
    }

    static int gcd(int a, int b) {
        int x = Math.abs(a);
        int y = Math.abs(b);
        while (y != 0) {
            int rest = x % y;
            x = y;
            y = rest;
        }
        return x;
    }

    /** The extremes of numbers with their signs changed, which ptxas made of the numbers themselves. */
    @GpuKernel
    static void oppositeExtremes(int[] x, int[] y, int rows, int[] least, int[] greatest) {
        for (int i = 0; i < least.length; i++) {
            int low = Integer.MAX_VALUE;
            int high = Integer.MIN_VALUE;
            for (int row = 0; row < rows; row++) {
                low = Math.min(low, -x[row * least.length + i]);
                high = Math.max(Math.max(high, -x[row * least.length + i]), 0 - y[row * least.length + i]);
            }
            least[i] = low;
            greatest[i] = Math.max(Math.max(high, y[i] * -1), -x[i]);
        }
    }

    @GpuKernel
    static void gcdAndLcm(int[] a, int[] b, int[] gcds, long[] lcms) {
        for (int i = 0; i < a.length; i++) {
            int gcd = gcd(a[i], b[i]);
            gcds[i] = gcd;
            lcms[i] = gcd == 0 ? 0 : Math.abs((long) a[i] / gcd * b[i]);
        }
    }

    @GpuKernel
    static void binaryGcd(long[] a, long[] b, long[] out) {
        int i = Grid.x();
        if (i >= out.length) {
            return;
        }
        long x = a[i];
        long y = b[i];
        if (x == 0 || y == 0) {
            out[i] = x | y;
            return;
        }
        int shift = Long.numberOfTrailingZeros(x | y);
        x >>= Long.numberOfTrailingZeros(x);
        do {
            y >>= Long.numberOfTrailingZeros(y);
            if (x > y) {
                long kept = x;
                x = y;
                y = kept;
            }
            y -= x;
        } while (y != 0);
        out[i] = x << shift;
    }

    /** Modular inverses by the extended Euclidean algorithm; 0 where there is none. */
    @GpuKernel
    static void inverse(int[] a, int modulus, int[] out) {
        for (int i = 0; i < a.length; i++) {
            int r = modulus;
            int next = Math.floorMod(a[i], modulus);
            int t = 0;
            int nextT = 1;
            while (next != 0) {
                int quotient = r / next;
                int keptR = r - quotient * next;
                int keptT = t - quotient * nextT;
                r = next;
                next = keptR;
                t = nextT;
                nextT = keptT;
            }
            out[i] = r > 1 ? 0 : Math.floorMod(t, modulus);
        }
    }

    @GpuKernel
    static void modularPower(int[] base, int[] exponent, int modulus, int[] out) {
        for (int i = 0; i < out.length; i++) {
            long power = 1;
            long square = Math.floorMod((long) base[i], (long) modulus);
            for (int e = exponent[i]; e > 0; e >>= 1) {
                if ((e & 1) != 0) {
                    power = power * square % modulus;
                }
                square = square * square % modulus;
            }
            out[i] = (int) power;
        }
    }

    /** {@code a * b mod m} for m below 2^50, with the quotient estimated in floating point. */
    private static long multiplyModulo(long a, long b, long m) {
        long quotient = (long) ((double) a * b / m);
        long rest = (a * b - quotient * m) % m;
        return rest < 0 ? rest + m : rest;
    }

    private static boolean isStrongProbablePrime(long n, int base) {
        int twos = Long.numberOfTrailingZeros(n - 1);
        long power = 1;
        long square = base % n;
        for (long e = (n - 1) >> twos; e > 0; e >>= 1) {
            power = (e & 1) == 1 ? multiplyModulo(power, square, n) : power;
            square = multiplyModulo(square, square, n);
        }
        if (power == 1 || power == n - 1) {
            return true;
        }
        for (int r = 1; r < twos; r++) {
            power = multiplyModulo(power, power, n);
            if (power == n - 1) {
                return true;
            }
        }
        return false;
    }

    private static boolean isPrime(long n) {
        for (int witness : WITNESSES) {
            if (n % witness == 0) {
                return n == witness;
            }
        }
        for (int witness : WITNESSES) {
            if (!isStrongProbablePrime(n, witness)) {
                return false;
            }
        }
        return n > 1;
    }

    @GpuKernel
    static void millerRabin(long[] candidates, boolean[] prime) {
        int i = Grid.x();
        if (i < candidates.length) {
            prime[i] = isPrime(candidates[i]);
        }
    }

    /** Each thread sieves 64 numbers and counts the primes among them. */
    @GpuKernel
    static void sieveSegment(int[] counts) {
        int segment = Grid.x();
        if (segment >= counts.length) {
            return;
        }
        boolean[] composite = new boolean[64];
        int low = segment * 64;
        for (int p = 2; p * p < low + 64; p++) {
            for (int multiple = Math.max(p * p, (low + p - 1) / p * p); multiple < low + 64; multiple += p) {
                composite[multiple - low] = true;
            }
        }
        int count = segment == 0 ? -2 : 0;
        for (boolean flag : composite) {
            count += flag ? 0 : 1;
        }
        counts[segment] = count;
    }

    @GpuKernel
    static void squareRoot(long[] in, int[] out) {
        for (int i = 0; i < in.length; i++) {
            long x = in[i];
            long root = 0;
            for (long bit = 1L << 62; bit != 0; bit >>= 2) {
                if (x >= root + bit) {
                    x -= root + bit;
                    root = (root >> 1) + bit;
                } else {
                    root >>= 1;
                }
            }
            out[i] = (int) root;
        }
    }

    @GpuKernel
    static void reverseDigits(int[] in, int radix, int[] out) {
        for (int i = 0; i < in.length; i++) {
            int reversed = 0;
            for (int rest = in[i]; rest != 0; rest /= radix) {
                reversed = reversed * radix + rest % radix;
            }
            out[i] = reversed;
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("collatz", () -> List.of(counting(60, 1, 1), new int[60], new long[60]));
        kernels.loop("gcdAndLcm", () -> List.of(ints(50, 1, -99, 99), ints(50, 2, -99, 99), new int[50], new long[50]));
        kernels.grid("binaryGcd", 50, () -> List.of(longs(50, 3, 0, 1L << 60), longs(50, 4, 0, 1000), new long[50]));
        kernels.loop("inverse", () -> List.of(ints(50, 5), 1_000_007, new int[50]));
        kernels.loop("modularPower", () -> List.of(ints(50, 6), ints(50, 7, 0, 1 << 30), 1_000_000_007, new int[50]));
        kernels.grid("millerRabin", 40, () -> List.of(candidates(), new boolean[40]));
        kernels.grid("sieveSegment", 30, () -> List.of(new int[30]));
        kernels.loop("squareRoot", () -> List.of(longs(50, 9, 0, Long.MAX_VALUE), new int[50]));
        kernels.loop(
                "oppositeExtremes",
                () -> List.of(ints(330, 11, -9, 9), ints(330, 12, -9, 9), 11, new int[30], new int[30]));
        kernels.loop("reverseDigits", () -> List.of(ints(60, 10), 10, new int[60]));
    }

    /** Odd numbers of all sizes, and the primes 2, 3 and 2^49 - 81 among them. */
    private static long[] candidates() {
        long[] numbers = longs(40, 8, 1L << 44, 1L << 48);
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = numbers[i] >> i | 1;
        }
        numbers[0] = (1L << 49) - 81;
        numbers[1] = 2;
        numbers[2] = 3;
        return numbers;
    }
}
