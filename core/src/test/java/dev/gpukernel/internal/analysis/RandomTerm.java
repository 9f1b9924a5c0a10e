package dev.gpukernel.internal.analysis;

import java.util.Random;

/**
 * What becomes of a loop variable in an index: a quotient, a remainder, some of its bits, a square: as Java source, and computed.
 *
 * @param kind which one
 * @param shift what is added to the variable first
 * @param divisor a number, or 0 for n, -1 for m
 * @param number a constant in it
 */
record RandomTerm(Kind kind, int shift, int divisor, int number) {
    private static final int[] SHIFTS = {0, 0, 0, 1, -1, 3, Integer.MAX_VALUE - 1};

    /** The forms: of the variable, a divisor, a constant, a distance to shift and a mask. */
    enum Kind {
        PLAIN("%1$s"),
        QUOTIENT("%1$s / %2$s"),
        REMAINDER("%1$s %% %2$s"),
        FOLDED("(%1$s / %2$s * %2$s + %1$s %% %2$s)"),
        SWAPPED("(%1$s %% %2$s * %3$s + %1$s / %2$s)"),
        DIGIT("(%1$s / %2$s %% %3$s)"),
        THREE_DIGITS("(%1$s / (2 * %2$s) + 9 * (%1$s / %2$s %% 2) + 18 * (%1$s %% %2$s))"),
        SHIFTED("(%1$s >> %4$s)"),
        UNSIGNED("(%1$s >>> %4$s)"),
        MASKED("(%1$s & %3$s)"),
        MASKED_BY("(%1$s & (%2$s - 1))"),
        CLEARED("(%1$s & ~%3$s)"),
        SET("(%1$s | %3$s)"),
        FLIPPED("(%1$s ^ %3$s)"),
        FLIPPED_BY("(%1$s ^ %2$s)"),
        INSERTED("((%1$s & ~%5$s) << 1 | %1$s & %5$s)"),
        SQUARE("%1$s * %1$s"),
        TRIANGLE("(%1$s * (%1$s + 1) / 2)"),
        LEAST("Math.min(%1$s, %3$s)"),
        GREATEST("Math.max(%1$s, %3$s)"),
        FLOORED("Math.floorMod(%1$s, %2$s)"),
        WRAPPED("(%1$s < %2$s ? %1$s : %1$s - %2$s)"),
        CHOSEN("((%1$s & 2) == 0 ? %1$s + %3$s : %1$s)");

        private final String text;

        Kind(String text) {
            this.text = text;
        }
    }

    static RandomTerm random(Random random, boolean constant) {
        Kind[] kinds = Kind.values();
        Kind kind = random.nextInt(3) == 0 ? Kind.PLAIN : kinds[random.nextInt(kinds.length)];
        int divisor = constant || random.nextInt(3) == 0 ? 1 + random.nextInt(5) : -random.nextInt(2);
        return new RandomTerm(kind, SHIFTS[random.nextInt(SHIFTS.length)], divisor, random.nextInt(8));
    }

    String text(char variable) {
        String moved = shift == 0 ? String.valueOf(variable) : "(%s + %d)".formatted(variable, shift);
        String by = divisor > 0 ? Integer.toString(divisor) : divisor == 0 ? "n" : "m";
        return kind.text.formatted(moved, by, number + 1, number & 3, (1 << (number & 3)) - 1);
    }

    /** {@return its value; an ArithmeticException where Java throws one} */
    int value(int variable, int[] sizes) {
        int v = variable + shift;
        int by = divisor > 0 ? divisor : sizes[-divisor];
        int low = (1 << (number & 3)) - 1;
        return switch (kind) {
            case PLAIN -> v;
            case QUOTIENT -> v / by;
            case REMAINDER -> v % by;
            case FOLDED -> v / by * by + v % by;
            case SWAPPED -> v % by * (number + 1) + v / by;
            case DIGIT -> v / by % (number + 1);
            case THREE_DIGITS -> v / (2 * by) + 9 * (v / by % 2) + 18 * (v % by);
            case SHIFTED -> v >> (number & 3);
            case UNSIGNED -> v >>> (number & 3);
            case MASKED -> v & (number + 1);
            case MASKED_BY -> v & (by - 1);
            case CLEARED -> v & ~(number + 1);
            case SET -> v | (number + 1);
            case FLIPPED -> v ^ (number + 1);
            case FLIPPED_BY -> v ^ by;
            case INSERTED -> ((v & ~low) << 1) | (v & low);
            case SQUARE -> v * v;
            case TRIANGLE -> v * (v + 1) / 2;
            case LEAST -> Math.min(v, number + 1);
            case GREATEST -> Math.max(v, number + 1);
            case FLOORED -> Math.floorMod(v, by);
            case WRAPPED -> v < by ? v : v - by;
            case CHOSEN -> (v & 2) == 0 ? v + number + 1 : v;
        };
    }
}
