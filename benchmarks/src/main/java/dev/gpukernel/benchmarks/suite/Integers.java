package dev.gpukernel.benchmarks.suite;

import dev.gpukernel.GpuKernel;

/** Hashes, codes, number theory and dynamic programming: whole numbers only. */
final class Integers {
    private static final int[] SHA = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
        0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
        0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
        0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
        0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
        0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
        0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
        0xc67178f2
    };

    private Integers() {}

    @GpuKernel
    static void collatz(int first, int[] steps) {
        for (int i = 0; i < steps.length; i++) {
            long n = (long) first + i;
            int count = 0;
            while (n > 1) {
                n = n % 2 == 0 ? n / 2 : 3 * n + 1;
                count++;
            }
            steps[i] = count;
        }
    }

    @GpuKernel
    static void gcd(int[] a, int[] b, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int x = a[i];
            int y = b[i];
            while (y != 0) {
                int rest = x % y;
                x = y;
                y = rest;
            }
            out[i] = x;
        }
    }

    @GpuKernel
    static void hamming(int[] a, int[] b, int[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = Integer.bitCount(a[i] ^ b[i]);
        }
    }

    @GpuKernel
    static void bitReverse(int bits, float[] in, float[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = in[Integer.reverse(i) >>> (32 - bits)];
        }
    }

    @GpuKernel
    static void divide64(long[] a, long[] b, long[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = a[i] / 10 + a[i] % 1000 + a[i] / (b[i] | 1);
        }
    }

    @GpuKernel
    static void digits(int[] in, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int n = in[i];
            int sum = 0;
            while (n > 0) {
                sum += n % 10;
                n /= 10;
            }
            out[i] = sum;
        }
    }

    @GpuKernel
    static void crc32(int length, int[] table, byte[] data, int[] sums) {
        for (int i = 0; i < sums.length; i++) {
            int crc = -1;
            for (int k = 0; k < length; k++) {
                crc = (crc >>> 8) ^ table[(crc ^ data[i * length + k]) & 0xff];
            }
            sums[i] = ~crc;
        }
    }

    @GpuKernel
    static void sha256(int n, int[] in, int[] out) {
        for (int i = 0; i < n; i++) {
            int[] w = new int[64];
            for (int t = 0; t < 16; t++) {
                w[t] = in[t * n + i];
            }
            for (int t = 16; t < 64; t++) {
                int x = w[t - 15];
                int y = w[t - 2];
                int s0 = Integer.rotateRight(x, 7) ^ Integer.rotateRight(x, 18) ^ x >>> 3;
                int s1 = Integer.rotateRight(y, 17) ^ Integer.rotateRight(y, 19) ^ y >>> 10;
                w[t] = w[t - 16] + s0 + w[t - 7] + s1;
            }
            int a = 0x6a09e667;
            int b = 0xbb67ae85;
            int c = 0x3c6ef372;
            int d = 0xa54ff53a;
            int e = 0x510e527f;
            int f = 0x9b05688c;
            int g = 0x1f83d9ab;
            int h = 0x5be0cd19;
            for (int t = 0; t < 64; t++) {
                int s1 = Integer.rotateRight(e, 6) ^ Integer.rotateRight(e, 11) ^ Integer.rotateRight(e, 25);
                int t1 = h + s1 + ((e & f) ^ (~e & g)) + SHA[t] + w[t];
                int s0 = Integer.rotateRight(a, 2) ^ Integer.rotateRight(a, 13) ^ Integer.rotateRight(a, 22);
                int t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
                h = g;
                g = f;
                f = e;
                e = d + t1;
                d = c;
                c = b;
                b = a;
                a = t1 + t2;
            }
            out[i] = 0x6a09e667 + a;
            out[n + i] = 0xbb67ae85 + b;
            out[2 * n + i] = 0x3c6ef372 + c;
            out[3 * n + i] = 0xa54ff53a + d;
            out[4 * n + i] = 0x510e527f + e;
            out[5 * n + i] = 0x9b05688c + f;
            out[6 * n + i] = 0x1f83d9ab + g;
            out[7 * n + i] = 0x5be0cd19 + h;
        }
    }

    @GpuKernel
    static void murmur(int words, int seed, int[] keys, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int h = seed;
            for (int k = 0; k < words; k++) {
                int key = keys[k * out.length + i] * 0xcc9e2d51;
                h ^= Integer.rotateLeft(key, 15) * 0x1b873593;
                h = Integer.rotateLeft(h, 13) * 5 + 0xe6546b64;
            }
            h ^= 4 * words;
            h = (h ^ h >>> 16) * 0x85ebca6b;
            h = (h ^ h >>> 13) * 0xc2b2ae35;
            out[i] = h ^ h >>> 16;
        }
    }

    private static int twice(int x) {
        return x << 1 ^ (x >> 7) * 0x11b;
    }

    /** A round of a cipher like AES: bytes through a box, rows shifted, columns mixed. */
    @GpuKernel
    static void cipherRound(byte[] box, int[] key, int[] in, int[] out) {
        for (int i = 0; i < out.length / 4; i++) {
            for (int c = 0; c < 4; c++) {
                int a = box[in[4 * i + c] & 0xff] & 0xff;
                int b = box[in[4 * i + ((c + 1) & 3)] >>> 8 & 0xff] & 0xff;
                int d = box[in[4 * i + ((c + 2) & 3)] >>> 16 & 0xff] & 0xff;
                int e = box[in[4 * i + ((c + 3) & 3)] >>> 24] & 0xff;
                int w = twice(a) ^ twice(b) ^ b ^ d ^ e;
                int x = a ^ twice(b) ^ twice(d) ^ d ^ e;
                int y = a ^ b ^ twice(d) ^ twice(e) ^ e;
                int z = twice(a) ^ a ^ b ^ d ^ twice(e);
                out[4 * i + c] = (w | x << 8 | y << 16 | z << 24) ^ key[c];
            }
        }
    }

    @GpuKernel
    static void base64(byte[] alphabet, byte[] in, byte[] out) {
        for (int i = 0; i < in.length / 3; i++) {
            int word = (in[3 * i] & 0xff) << 16 | (in[3 * i + 1] & 0xff) << 8 | (in[3 * i + 2] & 0xff);
            out[4 * i] = alphabet[word >> 18];
            out[4 * i + 1] = alphabet[word >> 12 & 63];
            out[4 * i + 2] = alphabet[word >> 6 & 63];
            out[4 * i + 3] = alphabet[word & 63];
        }
    }

    @GpuKernel
    static int primes(int n) {
        int count = 0;
        for (int i = 2; i < n; i++) {
            boolean prime = true;
            for (int d = 2; d * d <= i; d++) {
                if (i % d == 0) {
                    prime = false;
                    break;
                }
            }
            if (prime) {
                count++;
            }
        }
        return count;
    }

    @GpuKernel
    static void knapsackRow(int weight, int value, int[] before, int[] now) {
        for (int w = 0; w < now.length; w++) {
            now[w] = w >= weight ? Math.max(before[w], before[w - weight] + value) : before[w];
        }
    }

    /** The distances of two texts on one diagonal, from the two diagonals before it. */
    @GpuKernel
    static void levenshtein(int diagonal, byte[] a, byte[] b, int[] before, int[] last, int[] now) {
        for (int i = Math.max(1, diagonal - b.length); i <= Math.min(a.length, diagonal - 1); i++) {
            int cost = a[i - 1] == b[diagonal - i - 1] ? 0 : 1;
            now[i] = Math.min(Math.min(last[i - 1], last[i]) + 1, before[i - 1] + cost);
        }
    }

    /** Needleman and Wunsch's scores on one diagonal, with a table of scores of pairs. */
    @GpuKernel
    static void needleman(
            int diagonal, int penalty, int[] scores, byte[] a, byte[] b, int[] before, int[] last, int[] now) {
        for (int i = Math.max(1, diagonal - b.length); i <= Math.min(a.length, diagonal - 1); i++) {
            int match = before[i - 1] + scores[a[i - 1] * 24 + b[diagonal - i - 1]];
            now[i] = Math.max(match, Math.max(last[i - 1], last[i]) - penalty);
        }
    }

    @GpuKernel
    static void xorshift(int rounds, long[] states, long[] out) {
        for (int i = 0; i < out.length; i++) {
            long x = states[i];
            long sum = 0;
            for (int k = 0; k < rounds; k++) {
                x ^= x << 13;
                x ^= x >>> 7;
                x ^= x << 17;
                sum += x;
            }
            out[i] = sum;
        }
    }

    /** A Feistel network, as of a small cipher. */
    @GpuKernel
    static void xtea(int[] key, int[] in, int[] out) {
        for (int i = 0; i < in.length / 2; i++) {
            int a = in[2 * i];
            int b = in[2 * i + 1];
            int sum = 0;
            for (int round = 0; round < 32; round++) {
                a += ((b << 4 ^ b >>> 5) + b) ^ (sum + key[sum & 3]);
                sum += 0x9e3779b9;
                b += ((a << 4 ^ a >>> 5) + a) ^ (sum + key[sum >>> 11 & 3]);
            }
            out[2 * i] = a;
            out[2 * i + 1] = b;
        }
    }
}
