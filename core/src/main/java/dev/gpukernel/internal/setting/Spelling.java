package dev.gpukernel.internal.setting;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** How near two words are to each other. */
public final class Spelling {
    private Spelling() {}

    /**
     * {@return the word that another was probably meant to be, if about two thirds of its letters are right}
     *
     * @param word what was written
     * @param known what there is
     */
    public static Optional<String> nearest(String word, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(candidate -> distance(candidate, word)))
                .filter(candidate ->
                        distance(candidate, word) <= (Math.max(candidate.length(), word.length()) + 2) / 3);
    }

    /**
     * {@return how many letters make one word of the other: put in, left out, replaced, or swapped with their neighbour; case does not
     * matter}
     */
    public static int distance(String word, String other) {
        int[][] costs = new int[word.length() + 1][other.length() + 1];
        for (int i = 0; i <= word.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                if (i == 0 || j == 0) {
                    costs[i][j] = i + j;
                    continue;
                }
                int replaced = costs[i - 1][j - 1] + (isSame(word, i - 1, other, j - 1) ? 0 : 1);
                costs[i][j] = Math.min(replaced, 1 + Math.min(costs[i - 1][j], costs[i][j - 1]));
                if (i > 1 && j > 1 && isSame(word, i - 1, other, j - 2) && isSame(word, i - 2, other, j - 1)) {
                    costs[i][j] = Math.min(costs[i][j], 1 + costs[i - 2][j - 2]);
                }
            }
        }
        return costs[word.length()][other.length()];
    }

    private static boolean isSame(String word, int at, String other, int otherAt) {
        return Character.toLowerCase(word.charAt(at)) == Character.toLowerCase(other.charAt(otherAt));
    }
}
