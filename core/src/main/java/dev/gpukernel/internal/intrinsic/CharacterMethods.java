package dev.gpukernel.internal.intrinsic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Methods of {@link Character} that look into tables of Unicode. The JDK's own tables are objects of a dozen classes; these are made of
 * what the JDK that runs answers, so that they are those of its version of Unicode.
 */
public final class CharacterMethods {
    private static final int TYPE = 0x1f;
    private static final int UPPER_CASE = 1 << 5;
    private static final int LOWER_CASE = 1 << 6;
    private static final int WHITESPACE = 1 << 7;
    private static final int ALPHABETIC = 1 << 8;
    private static final int IDENTIFIER_START = 1 << 9;
    private static final int IDENTIFIER_PART = 1 << 10;
    private static final int IDEOGRAPHIC = 1 << 11;

    private static final int LETTERS = 1 << Character.UPPERCASE_LETTER
            | 1 << Character.LOWERCASE_LETTER
            | 1 << Character.TITLECASE_LETTER
            | 1 << Character.MODIFIER_LETTER
            | 1 << Character.OTHER_LETTER;
    private static final int SPACES =
            1 << Character.SPACE_SEPARATOR | 1 << Character.LINE_SEPARATOR | 1 << Character.PARAGRAPH_SEPARATOR;

    private static final int BMP = 0xffff;

    private CharacterMethods() {}

    // Each table is made when the first kernel asks for it.

    private static final class Kinds {
        static final char[] TABLE = table(CharacterMethods::kindOf);
    }

    private static final class UpperCase {
        static final char[] TABLE = table(point -> Character.toUpperCase(point) - point);
    }

    private static final class LowerCase {
        static final char[] TABLE = table(point -> Character.toLowerCase(point) - point);
    }

    private static final class TitleCase {
        static final char[] TABLE = table(point -> Character.toTitleCase(point) - point);
    }

    private static final class Digits {
        static final char[] TABLE = table(point -> Character.digit(point, Character.MAX_RADIX) + 1);
    }

    /** Numeric values have more than 16 bits, but there are few of them. */
    @SuppressWarnings("CharacterGetNumericValue") // Of all that Java's method takes for a number.
    private static final class NumericValues {
        static final int[] VALUES = IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .map(Character::getNumericValue)
                .distinct()
                .sorted()
                .toArray();
        static final char[] TABLE = table(point -> Arrays.binarySearch(VALUES, Character.getNumericValue(point)));
    }

    private static int kindOf(int point) {
        return Character.getType(point)
                | (Character.isUpperCase(point) ? UPPER_CASE : 0)
                | (Character.isLowerCase(point) ? LOWER_CASE : 0)
                | (Character.isWhitespace(point) ? WHITESPACE : 0)
                | (Character.isAlphabetic(point) ? ALPHABETIC : 0)
                | (Character.isJavaIdentifierStart(point) ? IDENTIFIER_START : 0)
                | (Character.isJavaIdentifierPart(point) ? IDENTIFIER_PART : 0)
                | (Character.isIdeographic(point) ? IDEOGRAPHIC : 0);
    }

