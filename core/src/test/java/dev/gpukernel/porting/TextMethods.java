package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;
import java.util.Arrays;

/** Methods on bytes and characters as Java libraries have them. */
final class TextMethods {
    private static final byte[] DIGITS = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
    };

    private static final char[] ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".toCharArray();

    private TextMethods() {}

    @GpuKernel
    static char[] toUpperCase(char[] text) {
        char[] upper = new char[text.length];
        for (int i = 0; i < text.length; i++) {
            char c = text[i];
            upper[i] = c >= 'a' && c <= 'z' ? (char) (c - 'a' + 'A') : c;
        }
        return upper;
    }

    @GpuKernel
    static byte[] toHex(byte[] bytes) {
        byte[] hex = new byte[bytes.length * 2];
        for (int i = 0; i < bytes.length; i++) {
            hex[2 * i] = DIGITS[(bytes[i] >> 4) & 0xF];
            hex[2 * i + 1] = DIGITS[bytes[i] & 0xF];
        }
        return hex;
    }

    private static int digit(byte hex) {
        if (hex >= '0' && hex <= '9') {
            return hex - '0';
        }
        if (hex >= 'a' && hex <= 'f') {
            return hex - 'a' + 10;
        }
        throw new IllegalArgumentException("not a hexadecimal digit: " + hex);
    }

    @GpuKernel
    static byte[] fromHex(byte[] hex) {
        if (hex.length % 2 != 0) {
            throw new IllegalArgumentException("half a byte is missing");
        }
        byte[] bytes = new byte[hex.length / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1]));
        }
        return bytes;
    }

    private static boolean isBlank(int c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    @GpuKernel
    static int countWords(char[] text) {
        int words = 0;
        for (int i = 0; i < text.length; i++) {
            if (!isBlank(text[i]) && (i == 0 || isBlank(text[i - 1]))) {
                words++;
            }
        }
        return words;
    }

    @GpuKernel
    static int[] lineStarts(byte[] text) {
        int[] starts = new int[text.length + 1];
        int lines = 1;
        for (int i = 0; i < text.length; i++) {
            if (text[i] == '\n') {
                starts[lines++] = i + 1;
            }
        }
        return Arrays.copyOf(starts, lines);
    }

    @GpuKernel
    static int indexOf(byte[] text, byte[] word) {
        outer:
        for (int i = 0; i <= text.length - word.length; i++) {
            for (int j = 0; j < word.length; j++) {
                if (text[i + j] != word[j]) {
                    continue outer;
                }
            }
            return i;
        }
        return -1;
    }

    @GpuKernel
    static int[] letters(char[] text) {
        int[] counts = new int[26];
        for (char c : text) {
            if (c >= 'a' && c <= 'z') {
                counts[c - 'a']++;
            } else if (c >= 'A' && c <= 'Z') {
                counts[c - 'A']++;
            }
        }
        return counts;
    }

    @GpuKernel
    static boolean isPalindrome(char[] text) {
        for (int i = 0, j = text.length - 1; i < j; i++, j--) {
            if (text[i] != text[j]) {
                return false;
            }
        }
        return true;
    }

    private static int parse(byte[] digits) {
        if (digits.length == 0) {
            throw new NumberFormatException("no digits");
        }
        int value = 0;
        for (byte digit : digits) {
            if (digit < '0' || digit > '9') {
                throw new NumberFormatException("not a digit");
            }
            value = Math.addExact(Math.multiplyExact(value, 10), digit - '0');
        }
        return value;
    }

    @GpuKernel
    static int[] parseAll(byte[][] digits) {
        int[] values = new int[digits.length];
        for (int i = 0; i < digits.length; i++) {
            values[i] = parse(digits[i]);
        }
        return values;
    }

    /** As {@link #parseAll}, with -1 for what is no number. */
    @GpuKernel
    static int[] tryToParseAll(byte[][] digits) {
        int[] values = new int[digits.length];
        for (int i = 0; i < digits.length; i++) {
            try {
                values[i] = parse(digits[i]);
            } catch (NumberFormatException | ArithmeticException e) {
                values[i] = -1;
            }
        }
        return values;
    }

    @GpuKernel
    static void crypt(byte[] bytes, byte[] key) {
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] ^= key[i % key.length];
        }
    }

    @GpuKernel
    static byte[] withoutBlanks(byte[] text) {
        byte[] kept = new byte[text.length];
        int length = 0;
        for (byte c : text) {
            if (!isBlank(c)) {
                kept[length++] = c;
            }
        }
        return Arrays.copyOf(kept, length);
    }

    /** Levenshtein's distance to each of several words. */
    @GpuKernel
    static int[] editDistances(byte[] word, byte[][] words) {
        int[] distances = new int[words.length];
        for (int w = 0; w < words.length; w++) {
            byte[] other = words[w];
            int[] previous = new int[other.length + 1];
            int[] current = new int[other.length + 1];
            for (int j = 0; j <= other.length; j++) {
                previous[j] = j;
            }
            for (int i = 1; i <= word.length; i++) {
                current[0] = i;
                for (int j = 1; j <= other.length; j++) {
                    int cost = word[i - 1] == other[j - 1] ? 0 : 1;
                    current[j] = Math.min(Math.min(current[j - 1], previous[j]) + 1, previous[j - 1] + cost);
                }
                int[] swap = previous;
                previous = current;
                current = swap;
            }
            distances[w] = previous[other.length];
        }
        return distances;
    }

    @GpuKernel
    static int lettersUsed(char[] text) {
        boolean[] isUsed = new boolean[26];
        for (char letter : text) {
            int place = Character.toLowerCase(letter) - 'a';
            if (place >= 0 && place < 26) {
                isUsed[place] = true;
            }
        }
        int used = 0;
        for (boolean one : isUsed) {
            used += one ? 1 : 0;
        }
        return used;
    }

    @GpuKernel
    static char[] toBase64(byte[] bytes) {
        char[] base64 = new char[(bytes.length + 2) / 3 * 4];
        for (int group = 0; group < base64.length / 4; group++) {
            int at = 3 * group;
            int left = bytes.length - at;
            int bits = (bytes[at] & 255) << 16;
            if (left > 1) {
                bits |= (bytes[at + 1] & 255) << 8;
            }
            if (left > 2) {
                bits |= bytes[at + 2] & 255;
            }
            base64[4 * group] = ALPHABET[bits >>> 18];
            base64[4 * group + 1] = ALPHABET[bits >>> 12 & 63];
            base64[4 * group + 2] = left > 1 ? ALPHABET[bits >>> 6 & 63] : '=';
            base64[4 * group + 3] = left > 2 ? ALPHABET[bits & 63] : '=';
        }
        return base64;
    }

    @SuppressWarnings("CharacterGetNumericValue") // as people write it
    @GpuKernel
    static boolean hasCheckDigit(char[] digits) {
        int sum = 0;
        for (int i = 0; i < digits.length; i++) {
            int digit = Character.getNumericValue(digits[i]);
            if (digit < 0) {
                throw new NumberFormatException("no digit: " + digits[i]);
            }
            if ((digits.length - i) % 2 == 0) {
                digit *= 2;
                if (digit > 9) {
                    digit -= 9;
                }
            }
            sum += digit;
        }
        return sum % 10 == 0;
    }
}
