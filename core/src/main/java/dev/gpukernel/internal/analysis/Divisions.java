package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
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

    /** What other symbols stand for, in the order to replace them. */
    private final Map<Symbol, Polynomial> replacements = new LinkedHashMap<>();

    private final List<Polynomial> equations = new ArrayList<>();

    /** What must be true so that there are such quotients and remainders. */
    private final Set<Condition> needed = new LinkedHashSet<>();

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

    /**
     * Sees to it that no divisor is negative, and what else divisions were made upon, even if that has been forgotten since.
     * {@return whether it can be taken for granted}
     */
    boolean areGranted() {
        return needed.stream().allMatch(assumptions::require);
    }

    private record Parts(Polynomial quotient, Polynomial remainder) {}

    /** {@return what is 0 and could not be used to replace anything} */
    List<Polynomial> equations() {
        return equations.stream().map(this::replaced).toList();
    }

    /** {@return a sum in which quotients and remainders stand for what was divided} */
    Polynomial replaced(Polynomial sum) {
        Polynomial result = sum;
        for (Map.Entry<Symbol, Polynomial> replacement : replacements.entrySet()) {
            result = result.with(replacement.getKey(), replacement.getValue());
        }
        return result;
    }

    /** {@return the ranges of their quotients and remainders} */
    List<Range> ranges() {
        return ranges;
    }

    /** {@return the number that an operation gives, null if it is no such operation or nothing is known of its operands} */
    @Nullable Polynomial of(Instr instr) {
        return switch (instr.op()) {
            case Op.Binary(BinaryKind kind, ScalarType type)
            when type == ScalarType.I32 || type == ScalarType.I64 -> {
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
                        : extremum(instr, call.intrinsic().text(), left, right);
            }
            default -> null;
        };
    }

    private @Nullable Polynomial binary(
            Instr instr, BinaryKind kind, ScalarType type, Polynomial left, Polynomial right) {
        return switch (kind) {
            case ADD, SUB, MUL -> null;
            case SHL -> {
                Polynomial power = power(instr.operand(1), right, type);
                yield power == null ? null : space.fitting(left.times(power), type);
            }
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
                Assumptions.Mark mark = assumptions.mark();
                Polynomial both = intersection(left, right, instr);
                if (both != null) {
                    yield left.plus(right).minus(both.times(2));
                }
                assumptions.reset(mark);
                yield type == ScalarType.I32 ? xor(instr, left, right) : null;
            }
        };
    }

    /** {@return an image of its own: xor with what does not change, and with the number itself shifted as Gray's code has it} */
    private @Nullable Polynomial xor(Instr instr, Polynomial left, Polynomial right) {
        if (right.changing().isEmpty()) {
            return space.image(instr, left, List.of(BinaryKind.XOR, right), true);
        }
        if (left.changing().isEmpty()) {
            return space.image(instr, right, List.of(BinaryKind.XOR, left), true);
        }
        boolean isGray = instr.operand(1) instanceof Instr shift
                && shift.op() instanceof Op.Binary(BinaryKind kind, ScalarType _)
                && (kind == BinaryKind.SHR || kind == BinaryKind.USHR)
                && shift.operand(0) == instr.operand(0)
                && shift.operand(1) instanceof Instr distance
                && distance.op() instanceof Op.Constant(ScalarType _, long places)
                && (places & 31) != 0;
        return isGray
                ? space.image(
                        instr,
                        left,
                        List.of(((Instr) instr.operand(1)).op(), ((Instr) ((Instr) instr.operand(1)).operand(1)).op()),
                        false)
                : null;
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
        long power = Long.lowestOneBit(replaced(multiple).content(true));
        return isProven(less) && isProven(Polynomial.of(power - 1).minus(less));
    }

    private boolean isProven(Polynomial notNegative) {
        return isAtLeast0(notNegative, assumptions::proves) || isAtLeast0(replaced(notNegative), assumptions::proves);
    }

    private boolean isNotNegative(Polynomial number) {
        return isProven(number) || isAtLeast0(number, assumptions::require);
    }

    private boolean isAtLeast0(Polynomial number, Predicate<Polynomial> isShown) {
        Assumptions.Mark mark = assumptions.mark();
        Polynomial lower = new Bounds(space.ranges(), assumptions).lower(number);
        if (lower != null && isShown.test(lower)) {
            return true;
        }
        assumptions.reset(mark);
        return false;
    }

    private @Nullable Polynomial extremum(Instr instr, String intrinsic, Polynomial left, Polynomial right) {
        boolean isMin = intrinsic.startsWith("Math.min.");
        if (!isMin && !intrinsic.startsWith("Math.max.")) {
            return null;
        }
        Polynomial less = isMin ? left : right;
        Polynomial greater = isMin ? right : left;
        return isProven(right.minus(left))
                ? less
                : isProven(left.minus(right)) ? greater : space.extremum(instr, isMin, left, right);
    }

    private @Nullable Polynomial shifted(Instr instr, ScalarType type, Polynomial left, Polynomial right) {
        long distance = right.constant() & (type == ScalarType.I32 ? 31 : 63);
        Polynomial power = right.isConstant() && distance <= 62
                ? Polynomial.of(1L << distance)
                : power(instr.operand(1), right, type);
        Parts parts = power == null ? null : divided(left, power, instr);
        return parts == null ? null : parts.quotient;
    }

    /** {@return the power of two that {@code 1 << s} or {@code 1 << s + 1} is, if the kernel computes {@code 1 << s} anywhere} */
    private @Nullable Polynomial power(Value distance, Polynomial exact, ScalarType type) {
        long more = exact.constant();
        Polynomial least = exact.plus(-more);
        boolean isSum = distance instanceof Instr sum && sum.op().equals(new Op.Binary(BinaryKind.ADD, type));
        if (type != ScalarType.I32 || exact.isConstant() || (more != 0 && !isSum) || more < 0 || more > 30) {
            return null;
        }
        Value base = more == 0 ? distance : ((Instr) distance).operand(0);
        for (Instr user : base.users()) {
            if (user.op() instanceof Op.Binary(BinaryKind kind, ScalarType own)
                    && kind == BinaryKind.SHL
                    && own == ScalarType.I32
                    && user.operand(1) == base
                    && user.operand(0) instanceof Instr one
                    && one.op().equals(new Op.Constant(ScalarType.I32, 1))
                    && Polynomial.of(new Symbol(base, 0)).equals(least)
                    && assumptions.requireAndKnow(least)
                    && assumptions.requireAndKnow(Polynomial.of(30 - more).minus(least))) {
                Polynomial power = Polynomial.of(new Symbol(user, 0));
                assumptions.know(power.plus(-1));
                return power.times(1L << more);
            }
        }
        return null;
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
        if (mask.changing().isEmpty() && (isShiftedOne(power) || assumptions.requirePowerOfTwo(power))) {
            Parts parts = divided(number, power, instr);
            if (parts != null) {
                return parts.remainder;
            }
        }
        assumptions.reset(mark);
        return null;
    }

    private boolean isShiftedOne(Polynomial number) {
        Monomial only = number.terms().isEmpty() ? Monomial.ONE : number.terms().lastKey();
        if (only.degree() != 1
                || !number.equals(Polynomial.term(only, 1))
                || !(only.symbols().getFirst().value() instanceof Instr instr)
                || !(instr.op() instanceof Op.Binary(BinaryKind kind, ScalarType type))
                || kind != BinaryKind.SHL) {
            return false;
        }
        Polynomial distance = space.exact(instr.operand(1));
        return distance != null && number.equals(power(instr.operand(1), distance, type));
    }

    private @Nullable Parts divided(Polynomial number, Polynomial divisor, Instr instr) {
        if (!divisor.changing().isEmpty() || divisor.isZero()) {
            return null;
        }
        if (divisor.equals(Polynomial.of(1))) {
            return new Parts(number, Polynomial.ZERO);
        }
        // With 0, Java throws before it gets to an element, so none is touched.
        if (!assumptions.require(divisor)) {
            return null;
        }
        assumptions.know(divisor.plus(-1));
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
        Symbol quotient = quotient(rest, divisor, instr);
        if (quotient == null) {
            return null;
        }
        Polynomial digit = Polynomial.of(quotient);
        return new Parts(whole.plus(digit), rest.minus(digit.times(divisor)));
    }

    /**
     * {@return the quotient of what is no multiple of the divisor} Quotients by w and by w * h are h apart: the second is the first
     * one's quotient by h.
     */
    private @Nullable Symbol quotient(Polynomial dividend, Polynomial divisor, Instr instr) {
        Polynomial root = dividend;
        Polynomial total = divisor;
        for (Division known : all) {
            if (dividend.equals(Polynomial.of(known.quotient))) {
                root = known.root;
                total = known.total.times(divisor);
            }
        }
        Division nearest = null;
        Division multiple = null;
        for (Division known : all) {
            if (!known.root.equals(root)) {
                continue;
            }
            if (known.total.equals(total)) {
                return known.quotient;
            }
            nearest = isFactor(known.total, total) && (nearest == null || isFactor(nearest.total, known.total))
                    ? known
                    : nearest;
            multiple = isFactor(total, known.total) && (multiple == null || isFactor(known.total, multiple.total))
                    ? known
                    : multiple;
        }
        if (all.size() >= MOST_DIVISIONS) {
            return null;
        }
        Polynomial from = nearest == null ? root : Polynomial.of(nearest.quotient);
        Symbol quotient = new Symbol(instr, space.side(), 2 * all.size() + 1);
        Division division = divide(from, factor(nearest, total), quotient, instr, root, total);
        ranges.add(quotientRange(division));
        needed.addAll(assumptions.mark().conditions());
        addRemainder(division);
        if (multiple != null) {
            addRemainder(divide(
                    Polynomial.of(quotient),
                    Objects.requireNonNull(multiple.total.dividedBy(total)),
                    multiple.quotient,
                    instr,
                    root,
                    multiple.total));
        }
        return quotient;
    }

    private static Polynomial factor(@Nullable Division nearest, Polynomial total) {
        return nearest == null ? total : Objects.requireNonNull(total.dividedBy(nearest.total));
    }

    private static boolean isFactor(Polynomial factor, Polynomial product) {
        return product.dividedBy(factor) != null;
    }

    private Division divide(
            Polynomial dividend, Polynomial divisor, Symbol quotient, Instr instr, Polynomial root, Polynomial total) {
        Symbol remainder = new Symbol(instr, space.side(), 2 * all.size() + 2);
        Division division = new Division(dividend, divisor, quotient, remainder, root, total);
        all.add(division);
        needed.addAll(assumptions.mark().conditions());
        return division;
    }

    /** Takes note of a remainder, and lets it and the quotient stand for the dividend, or for something in it. */
    private void addRemainder(Division division) {
        Polynomial most = division.divisor.plus(-1);
        Interval numbers = new Interval(0, most.isConstant() ? most.constant() : Long.MAX_VALUE);
        ranges.add(new Range(division.remainder, Polynomial.of(1), most, numbers, null));
        Polynomial equation = replaced(division.equation());
        for (Symbol symbol : replaced(division.dividend).changing()) {
            Polynomial factor = equation.factorOf(symbol);
            if (factor.isUnit()) {
                replacements.put(symbol, Polynomial.of(symbol).minus(equation.times(factor.constant())));
                return;
            }
        }
        equations.add(equation);
    }

    private Range quotientRange(Division division) {
        boolean isPositive = isProven(division.dividend);
        Assumptions.Mark mark = assumptions.mark();
        Polynomial upper = new Bounds(space.ranges(), assumptions).upper(division.dividend);
        if (upper == null) {
            assumptions.reset(mark);
        }
        Interval numbers = new Interval(isPositive ? 0 : Long.MIN_VALUE, Long.MAX_VALUE);
        Polynomial limit = upper == null ? null : limit(upper, division.divisor);
        return new Range(division.quotient, division.divisor, isPositive ? division.dividend : null, numbers, limit);
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
