package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.analysis.Operations.Bijection;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Whether two accesses can meet: touch the same element in two different iterations of the parallel loops.
 *
 * <p>The difference of the two indices is a sum over the loops' iterations. If it is less than 2^32, or they are longs that do not wrap
 * around, it must be 0 where they meet. A row-major index {@code y * w + x} falls apart into its coordinates: if what is not a multiple of w is
 * always less than w, both it and the multiple must be 0. What is left are linear equations and the loops' bounds.
 */
final class Meeting {
    private static final long RANGE = 1L << Integer.SIZE;

    private final Assumptions assumptions;
    private final List<CountedLoop> parallel;
    private final IterationSpace first;
    private final IterationSpace second;
    private final Guards guards = new Guards();

    /** Whether indices are compared as the numbers that they are, and not modulo 2^32. */
    private boolean areNumbers;

    private boolean isTogether;

    Meeting(Function function, ParallelNest nest, Access write, Access other, Assumptions assumptions) {
        assumptions.forget();
        knowIterating(nest, write, assumptions);
        knowIterating(nest, other, assumptions);
        this.assumptions = assumptions;
        this.parallel = nest.parallel();
        this.first = nest.space(function, write, 1, assumptions);
        this.second = nest.space(function, other, 2, assumptions);
        if (write.index() != null && write.index().type() == ScalarType.I64) {
            first.askForLongs();
            second.askForLongs();
        }
    }

    /** Finds the ranges of the loops. */
    Meeting limited() {
        first.limit();
        second.limit();
        return this;
    }

    /** Lets remainders be numbers of their own, see {@link Divisions#keepDividends}. */
    Meeting withDividends() {
        first.divisions().keepDividends();
        second.divisions().keepDividends();
        return this;
    }

    /** Looks at all dimensions of rows at once: what is known of loops and what was asked for one of them then holds for all. */
    Meeting together() {
        isTogether = true;
        return this;
    }

    /** {@return whether there are quotients and remainders in what was looked at} */
    boolean hasDivisions() {
        return !first.divisions().isEmpty() || !second.divisions().isEmpty();
    }

    /** Takes quotients and remainders as Java computes them, of numbers that may be negative. */
    Meeting signed() {
        first.divisions().sign();
        second.divisions().sign();
        return this;
    }

    /** Leaves bits opaque that are remainders only if a launch is asked. */
    Meeting withoutMasks() {
        first.operations().leaveMasks();
        second.operations().leaveMasks();
        return this;
    }

    /** {@return whether there were any} */
    boolean leavesMasks() {
        return first.operations().leavesMasks() || second.operations().leavesMasks();
    }

    /** {@return whether a number was divided that may be negative, as far as is known without asking} */
    boolean asksSigns() {
        return first.divisions().asksSigns() || second.divisions().asksSigns();
    }

    /** {@return whether it is shown by each iteration's elements lying behind those of the iterations before} */
    boolean areRows(Value one, Value other) {
        return one.type() == ScalarType.I32
                && new Rows(parallel.getFirst(), first, second, assumptions).areApart(one, other);
    }

    /** {@return whether a value that is not known to be a sum is in one of the indices so far} */
    boolean isOpaque() {
        return first.isOpaque() || second.isOpaque();
    }

    /**
     * Makes the most of the branches on which the accesses depend.
     *
     * @return whether they say something
     */
    boolean guard(List<Guards.Taken> one, List<Guards.Taken> other) {
        try {
            guards.add(first, one);
            guards.add(second, other);
        } catch (ArithmeticException tooLarge) {
            // Those so far are known all the same.
        }
        for (Polynomial zero : decided()) {
            first.divisions().decide(zero);
            second.divisions().decide(zero);
        }
        return !guards.isEmpty();
    }

