package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.bytes;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;

/** MD5 of one block; its table of constants is computed, as its definition says, from sines. */
final class Md5Kernels {
    private static final int[] SINES = new int[64];
    private static final byte[] SHIFTS = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};

    static {
        for (int i = 0; i < SINES.length; i++) {
            SINES[i] = (int) (long) (StrictMath.abs(StrictMath.sin(i + 1)) * 0x1p32);
        }
    }

    private Md5Kernels() {}

    /** The four words of MD5's state. */
    record Md5State(int a, int b, int c, int d) {
        Md5State step(int t, int[] words) {
            int f;
            int k;
            switch (t >> 4) {
                case 0 -> {
                    f = (b & c) | (~b & d);
                    k = t;
                }
                case 1 -> {
                    f = (d & b) | (~d & c);
                    k = 5 * t + 1;
                }
                case 2 -> {
                    f = b ^ c ^ d;
                    k = 3 * t + 5;
                }
                default -> {
                    f = c ^ (b | ~d);
                    k = 7 * t;
                }
            }
            int sum = a + f + SINES[t] + words[k & 15];
            return new Md5State(d, b + Integer.rotateLeft(sum, SHIFTS[t >> 4 << 2 | (t & 3)]), b, c);
        }

        Md5State plus(Md5State other) {
            return new Md5State(a + other.a, b + other.b, c + other.c, d + other.d);
        }
    }

    @GpuKernel
    static void md5(byte[] messages, int length, int[] digests) {
        int i = Grid.x();
        if (i >= digests.length / 4) {
            return;
        }
        int[] words = new int[16];
        for (int k = 0; k < length; k++) {
            words[k >> 2] |= (messages[i * length + k] & 0xff) << (8 * (k & 3));
        }
        words[length >> 2] |= 0x80 << (8 * (length & 3));
        words[14] = 8 * length;
        Md5State start = new Md5State(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
        Md5State state = start;
        for (int t = 0; t < 64; t++) {
            state = state.step(t, words);
        }
        Md5State digest = state.plus(start);
        digests[4 * i] = digest.a();
        digests[4 * i + 1] = digest.b();
        digests[4 * i + 2] = digest.c();
        digests[4 * i + 3] = digest.d();
    }

    static void inputs(KernelInputs kernels) {
        kernels.grid("md5", 20, () -> List.of(bytes(20 * 31, 1), 31, new int[20 * 4]));
    }
}
