package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Quotients and remainders in the indices of one access, by divisors that do not change in the parallel loops: of {@code /},
 * {@code %}, shifts and bits. Each division has two numbers of its own, with {@code dividend = quotient * divisor + remainder} and
 * {@code 0 <= remainder < divisor}; all are exact, never modulo 2^32.
 */
final class Divisions {
    /** A constant with more runs of ones than this is not taken apart. */
    private static final int MOST_RUNS = 4;

    /** An access with more divisions than this is not understood. */
    private static final int MOST_DIVISIONS = 8;

    private final IterationSpace space;
    private final Assumptions assumptions;
    private final List<Division> all = new ArrayList<>();
    private final List<Range> ranges = new ArrayList<>();

    Divisions(IterationSpace space, Assumptions assumptions) {
        this.space = space;
        this.assumptions = assumptions;
    }

    /**
     * A division, rounded down.
     *
     * @param root the dividend of the first of several divisions one after another
     * @param total the product of their divisors
     */
    record Division(
            Polynomial dividend,
            Polynomial divisor,
            Symbol quotient,
            Symbol remainder,
            Polynomial root,
            Polynomial total) {
        /** {@return what is 0} */
        Polynomial equation() {
            return dividend.minus(Polynomial.of(quotient).times(divisor)).minus(Polynomial.of(remainder));
        }
    }

    private record Parts(Polynomial quotient, Polynomial remainder) {}

    /** {@return the divisions, in the order in which they build on each other} */
    List<Division> all() {
        return all;
    }

    /** {@return the ranges of their quotients and remainders} */
    List<Range> ranges() {
        return ranges;
    }

    /** {@return the number that an operation gives, null if it is no such operation or nothing is known of its operands} */
    @Nullable Polynomial of(Instr instr) {
        return switch (instr.op()) {
            case Op.Binary(BinaryKind kind, ScalarType type) when type == ScalarType.I32 || type == ScalarType.I64 -> {
                Polynomial left = space.exact(instr.operand(0));
                Polynomial right = space.exact(instr.operand(1));
                yield left == null || right == null ? null : binary(instr, kind, type, left, right);
            }
            case Op.Call call
            when instr.operands().size() == 2 && instr.type() instanceof ScalarType type && !type.isFloating() -> {
                Polynomial left = space.exact(instr.operand(0));
                Polynomial right = space.exact(instr.operand(1));
                yield left == null || right == null
                        ? null
                        : extremum(call.intrinsic().text(), left, right);
            }
            default -> null;
        };
    }

    private @Nullable Polynomial binary(
            Instr instr, BinaryKind kind, ScalarType type, Polynomial left, Polynomial right) {
        return switch (kind) {
            case ADD, SUB, MUL, SHL -> null;
            case DIV, REM -> {
                Parts parts = isNotNegative(left) ? divided(left, right, instr) : null;
                yield parts == null ? null : kind == BinaryKind.DIV ? parts.quotient : parts.remainder;
            }
            case SHR -> shifted(instr, type, left, right);
            case USHR -> isNotNegative(left) ? shifted(instr, type, left, right) : null;
            case AND -> right.isConstant() ? and(left, right.constant(), instr) : swapped(instr, left, right);
            case OR -> {
                Polynomial both = intersection(left, right, instr);
                yield both == null ? null : left.plus(right).minus(both);
            }
            case XOR -> {
                Polynomial both = intersection(left, right, instr);
                yield both == null ? null : left.plus(right).minus(both.times(2));
            }
        };
    }

    private @Nullable Polynomial swapped(Instr instr, Polynomial left, Polynomial right) {
        return left.isConstant() ? and(right, left.constant(), instr) : masked(left, right, instr);
    }

    /** {@return the bits that two numbers have in common, for {@code x | y == x + y - (x & y)} and the like} */
    private @Nullable Polynomial intersection(Polynomial left, Polynomial right, Instr instr) {
        if (right.isConstant()) {
            return and(left, right.constant(), instr);
        }
        if (left.isConstant()) {
            return and(right, left.constant(), instr);
        }
        return areApart(left, right) || areApart(right, left) ? Polynomial.ZERO : null;
    }

    /** {@return whether one number is a multiple of a power of two that another is less than} */
    private boolean areApart(Polynomial multiple, Polynomial less) {
        long power = Long.lowestOneBit(multiple.content(true));
        return isProven(less) && isProven(Polynomial.of(power - 1).minus(less));
    }

    private boolean isProven(Polynomial notNegative) {
        Assumptions.Mark mark = assumptions.mark();
        Polynomial lower = bounds().lower(notNegative);
        if (lower != null && assumptions.proves(lower)) {
            return true;
        }
        assumptions.reset(mark);
        return false;
    }

    private boolean isNotNegative(Polynomial number) {
        Assumptions.Mark mark = assumptions.mark();
        Polynomial lower = bounds().lower(number);
        if (lower != null && assumptions.require(lower)) {
            return true;
        }
        assumptions.reset(mark);
        return false;
    }

    private Bounds bounds() {
        return new Bounds(space.ranges(), assumptions);
    }

    private @Nullable Polynomial extremum(String intrinsic, Polynomial left, Polynomial right) {
        boolean isMin = intrinsic.startsWith("Math.min.");
        if (!isMin && !intrinsic.startsWith("Math.max.")) {
            return null;
        }
        Polynomial less = isMin ? left : right;
        Polynomial greater = isMin ? right : left;
        return isProven(right.minus(left)) ? less : isProven(left.minus(right)) ? greater : null;
    }