    /**
     * {@return whether it is shown that they cannot}
     *
     * @param maybeShifted whether a launch may be asked what only arguments decide: a distance, or whether a dividend wraps around
     */
    boolean isImpossible(Value one, Value other, boolean maybeShifted) {
        if (maybeShifted) {
            first.askForSums();
            second.askForSums();
        }
        try {
            return (RowIndex.areOfRows(one, other)
                            ? areOfRowsApart(one, other, maybeShifted)
                            : areApart(List.of(difference(one, other)), maybeShifted))
                    && first.divisions().areGranted()
                    && second.divisions().areGranted();
        } catch (ArithmeticException tooLarge) {
            // Coefficients beyond 64 bits: nothing is shown.
            return false;
        }
    }

    private Polynomial difference(Value one, Value other) {
        if (one.type() == ScalarType.I64) {
            // Of longs, 2^32 iterations or more may be told apart.
            limited();
            Polynomial index = first.exact(one);
            Polynomial another = index == null ? null : second.exact(other);
            areNumbers = index != null && another != null;
            if (index != null && another != null) {
                return index.minus(another);
            }
        }
        return first.modular(one).minus(second.modular(other)).asInts();
    }

    /**
     * {@return whether the indices in one dimension differ} That those of one do may ask less of a launch than what all say together.
     */
    private boolean areOfRowsApart(Value one, Value other, boolean maybeShifted) {
        List<Polynomial> all = differences(one, other);
        Assumptions.Mark mark = assumptions.mark();
        int asked = assumptions.asked();
        for (Polynomial difference : isTogether ? List.<Polynomial>of() : all) {
            if (areApart(List.of(difference), false) && assumptions.asked() == asked) {
                return true;
            }
            assumptions.reset(mark);
        }
        return areApart(all, maybeShifted);
    }

    /** {@return the differences of two indices in each dimension that both show: a row that is known to a launch is a number} */
    private List<Polynomial> differences(Value one, Value other) {
        int shown = Math.min(
                RowIndex.coordinates(one).size(), RowIndex.coordinates(other).size());
        List<Value> ofOne = RowIndex.coordinates(one, shown);
        List<Value> ofOther = RowIndex.coordinates(other, shown);
        return IntStream.range(0, shown)
                .mapToObj(i -> difference(ofOne.get(i), ofOther.get(i)))
                .toList();
    }

    /** {@return whether one of some differences is not 0 in different iterations} */
    private boolean areApart(List<Polynomial> differences, boolean maybeShifted) {
        return differences.stream()
                        .anyMatch(difference ->
                                isNeverMultiple(replaced(difference).asInts()))
                || isIndependent(differences, maybeShifted);
    }

    private Polynomial replaced(Polynomial sum) {
        return second.divisions().replaced(first.divisions().replaced(sum));
    }

    private List<Polynomial> replaced(List<Polynomial> sums) {
        return sums.stream().map(this::replaced).toList();
    }

    /** Where both accesses are done, the loops around either have an iteration, if their bounds are always the same. */
    private static void knowIterating(ParallelNest nest, Access access, Assumptions assumptions) {
        Loop outermost = nest.parallel().getFirst().loop();
        for (CountedLoop loop : nest.entered(access.instr().block())) {
            if (outermost.isInvariant(loop.start()) && outermost.isInvariant(loop.bound())) {
                assumptions.ends().add(loop);
            }
        }
    }

    /** {@return whether a difference is never 0 modulo 2^32 for iterations that are not the same, whatever the bounds} */
    private boolean isNeverMultiple(Polynomial difference) {
        if (difference.isConstant()) {
            return difference.constant() != 0;
        }
        long common = Long.lowestOneBit(difference.content(false));
        if (common > 1 && difference.constant() % common != 0) {
            return true;
        }
        if (parallel.size() != 1 || difference.terms().size() != 2) {
            return false;
        }
        CountedLoop loop = parallel.getFirst();
        long factor = difference.factor(Monomial.of(first.number(loop)));
        long farthest = (RANGE - 1) / Math.abs(loop.step());
        return factor != 0
                && loop.variable().type() == ScalarType.I32
                && difference.factor(Monomial.of(second.number(loop))) == -factor
                && farthest < RANGE / Long.lowestOneBit(factor);
    }

