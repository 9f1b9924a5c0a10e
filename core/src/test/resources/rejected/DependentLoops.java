package rejected;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Atomic;

/** Loops whose iterations are not independent, or not known to be. A line that is reported says so. */
final class DependentLoops {
    @GpuKernel
    static void gaussSeidel(int h, int w, float[] u) {
        for (int y = 1; y < h - 1; y++) {
            for (int x = 1; x < w - 1; x++) {
                float rows = u[(y - 1) * w + x] + u[(y + 1) * w + x];
                u[y * w + x] = 0.25f * (rows + u[y * w + x - 1] + u[y * w + x + 1]); // finds LoopDependence
            }
        }
    }

    @GpuKernel
    static void gaussSeidelInSpace(int d, int h, int w, float[] u) {
        for (int z = 1; z < d - 1; z++) {
            for (int y = 1; y < h - 1; y++) {
                for (int x = 1; x < w - 1; x++) {
                    u[(z * h + y) * w + x] = u[((z - 1) * h + y) * w + x] + u[(z * h + y - 1) * w + x] + u[(z * h + y) * w + x - 1]; // finds LoopDependence
                }
            }
        }
    }

    @GpuKernel
    static void fibonacci(long[] a) {
        for (int i = 2; i < a.length; i++) {
            a[i] = a[i - 1] + a[i - 2]; // finds LoopDependence
        }
    }

    @GpuKernel
    static void blurInPlace(float[] a) {
        for (int i = 0; i < a.length; i++) {
            float left = a[Math.max(i - 1, 0)];
            float right = a[Math.min(i + 1, a.length - 1)];
            a[i] = (left + a[i] + right) / 3; // finds LoopDependence
        }
    }

    @GpuKernel
    static void reversal(int[] from) {
        for (int i = 0; i < from.length; i++) {
            from[i] = from[from.length - 1 - i]; // finds LoopDependence
        }
    }

    @GpuKernel
    static void overlappingWindows(int n, double[] a) {
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < 5; k++) {
                a[4 * i + k] += k; // finds LoopDependence
            }
        }
    }

    @GpuKernel
    static void shiftByMoreAndMore(int n, int[] a) {
        for (int d = 1; d < n; d *= 2) {
            for (int i = 0; i < n - d; i++) {
                a[i] += a[i + d]; // finds LoopDependence
            }
        }
    }

    @GpuKernel
    static void addedAndRaised(int[] x, int[] a) {
        for (int i = 0; i < x.length; i++) {
            Atomic.add(a, i & 3, x[i]); // finds LoopDependence
            Atomic.max(a, i & 3, x[i]);
        }
    }

    @GpuKernel
    static void halves(int[] from, int[] to) {
        for (int i = 0; i < from.length; i++) {
            to[i / 2] = from[i]; // finds LoopDependence
        }
    }

    @GpuKernel
    static void jointHistogram(byte[] x, byte[] y, short[] counts) {
        for (int i = 0; i < x.length; i++) {
            counts[(x[i] & 255) * 256 + (y[i] & 255)]++; // finds LoopDependence
        }
    }

    @GpuKernel
    static void scatter(int[] to, float[] x, float[] y) {
        for (int i = 0; i < x.length; i++) {
            y[to[i]] = x[i]; // finds LoopDependence
        }
    }

    @GpuKernel
    static void countsAndBits(int[] key, int[] bins) {
        for (int i = 0; i < key.length; i++) {
            bins[key[i]]++; // finds LoopDependence
            bins[key[i] + 1] |= 4;
        }
    }

    @GpuKernel
    static void countsThatAreRead(int[] key, int[] bins, int[] rank) {
        for (int i = 0; i < key.length; i++) {
            rank[i] = bins[key[i]]++; // finds LoopDependence
        }
    }

    @GpuKernel
    static void scaledCounts(int[] key, int[] bins) {
        for (int i = 0; i < key.length; i++) {
            bins[key[i]] = 3 * bins[key[i]] + 1; // finds LoopDependence
        }
    }

    /** The element is one more in the end, not three. */
    @GpuKernel
    static void storedThreeTimes(int[] key, int[] bins) {
        for (int i = 0; i < key.length; i++) {
            int k = key[i];
            int before = bins[k];
            for (int j = 0; j < 3; j++) {
                bins[k] = before + 1; // finds LoopDependence
            }
        }
    }

    @GpuKernel
    static void countsOfBefore(int[] key, int[] bins) {
        for (int i = 0; i < key.length; i++) {
            int k = key[i];
            int before = bins[k];
            bins[k]++; // finds LoopDependence
            bins[k] = before + 5;
        }
    }

    /** If both arrays are one, some counts are lost. */
    @GpuKernel
    static void countsInBetween(int[] key, int[] bins, int[] others) {
        for (int i = 0; i < key.length; i++) {
            int before = bins[key[i]];
            others[key[i]]++;
            bins[key[i]] = before + 2; // finds LoopDependence
        }
    }

    @GpuKernel
    static void narrowedCounts(int[] key, int[] bins) {
        for (int i = 0; i < key.length; i++) {
            bins[key[i]] = (byte) (bins[key[i]] + 1); // finds LoopDependence
        }
    }

    @GpuKernel
    static void narrowedCountsOfLongs(int[] key, long[] bins) {
        for (int i = 0; i < key.length; i++) {
            bins[key[i]] = (int) bins[key[i]] + 1; // finds LoopDependence
        }
    }

    @GpuKernel
    static void otherElement(int[] key, int[] bins) {
        for (int i = 0; i < key.length; i++) {
            int k = key[i];
            key[i] = k ^ 1;
            bins[key[i]] = bins[k] + 1; // finds LoopDependence
        }
    }

    @GpuKernel
    static void subtractedFrom(int[] key, int[] bins) {
        for (int i = 0; i < key.length; i++) {
            bins[key[i]] = i - bins[key[i]]; // finds LoopDependence
        }
    }

    /** Not their order is what matters first. */
    @GpuKernel
    static void sumsThatAreRead(int[] k, float[] x, float[] sums, float[] y) {
        for (int i = 0; i < k.length; i++) {
            sums[k[i]] += x[i]; // finds LoopDependence
            y[i] = sums[i & 7];
        }
    }

    /** Element 80 is in iterations 0 and 8: rows of 8 are too short for 10 columns. */
    @GpuKernel
    static void shortRows(float[] m) {
        for (int i = 0; i < 10; i++) {
            for (int j = i + 1; j < 12; j++) {
                m[j * 8 + i] = j; // finds LoopDependence
            }
        }
    }

    /** From the end, so each element that is read was written in the iteration before. */
    @GpuKernel
    static void towardsTheBegin(int[] a, int n) {
        for (int i = n - 2; i >= 0; i--) {
            a[i] = 3 * a[i + 1] ^ a[i]; // finds LoopDependence
        }
    }
}
