package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.bytes;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** Base64, hexadecimal, UTF-8 and other codes. */
final class EncodingKernels {
    private static final byte[] BASE64_LETTERS = new byte[64];
    private static final char[] HEX_DIGITS = {
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
    };

    static {
        for (int i = 0; i < 26; i++) {
            BASE64_LETTERS[i] = (byte) ('A' + i);
            BASE64_LETTERS[26 + i] = (byte) ('a' + i);
        }
        for (int i = 0; i < 10; i++) {
            BASE64_LETTERS[52 + i] = (byte) ('0' + i);
        }
        BASE64_LETTERS[62] = '+';
        BASE64_LETTERS[63] = '/';
    }

    private EncodingKernels() {}

    @GpuKernel
    static void base64Encode(byte[] in, byte[] out) {
        int group = Grid.x();
        if (group * 3 >= in.length) {
            return;
        }
        int left = in.length - group * 3;
        int bits = (in[group * 3] & 0xff) << 16;
        bits |= left > 1 ? (in[group * 3 + 1] & 0xff) << 8 : 0;
        bits |= left > 2 ? in[group * 3 + 2] & 0xff : 0;
        out[group * 4] = BASE64_LETTERS[bits >>> 18];
        out[group * 4 + 1] = BASE64_LETTERS[bits >>> 12 & 63];
        out[group * 4 + 2] = left > 1 ? BASE64_LETTERS[bits >>> 6 & 63] : (byte) '=';
        out[group * 4 + 3] = left > 2 ? BASE64_LETTERS[bits & 63] : (byte) '=';
    }

    private static int base64Value(int letter) {
        if (letter >= 'A' && letter <= 'Z') {
            return letter - 'A';
        }
        if (letter >= 'a' && letter <= 'z') {
            return letter - 'a' + 26;
        }
        if (letter >= '0' && letter <= '9') {
            return letter - '0' + 52;
        }
        return letter == '+' ? 62 : letter == '/' ? 63 : 0;
    }

    @GpuKernel
    static void base64Decode(byte[] in, byte[] out) {
        for (int i = 0; i < out.length; i++) {
            int letter = i / 3 * 4 + i % 3;
            int pair = base64Value(in[letter]) << 6 | base64Value(in[letter + 1]);
            out[i] = (byte) (pair >> (4 - 2 * (i % 3)));
        }
    }

    @GpuKernel
    static void hexEncode(byte[] in, char[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = HEX_DIGITS[in[i >> 1] >> ((i & 1) == 0 ? 4 : 0) & 0x0f];
        }
    }

    /** Bytes of pairs of digits; the place of a bad digit goes to another array. */
    @GpuKernel
    static void hexDecode(char[] in, byte[] out, int[] errors) {
        int i = Grid.x();
        if (i >= out.length) {
            return;
        }
        int value = 0;
        errors[i] = -1;
        for (int k = 2 * i; k < 2 * i + 2; k++) {
            int digit = switch (in[k]) {
                case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> in[k] - '0';
                case 'a', 'b', 'c', 'd', 'e', 'f' -> in[k] - 'a' + 10;
                case 'A', 'B', 'C', 'D', 'E', 'F' -> in[k] - 'A' + 10;
                default -> -1;
            };
            if (digit < 0) {
                errors[i] = k;
                return;
            }
            value = value << 4 | digit;
        }
        out[i] = (byte) value;
    }

    private static int utf8Length(int lead) {
        if (lead < 0x80) {
            return 1;
        }
        return lead < 0xc0 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    }

    /** The code point that starts at each byte, -1 where none starts. */
    @GpuKernel
    static void utf8CodePoints(byte[] in, int[] codePoints) {
        for (int i = 0; i < in.length; i++) {
            int lead = in[i] & 0xff;
            int length = utf8Length(lead);
            int point = length == 0 ? -1 : length == 1 ? lead : lead & 0xff >> (length + 1);
            for (int k = 1; k < length; k++) {
                point = point << 6 | (in[i + k] & 0x3f);
            }
            codePoints[i] = point;
        }
    }

    /** Number of characters of each record of fixed size, up to a zero byte. */
    @GpuKernel
    static void utf8Count(byte[] in, int size, int[] out) {
        int i = Grid.x();
        if (i < out.length) {
            int count = 0;
            for (int k = i * size; k < (i + 1) * size && in[k] != 0; k++) {
                if ((in[k] & 0xc0) != 0x80) {
                    count++;
                }
            }
            out[i] = count;
        }
    }

    @GpuKernel
    static void zigZag(long[] in, long[] out, byte[] lengths) {
        for (int i = 0; i < in.length; i++) {
            long coded = in[i] << 1 ^ in[i] >> 63;
            byte length = 1;
            for (long rest = coded >>> 7; rest != 0; rest >>>= 7) {
                length++;
            }
            out[i] = coded;
            lengths[i] = length;
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.grid("base64Encode", 34, () -> List.of(bytes(100, 1), new byte[34 * 4]));
        kernels.loop("base64Decode", () -> List.of(Base64.getEncoder().encode(bytes(100, 2)), new byte[100]));
        kernels.loop("hexEncode", () -> List.of(bytes(60, 3), new char[120]));
        kernels.grid(
                "hexDecode",
                60,
                () -> List.of(Seeded.chars(120, 4, "0123456789abcdefABCDEF/:@G`g"), new byte[60], new int[60]));
        kernels.loop("utf8CodePoints", () -> {
            byte[] text = "na\u00efve \u4e2d\u6587 \ud83d\ude00 z\u00fcrich \u2260 \ud835\udd38"
                    .getBytes(StandardCharsets.UTF_8);
            return List.of(text, new int[text.length]);
        });
        kernels.grid("utf8Count", 25, () -> List.of(bytes(250, 5), 10, new int[25]));
        kernels.loop("zigZag", () -> List.of(numbers(), new long[64], new byte[64]));
    }

    /** Numbers of every size. */
    private static long[] numbers() {
        long[] numbers = Seeded.longs(64, 6);
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] >>= i;
        }
        return numbers;
    }
}