    /** {@return whether a number that is a multiple of 2^32 is 0} */
    private boolean isSmall(Polynomial number, Bounds bounds) {
        Assumptions.Mark mark = assumptions.mark();
        Polynomial upper = bounds.upper(number);
        Polynomial lower = bounds.lower(number);
        if (upper != null
                && lower != null
                && assumptions.require(Polynomial.of(RANGE - 1).minus(upper))
                && assumptions.require(lower.plus(RANGE - 1))) {
            return true;
        }
        assumptions.reset(mark);
        return false;
    }

    /** {@return whether that is so of a difference by what is known of what was divided, of which quotients know less} */
    private boolean isSmallAnyway(Polynomial plain, Polynomial difference, Bounds bounds) {
        return !plain.equals(difference) && replaced(plain).equals(difference) && isSmall(plain, bounds);
    }

    /** {@return whether that is so without more being asked for} */
    private boolean isSmall(Polynomial plain, Polynomial difference, Bounds bounds) {
        Assumptions.Mark mark = assumptions.mark();
        int asked = assumptions.asked();
        if (isSmallAnyway(plain, difference, bounds) && assumptions.asked() == asked) {
            return true;
        }
        assumptions.reset(mark);
        return false;
    }

    /**
     * {@return whether one of some differences is not 0 modulo 2^32 in different iterations}
     *
     * @param differences those of the indices, or of rows and columns
     */
    private boolean isIndependent(List<Polynomial> differences, boolean maybeShifted) {
        if (!guards.zero().isEmpty()
                && Inequalities.contradict(replaced(guards.zero()), replaced(guards.notNegative()))) {
            return true;
        }
        // Where branches say which iteration it is, no index is asked for, nor whether it wraps around.
        if (!guards.zero().isEmpty() && areSame(replaced(guards.zero()))) {
            return true;
        }
        List<Polynomial> zero = equations(differences);
        if (zero == null) {
            return false;
        }
        if (guards.notZero().stream().anyMatch(sum -> isZero(sum, zero)) || areSame(zero)) {
            return true;
        }
        return maybeShifted && parallel.size() == 1 && zero.stream().anyMatch(sum -> isShifted(sum, bounds()));
    }

    /** {@return whether the two iterations are the same where some numbers are 0} */
    private boolean areSame(List<Polynomial> zero) {
        Bounds bounds = bounds();
        List<Polynomial> known = known(zero);
        List<Polynomial> same = new ArrayList<>(zero);
        for (CountedLoop loop : parallel) {
            Polynomial distance = distance(loop);
            if (!isMultipleOfMore(Inequalities.reduced(distance, same), loop, bounds)
                    && !(Inequalities.contradict(same, known, distance)
                            && Inequalities.contradict(same, known, distance.times(-1)))) {
                return false;
            }
            same.add(distance);
        }
        return true;
    }

    /** {@return whether it is shown that where they meet, the second access is in a later iteration of the outermost loop} */
    boolean isOnlyAfter(Value one, Value other) {
        // Either the same iteration of it, or a later one, is a contradiction.
        return isShown(
                one,
                other,
                zero -> Inequalities.contradict(
                        zero, known(zero), distance(parallel.getFirst()).plus(1)));
    }

    /** {@return whether it is shown that where they meet, the second access is in the same iteration, or in an earlier one} */
    boolean isNeverAfter(Value one, Value other) {
        return isShown(one, other, this::isNeverAfter);
    }

    private boolean isNeverAfter(List<Polynomial> zero) {
        List<Polynomial> known = known(zero);
        List<Polynomial> same = new ArrayList<>(zero);
        for (CountedLoop loop : parallel) {
            Polynomial distance = distance(loop);
            if (!Inequalities.contradict(same, known, distance.times(-1))) {
                return false;
            }
            same.add(distance);
        }
        return true;
    }

