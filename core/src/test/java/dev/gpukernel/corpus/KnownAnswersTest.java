package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gpukernel.corpus.RecordKernels.Quaternion;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Kernels give answers that are published, or follow from what they compute. */
class KnownAnswersTest {
    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static List<Object> run(Class<?> owner, String name) {
        return JvmRun.of(Corpus.kernel(owner, name)).arguments();
    }

    @Test
    void checkValuesOfHashes() {
        int[] out = new int[1];
        HashKernels.crc32Table(ascii("123456789"), new int[] {9}, out);
        assertThat(out[0]).isEqualTo(0xCBF43926);
        HashKernels.adler32(ascii("Wikipedia"), 9, out);
        assertThat(out[0]).isEqualTo(0x11E60398);
        long[] wide = new long[1];
        HashKernels.fnv1a(ascii("a"), 1, wide);
        assertThat(wide[0]).isEqualTo(0xaf63dc4c8601ec8cL);
        byte[] message = new byte[15];
        for (byte i = 0; i < 15; i++) {
            message[i] = i;
        }
        JvmRun.grid(1, 1, () -> HashKernels.sipHash(message, 15, 0x0706050403020100L, 0x0f0e0d0c0b0a0908L, wide));
        assertThat(wide[0]).isEqualTo(0xa129ca6149be45e5L);
    }

    @Test
    void sha256OfAbc() {
        int[] digest = new int[8];
        JvmRun.grid(1, 1, () -> DigestKernels.sha256(ascii("abc"), 3, digest));
        assertThat(digest)
                .containsExactly(
                        0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223, 0xb00361a3, 0x96177a9c, 0xb410ff61, 0xf20015ad);
    }

    @Test
    void ciphers() {
        byte[] stream = new byte[10];
        JvmRun.grid(1, 1, () -> CipherKernels.rc4(ascii("Key"), 3, stream, 10));
        assertThat(stream).containsExactly(0xEB, 0x9F, 0x77, 0x81, 0xB7, 0x34, 0xCA, 0x72, 0xA7, 0x19);
        int[] state = {
            0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, 0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c,
            0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c, 1, 0x09000000, 0x4a000000, 0
        };
        int[] words = new int[16];
        JvmRun.grid(1, 1, () -> CipherKernels.chaCha20(state, words));
        assertThat(words).startsWith(0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3);
        byte[] substituted = new byte[256];
        CipherKernels.substitute(bytesInOrder(), new byte[16], substituted);
        assertThat(substituted).doesNotHaveDuplicates();
        assertThat(substituted[0x53]).isEqualTo((byte) 0xed);
    }

