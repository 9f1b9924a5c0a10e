package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Whether what each iteration of a loop touches lies behind all that the iterations before have touched, or before it: squares, and
 * the rows of a packed triangle. Indices are polynomials in the number of the iteration, of any degree.
 *
 * @param loop the only parallel loop
 */
record Rows(CountedLoop loop, IterationSpace first, IterationSpace second, Assumptions assumptions) {
    private static final long RANGE = 1L << Integer.SIZE;

    /** So many cases are tried to see that a number is divisible. */
    private static final int MOST_RESIDUES = 4096;

    /** A polynomial divided by a number, exactly. */
    private record Ratio(Polynomial numerator, long denominator) {
        Ratio times(Ratio other) {
            return new Ratio(numerator.times(other.numerator), Math.multiplyExact(denominator, other.denominator));
        }

        Ratio plus(Ratio other, long sign) {
            return new Ratio(
                    numerator
                            .times(other.denominator)
                            .plus(other.numerator.times(denominator).times(sign)),
                    Math.multiplyExact(denominator, other.denominator));
        }
    }

    /** What an access touches in an iteration, times a number: nothing below or above. */
    private record Band(Polynomial low, Polynomial high, long denominator) {
        Band times(long factor) {
            return factor < 0
                    ? new Band(high.times(factor), low.times(factor), denominator)
                    : new Band(low.times(factor), high.times(factor), denominator);
        }
    }

    /** {@return whether two indices, of the two spaces, are never the same in different iterations} */
    boolean areApart(Value one, Value other) {
        try {
            Band write = band(first, one);
            Band access = band(second, other);
            return write != null
                    && access != null
                    && first.divisions().areGranted()
                    && second.divisions().areGranted()
                    && (areApart(write.times(access.denominator), access.times(write.denominator))
                            || areApart(write.times(-access.denominator), access.times(-write.denominator)));
        } catch (ArithmeticException tooLarge) {
            return false;
        }
    }

    private boolean areApart(Band one, Band other) {
        Assumptions.Mark mark = assumptions.mark();
        if (rises(one.low)
                && rises(other.low)
                && isAtLeast(next(one.low).minus(other.high), 1)
                && isAtLeast(next(other.low).minus(one.high), 1)
                && isNarrow(one, other)
                && isNarrow(other, one)) {
            return true;
        }
        assumptions.reset(mark);
        return false;
    }

    private boolean rises(Polynomial low) {
        return isAtLeast(next(low).minus(low), 0);
    }

    /** {@return whether two different indices stay different modulo 2^32} */
    private boolean isNarrow(Band one, Band other) {
        Polynomial last = last();
        long most = Math.multiplyExact(RANGE - 1, Math.multiplyExact(one.denominator, other.denominator));
        Polynomial low = at(one.low, Polynomial.ZERO);
        return last != null
                && assumptions.require(
                        Polynomial.of(most).minus(at(one.low, last).minus(low)))
                && assumptions.require(
                        Polynomial.of(most).minus(at(other.high, last).minus(low)))
                && assumptions.require(
                        Polynomial.of(most).minus(at(other.low, last).minus(low)));
    }

    private Symbol number() {
        return first.number(loop);
    }

    private Polynomial at(Polynomial sum, Polynomial number) {
        return sum.with(number(), number);
    }

    private Polynomial next(Polynomial sum) {
        return at(sum, Polynomial.of(number()).plus(1));
    }

    /** {@return at least the number of the last iteration} */
    private @Nullable Polynomial last() {
        return new Bounds(first.ranges(), assumptions).upper(Polynomial.of(number()));
    }

    /** {@return whether a number is at least another in all iterations: by where it is least if it only rises or only falls} */
    private boolean isAtLeast(Polynomial sum, long least) {
        Polynomial last = last();
        if (sum.changing().isEmpty()) {
            return assumptions.require(sum.plus(-least));
        }
        Polynomial growth = next(sum).minus(sum);
        Assumptions.Mark mark = assumptions.mark();
        if (isAtLeast(growth, 0)) {
            return assumptions.require(at(sum, Polynomial.ZERO).plus(-least));
        }
        assumptions.reset(mark);
        return last != null
                && isAtLeast(growth.times(-1), 0)
                && assumptions.require(at(sum, last).plus(-least));
    }

