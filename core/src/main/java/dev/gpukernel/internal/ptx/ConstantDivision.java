package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.ir.ScalarType;
import java.math.BigInteger;

/**
 * Division of integers by a constant, without a division: ptxas makes a call of one of 64 bits, and three times as many instructions of
 * one of 32. By a power of two, shifts round towards zero once the divisor less one is added to a negative dividend. By others, the upper
 * half of a product is shifted: H. S. Warren, Hacker's Delight, 2nd edition, sections 10-1 and 10-4 to 10-6.
 */
final class ConstantDivision {
    private final int bits;
    private final int sign;
    private final long divisor;
    private final String quotient;
    private final String spare;

    private ConstantDivision(ScalarType type, long divisor) {
        this.bits = 8 * type.bytes();
        this.sign = bits - 1;
        this.divisor = divisor;
        this.quotient = "{q:i" + bits + "}";
        this.spare = "{t:i" + bits + "}";
    }

    /** {@return whether a divisor has a way of its own} */
    static boolean isPossible(ScalarType type, long divisor) {
        long least = type == ScalarType.I32 ? Integer.MIN_VALUE : Long.MIN_VALUE;
        return !type.isFloating() && divisor != 0 && divisor != 1 && divisor != -1 && divisor != least;
    }

    /** {@return a template of the quotient} */
    static String quotient(ScalarType type, long divisor) {
        ConstantDivision division = new ConstantDivision(type, divisor);
        return division.toQuotient() + "\nmov.b" + division.bits + " {d}, " + division.quotient + ";";
    }

    /** {@return a template of the remainder} */
    static String remainder(ScalarType type, long divisor) {
        return new ConstantDivision(type, divisor).toRemainder();
    }

    private String toRemainder() {
        long size = Math.abs(divisor);
        return isPower(size)
                ? """
                %1$s
                and.b%2$d %3$s, %3$s, %4$d;
                sub.s%2$d {d}, {0}, %3$s;""".formatted(rounded(size), bits, spare, -size)
                : """
                %1$s
                mul.lo.s%2$d %3$s, %3$s, %4$d;
                sub.s%2$d {d}, {0}, %3$s;""".formatted(toQuotient(), bits, quotient, divisor);
    }

    private static boolean isPower(long size) {
        return Long.bitCount(size) == 1;
    }

    /** Leaves the dividend in a temporary, increased so that a shift rounds towards zero. */
    private String rounded(long size) {
        return """
                shr.s%1$d %2$s, {0}, %3$d;
                shr.u%1$d %2$s, %2$s, %4$d;
                add.s%1$d %2$s, %2$s, {0};""".formatted(bits, spare, sign, bits - log(size));
    }

    private static int log(long size) {
        return Long.numberOfTrailingZeros(size);
    }

    /** Leaves the quotient in a temporary. It is negated as {@link OpTemplates#negate} does. */
    private String toQuotient() {
        long size = Math.abs(divisor);
        if (isPower(size)) {
            String shifted = rounded(size) + "\nshr.s%d %s, %s, %d;".formatted(bits, quotient, spare, log(size));
            return divisor > 0
                    ? shifted
                    : shifted + "\nnot.b%1$d %2$s, %2$s;\nadd.s%1$d %2$s, %2$s, 1;".formatted(bits, quotient);
        }
        Magic magic = Magic.of(bits, divisor);
        StringBuilder lines = new StringBuilder("mul.hi.s%d %s, {0}, %d;".formatted(bits, quotient, magic.factor));
        if (magic.addend != 0) {
            lines.append("\n%1$s.s%2$d %3$s, %3$s, {0};".formatted(magic.addend > 0 ? "add" : "sub", bits, quotient));
        }
        if (magic.shift > 0) {
            lines.append("\nshr.s%1$d %2$s, %2$s, %3$d;".formatted(bits, quotient, magic.shift));
        }
        return lines.append("""

                        shr.u%1$d %2$s, %3$s, %4$d;
                        add.s%1$d %3$s, %3$s, %2$s;""".formatted(bits, spare, quotient, sign)).toString();
    }

    /**
     * What divides by a constant that is no power of two: the upper half of the product with the factor, and the addend times the dividend,
     * are shifted, and 1 is added if that is negative.
     *
     * @param factor the factor
     * @param addend 1, 0 or -1
     * @param shift by how many bits
     */
    record Magic(long factor, int addend, int shift) {
        /** {@return that of a divisor of numbers of so many bits} */
        static Magic of(int bits, long divisor) {
            BigInteger size = BigInteger.valueOf(divisor).abs();
            BigInteger limit = BigInteger.ONE.shiftLeft(bits - 1).add(divisor < 0 ? BigInteger.ONE : BigInteger.ZERO);
            // The largest dividend, of the divisor's sign, whose remainder is the largest.
            BigInteger most = limit.subtract(BigInteger.ONE).subtract(limit.mod(size));
            int power = bits;
            while (missing(power, size).multiply(most).compareTo(BigInteger.ONE.shiftLeft(power)) >= 0) {
                power++;
            }
            BigInteger factor =
                    BigInteger.ONE.shiftLeft(power).add(missing(power, size)).divide(size);
            BigInteger signed = divisor < 0 ? factor.negate() : factor;
            long low = bits == Integer.SIZE ? signed.intValue() : signed.longValue();
            int addend = divisor > 0 && low < 0 ? 1 : divisor < 0 && low > 0 ? -1 : 0;
            return new Magic(low, addend, power - bits);
        }

        /** {@return how much a power of two is below the next multiple} */
        private static BigInteger missing(int power, BigInteger size) {
            return size.subtract(BigInteger.ONE.shiftLeft(power).mod(size));
        }
    }
}