    /** {@return whether something is shown by what is 0 where two indices are the same} */
    private boolean isShown(Value one, Value other, Predicate<List<Polynomial>> question) {
        try {
            List<Polynomial> zero = equations(
                    RowIndex.areOfRows(one, other) ? differences(one, other) : List.of(difference(one, other)));
            return zero != null
                    && first.divisions().areGranted()
                    && second.divisions().areGranted()
                    && question.test(zero);
        } catch (ArithmeticException tooLarge) {
            return false;
        }
    }

    /** {@return what is 0 where all differences are, whatever wraps around; null if that is known of none} */
    private @Nullable List<Polynomial> equations(List<Polynomial> differences) {
        List<Polynomial> zero = new ArrayList<>();
        boolean isAnyKnown = false;
        for (Polynomial plain : differences) {
            Polynomial difference = replaced(plain);
            List<Polynomial> known = equations(plain, areNumbers ? difference : difference.asInts());
            isAnyKnown |= known != null;
            zero.addAll(known == null ? List.of() : known);
        }
        return isAnyKnown ? zero : null;
    }

    /**
     * {@return what is 0 where a difference is, null if that is not known}
     *
     * @param plain the difference
     * @param difference the same with quotients and remainders in place of what was divided
     */
    private @Nullable List<Polynomial> equations(Polynomial plain, Polynomial difference) {
        first.limitFor(plain);
        second.limitFor(plain);
        long content = difference.content(true);
        Polynomial whole = content == 0 ? difference : difference.dividedBy(content / Long.lowestOneBit(content));
        // A remainder that is known leaves the quotient all the room.
        Polynomial reduced = Inequalities.reduced(whole, decided());
        Bounds bounds = bounds();
        if (!areNumbers
                && !isSmall(plain, difference, bounds)
                && !isSmall(reduced, bounds)
                && !isSmallAnyway(plain, difference, bounds)) {
            return null;
        }
        Coordinates coordinates =
                new Coordinates(bounds, assumptions, sums -> guards.isEmpty() ? List.of() : known(sums));
        List<Polynomial> zero = coordinates.split(reduced);
        zero.addAll(first.divisions().equations());
        zero.addAll(second.divisions().equations());
        zero.addAll(replaced(guards.zero()));
        addOriginals(zero);
        return zero;
    }

    /** {@return the equations of branches that say what a number is, and of loops that have one iteration at most} */
    private List<Polynomial> decided() {
        List<Polynomial> decided = new ArrayList<>();
        for (Polynomial zero : guards.zero()) {
            Polynomial sum = replaced(zero);
            if (sum.plus(-sum.constant()).terms().size() == 1
                    && sum.changing().stream()
                            .allMatch(symbol -> sum.factorOf(symbol).isUnit())) {
                decided.add(sum);
            }
        }
        for (Range range : bounds().ranges()) {
            if (range.numbers().low() == range.numbers().high()) {
                decided.add(Polynomial.of(range.symbol()).plus(-range.numbers().low()));
            }
        }
        return decided;
    }

    private boolean isZero(Polynomial sum, List<Polynomial> zero) {
        return Inequalities.reduced(replaced(sum), zero).isZero();
    }

    /** Where images are the same, so is what they are of; under an involution, each is then the image of the other's image. */
    private void addOriginals(List<Polynomial> zero) {
        for (Bijection one : first.operations().bijections()) {
            for (Bijection other : second.operations().bijections()) {
                if (!one.function().equals(other.function())) {
                    continue;
                }
                Polynomial images = one.image().minus(other.image());
                Polynomial originals = one.of().minus(other.of());
                Polynomial forth = one.of().minus(other.image());
                Polynomial back = one.image().minus(other.of());
                if (isZero(images, zero)) {
                    zero.add(replaced(originals));
                } else if (one.isInvolution() && isZero(forth, zero)) {
                    zero.add(replaced(back));
                } else if (one.isInvolution() && isZero(back, zero)) {
                    zero.add(replaced(forth));
                }
            }
        }
    }

