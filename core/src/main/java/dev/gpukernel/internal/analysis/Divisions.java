package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.ArrayList;
import java.util.HashSet;
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
    /** An access with more divisions than this is not understood. */
    private static final int MOST_DIVISIONS = 8;

    private final IterationSpace space;
    private final Assumptions assumptions;
    private final List<Division> all = new ArrayList<>();
    /** What other symbols stand for, in the order to replace them. */
    private final Map<Symbol, Polynomial> replacements = new LinkedHashMap<>();

    private final List<Polynomial> equations = new ArrayList<>();

    /** Those of numbers that may be negative. */
    private final List<Division> towardsZero = new ArrayList<>();

    /** What branches say is at least 0. */
    private final Set<Polynomial> byBranches = new HashSet<>();

    private boolean isSigned;
    private boolean asksSigns;

    /** What must be true so that there are such quotients and remainders. */
    private final Set<Condition> needed = new LinkedHashSet<>();

    private boolean keepsDividends;

    Divisions(IterationSpace space, Assumptions assumptions) {
        this.space = space;
        this.assumptions = assumptions;
    }

    /**
     * Lets remainders be numbers of their own, and dividends stay what they are: so {@code y * w + y % 2} is a row and something in
     * it. To be said before there are any.
     */
    void keepDividends() {
        keepsDividends = true;
    }

    boolean isEmpty() {
        return all.isEmpty();
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

    /** What a division gives, rounded down. */
    record Parts(Polynomial quotient, Polynomial remainder) {}

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

    /**
     * Takes note of what a remainder is: the quotient is then known as well as the dividend, not only to the next multiple.
     *
     * @param zero a number that is 0
     */
    void decide(Polynomial zero) {
        for (Division division : all) {
            long factor = zero.factor(Monomial.of(division.remainder));
            Polynomial rest = zero.minus(Polynomial.of(division.remainder).times(factor));
            if (Math.abs(factor) == 1 && rest.isConstant()) {
                Polynomial multiple = division.dividend.plus(rest.constant() * factor);
                space.narrow(division.quotient, division.divisor, multiple);
            }
        }
    }

    /** Has dividends of any sign instead of asking for those that are not negative. */
    void sign() {
        isSigned = true;
    }

    /** {@return whether a dividend is not known to be positive or 0} */
    boolean asksSigns() {
        return asksSigns;
    }

    /** {@return quotient and remainder as Java computes them, by what does not change; null if too little is known} */
    @Nullable Parts towardsZero(Polynomial number, Polynomial divisor, Instr instr) {
        if (isProven(number)) {
            return divided(number, divisor, instr);
        }
        asksSigns = true;
        if (isSigned) {
            return dividedTowardsZero(number, divisor, instr);
        }
        return isNotNegative(number) ? divided(number, divisor, instr) : null;
    }

    /** {@return parts of which the remainder is between the divisor and its opposite; it has the sign of the dividend, or is 0} */
    private @Nullable Parts dividedTowardsZero(Polynomial number, Polynomial divisor, Instr instr) {
        if (!divisor.changing().isEmpty() || divisor.isZero() || !assumptions.require(divisor)) {
            return null;
        }
        Polynomial most = divisor.plus(-1);
        assumptions.know(most);
        Division division = towardsZero.stream()
                .filter(known -> known.dividend.equals(number) && known.divisor.equals(divisor))
                .findFirst()
                .orElse(null);
        if (division == null) {
            if (towardsZero.size() >= MOST_DIVISIONS) {
                return null;
            }
            int place = 2 * (MOST_DIVISIONS + towardsZero.size());
            Symbol quotient = new Symbol(instr, space.side(), place + 3);
            Symbol above = new Symbol(instr, space.side(), place + 4);
            division = new Division(number, divisor, quotient, above, number, divisor);
            towardsZero.add(division);
            keepConditions();
            Interval all = instr.type() == ScalarType.I32 ? Interval.of(ScalarType.I32) : Interval.LONGS;
            space.add(new Range(quotient, Polynomial.of(1), null, all, null));
            space.add(new Range(above, Polynomial.of(1), most.times(2), new Interval(0, Long.MAX_VALUE), null));
            // What is above the least remainder is the remainder and as much as the divisor less 1.
            replace(number, replaced(division.equation().plus(most)));
        }
        Polynomial quotient = Polynomial.of(division.quotient);
        return new Parts(quotient, number.minus(quotient.times(divisor)));
    }

    /** Takes note that a number is at least 0 wherever the access is done, as a branch says. */
    void knowNotNegative(Polynomial number) {
        byBranches.add(number);
    }

    /** {@return whether a number is known to be at least 0} */
    boolean isProven(Polynomial notNegative) {
        return byBranches.contains(notNegative)
                || isAtLeast0(notNegative, assumptions::proves)
                || isAtLeast0(replaced(notNegative), assumptions::proves);
    }

    /** {@return whether a number can be taken to be at least 0} */
    boolean isNotNegative(Polynomial number) {
        return isProven(number) || isAtLeast0(number, assumptions::require);
    }

    /** Takes note that numbers of their own rest on the conditions so far, even if those are forgotten. */
    void keepConditions() {
        needed.addAll(assumptions.mark().conditions());
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

    /** {@return quotient and remainder by what does not change and must then be positive, null if too little is known} */
    @Nullable Parts divided(Polynomial number, Polynomial divisor, Instr instr) {
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
        return new Parts(whole.plus(digit), remainder(rest, divisor, quotient));
    }

    private Polynomial remainder(Polynomial dividend, Polynomial divisor, Symbol quotient) {
        if (keepsDividends) {
            for (Division known : all) {
                if (known.quotient.equals(quotient)
                        && known.dividend.equals(dividend)
                        && known.divisor.equals(divisor)) {
                    return Polynomial.of(known.remainder);
                }
            }
        }
        return dividend.minus(Polynomial.of(quotient).times(divisor));
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
        space.add(quotientRange(division));
        keepConditions();
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
        keepConditions();
        return division;
    }

    /** Takes note of a remainder, and lets it and the quotient stand for the dividend, or for something in it. */
    private void addRemainder(Division division) {
        Polynomial most = division.divisor.plus(-1);
        Interval numbers = new Interval(0, most.isConstant() ? most.constant() : Long.MAX_VALUE);
        space.add(new Range(division.remainder, Polynomial.of(1), most, numbers, null));
        replace(division.dividend, replaced(division.equation()));
    }

    /** Lets an equation tell what something in a dividend is, unless remainders are numbers of their own. */
    private void replace(Polynomial dividend, Polynomial equation) {
        for (Symbol symbol :
                keepsDividends ? List.<Symbol>of() : replaced(dividend).changing()) {
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
        Polynomial floor =
                isPositive ? null : division.dividend.minus(division.divisor).plus(1);
        return new Range(division.quotient, division.divisor, floor, division.dividend, numbers, limit);
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
