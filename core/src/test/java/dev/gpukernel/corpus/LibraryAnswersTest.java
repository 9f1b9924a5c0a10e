package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kernels compute what the JDK computes with other code, on all of their inputs. */
class LibraryAnswersTest {
    private static List<Object> run(Class<?> owner, String name) {
        return JvmRun.of(Corpus.kernel(owner, name)).arguments();
    }

    private static List<Object> inputs(Class<?> owner, String name) {
        return Corpus.kernel(owner, name).arguments().get();
    }

    private static byte[] part(byte[] array, int index, int length) {
        return Arrays.copyOfRange(array, index * length, (index + 1) * length);
    }

    @Test
    void crcs() {
        List<Object> bitwise = run(HashKernels.class, "crc32Bitwise");
        List<Object> table = run(HashKernels.class, "crc32Table");
        int[] ends = (int[]) table.get(1);
        for (int i = 0; i < 40; i++) {
            CRC32 crc = new CRC32();
            crc.update(part((byte[]) bitwise.get(0), i, 9));
            assertThat(((int[]) bitwise.get(2))[i]).isEqualTo((int) crc.getValue());
        }
        for (int i = 0; i < ends.length; i++) {
            int start = i == 0 ? 0 : ends[i - 1];
            CRC32 crc = new CRC32();
            crc.update((byte[]) table.get(0), start, ends[i] - start);
            assertThat(((int[]) table.get(2))[i]).isEqualTo((int) crc.getValue());
        }
    }

    @Test
    void adler() {
        List<Object> after = run(HashKernels.class, "adler32");
        for (int i = 0; i < 40; i++) {
            Adler32 adler = new Adler32();
            adler.update(part((byte[]) after.get(0), i, 12));
            assertThat(((int[]) after.get(2))[i]).isEqualTo((int) adler.getValue());
        }
    }

    @ParameterizedTest
    @CsvSource({"sha256, SHA-256, 32", "sha1, SHA-1, 20"})
    void secureHashes(String kernel, String algorithm, int bytes) throws NoSuchAlgorithmException {
        List<Object> after = run(DigestKernels.class, kernel);
        digests(after, algorithm, bytes, ByteOrder.BIG_ENDIAN);
    }

    @Test
    void md5() throws NoSuchAlgorithmException {
        digests(run(Md5Kernels.class, "md5"), "MD5", 16, ByteOrder.LITTLE_ENDIAN);
    }

    private static void digests(List<Object> after, String algorithm, int bytes, ByteOrder order)
            throws NoSuchAlgorithmException {
        int[] words = (int[]) after.get(2);
        ByteBuffer buffer = ByteBuffer.allocate(words.length * 4).order(order);
        buffer.asIntBuffer().put(words);
        for (int i = 0; i < words.length * 4 / bytes; i++) {
            byte[] message = part((byte[]) after.get(0), i, (int) after.get(1));
            assertThat(part(buffer.array(), i, bytes))
                    .isEqualTo(MessageDigest.getInstance(algorithm).digest(message));
        }
    }

    @Test
    void base64() {
        List<Object> encoded = run(EncodingKernels.class, "base64Encode");
        assertThat((byte[]) encoded.get(1)).isEqualTo(Base64.getEncoder().encode((byte[]) encoded.get(0)));
        List<Object> decoded = run(EncodingKernels.class, "base64Decode");
        assertThat((byte[]) decoded.get(1)).isEqualTo(Base64.getDecoder().decode((byte[]) decoded.get(0)));
    }

    @Test
    void hexadecimal() {
        List<Object> encoded = run(EncodingKernels.class, "hexEncode");
        assertThat(new String((char[]) encoded.get(1))).isEqualTo(HexFormat.of().formatHex((byte[]) encoded.get(0)));
        List<Object> decoded = run(EncodingKernels.class, "hexDecode");
        String text = new String((char[]) decoded.get(0));
        int[] errors = (int[]) decoded.get(2);
        for (int i = 0; i < errors.length; i++) {
            boolean valid = HexFormat.isHexDigit(text.charAt(2 * i)) && HexFormat.isHexDigit(text.charAt(2 * i + 1));
            assertThat(errors[i] < 0).isEqualTo(valid);
            int value = valid ? HexFormat.fromHexDigits(text, 2 * i, 2 * i + 2) : 0;
            assertThat(((byte[]) decoded.get(1))[i]).isEqualTo((byte) value);
        }
    }

    @Test
    void utf8() {
        List<Object> after = run(EncodingKernels.class, "utf8CodePoints");
        int[] points = Arrays.stream((int[]) after.get(1)).filter(p -> p >= 0).toArray();
        String text = new String((byte[]) after.get(0), StandardCharsets.UTF_8);
        assertThat(points).isEqualTo(text.codePoints().toArray());
    }