    private @Nullable Band band(IterationSpace space, Value index) {
        Ratio ratio = ratio(space, index);
        if (ratio == null) {
            return null;
        }
        Polynomial low = ratio.numerator;
        Polynomial high = ratio.numerator;
        for (Range range : space.ranges().reversed()) {
            if (!range.symbol().equals(space.number(loop))) {
                low = extreme(low, range, -1);
                high = low == null || high == null ? null : extreme(high, range, 1);
                if (low == null || high == null) {
                    return null;
                }
            }
        }
        Polynomial number = Polynomial.of(number());
        return new Band(low.with(space.number(loop), number), high.with(space.number(loop), number), ratio.denominator);
    }

    /** {@return at most what a sum is, or at least, whatever a symbol in it} */
    private @Nullable Polynomial extreme(Polynomial sum, Range range, int sign) {
        Polynomial factor = sum.factorOf(range.symbol());
        if (factor.isZero()) {
            return sum;
        }
        if (!factor.changing().isEmpty()) {
            return null;
        }
        Polynomial rest = sum.minus(factor.times(Polynomial.of(range.symbol())));
        boolean isUp = assumptions.proves(factor);
        if (!isUp && !assumptions.proves(factor.times(-1))) {
            return null;
        }
        Polynomial positive = isUp ? factor : factor.times(-1);
        Polynomial bound = isUp == sign > 0 ? range.most(positive) : range.least(positive);
        return bound == null ? null : rest.plus(bound.times(isUp ? 1 : -1));
    }

    private @Nullable Ratio ratio(IterationSpace space, Value value) {
        Polynomial exact = space.exact(value);
        if (exact != null) {
            return new Ratio(exact, 1);
        }
        if (!(value instanceof Instr instr)) {
            return null;
        }
        return switch (instr.op()) {
            case Op.Convert(ScalarType from, ScalarType to)
            when from == ScalarType.I32 && to == ScalarType.I64 -> fitting(space, ScalarType.I32, instr.operand(0));
            case Op.Convert(ScalarType from, ScalarType to)
            when from == ScalarType.I64 && to == ScalarType.I32 -> ratio(space, instr.operand(0));
            case Op.Binary(BinaryKind kind, ScalarType type)
            when type == ScalarType.I32 || type == ScalarType.I64 -> binary(space, kind, type, instr);
            default -> null;
        };
    }

    private @Nullable Ratio binary(IterationSpace space, BinaryKind kind, ScalarType type, Instr instr) {
        boolean isDivision = kind == BinaryKind.DIV || kind == BinaryKind.SHR;
        Ratio left = isDivision ? fitting(space, type, instr.operand(0)) : ratio(space, instr.operand(0));
        Ratio right = left == null ? null : ratio(space, instr.operand(1));
        if (left == null || right == null) {
            return null;
        }
        return switch (kind) {
            case ADD -> left.plus(right, 1);
            case SUB -> left.plus(right, -1);
            case MUL -> left.times(right);
            case DIV, SHR -> {
                long number = right.numerator.constant();
                boolean isKnown = right.numerator.isConstant() && number > 0 && number < Integer.SIZE;
                long divisor = !isKnown ? 0 : kind == BinaryKind.SHR ? 1L << number : number;
                long denominator = left.denominator * divisor;
                yield isKnown && isDivisible(left.numerator, denominator)
                        ? new Ratio(left.numerator, denominator)
                        : null;
            }
            case REM, AND, OR, XOR, SHL, USHR -> null;
        };
    }

    /** {@return a number that does not wrap around, null if it may} */
    private @Nullable Ratio fitting(IterationSpace space, ScalarType type, Value value) {
        Ratio ratio = ratio(space, value);
        Band band = ratio == null ? null : band(space, value);
        if (band == null) {
            return null;
        }
        boolean isInt = type == ScalarType.I32;
        long most = Math.multiplyExact(isInt ? Integer.MAX_VALUE : RANGE << 8, band.denominator);
        return isAtLeast(band.low, -most) && isAtLeast(band.high.times(-1), -most) ? ratio : null;
    }

    /** {@return whether a sum is a multiple of a number whatever its symbols, of which only their remainders matter} */
    private static boolean isDivisible(Polynomial sum, long number) {
        TreeSet<Symbol> symbols = new TreeSet<>();
        sum.terms().keySet().forEach(product -> symbols.addAll(product.symbols()));
        List<Polynomial> cases = new ArrayList<>(List.of(sum));
        for (Symbol symbol : symbols) {
            if (cases.size() * number > MOST_RESIDUES) {
                return false;
            }
            List<Polynomial> more = new ArrayList<>();
            for (Polynomial one : cases) {
                for (long residue = 0; residue < number; residue++) {
                    more.add(one.with(symbol, Polynomial.of(residue)));
                }
            }
            cases = more;
        }
        return cases.stream().allMatch(one -> one.constant() % number == 0);
    }
}