    private @Nullable Polynomial shifted(Instr instr, ScalarType type, Polynomial left, Polynomial right) {
        long distance = right.constant() & (type == ScalarType.I32 ? 31 : 63);
        if (!right.isConstant() || distance > 62) {
            return null;
        }
        Parts parts = divided(left, Polynomial.of(1L << distance), instr);
        return parts == null ? null : parts.quotient;
    }

    /** {@return the bits of a number that a constant has too, also of a negative one} */
    private @Nullable Polynomial and(Polynomial number, long mask, Instr instr) {
        if (mask < 0) {
            Polynomial others = and(number, ~mask, instr);
            return others == null ? null : number.minus(others);
        }
        Polynomial sum = Polynomial.ZERO;
        long rest = mask;
        for (int run = 0; rest != 0; run++) {
            long low = Long.lowestOneBit(rest);
            Parts high = run == MOST_RUNS ? null : divided(number, Polynomial.of(low), instr);
            long ones = Long.lowestOneBit(~(rest / low));
            Parts parts = high == null || ones <= 0 ? null : divided(high.quotient, Polynomial.of(ones), instr);
            if (parts == null) {
                return null;
            }
            sum = sum.plus(parts.remainder.times(low));
            rest &= ~(low * (ones - 1));
        }
        return sum;
    }

    /** {@return a number's remainder by a power of two: all that {@code & (half - 1)} leaves, if half is one} */
    private @Nullable Polynomial masked(Polynomial number, Polynomial mask, Instr instr) {
        Polynomial power = mask.plus(1);
        Assumptions.Mark mark = assumptions.mark();
        if (mask.changing().isEmpty() && assumptions.requirePowerOfTwo(power)) {
            Parts parts = divided(number, power, instr);
            if (parts != null) {
                return parts.remainder;
            }
        }
        assumptions.reset(mark);
        return null;
    }

    private @Nullable Parts divided(Polynomial number, Polynomial divisor, Instr instr) {
        if (!divisor.changing().isEmpty() || divisor.isZero()) {
            return null;
        }
        if (divisor.equals(Polynomial.of(1))) {
            return new Parts(number, Polynomial.ZERO);
        }
        if (!assumptions.requireAndKnow(divisor.plus(-1))) {
            return null;
        }
        Polynomial unchanging = number.unchanging();
        Polynomial whole = unchanging.quotient(divisor);
        Polynomial rest = unchanging.minus(whole.times(divisor));
        for (Symbol symbol : number.changing()) {
            Polynomial factor = number.factorOf(symbol);
            Polynomial quotient = factor.dividedBy(divisor);
            Polynomial term = Polynomial.of(symbol);
            whole = quotient == null ? whole : whole.plus(quotient.times(term));
            rest = quotient == null ? rest.plus(factor.times(term)) : rest;
        }
        if (isProven(rest) && isProven(divisor.plus(-1).minus(rest))) {
            return new Parts(whole, rest);
        }
        Division division = division(rest, divisor, instr);
        return division == null
                ? null
                : new Parts(whole.plus(Polynomial.of(division.quotient)), Polynomial.of(division.remainder));
    }

    private @Nullable Division division(Polynomial dividend, Polynomial divisor, Instr instr) {
        Polynomial root = dividend;
        Polynomial total = divisor;
        for (Division known : all) {
            if (known.dividend.equals(dividend) && known.divisor.equals(divisor)) {
                return known;
            }
            if (dividend.equals(Polynomial.of(known.quotient))) {
                root = known.root;
                total = known.total.times(divisor);
            }
        }
        if (all.size() == MOST_DIVISIONS) {
            return null;
        }
        Symbol quotient = quotientOf(root, total);
        boolean isNew = quotient == null;
        Symbol own = new Symbol(instr, space.side(), 2 * all.size() + 1);
        Division division = new Division(
                dividend,
                divisor,
                quotient == null ? own : quotient,
                new Symbol(instr, space.side(), 2 * all.size() + 2),
                root,
                total);
        if (isNew) {
            ranges.add(quotientRange(division));
        }
        Polynomial most = divisor.plus(-1);
        Interval numbers = new Interval(0, most.isConstant() ? most.constant() : Long.MAX_VALUE);
        ranges.add(new Range(division.remainder, Polynomial.of(1), most, numbers, null));
        all.add(division);
        return division;
    }

    private @Nullable Symbol quotientOf(Polynomial root, Polynomial total) {
        for (Division known : all) {
            if (known.root.equals(root) && known.total.equals(total)) {
                return known.quotient;
            }
        }
        return null;
    }

    private Range quotientRange(Division division) {
        boolean isPositive = isProven(division.dividend);
        Assumptions.Mark mark = assumptions.mark();
        Polynomial upper = bounds().upper(division.dividend);
        if (upper == null) {
            assumptions.reset(mark);
        }
        Interval numbers = new Interval(isPositive ? 0 : Long.MIN_VALUE, Long.MAX_VALUE);
        Polynomial limit = upper == null ? null : limit(upper, division.divisor);
        return new Range(
                division.quotient, division.divisor, isPositive ? division.dividend : null, numbers, limit);
    }

    /** {@return at most what a quotient is} */
    private @Nullable Polynomial limit(Polynomial dividend, Polynomial divisor) {
        Polynomial quotient = dividend.quotient(divisor);
        Polynomial rest = dividend.minus(quotient.times(divisor));
        if (assumptions.proves(rest.times(-1).plus(-1))) {
            return quotient.plus(-1);
        }
        return assumptions.proves(divisor.plus(-1).minus(rest)) ? quotient : null;
    }
}