    /**
     * {@return the low 16 bits of a number for each code point} The code points in groups of 32, and these in groups of 32: first is where
     * the entries of each group of groups begin, and there, where those of each group begin. Equal groups are there once.
     */
    private static char[] table(IntUnaryOperator number) {
        int groups = (Character.MAX_CODE_POINT + 1) >> 10;
        Map<List<Integer>, Integer> known = new HashMap<>();
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < groups; i++) {
            all.add(0);
        }
        for (int i = 0; i < groups; i++) {
            List<Integer> starts = new ArrayList<>();
            for (int k = 0; k < 32; k++) {
                List<Integer> entries = new ArrayList<>();
                for (int point = (i << 10) + (k << 5); entries.size() < 32; point++) {
                    entries.add(number.applyAsInt(point) & BMP);
                }
                starts.add(start(all, known, entries));
            }
            all.set(i, start(all, known, starts));
        }
        char[] table = new char[all.size()];
        for (int i = 0; i < table.length; i++) {
            table[i] = (char) (int) all.get(i);
        }
        return table;
    }

    /** {@return where a group begins, which is added if it is not there yet} */
    private static int start(List<Integer> all, Map<List<Integer>, Integer> known, List<Integer> group) {
        return known.computeIfAbsent(group, added -> {
            int start = all.size();
            if (start > BMP) {
                throw new IllegalStateException("a table of Unicode is too large");
            }
            all.addAll(added);
            return start;
        });
    }

    private static int entry(char[] table, int point) {
        return table[table[table[point >> 10] + (point >> 5 & 31)] + (point & 31)];
    }

    private static boolean isPoint(int point) {
        return point >= 0 && point <= Character.MAX_CODE_POINT;
    }

    private static int kind(int point) {
        return isPoint(point) ? entry(Kinds.TABLE, point) : 0;
    }

    /** No code point's other case is in another plane. */
    private static int moved(char[] table, int point) {
        return isPoint(point) ? (point & ~BMP) | ((point + entry(table, point)) & BMP) : point;
    }

    /** {@return as in {@link Character}} */
    public static int getType(int point) {
        return kind(point) & TYPE;
    }

    /** {@return as in {@link Character}} */
    public static int getType(char point) {
        return getType((int) point);
    }

    /** {@return as in {@link Character}} */
    public static boolean isDefined(int point) {
        return getType(point) != Character.UNASSIGNED;
    }

    /** {@return as in {@link Character}} */
    public static boolean isDefined(char point) {
        return isDefined((int) point);
    }

    /** {@return as in {@link Character}} */
    public static boolean isDigit(int point) {
        return getType(point) == Character.DECIMAL_DIGIT_NUMBER;
    }

    /** {@return as in {@link Character}} */
    public static boolean isDigit(char point) {
        return isDigit((int) point);
    }

    /** {@return as in {@link Character}} */
    public static boolean isLetter(int point) {
        return (LETTERS >> getType(point) & 1) != 0;
    }

    /** {@return as in {@link Character}} */
    public static boolean isLetter(char point) {
        return isLetter((int) point);
    }

    /** {@return as in {@link Character}} */
    public static boolean isLetterOrDigit(int point) {
        return ((LETTERS | 1 << Character.DECIMAL_DIGIT_NUMBER) >> getType(point) & 1) != 0;
    }

    /** {@return as in {@link Character}} */
    public static boolean isLetterOrDigit(char point) {
        return isLetterOrDigit((int) point);
    }

    /** {@return as in {@link Character}} */
    public static boolean isSpaceChar(int point) {
        return (SPACES >> getType(point) & 1) != 0;
    }

    /** {@return as in {@link Character}} */
    public static boolean isSpaceChar(char point) {
        return isSpaceChar((int) point);
    }

    /** {@return as in {@link Character}} */
    public static boolean isTitleCase(int point) {
        return getType(point) == Character.TITLECASE_LETTER;
    }

    /** {@return as in {@link Character}} */
    public static boolean isTitleCase(char point) {
        return isTitleCase((int) point);
    }

    /** {@return as in {@link Character}} */
    public static boolean isUpperCase(int point) {
        return (kind(point) & UPPER_CASE) != 0;
    }

    /** {@return as in {@link Character}} */
    public static boolean isUpperCase(char point) {
        return isUpperCase((int) point);
    }

    /** {@return as in {@link Character}} */
    public static boolean isLowerCase(int point) {
        return (kind(point) & LOWER_CASE) != 0;
    }

    /** {@return as in {@link Character}} */
    public static boolean isLowerCase(char point) {
        return isLowerCase((int) point);
    }

    /** {@return as in {@link Character}} */
    public static boolean isWhitespace(int point) {
        return (kind(point) & WHITESPACE) != 0;
    }

    /** {@return as in {@link Character}} */
    public static boolean isWhitespace(char point) {
        return isWhitespace((int) point);
    }

    /** {@return as in {@link Character}} */
    public static boolean isAlphabetic(int point) {
        return (kind(point) & ALPHABETIC) != 0;
    }

    /** {@return as in {@link Character}} */
    public static boolean isIdeographic(int point) {
        return (kind(point) & IDEOGRAPHIC) != 0;
    }

    /** {@return as in {@link Character}} */
    public static boolean isJavaIdentifierStart(int point) {
        return (kind(point) & IDENTIFIER_START) != 0;
    }

    /** {@return as in {@link Character}} */
    public static boolean isJavaIdentifierStart(char point) {
        return isJavaIdentifierStart((int) point);
    }

    /** {@return as in {@link Character}} */
    public static boolean isJavaIdentifierPart(int point) {
        return (kind(point) & IDENTIFIER_PART) != 0;
    }

    /** {@return as in {@link Character}} */
    public static boolean isJavaIdentifierPart(char point) {
        return isJavaIdentifierPart((int) point);
    }

    /** {@return as in {@link Character}} */
    public static int toUpperCase(int point) {
        return moved(UpperCase.TABLE, point);
    }

    /** {@return as in {@link Character}} */
    public static char toUpperCase(char point) {
        return (char) toUpperCase((int) point);
    }

    /** {@return as in {@link Character}} */
    public static int toLowerCase(int point) {
        return moved(LowerCase.TABLE, point);
    }

    /** {@return as in {@link Character}} */
    public static char toLowerCase(char point) {
        return (char) toLowerCase((int) point);
    }

    /** {@return as in {@link Character}} */
    public static int toTitleCase(int point) {
        return moved(TitleCase.TABLE, point);
    }

    /** {@return as in {@link Character}} */
    public static char toTitleCase(char point) {
        return (char) toTitleCase((int) point);
    }

    /** {@return as in {@link Character}} */
    public static int digit(int point, int radix) {
        int digit = isPoint(point) ? entry(Digits.TABLE, point) - 1 : -1;
        return digit < radix && radix >= Character.MIN_RADIX && radix <= Character.MAX_RADIX ? digit : -1;
    }

    /** {@return as in {@link Character}} */
    public static int digit(char point, int radix) {
        return digit((int) point, radix);
    }

    /** {@return as in {@link Character}} */
    public static int getNumericValue(int point) {
        return isPoint(point) ? NumericValues.VALUES[entry(NumericValues.TABLE, point)] : -1;
    }

    /** {@return as in {@link Character}} */
    public static int getNumericValue(char point) {
        return getNumericValue((int) point);
    }
}
