package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.bytes;
import static dev.gpukernel.corpus.Seeded.counting;
import static dev.gpukernel.corpus.Seeded.ints;
import static dev.gpukernel.corpus.Seeded.longs;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;

/** Checksums and hash functions. */
final class HashKernels {
    private static final int CRC_POLYNOMIAL = 0xEDB88320;
    private static final int ADLER_PRIME = 65521;
    private static final long FNV_PRIME = 0x100000001B3L;
    private static final int[] CRC_TABLE = new int[256];

    static {
        for (int n = 0; n < CRC_TABLE.length; n++) {
            int rest = n;
            for (int bit = 0; bit < 8; bit++) {
                rest = (rest & 1) != 0 ? CRC_POLYNOMIAL ^ (rest >>> 1) : rest >>> 1;
            }
            CRC_TABLE[n] = rest;
        }
    }

    private HashKernels() {}

    /** The state of SipHash. */
    record SipState(long v0, long v1, long v2, long v3) {
        static SipState of(long k0, long k1) {
            return new SipState(
                    k0 ^ 0x736f6d6570736575L,
                    k1 ^ 0x646f72616e646f6dL,
                    k0 ^ 0x6c7967656e657261L,
                    k1 ^ 0x7465646279746573L);
        }

        SipState round() {
            long a = v0 + v1;
            long b = Long.rotateLeft(v1, 13) ^ a;
            long c = v2 + v3;
            long d = Long.rotateLeft(v3, 16) ^ c;
            a = Long.rotateLeft(a, 32) + d;
            c += b;
            return new SipState(a, Long.rotateLeft(b, 17) ^ c, Long.rotateLeft(c, 32), Long.rotateLeft(d, 21) ^ a);
        }

        SipState absorb(long word) {
            SipState mixed = new SipState(v0, v1, v2, v3 ^ word).round().round();
            return new SipState(mixed.v0 ^ word, mixed.v1, mixed.v2, mixed.v3);
        }

        long finish() {
            SipState last = new SipState(v0, v1, v2 ^ 0xff, v3);
            for (int i = 0; i < 4; i++) {
                last = last.round();
            }
            return last.v0 ^ last.v1 ^ last.v2 ^ last.v3;
        }
    }

    @GpuKernel
    static void crc32Bitwise(byte[] messages, int length, int[] out) {
        int i = Grid.x();
        if (i >= out.length) {
            return;
        }
        int crc = -1;
        for (int k = 0; k < length; k++) {
            crc ^= messages[i * length + k] & 0xff;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc >>> 1) ^ (CRC_POLYNOMIAL & -(crc & 1));
            }
        }
        out[i] = ~crc;
    }

    @GpuKernel
    static void crc32Table(byte[] messages, int[] ends, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int crc = 0xffffffff;
            for (int k = i == 0 ? 0 : ends[i - 1]; k < ends[i]; k++) {
                crc = CRC_TABLE[(crc ^ messages[k]) & 0xff] ^ (crc >>> 8);
            }
            out[i] = ~crc;
        }
    }

    @GpuKernel
    static void adler32(byte[] messages, int length, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int a = 1;
            int b = 0;
            for (int k = 0; k < length; k++) {
                a = (a + (messages[i * length + k] & 0xff)) % ADLER_PRIME;
                b = (b + a) % ADLER_PRIME;
            }
            out[i] = b << 16 | a;
        }
    }

    @GpuKernel
    static void fnv1a(byte[] messages, int length, long[] out) {
        for (int i = 0; i < out.length; i++) {
            long hash = 0xcbf29ce484222325L;
            for (int k = 0; k < length; k++) {
                hash = (hash ^ (messages[i * length + k] & 0xffL)) * FNV_PRIME;
            }
            out[i] = hash;
        }
    }

    @GpuKernel
    static void murmurFinaliser(long[] keys, long[] out) {
        for (int i = 0; i < keys.length; i++) {
            long h = keys[i];
            h ^= h >>> 33;
            h *= 0xff51afd7ed558ccdL;
            h ^= h >>> 33;
            h *= 0xc4ceb9fe1a85ec53L;
            out[i] = h ^ h >>> 33;
        }
    }

    @GpuKernel
    static void murmur32(int[] words, int perKey, int seed, int[] out) {
        int i = Grid.x();
        if (i < out.length) {
            int h = seed;
            for (int w = i * perKey; w < (i + 1) * perKey; w++) {
                h ^= Integer.rotateLeft(words[w] * 0xcc9e2d51, 15) * 0x1b873593;
                h = Integer.rotateLeft(h, 13) * 5 + 0xe6546b64;
            }
            h ^= 4 * perKey;
            h = (h ^ h >>> 16) * 0x85ebca6b;
            h = (h ^ h >>> 13) * 0xc2b2ae35;
            out[i] = h ^ h >>> 16;
        }
    }

    @GpuKernel
    static void sipHash(byte[] messages, int length, long k0, long k1, long[] out) {
        int i = Grid.x();
        if (i >= out.length) {
            return;
        }
        SipState state = SipState.of(k0, k1);
        long word = 0;
        for (int k = 0; k < length; k++) {
            word |= (messages[i * length + k] & 0xffL) << (8 * (k % 8));
            if (k % 8 == 7) {
                state = state.absorb(word);
                word = 0;
            }
        }
        out[i] = state.absorb(word | (long) length << 56).finish();
    }

    @GpuKernel
    static void javaStringHash(char[] text, int[] starts, int[] lengths, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int hash = 0;
            for (int k = 0; k < lengths[i]; k++) {
                hash = 31 * hash + text[starts[i] + k];
            }
            out[i] = hash;
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.grid("crc32Bitwise", 40, () -> List.of(bytes(40 * 9, 1), 9, new int[40]));
        kernels.loop("crc32Table", () -> List.of(bytes(500, 2), counting(50, 9, 10), new int[50]));
        kernels.loop("adler32", () -> List.of(bytes(40 * 12, 3), 12, new int[40]));
        kernels.loop("fnv1a", () -> List.of(bytes(40 * 12, 4), 12, new long[40]));
        kernels.loop("murmurFinaliser", () -> List.of(longs(200, 5), new long[200]));
        kernels.grid("murmur32", 50, () -> List.of(ints(50 * 4, 6), 4, 0x9747b28c, new int[50]));
        kernels.grid("sipHash", 30, () -> List.of(bytes(30 * 15, 7), 15, 0x0706050403020100L, -1L, new long[30]));
        kernels.loop(
                "javaStringHash",
                () -> List.of(
                        Seeded.chars(300, 8, "Kernel \u00e4\u4e2d"),
                        counting(50, 0, 5),
                        ints(50, 9, 0, 20),
                        new int[50]));
    }
}
