package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.bytes;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;

/** SHA-256 and SHA-1 of one block; each thread has a message of its own. */
final class DigestKernels {
    private static final int[] SHA256_CONSTANTS = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
    };
    private static final int[] SHA256_START = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
    };

    private DigestKernels() {}

    /** Puts a message of at most 55 bytes into 16 words, with the padding that SHA wants. */
    private static void pad(byte[] messages, int start, int length, int[] words) {
        for (int k = 0; k < length; k++) {
            words[k >> 2] |= (messages[start + k] & 0xff) << (24 - 8 * (k & 3));
        }
        words[length >> 2] |= 0x80 << (24 - 8 * (length & 3));
        words[15] = length * 8;
    }

    private static void expand(int[] w) {
        for (int t = 16; t < 64; t++) {
            int s0 = Integer.rotateRight(w[t - 15], 7) ^ Integer.rotateRight(w[t - 15], 18) ^ w[t - 15] >>> 3;
            int s1 = Integer.rotateRight(w[t - 2], 17) ^ Integer.rotateRight(w[t - 2], 19) ^ w[t - 2] >>> 10;
            w[t] = w[t - 16] + s0 + w[t - 7] + s1;
        }
    }

    private static void compress(int[] s, int[] w) {
        for (int t = 0; t < 64; t++) {
            int e = s[4];
            int s1 = Integer.rotateRight(e, 6) ^ Integer.rotateRight(e, 11) ^ Integer.rotateRight(e, 25);
            int choice = (e & s[5]) ^ (~e & s[6]);
            int t1 = s[7] + s1 + choice + SHA256_CONSTANTS[t] + w[t];
            int a = s[0];
            int s0 = Integer.rotateRight(a, 2) ^ Integer.rotateRight(a, 13) ^ Integer.rotateRight(a, 22);
            int majority = (a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]);
            for (int k = 7; k > 0; k--) {
                s[k] = s[k - 1];
            }
            s[4] += t1;
            s[0] = t1 + s0 + majority;
        }
    }

    @GpuKernel
    static void sha256(byte[] messages, int length, int[] digests) {
        int i = Grid.x();
        if (i >= digests.length / 8) {
            return;
        }
        int[] w = new int[64];
        pad(messages, i * length, length, w);
        expand(w);
        int[] state = new int[8];
        for (int k = 0; k < 8; k++) {
            state[k] = SHA256_START[k];
        }
        compress(state, w);
        for (int k = 0; k < 8; k++) {
            digests[8 * i + k] = state[k] + SHA256_START[k];
        }
    }

    private static int sha1Mix(int t, int b, int c, int d) {
        return switch (t / 20) {
            case 0 -> ((b & c) | (~b & d)) + 0x5a827999;
            case 1 -> (b ^ c ^ d) + 0x6ed9eba1;
            case 2 -> ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
            default -> (b ^ c ^ d) + 0xca62c1d6;
        };
    }

    @GpuKernel
    static void sha1(byte[] messages, int length, int[] digests) {
        int i = Grid.x();
        if (i >= digests.length / 5) {
            return;
        }
        int[] w = new int[80];
        pad(messages, i * length, length, w);
        for (int t = 16; t < 80; t++) {
            w[t] = Integer.rotateLeft(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
        }
        int a = 0x67452301;
        int b = 0xefcdab89;
        int c = 0x98badcfe;
        int d = 0x10325476;
        int e = 0xc3d2e1f0;
        for (int t = 0; t < 80; t++) {
            int next = Integer.rotateLeft(a, 5) + sha1Mix(t, b, c, d) + e + w[t];
            e = d;
            d = c;
            c = Integer.rotateLeft(b, 30);
            b = a;
            a = next;
        }
        digests[5 * i] = a + 0x67452301;
        digests[5 * i + 1] = b + 0xefcdab89;
        digests[5 * i + 2] = c + 0x98badcfe;
        digests[5 * i + 3] = d + 0x10325476;
        digests[5 * i + 4] = e + 0xc3d2e1f0;
    }

    static void inputs(KernelInputs kernels) {
        kernels.grid("sha256", 20, () -> List.of(bytes(20 * 24, 1), 24, new int[20 * 8]));
        kernels.grid("sha1", 20, () -> List.of(bytes(20 * 55, 2), 55, new int[20 * 5]));
    }
}