    @Test
    void primes() {
        List<Object> after = run(IntegerKernels.class, "millerRabin");
        long[] candidates = (long[]) after.get(0);
        boolean[] prime = (boolean[]) after.get(1);
        for (int i = 0; i < candidates.length; i++) {
            boolean expected = BigInteger.valueOf(candidates[i]).isProbablePrime(60);
            assertThat(prime[i]).as("%s", candidates[i]).isEqualTo(expected);
        }
        assertThat(prime).contains(true, false);
    }

    @Test
    void powersAndInverses() {
        List<Object> powers = run(IntegerKernels.class, "modularPower");
        List<Object> inverses = run(IntegerKernels.class, "inverse");
        BigInteger m = BigInteger.valueOf((int) powers.get(2));
        BigInteger n = BigInteger.valueOf((int) inverses.get(1));
        for (int i = 0; i < 50; i++) {
            BigInteger base = BigInteger.valueOf(((int[]) powers.get(0))[i]);
            BigInteger exponent = BigInteger.valueOf(((int[]) powers.get(1))[i]);
            assertThat(((int[]) powers.get(3))[i])
                    .isEqualTo(base.modPow(exponent, m).intValueExact());
            BigInteger a = BigInteger.valueOf(((int[]) inverses.get(0))[i]);
            int inverse = a.gcd(n).equals(BigInteger.ONE) ? a.modInverse(n).intValueExact() : 0;
            assertThat(((int[]) inverses.get(2))[i]).isEqualTo(inverse);
        }
    }

    @Test
    void divisors() {
        List<Object> small = run(IntegerKernels.class, "gcdAndLcm");
        List<Object> large = run(IntegerKernels.class, "binaryGcd");
        for (int i = 0; i < 50; i++) {
            BigInteger a = BigInteger.valueOf(((int[]) small.get(0))[i]);
            BigInteger b = BigInteger.valueOf(((int[]) small.get(1))[i]);
            BigInteger gcd = a.gcd(b);
            assertThat(((int[]) small.get(2))[i]).isEqualTo(gcd.intValueExact());
            long lcm = gcd.signum() == 0 ? 0 : a.multiply(b).abs().divide(gcd).longValueExact();
            assertThat(((long[]) small.get(3))[i]).isEqualTo(lcm);
            BigInteger c = BigInteger.valueOf(((long[]) large.get(0))[i]);
            BigInteger d = BigInteger.valueOf(((long[]) large.get(1))[i]);
            assertThat(((long[]) large.get(2))[i]).isEqualTo(c.gcd(d).longValueExact());
        }
    }

    @Test
    void squareRoots() {
        List<Object> after = run(IntegerKernels.class, "squareRoot");
        for (int i = 0; i < 50; i++) {
            BigInteger x = BigInteger.valueOf(((long[]) after.get(0))[i]);
            assertThat(Integer.toUnsignedLong(((int[]) after.get(1))[i]))
                    .isEqualTo(x.sqrt().longValueExact());
        }
    }

    @Test
    void wideProductsAndSums() {
        List<Object> product = run(FixedPointKernels.class, "multiplyHigh");
        for (int i = 0; i < 100; i++) {
            BigInteger a = BigInteger.valueOf(((long[]) product.get(0))[i]);
            BigInteger b = BigInteger.valueOf(((long[]) product.get(1))[i]);
            assertThat(((long[]) product.get(2))[i])
                    .isEqualTo(a.multiply(b).shiftRight(64).longValueExact());
        }
        List<Object> before = inputs(FixedPointKernels.class, "addWithCarry");
        List<Object> after = run(FixedPointKernels.class, "addWithCarry");
        BigInteger added = wide((long) before.get(2), (long) before.get(3));
        for (int i = 0; i < 100; i++) {
            BigInteger sum = wide(((long[]) before.get(0))[i], ((long[]) before.get(1))[i])
                    .add(added);
            assertThat(((long[]) after.get(0))[i]).isEqualTo(sum.shiftRight(64).longValue());
            assertThat(((long[]) after.get(1))[i]).isEqualTo(sum.longValue());
        }
    }

    private static BigInteger wide(long high, long low) {
        BigInteger unsigned = new BigInteger(Long.toUnsignedString(low));
        return BigInteger.valueOf(high).shiftLeft(64).add(unsigned);
    }

