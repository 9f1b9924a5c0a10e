package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.ints;
import static dev.gpukernel.corpus.Seeded.longs;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;

/** Bits counted, moved and spread. */
final class BitKernels {
    private BitKernels() {}

    @GpuKernel
    static void populationCount(int[] in, int[] out) {
        for (int i = 0; i < in.length; i++) {
            int x = in[i];
            x -= x >>> 1 & 0x55555555;
            x = (x & 0x33333333) + (x >>> 2 & 0x33333333);
            x = (x + (x >>> 4)) & 0x0f0f0f0f;
            out[i] = ((x * 0x01010101) >>> 24) * 100 + Integer.bitCount(in[i]);
        }
    }

    @GpuKernel
    static void countsOfLongs(long[] in, int[] ones, int[] leading, int[] trailing) {
        for (int i = 0; i < in.length; i++) {
            long x = in[i] >>> (i & 63);
            ones[i] = Long.bitCount(x);
            leading[i] = Long.numberOfLeadingZeros(x);
            trailing[i] = Long.numberOfTrailingZeros(x);
        }
    }

    @GpuKernel
    static void reversals(int[] in, int[] bits, int[] bytes, short[] halves) {
        for (int i = 0; i < in.length; i++) {
            bits[i] = Integer.reverse(in[i]);
            bytes[i] = Integer.reverseBytes(in[i]);
            halves[i] = Short.reverseBytes((short) in[i]);
        }
    }

    /** The bit reversal of a fast Fourier transform: a permutation of the elements. */
    @GpuKernel
    static void bitReversedOrder(float[] in, int bits, float[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = in[Integer.reverse(i) >>> (32 - bits)];
        }
    }

    @GpuKernel
    static void grayCode(int[] in, int[] code, int[] back) {
        for (int i = 0; i < in.length; i++) {
            int gray = in[i] ^ in[i] >>> 1;
            int value = gray;
            for (int shift = 1; shift < 32; shift <<= 1) {
                value ^= value >>> shift;
            }
            code[i] = gray;
            back[i] = value;
        }
    }

    private static int spread(int x) {
        int s = (x | x << 8) & 0x00ff00ff;
        s = (s | s << 4) & 0x0f0f0f0f;
        s = (s | s << 2) & 0x33333333;
        return (s | s << 1) & 0x55555555;
    }

    private static int gather(int s) {
        int x = s & 0x55555555;
        x = (x | x >>> 1) & 0x33333333;
        x = (x | x >>> 2) & 0x0f0f0f0f;
        x = (x | x >>> 4) & 0x00ff00ff;
        return (x | x >>> 8) & 0xffff;
    }

    @GpuKernel
    static void mortonEncode(char[] x, char[] y, int[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = spread(x[i]) | spread(y[i]) << 1;
        }
    }

    @GpuKernel
    static void mortonDecode(int[] codes, char[] x, char[] y) {
        for (int i = 0; i < codes.length; i++) {
            x[i] = (char) gather(codes[i]);
            y[i] = (char) gather(codes[i] >>> 1);
        }
    }

    @GpuKernel
    static void expandAndCompress(int[] in, int[] masks, int[] expanded, int[] compressed) {
        int i = Grid.x();
        if (i < in.length) {
            expanded[i] = Integer.expand(in[i], masks[i]);
            compressed[i] = Integer.compress(in[i], masks[i]);
        }
    }

    @GpuKernel
    static void rotations(int[] in, long[] wide, int[] distances) {
        for (int i = 0; i < in.length; i++) {
            int distance = distances[i];
            in[i] = Integer.rotateLeft(in[i], distance) ^ Integer.rotateRight(~in[i], distance);
            wide[i] = Long.rotateRight(wide[i], distance) + Long.rotateLeft(wide[i], -distance);
        }
    }

    @GpuKernel
    static void hamming(long[] a, long[] b, byte[] distance, boolean[] parity) {
        for (int i = 0; i < a.length; i++) {
            long difference = a[i] ^ b[i];
            int ones = 0;
            while (difference != 0) {
                difference &= difference - 1;
                ones++;
            }
            distance[i] = (byte) ones;
            parity[i] = (ones & 1) == 1;
        }
    }

    /** Squares that a knight on each square of a chess board reaches, as a set of bits. */
    @GpuKernel
    static void knightMoves(long[] boards) {
        int square = Grid.x();
        if (square >= boards.length) {
            return;
        }
        long set = 0L;
        int rank = square / 8;
        int file = square % 8;
        for (int dr = -2; dr <= 2; dr++) {
            for (int df = -2; df <= 2; df++) {
                int r = rank + dr;
                int f = file + df;
                if (dr * dr + df * df == 5 && r >= 0 && r < 8 && f >= 0 && f < 8) {
                    set |= 1L << (r * 8 + f);
                }
            }
        }
        boards[square] = set;
    }

    @GpuKernel
    static void powersOfTwo(int[] in, int[] next, int[] highest, int[] log) {
        for (int i = 0; i < in.length; i++) {
            int x = in[i] >>> (1 + i % 31);
            next[i] = x <= 1 ? 1 : Integer.highestOneBit(x - 1) << 1;
            highest[i] = Integer.highestOneBit(x) - Integer.lowestOneBit(x);
            log[i] = 31 - Integer.numberOfLeadingZeros(x | 1);
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("populationCount", () -> List.of(ints(100, 1), new int[100]));
        kernels.loop("countsOfLongs", () -> List.of(longs(128, 2), new int[128], new int[128], new int[128]));
        kernels.loop("reversals", () -> List.of(ints(100, 3), new int[100], new int[100], new short[100]));
        kernels.loop("bitReversedOrder", () -> List.of(Seeded.floats(128, 4, -1, 1), 7, new float[128]));
        kernels.loop("grayCode", () -> List.of(ints(100, 5), new int[100], new int[100]));
        kernels.loop("mortonEncode", () -> List.of(letters(100, 6), letters(100, 7), new int[100]));
        kernels.loop("mortonDecode", () -> List.of(ints(100, 8), new char[100], new char[100]));
        kernels.grid("expandAndCompress", 50, () -> List.of(ints(50, 9), ints(50, 10), new int[50], new int[50]));
        kernels.loop("rotations", () -> List.of(ints(100, 11), longs(100, 12), ints(100, 13, -70, 70)));
        kernels.loop("hamming", () -> List.of(longs(60, 14), longs(60, 15), new byte[60], new boolean[60]));
        kernels.grid("knightMoves", 64, () -> List.of(new long[64]));
        kernels.loop("powersOfTwo", () -> List.of(ints(93, 16), new int[93], new int[93], new int[93]));
    }

    private static char[] letters(int length, long seed) {
        return Seeded.chars(length, seed, "\u0000\u0001AZaz\u7fff\u8000\ufffe\uffff");
    }
}
