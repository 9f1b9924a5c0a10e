package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.bytes;
import static dev.gpukernel.corpus.Seeded.ints;
import static dev.gpukernel.corpus.Seeded.longs;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;

/** Ciphers: blocks of their own for each thread or iteration. */
final class CipherKernels {
    private static final int XTEA_DELTA = 0x9E3779B9;
    private static final byte[] AES_SUBSTITUTION = new byte[256];

    static {
        int p = 1;
        int q = 1;
        do {
            p ^= (p << 1) ^ ((p & 0x80) != 0 ? 0x11b : 0);
            q ^= q << 1;
            q ^= q << 2;
            q ^= q << 4;
            q = (q & 0x80) != 0 ? (q ^ 0x09) & 0xff : q & 0xff;
            int twice = q | q << 8;
            AES_SUBSTITUTION[p & 0xff] = (byte) (q ^ twice >> 4 ^ twice >> 5 ^ twice >> 6 ^ twice >> 7 ^ 0x63);
        } while (p != 1);
        AES_SUBSTITUTION[0] = 0x63;
    }

    private CipherKernels() {}

    @GpuKernel
    static void xteaEncrypt(long[] blocks, int[] key) {
        for (int i = 0; i < blocks.length; i++) {
            int left = (int) (blocks[i] >>> 32);
            int right = (int) blocks[i];
            int sum = 0;
            for (int round = 0; round < 32; round++) {
                left += (right << 4 ^ right >>> 5) + right ^ sum + key[sum & 3];
                sum += XTEA_DELTA;
                right += (left << 4 ^ left >>> 5) + left ^ sum + key[sum >>> 11 & 3];
            }
            blocks[i] = (long) left << 32 | (right & 0xffffffffL);
        }
    }

    @GpuKernel
    static void xteaDecrypt(long[] blocks, int[] key) {
        for (int i = 0; i < blocks.length; i++) {
            int left = (int) (blocks[i] >>> 32);
            int right = (int) blocks[i];
            int sum = 0xC6EF3720;
            while (sum != 0) {
                right -= (left << 4 ^ left >>> 5) + left ^ sum + key[sum >>> 11 & 3];
                sum -= XTEA_DELTA;
                left -= (right << 4 ^ right >>> 5) + right ^ sum + key[sum & 3];
            }
            blocks[i] = (long) left << 32 | (right & 0xffffffffL);
        }
    }

    private static void quarterRound(int[] x, int a, int b, int c, int d) {
        x[a] += x[b];
        x[d] = Integer.rotateLeft(x[d] ^ x[a], 16);
        x[c] += x[d];
        x[b] = Integer.rotateLeft(x[b] ^ x[c], 12);
        x[a] += x[b];
        x[d] = Integer.rotateLeft(x[d] ^ x[a], 8);
        x[c] += x[d];
        x[b] = Integer.rotateLeft(x[b] ^ x[c], 7);
    }

    private static void doubleRound(int[] x) {
        for (int column = 0; column < 4; column++) {
            quarterRound(x, column, column + 4, column + 8, column + 12);
        }
        for (int k = 0; k < 4; k++) {
            quarterRound(x, k, 4 + (k + 1) % 4, 8 + (k + 2) % 4, 12 + (k + 3) % 4);
        }
    }

    /** The state holds constants, key, counter and nonce; each thread adds its number to the counter. */
    @GpuKernel
    static void chaCha20(int[] state, int[] stream) {
        int block = Grid.x();
        if (block * 16 >= stream.length) {
            return;
        }
        int[] x = new int[16];
        for (int k = 0; k < x.length; k++) {
            x[k] = state[k];
        }
        x[12] += block;
        for (int round = 0; round < 10; round++) {
            doubleRound(x);
        }
        for (int k = 0; k < x.length; k++) {
            stream[block * 16 + k] = x[k] + state[k] + (k == 12 ? block : 0);
        }
    }

    private static void swap(byte[] array, int i, int j) {
        byte kept = array[i];
        array[i] = array[j];
        array[j] = kept;
    }

    @GpuKernel
    static void rc4(byte[] keys, int keyLength, byte[] streams, int streamLength) {
        int thread = Grid.x();
        if (thread >= streams.length / streamLength) {
            return;
        }
        byte[] s = new byte[256];
        for (int i = 0; i < 256; i++) {
            s[i] = (byte) i;
        }
        int j = 0;
        for (int i = 0; i < 256; i++) {
            j = j + s[i] + keys[thread * keyLength + i % keyLength] & 0xff;
            swap(s, i, j);
        }
        j = 0;
        for (int k = 0; k < streamLength; k++) {
            int i = k + 1 & 0xff;
            j = j + s[i] & 0xff;
            swap(s, i, j);
            streams[thread * streamLength + k] = s[s[i] + s[j] & 0xff];
        }
    }

    @GpuKernel
    static void substitute(byte[] in, byte[] key, byte[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = AES_SUBSTITUTION[(in[i] ^ key[i & 15]) & 0xff];
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("xteaEncrypt", () -> List.of(longs(50, 1), ints(4, 2)));
        kernels.loop("xteaDecrypt", () -> List.of(longs(50, 3), ints(4, 4)));
        kernels.grid("chaCha20", 12, () -> List.of(ints(16, 5), new int[16 * 12]));
        kernels.grid("rc4", 10, () -> List.of(bytes(10 * 7, 6), 7, new byte[10 * 20], 20));
        kernels.loop("substitute", () -> List.of(bytes(256, 7), bytes(16, 8), new byte[256]));
    }
}