    @Test
    void dates() {
        List<Object> after = run(SwitchKernels.class, "dayOfWeek");
        byte[] out = (byte[]) after.get(3);
        for (int i = 0; i < out.length; i++) {
            LocalDate date =
                    LocalDate.of(((short[]) after.get(0))[i], ((byte[]) after.get(1))[i], ((byte[]) after.get(2))[i]);
            assertThat((int) out[i])
                    .as("%s", date)
                    .isEqualTo(date.getDayOfWeek().getValue() % 7);
        }
        byte[] days = (byte[]) run(SwitchKernels.class, "daysOfMonth").get(1);
        for (int month = 1; month <= 12; month++) {
            assertThat((int) days[month - 1])
                    .isEqualTo(LocalDate.of(2024, month, 1).lengthOfMonth());
        }
    }

    @Test
    void sortedParts() {
        int[] in = (int[]) inputs(SortKernels.class, "sortingNetwork").get(0);
        long[] wide = (long[]) inputs(SortKernels.class, "heapSort").get(0);
        for (int i = 0; i < in.length; i += 8) {
            Arrays.sort(in, i, i + 8);
        }
        for (int i = 0; i < wide.length; i += 16) {
            Arrays.sort(wide, i, i + 16);
        }
        assertThat((int[]) run(SortKernels.class, "sortingNetwork").get(0)).isEqualTo(in);
        assertThat((long[]) run(SortKernels.class, "heapSort").get(0)).isEqualTo(wide);
    }

    @Test
    void mergedAndFound() {
        List<Object> merged = run(SortKernels.class, "merge");
        int[] all = Arrays.copyOf((int[]) merged.get(0), 95);
        System.arraycopy((int[]) merged.get(1), 0, all, 40, 55);
        Arrays.sort(all);
        assertThat((int[]) merged.get(2)).isEqualTo(all);
        List<Object> found = run(SortKernels.class, "binarySearch");
        int[] sorted = (int[]) found.get(0);
        for (int i = 0; i < 80; i++) {
            int key = ((int[]) found.get(1))[i];
            int place = ((int[]) found.get(2))[i];
            int expected = Arrays.binarySearch(sorted, key);
            assertThat(place < 0 ? place : sorted[place]).isEqualTo(expected < 0 ? expected : key);
        }
    }

    @Test
    void selected() {
        List<Object> selected = run(SortKernels.class, "quickSelect");
        List<Object> medians = run(SortKernels.class, "insertionSort");
        for (int i = 0; i < 16; i++) {
            int[] row = Arrays.copyOfRange((int[]) selected.get(0), i * 25, (i + 1) * 25);
            Arrays.sort(row);
            assertThat(((int[]) selected.get(3))[i]).isEqualTo(row[12]);
            float[] eleven = Arrays.copyOfRange((float[]) medians.get(0), i * 11, (i + 1) * 11);
            Arrays.sort(eleven);
            assertThat(((float[]) medians.get(1))[i]).isEqualTo(eleven[5]);
            assertThat(((float[]) medians.get(2))[i]).isEqualTo(eleven[10] - eleven[0]);
        }
    }

    @Test
    void texts() {
        List<Object> found = run(TextKernels.class, "indexOf");
        String text = new String((char[]) found.get(0));
        String pattern = new String((char[]) found.get(1));
        for (int i = 0; i < 120; i++) {
            assertThat(((int[]) found.get(2))[i]).isEqualTo(text.indexOf(pattern, i));
        }
        List<Object> hashed = run(HashKernels.class, "javaStringHash");
        for (int i = 0; i < 50; i++) {
            int start = ((int[]) hashed.get(1))[i];
            String part = new String((char[]) hashed.get(0), start, ((int[]) hashed.get(2))[i]);
            assertThat(((int[]) hashed.get(3))[i]).isEqualTo(part.hashCode());
        }
    }

    @Test
    void bits() {
        List<Object> counted = run(BitKernels.class, "populationCount");
        List<Object> gray = run(BitKernels.class, "grayCode");
        for (int i = 0; i < 100; i++) {
            assertThat(((int[]) counted.get(1))[i]).isEqualTo(101 * Integer.bitCount(((int[]) counted.get(0))[i]));
            assertThat(((int[]) gray.get(2))[i]).isEqualTo(((int[]) gray.get(0))[i]);
            int next = ((int[]) gray.get(0))[i] + 1;
            assertThat(Integer.bitCount(((int[]) gray.get(1))[i] ^ next ^ next >>> 1))
                    .isEqualTo(1);
        }
        List<Object> morton = run(BitKernels.class, "mortonEncode");
        for (int i = 0; i < 100; i++) {
            int x = Integer.expand(((char[]) morton.get(0))[i], 0x55555555);
            int y = Integer.expand(((char[]) morton.get(1))[i], 0xaaaaaaaa);
            assertThat(((int[]) morton.get(2))[i]).isEqualTo(x | y);
        }
    }
}