    private static byte[] bytesInOrder() {
        byte[] bytes = new byte[256];
        for (int i = 0; i < 256; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    @Test
    void decryptionUndoesEncryption() {
        int[] key = {0x00010203, 0x04050607, 0x08090a0b, 0x0c0d0e0f};
        long[] blocks = {0x4142434445464748L};
        CipherKernels.xteaEncrypt(blocks, key);
        assertThat(blocks[0]).isEqualTo(0x497df3d072612cb5L);
        CipherKernels.xteaDecrypt(blocks, key);
        assertThat(blocks[0]).isEqualTo(0x4142434445464748L);
    }

    @Test
    void numberTheory() {
        int[] steps = new int[1];
        long[] peaks = new long[1];
        IntegerKernels.collatz(new int[] {27}, steps, peaks);
        assertThat(steps[0]).isEqualTo(111);
        assertThat(peaks[0]).isEqualTo(9232);
        int[] counts = (int[]) run(IntegerKernels.class, "sieveSegment").get(0);
        assertThat(counts).startsWith(18, 13);
        assertThat(IntStream.of(counts).sum()).as("primes below 1920").isEqualTo(293);
        long[] fibonacci = new long[2];
        JvmRun.grid(2, 1, () -> MatrixKernels.fibonacci(new int[] {10, 90}, fibonacci));
        assertThat(fibonacci).containsExactly(55, 2880067194370816120L);
    }

    @Test
    void machinesAndParsers() {
        List<Object> after = run(SwitchKernels.class, "stackMachine");
        assertThat((long[]) after.get(2))
                .isEqualTo(LongStream.rangeClosed(1, 25)
                        .map(n -> LongStream.rangeClosed(1, n).reduce(1, (a, b) -> a * b))
                        .toArray());
        double[] numbers = new double[4];
        JvmRun.grid(4, 1, () -> SwitchKernels.parseNumbers(ascii("-12.512.2512a.0+0042"), 5, numbers));
        assertThat(numbers[0]).isEqualTo(-12.5);
        assertThat(numbers[1]).isCloseTo(12.25, within(1e-12)).isPositive();
        assertThat(numbers[2]).isEqualTo(-2);
        assertThat(numbers[3]).isEqualTo(42);
        int[] fallen = new int[6];
        SwitchKernels.fallThrough(new int[] {3, 2, 1, 0, -1, 9}, fallen);
        assertThat(fallen).containsExactly(1110, 110, 10, -5, -6, -5);
    }

    @Test
    void texts() {
        int[] distance = new int[1];
        char[] kitten = "kitten ".toCharArray();
        JvmRun.grid(1, 1, () -> TextKernels.levenshtein(kitten, "sitting".toCharArray(), 7, distance));
        assertThat(distance[0]).isEqualTo(3);
        byte[] common = new byte[1];
        char[] dna = "GCATGCGA".toCharArray();
        JvmRun.grid(1, 1, () -> TextKernels.longestCommonSubsequence(dna, 8, "GATTACA".toCharArray(), common));
        assertThat(common[0]).as("GATCA").isEqualTo((byte) 5);
        char[] secret = "Gallia est".toCharArray();
        TextKernels.caesar(secret, 3);
        assertThat(new String(secret)).isEqualTo("Jdoold hvw");
        char[] roman = new char[16];
        JvmRun.grid(1, 1, () -> TableKernels.roman(new int[] {1994}, roman));
        assertThat(new String(roman).trim()).isEqualTo("MCMXCIV");
    }

    @Test
    void occurrences() {
        int[] found = new int[1];
        JvmRun.grid(1, 1, () -> TextKernels.countOccurrences(ascii("abababxaba"), 10, ascii("aba"), found));
        assertThat(found[0]).isEqualTo(3);
    }

    @Test
    void analysis() {
        double[] partial = new double[50];
        JvmRun.grid(50, 1, () -> NumericKernels.leibniz(10_000, partial));
        double pi = 0;
        for (double part : partial) {
            pi += part;
        }
        assertThat(pi).isCloseTo(Math.PI, within(1e-3));
        double[] area = new double[1];
        JvmRun.grid(1, 1, () -> NumericKernels.simpson(new double[] {-3}, new double[] {3}, area));
        assertThat(area[0]).isCloseTo(2.49986, within(1e-2));
        double[] gammas = new double[1];
        NumericKernels.logGamma(new double[] {6}, gammas);
        assertThat(gammas[0]).isCloseTo(Math.log(120), within(1e-9));
        double[] derivative = new double[1];
        JvmRun.grid(1, 1, () -> NumericKernels.romberg(new double[] {1}, derivative));
        assertThat(derivative[0]).isCloseTo(Math.cos(1), within(1e-9));
        double[] roots = new double[1];
        NumericKernels.bisection(new double[] {1}, roots);
        assertThat(roots[0]).isCloseTo(0.7390851332, within(1e-6));
    }

    @Test
    void transformsAgree() {
        double[] constant = {1, 1, 1, 1};
        double[] real = new double[4];
        double[] imaginary = new double[4];
        SignalKernels.fourierTransform(constant, real, imaginary);
        assertThat(real).containsExactly(new double[] {4, 0, 0, 0}, within(1e-12));
        // In bit-reversed order, stage by stage, the fast transform of 0 1 2 3.
        double[] fast = {0, 2, 1, 3};
        double[] fastImaginary = new double[4];
        JvmRun.grid(2, 1, () -> SignalKernels.butterflies(fast, fastImaginary, 1));
        JvmRun.grid(2, 1, () -> SignalKernels.butterflies(fast, fastImaginary, 2));
        SignalKernels.fourierTransform(new double[] {0, 1, 2, 3}, real, imaginary);
        assertThat(fast).containsExactly(real, within(1e-12));
        assertThat(fastImaginary).containsExactly(imaginary, within(1e-12));
    }

    @Test
    void money() {
        double[] call = new double[1];
        double[] put = new double[1];
        double[] hundred = {100};
        FinanceKernels.blackScholes(hundred, hundred, new double[] {1}, 0.05, 0.2, call, put);
        assertThat(call[0]).isCloseTo(10.4506, within(1e-3));
        assertThat(put[0]).isCloseTo(5.5735, within(1e-3));
        long[] cents = {100_000};
        FinanceKernels.compoundInterest(cents, new short[] {1200}, 2);
        assertThat(cents[0]).isEqualTo(102_010);
    }

    @Test
    void rotationOfAVector() {
        float half = (float) Math.sqrt(0.5);
        float[] x = {1};
        float[] y = {0};
        float[] z = {0};
        RecordKernels.rotateVectors(new Quaternion(half, 0, 0, half), x, y, z);
        assertThat(x[0]).isCloseTo(0, within(1e-6f));
        assertThat(y[0]).isCloseTo(1, within(1e-6f));
        assertThat(z[0]).isZero();
    }

    @Test
    void lifeBlinks() {
        boolean[] now = new boolean[25];
        now[11] = true;
        now[12] = true;
        now[13] = true;
        boolean[] next = new boolean[25];
        JvmRun.grid(5, 5, () -> CellularKernels.gameOfLife(now, next, 5, 5));
        assertThat(IntStream.range(0, 25).filter(i -> next[i])).containsExactly(7, 12, 17);
    }

    @Test
    void pictures() {
        short[] image = new short[30 * 30];
        // Column 22, row 15 is the origin, which never escapes; the corner does at once.
        JvmRun.grid(30, 30, () -> FractalKernels.mandelbrot(30, 30, 50, image));
        assertThat(image[15 * 30 + 22]).isEqualTo((short) 50);
        assertThat(image[0]).isLessThan((short) 3);
    }

    @Test
    void sound() {
        byte[] coded = new byte[3];
        FixedPointKernels.muLaw(new short[] {0, 32767, -32768}, coded);
        assertThat(coded).containsExactly(0xff, 0x80, 0x00);
    }

    @Test
    void knights() {
        long[] boards = new long[64];
        JvmRun.grid(64, 1, () -> BitKernels.knightMoves(boards));
        assertThat(boards[0]).isEqualTo(1L << 10 | 1L << 17);
        assertThat(LongStream.of(boards).map(Long::bitCount).sum()).isEqualTo(336);
    }
}
