package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.chars;
import static dev.gpukernel.corpus.Seeded.text;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;

/** Texts compared, searched and counted. */
final class TextKernels {
    private static final int LONGEST = 16;

    private TextKernels() {}

    /** Edit distances of pairs of words of equal length. */
    @GpuKernel
    static void levenshtein(char[] a, char[] b, int length, int[] out) {
        int i = Grid.x();
        if (i >= out.length) {
            return;
        }
        int[] row = new int[LONGEST + 1];
        for (int k = 0; k <= length; k++) {
            row[k] = k;
        }
        for (int m = 1; m <= length; m++) {
            int diagonal = row[0];
            row[0] = m;
            for (int n = 1; n <= length; n++) {
                int replaced = diagonal + (a[i * length + m - 1] == b[i * length + n - 1] ? 0 : 1);
                diagonal = row[n];
                row[n] = Math.min(replaced, Math.min(row[n], row[n - 1]) + 1);
            }
        }
        out[i] = row[length];
    }

    @GpuKernel
    static void longestCommonSubsequence(char[] words, int length, char[] pattern, byte[] out) {
        int i = Grid.x();
        if (i >= out.length) {
            return;
        }
        byte[][] best = new byte[LONGEST + 1][LONGEST + 1];
        for (int m = 0; m < length; m++) {
            for (int n = 0; n < pattern.length; n++) {
                best[m + 1][n + 1] = words[i * length + m] == pattern[n]
                        ? (byte) (best[m][n] + 1)
                        : (byte) Math.max(best[m][n + 1], best[m + 1][n]);
            }
        }
        out[i] = best[length][pattern.length];
    }

    /** How often a pattern occurs in each line, after Knuth, Morris and Pratt. */
    @GpuKernel
    static void countOccurrences(byte[] lines, int length, byte[] pattern, int[] out) {
        int i = Grid.x();
        if (i >= out.length) {
            return;
        }
        int[] failure = new int[LONGEST];
        for (int k = 1, matched = 0; k < pattern.length; k++) {
            while (matched > 0 && pattern[k] != pattern[matched]) {
                matched = failure[matched - 1];
            }
            failure[k] = pattern[k] == pattern[matched] ? ++matched : matched;
        }
        int found = 0;
        int matched = 0;
        for (int k = i * length; k < (i + 1) * length; k++) {
            while (matched > 0 && lines[k] != pattern[matched]) {
                matched = failure[matched - 1];
            }
            matched += lines[k] == pattern[matched] ? 1 : 0;
            if (matched == pattern.length) {
                found++;
                matched = failure[matched - 1];
            }
        }
        out[i] = found;
    }

    /** Where a pattern first occurs at or after each position. */
    @GpuKernel
    static void indexOf(char[] text, char[] pattern, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int found = -1;
            search:
            for (int start = i; start <= text.length - pattern.length; start++) {
                for (int k = 0; k < pattern.length; k++) {
                    if (text[start + k] != pattern[k]) {
                        continue search;
                    }
                }
                found = start;
                break;
            }
            out[i] = found;
        }
    }

    @GpuKernel
    static void longestPalindromes(char[] text, int[] lengths) {
        for (int i = 0; i < text.length; i++) {
            int longest = 0;
            for (int even = 0; even <= 1; even++) {
                int left = i;
                int right = i + even;
                while (left >= 0 && right < text.length && text[left] == text[right]) {
                    left--;
                    right++;
                }
                longest = Math.max(longest, right - left - 1);
            }
            lengths[i] = longest;
        }
    }

    /** Letters become capitals, and their number, runs and words of each line are counted. */
    @GpuKernel
    static void lineStatistics(byte[] lines, int length, int[] letters, int[] runs, int[] words) {
        int i = Grid.x();
        if (i < letters.length) {
            byte before = 0;
            boolean inWord = false;
            for (int k = i * length; k < (i + 1) * length; k++) {
                byte c = lines[k];
                boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
                letters[i] += letter ? 1 : 0;
                runs[i] += c == before ? 0 : 1;
                words[i] += letter && !inWord ? 1 : 0;
                inWord = letter;
                before = c;
                if (c >= 'a' && c <= 'z') {
                    lines[k] = (byte) (c - ('a' - 'A'));
                }
            }
        }
    }

    @GpuKernel
    static void caesar(char[] text, int shift) {
        for (int i = 0; i < text.length; i++) {
            char c = text[i];
            if (c >= 'a' && c <= 'z') {
                c = (char) ('a' + Math.floorMod(c - 'a' + shift, 26));
            } else if (c >= 'A' && c <= 'Z') {
                c = (char) ('A' + Math.floorMod(c - 'A' + shift, 26));
            }
            text[i] = c;
        }
    }

    /** Rolling hashes of all substrings of a length, each rolled over its own stretch. */
    @GpuKernel
    static void rollingHash(byte[] text, int window, int stretch, long[] hashes) {
        int thread = Grid.x();
        long power = 1;
        for (int k = 1; k < window; k++) {
            power = power * 257 % 1_000_003;
        }
        long hash = 0;
        int from = thread * stretch;
        for (int k = from; k < Math.min(from + stretch + window - 1, text.length); k++) {
            if (k - from >= window) {
                hash = Math.floorMod(hash - text[k - window] * power, 1_000_003L);
            }
            hash = (hash * 257 + text[k]) % 1_000_003;
            if (k - from >= window - 1) {
                hashes[k - window + 1] = hash;
            }
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.grid("levenshtein", 20, () -> List.of(chars(200, 1, "abcd"), chars(200, 2, "abcd"), 10, new int[20]));
        kernels.grid(
                "longestCommonSubsequence",
                20,
                () -> List.of(chars(200, 3, "ACGT"), 10, chars(12, 4, "ACGT"), new byte[20]));
        kernels.grid(
                "countOccurrences", 20, () -> List.of(text(600, 5, "ab"), 30, new byte[] {'a', 'b', 'a'}, new int[20]));
        kernels.loop("indexOf", () -> List.of(chars(120, 6, "xyz"), chars(4, 7, "xyz"), new int[120]));
        kernels.loop("longestPalindromes", () -> List.of(chars(150, 8, "ab"), new int[150]));
        kernels.grid(
                "lineStatistics",
                20,
                () -> List.of(text(500, 9, "aAbZz  .9{@["), 25, new int[20], new int[20], new int[20]));
        kernels.loop("caesar", () -> List.of(chars(150, 10, "azAZmM{`@[ \uffff"), -29));
        kernels.grid("rollingHash", 20, () -> List.of(text(203, 11, "abc"), 6, 10, new long[203]));
    }
}
