package dev.gpukernel.internal.ptx;

import java.math.BigInteger;

/**
 * Division of 64-bit integers by a constant, without a division: ptxas knows that of 32 bits alone, and makes a call of each other. By a
 * power of two, shifts round towards zero once the divisor less one is added to a negative dividend. By others, the upper half of a product is
 * shifted: H. S. Warren, Hacker's Delight, 2nd edition, sections 10-1 and 10-4 to 10-6.
 */
final class ConstantDivision {
    private static final int BITS = 64;
    private static final int SIGN = BITS - 1;

    private ConstantDivision() {}

    /** {@return whether a divisor has a way of its own} */
    static boolean isPossible(long divisor) {
        return divisor != 0 && divisor != 1 && divisor != -1 && divisor != Long.MIN_VALUE;
    }

    /** {@return a template of the quotient} */
    static String quotient(long divisor) {
        return into("{q:i64}", divisor) + "\nmov.b64 {d}, {q:i64};";
    }

    /** {@return a template of the remainder} */
    static String remainder(long divisor) {
        long size = Math.abs(divisor);
        if (isPower(size)) {
            return rounded(size) + "\nand.b64 {t:i64}, {t:i64}, " + -size + ";\nsub.s64 {d}, {0}, {t:i64};";
        }
        return into("{q:i64}", divisor) + "\nmul.lo.s64 {q:i64}, {q:i64}, " + divisor + ";\nsub.s64 {d}, {0}, {q:i64};";
    }

    private static boolean isPower(long size) {
        return Long.bitCount(size) == 1;
    }

    /** Leaves the dividend in a temporary, increased so that a shift rounds towards zero. */
    private static String rounded(long size) {
        return "shr.s64 {t:i64}, {0}, " + SIGN + ";\nshr.u64 {t:i64}, {t:i64}, " + (BITS - log(size))
                + ";\nadd.s64 {t:i64}, {t:i64}, {0};";
    }

    private static int log(long size) {
        return Long.numberOfTrailingZeros(size);
    }

    private static String into(String result, long divisor) {
        long size = Math.abs(divisor);
        if (isPower(size)) {
            String shifted = rounded(size) + "\nshr.s64 " + result + ", {t:i64}, " + log(size) + ";";
            return divisor > 0 ? shifted : shifted + "\nneg.s64 " + result + ", " + result + ";";
        }
        Magic magic = Magic.of(divisor);
        StringBuilder lines = new StringBuilder("mul.hi.s64 " + result + ", {0}, " + magic.factor + ";");
        if (magic.addend != 0) {
            lines.append(magic.addend > 0 ? "\nadd" : "\nsub").append(".s64 " + result + ", " + result + ", {0};");
        }
        if (magic.shift > 0) {
            lines.append("\nshr.s64 " + result + ", " + result + ", " + magic.shift + ";");
        }
        return lines.append("\nshr.u64 {t:i64}, " + result + ", " + SIGN + ";\nadd.s64 " + result + ", " + result
                        + ", {t:i64};")
                .toString();
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
        /** {@return that of a divisor} */
        static Magic of(long divisor) {
            BigInteger size = BigInteger.valueOf(divisor).abs();
            BigInteger limit = BigInteger.ONE.shiftLeft(SIGN).add(divisor < 0 ? BigInteger.ONE : BigInteger.ZERO);
            // The largest dividend, of the divisor's sign, whose remainder is the largest.
            BigInteger most = limit.subtract(BigInteger.ONE).subtract(limit.mod(size));
            int power = BITS;
            while (missing(power, size).multiply(most).compareTo(BigInteger.ONE.shiftLeft(power)) >= 0) {
                power++;
            }
            BigInteger factor =
                    BigInteger.ONE.shiftLeft(power).add(missing(power, size)).divide(size);
            long bits = (divisor < 0 ? factor.negate() : factor).longValue();
            int addend = divisor > 0 && bits < 0 ? 1 : divisor < 0 && bits > 0 ? -1 : 0;
            return new Magic(bits, addend, power - BITS);
        }

        /** {@return how much a power of two is below the next multiple} */
        private static BigInteger missing(int power, BigInteger size) {
            return size.subtract(BigInteger.ONE.shiftLeft(power).mod(size));
        }
    }
}