    /** {@return whether two accesses are a number apart that arguments decide, and those can be made a condition} */
    private boolean isShifted(Polynomial sum, Bounds bounds) {
        Polynomial one = Polynomial.of(first.number(parallel.getFirst()));
        Polynomial other = Polynomial.of(second.number(parallel.getFirst()));
        long factor = sum.factor(one.terms().firstKey());
        Polynomial offset = sum.minus(one.minus(other).times(factor));
        Polynomial most = bounds.upper(one.times(Math.absExact(factor)));
        return factor != 0
                && !offset.isConstant()
                && offset.changing().isEmpty()
                && most != null
                && assumptions.requireApart(offset, most);
    }

    /** {@return whether the distance of two iterations is a multiple of a number that is more than it can be, and so 0} */
    private boolean isMultipleOfMore(Polynomial distance, CountedLoop loop, Bounds bounds) {
        if (distance.isZero()) {
            return true;
        }
        for (Symbol symbol : distance.changing()) {
            Polynomial stride = distance.factorOf(symbol);
            Assumptions.Mark mark = assumptions.mark();
            Polynomial most =
                    distance.dividedBy(stride) == null ? null : bounds.upper(Polynomial.of(first.number(loop)));
            if (most != null
                    && (assumptions.proves(stride.plus(-1).minus(most))
                            || assumptions.proves(stride.times(-1).plus(-1).minus(most)))) {
                return true;
            }
            assumptions.reset(mark);
        }
        return false;
    }

    private Bounds bounds() {
        List<Range> ranges = new ArrayList<>(first.ranges());
        ranges.addAll(second.ranges());
        return new Bounds(ranges, assumptions);
    }

    private Polynomial distance(CountedLoop loop) {
        return replaced(Polynomial.of(first.number(loop)).minus(Polynomial.of(second.number(loop))));
    }

    /** Takes note of what a number is at least, or at most, that is not 0 and has one sign. */
    private void addApart(Polynomial notZero, List<Polynomial> known) {
        Assumptions.Mark mark = assumptions.mark();
        for (Polynomial number : List.of(notZero, notZero.times(-1))) {
            Polynomial lower = bounds().lower(number);
            if (lower != null && assumptions.proves(lower)) {
                known.add(number.plus(-1));
            }
            assumptions.reset(mark);
        }
    }

    /** {@return what is known to be at least 0 of all that the equations speak of} */
    private List<Polynomial> known(List<Polynomial> equations) {
        List<Polynomial> known = new ArrayList<>();
        List.of(first.facts(), second.facts(), guards.notNegative())
                .forEach(facts -> facts.forEach(fact -> known.add(replaced(fact))));
        for (Range range : bounds().ranges()) {
            Polynomial number = replaced(Polynomial.of(range.symbol()));
            if (range.span() != null) {
                known.add(replaced(range.span()).minus(number.times(range.scale())));
            }
            if (range.floor() != null) {
                known.add(number.times(range.scale()).minus(replaced(range.floor())));
            }
            if (range.limit() != null) {
                known.add(range.limit().minus(number));
            }
            if (range.numbers().low() > -RANGE) {
                known.add(number.plus(-range.numbers().low()));
            }
            if (range.numbers().high() < RANGE) {
                known.add(Polynomial.of(range.numbers().high()).minus(number));
            }
        }
        guards.notZero().forEach(sum -> addApart(replaced(sum), known));
        Set<Symbol> symbols = new HashSet<>();
        List.of(known, equations)
                .forEach(all -> all.forEach(row -> row.terms().keySet().stream()
                        .flatMap(product -> product.symbols().stream())
                        .filter(symbol -> !symbol.isChanging())
                        .forEach(symbols::add)));
        known.addAll(assumptions.facts(symbols));
        return known;
    }
}
