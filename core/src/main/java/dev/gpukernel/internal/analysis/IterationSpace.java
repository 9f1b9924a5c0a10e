package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * In which iterations of which loops an access is done, and its index as a sum of multiples of their numbers. A value that is no
 * such sum becomes a number of its own.
 */
final class IterationSpace {
    private static final Op NARROW = new Op.Convert(ScalarType.I64, ScalarType.I32);

    private static final long MOST_ITERATIONS = (1L << Integer.SIZE) - 1;

    /** How many operations are followed to find the bounds of loops. */
    private static final int MOST_STEPS = 300;

    private final List<CountedLoop> parallel;
    private final List<CountedLoop> loops;
    private final Block block;
    private final int side;
    private final Assumptions assumptions;
    private final List<Range> ranges = new ArrayList<>();
    private final Map<Symbol, Range> opaque = new LinkedHashMap<>();
    private final Divisions divisions;
    private final Operations operations;
    private final Fit fit;
    private final Spans spans;
    private final Map<List<Value>, Symbol> quotients = new HashMap<>();
    private final Expansion modular = new Expansion(Ring.INTS, this::given, this::otherwise);
    private final Set<Value> told = new HashSet<>();
    private boolean isLimited;
    private boolean asksForSums;
    private boolean asksForLongs;
    private int steps;

    /**
     * Of one access.
     *
     * @param loops the parallel loops, from the outermost, then sequential ones around the access, from the outermost
     * @param side 1 for the first of two accesses, 2 for the second
     */
    IterationSpace(
            Function function,
            List<CountedLoop> parallel,
            List<CountedLoop> loops,
            Block block,
            int side,
            Assumptions assumptions) {
        this.parallel = parallel;
        this.loops = loops;
        this.block = block;
        this.side = side;
        this.assumptions = assumptions;
        this.divisions = new Divisions(this, assumptions);
        this.fit = new Fit(this, assumptions);
        this.operations = new Operations(this, divisions, fit, assumptions);
        this.spans = new Spans(function, parallel, this, fit, assumptions);
    }

    int side() {
        return side;
    }

    /** {@return the quotients and remainders in the indices so far; there are none before {@link #limit}} */
    Divisions divisions() {
        return divisions;
    }

    Operations operations() {
        return operations;
    }

    /** {@return what is at least 0, besides what the ranges say} */
    List<Polynomial> facts() {
        List<Polynomial> all = new ArrayList<>(spans.facts());
        all.addAll(operations.facts());
        return all;
    }

    /** Adds a range with those of the loops: behind all that it depends on and before what depends on it. */
    void add(Range range) {
        ranges.add(range);
    }

    /** Takes note of what a number is exactly, multiplied by the scale of its range. */
    void narrow(Symbol number, Polynomial scale, Polynomial product) {
        ranges.replaceAll(
                range -> range.symbol().equals(number) && range.scale().equals(scale)
                        ? new Range(number, scale, product, product, range.numbers(), range.limit())
                        : range);
    }

    private Loop outermost() {
        return parallel.getFirst().loop();
    }

    /**
     * {@return the number of the iteration of a loop} Of a sequential loop that goes down to an end that is always the same, the
     * number counts from that end: so an element is found alike by a loop that goes up and by one that goes down.
     */
    Symbol number(CountedLoop loop) {
        return new Symbol(loop.variable(), side);
    }

    /** {@return the ranges of all numbers so far, each behind all that it depends on} */
    List<Range> ranges() {
        List<Range> all = new ArrayList<>(opaque.values());
        all.addAll(ranges);
        return all;
    }

    /** Lets a launch be asked whether sums of which quotients are taken wrap around. */
    void askForSums() {
        asksForSums = true;
    }

    /** Lets a launch be asked whether sums of longs wrap around that an index is made of which is a long itself. */
    void askForLongs() {
        asksForLongs = true;
    }

    /** {@return whether a launch may be asked that} */
    boolean asksForLongs() {
        return asksForLongs;
    }

    /** Finds the ranges of the loops. This may need conditions. */
    void limit() {
        limit(loops);
    }

    /**
     * Finds the ranges of the loops that say something of a difference. How often a loop inside runs that is not in it may be told by
     * quotients and bits of other numbers, which then would stand for these.
     */
    void limitFor(Polynomial difference) {
        List<CountedLoop> needed = new ArrayList<>();
        for (CountedLoop loop : loops.reversed()) {
            boolean isPlain =
                    outermost().isInvariant(loop.start()) && outermost().isInvariant(loop.bound());
            boolean bounds = needed.stream()
                    .anyMatch(inner -> !loop.loop().isInvariant(inner.start())
                            || !loop.loop().isInvariant(inner.bound()));
            if (isPlain
                    || bounds
                    || parallel.contains(loop)
                    || difference.changing().contains(number(loop))) {
                needed.addFirst(loop);
            }
        }
        limit(needed);
    }

    private void limit(List<CountedLoop> needed) {
        if (isLimited) {
            return;
        }
        for (CountedLoop loop : needed) {
            Polynomial span = spans.of(loop);
            boolean isInt = loop.variable().type() == ScalarType.I32;
            long most = isInt ? MOST_ITERATIONS / Math.abs(loop.step()) : Long.MAX_VALUE;
            Interval numbers = new Interval(0, Math.min(most, rounded(span, Math.abs(loop.step()))));
            ranges.add(new Range(number(loop), Polynomial.of(Math.abs(loop.step())), span, numbers, null));
            if (span != null && span.changing().isEmpty()) {
                assumptions.know(span);
            }
        }
        isLimited = true;
    }

    /** {@return how often a step fits into a changing span at most, if that is a constant; few loops around have few iterations} */
    private long rounded(@Nullable Polynomial span, long step) {
        if (step == 1 || span == null || span.isConstant()) {
            return Long.MAX_VALUE;
        }
        Assumptions.Mark mark = assumptions.mark();
        int asked = assumptions.asked();
        Polynomial most = new Bounds(ranges, assumptions).upper(span);
        boolean isAsked = assumptions.asked() != asked;
        assumptions.reset(mark);
        return isAsked || most == null || !most.isConstant() || most.constant() < 0
                ? Long.MAX_VALUE
                : most.constant() / step;
    }

    /** {@return one number less another, null if that is not known or is always the same} */
    @Nullable Polynomial difference(Value one, Value other) {
        Assumptions.Mark mark = assumptions.mark();
        Polynomial left = exact(one);
        Polynomial right = left == null ? null : exact(other);
        Polynomial difference = left == null || right == null ? null : left.minus(right);
        if (difference != null && !difference.isConstant()) {
            return difference;
        }
        assumptions.reset(mark);
        return null;
    }

    /**
     * {@return the remainder of a division rounded down, where one that is rounded towards zero is compared with 0} Both are 0 for the
     * same dividends, whatever their sign; null for other values, and if it is not known or changes nowhere.
     */
    @Nullable Polynomial remainderBesideZero(Value value, Value zero) {
        Divisions.Parts parts = constant(zero) == 0 ? parts(value) : null;
        return parts == null ? null : parts.remainder();
    }

    /**
     * {@return the remainder of a division that is known to be a positive number} Then so is what is divided, and rounding down is
     * rounding towards zero; null for other values, and if the remainder is not known or changes nowhere.
     */
    @Nullable Polynomial positiveRemainder(Value value, Value number) {
        Divisions.Parts parts = constant(number) > 0 ? parts(value) : null;
        if (parts == null) {
            return null;
        }
        divisions.knowNotNegative(Objects.requireNonNull(exact(((Instr) value).operand(0))));
        return parts.remainder().plus(-constant(number));
    }

    /** {@return a number that a value always is; a negative one if it is none} */
    private static long constant(Value value) {
        return value instanceof Instr instr && instr.op() instanceof Op.Constant(ScalarType _, long bits) ? bits : -1;
    }

    /** {@return quotient and remainder of a remainder's dividend, rounded down; null if that is none or changes nowhere} */
    private Divisions.@Nullable Parts parts(Value value) {
        boolean isRemainder = value instanceof Instr remainder
                && remainder.op() instanceof Op.Binary(BinaryKind kind, ScalarType type)
                && kind == BinaryKind.REM
                && !type.isFloating();
        if (!isRemainder) {
            return null;
        }
        Assumptions.Mark mark = assumptions.mark();
        Polynomial dividend = exact(((Instr) value).operand(0));
        Polynomial divisor = dividend == null ? null : exact(((Instr) value).operand(1));
        Divisions.Parts parts =
                dividend == null || divisor == null ? null : divisions.divided(dividend, divisor, (Instr) value);
        if (parts != null && !parts.remainder().changing().isEmpty()) {
            return parts;
        }
        assumptions.reset(mark);
        return null;
    }

    /** {@return the counted loop of which a value is the variable, where the access sees it between start and bound} */
    private @Nullable CountedLoop counting(Value value) {
        return loops.stream()
                .filter(loop -> loop.variable() == value && loop.isBody(block))
                .findFirst()
                .orElse(null);
    }

    /** {@return whether it has come across a value that is no sum of multiples of the loops' numbers} */
    boolean isOpaque() {
        return !opaque.isEmpty();
    }

    /** {@return an index for messages: of the loops' variables themselves; an ellipsis if something in it has no name} */
    String text(Value value) {
        Expansion expansion = new Expansion(
                Ring.INTS,
                one -> counting(one) == null ? null : Polynomial.of(own(one)),
                one -> Polynomial.of(own(one)));
        Polynomial sum = Objects.requireNonNull(expansion.of(value));
        boolean isNamed =
                sum.changing().stream().noneMatch(symbol -> symbol.toString().contains("…"));
        String text = sum.toString();
        boolean isOne = sum.terms().size() == 1 && sum.terms().firstKey().degree() == 1;
        return !isNamed ? "…" : isOne ? Symbol.bare(text) : text;
    }

    /** {@return what a loop's variable is modulo 2^32, or what is known to be something else; null for other values} */
    private @Nullable Polynomial given(Value value) {
        CountedLoop loop = counting(value);
        if (loop != null) {
            return value(loop, modular(origin(loop))).asInts();
        }
        Value end = assumptions.ends().of(value);
        return end == null ? null : modular(end);
    }

    private boolean isFromEnd(CountedLoop loop) {
        return loop.step() == -1
                && !parallel.contains(loop)
                && loop.induction().narrowed() == null
                && loop.variable().type().equals(loop.bound().type())
                && outermost().isInvariant(loop.bound());
    }

    /** {@return where a loop's number counts from} */
    private Value origin(CountedLoop loop) {
        return isFromEnd(loop) ? loop.bound() : loop.start();
    }

    /** {@return what a loop's variable is, from where its number counts from} */
    private Polynomial value(CountedLoop loop, Polynomial origin) {
        Polynomial number = Polynomial.of(number(loop));
        int beforeEnd = loop.isInclusive() ? 0 : 1;
        return isFromEnd(loop) ? origin.plus(number).plus(beforeEnd) : origin.plus(number.times(loop.step()));
    }

    private Symbol own(Value value) {
        return new Symbol(value, outermost().isInvariant(value) ? 0 : side);
    }

    /** {@return a value modulo 2^32; an I32 or I64} */
    Polynomial modular(Value value) {
        return Objects.requireNonNull(modular.of(value));
    }

    private Polynomial otherwise(Value value) {
        Polynomial count = value instanceof Instr instr ? count(instr) : null;
        Polynomial found = count != null || outermost().isInvariant(value)
                ? count
                : switch (value) {
                    case Instr instr -> ofDivision(instr);
                    case BlockParam param -> isLimited ? operations.ofChoice(param, modular::of) : null;
                };
        return found != null ? found : Polynomial.of(leaf(value));
    }

    /**
     * {@return what a division or the like gives} Before anything is known of the loops, that is only that {@code a % b} is
     * {@code a - a / b * b}, which holds whatever the signs: {@code a / b * b + a % b} is a again.
     */
    private @Nullable Polynomial ofDivision(Instr instr) {
        if (isLimited) {
            return operations.of(instr);
        }
        if (!(instr.op() instanceof Op.Binary(BinaryKind kind, ScalarType type))
                || (kind != BinaryKind.DIV && kind != BinaryKind.REM)
                || type.isFloating()
                || !outermost().isInvariant(instr.operand(1))) {
            return null;
        }
        Symbol symbol = quotients.computeIfAbsent(instr.operands(), key -> new Symbol(instr, side, 1));
        opaque.computeIfAbsent(symbol, key -> new Range(symbol, Polynomial.of(1), null, Interval.LONGS, null));
        Polynomial quotient = Polynomial.of(symbol);
        return kind == BinaryKind.DIV
                ? quotient
                : modular(instr.operand(0))
                        .minus(quotient.times(modular(instr.operand(1))))
                        .asInts();
    }

    /** {@return the number of the iteration, which a loop's variable shows if its distance from its start is shifted} */
    private @Nullable Polynomial count(Instr instr) {
        if (!(instr.op() instanceof Op.Binary(BinaryKind kind, ScalarType _))
                || kind != BinaryKind.USHR
                || !(instr.operand(1) instanceof Instr right)
                || !(right.op() instanceof Op.Constant(ScalarType _, long places))) {
            return null;
        }
        Polynomial distance = modular(instr.operand(0));
        return loops.stream()
                .filter(loop -> loop.variable().type().equals(instr.type())
                        && Math.abs(loop.step()) == 1L << places
                        && distance.equals(Polynomial.of(number(loop)).times(Math.abs(loop.step()))))
                .map(loop -> Polynomial.of(number(loop)))
                .findFirst()
                .orElse(null);
    }

    /** {@return a number that does not change in the parallel loops; of a greatest or least one, or a quotient, it is known of what} */
    private Symbol unchanging(Value value) {
        Symbol symbol = new Symbol(value, 0);
        if (value instanceof Instr instr && told.add(value)) {
            if (instr.op() instanceof Op.Call call) {
                tellExtremum(symbol, call.intrinsic().text(), instr.operands());
            } else if (instr.op() instanceof Op.Binary(BinaryKind kind, ScalarType _)
                    && (kind == BinaryKind.DIV || kind == BinaryKind.SHR)) {
                tellSum(instr.operand(0));
            }
        }
        return symbol;
    }

    private void tellExtremum(Symbol symbol, String intrinsic, List<Value> operands) {
        boolean isMax = intrinsic.startsWith("Math.max.i");
        if (isMax || intrinsic.startsWith("Math.min.i")) {
            for (Value operand : operands) {
                Polynomial one = exact(operand);
                Polynomial more = one == null ? null : Polynomial.of(symbol).minus(one);
                if (more != null) {
                    assumptions.know(isMax ? more : more.times(-1));
                }
            }
        }
    }

    /** Takes note of what a dividend is the sum of: how far the quotient is from the dividend is known by itself. */
    private void tellSum(Value dividend) {
        Assumptions.Mark mark = assumptions.mark();
        Polynomial sum = exact(dividend);
        if (sum == null || (!asksForSums && !assumptions.mark().conditions().equals(mark.conditions()))) {
            assumptions.reset(mark);
            return;
        }
        Polynomial rest = sum.minus(Polynomial.of(new Symbol(dividend, 0)));
        if (!rest.isZero()) {
            assumptions.know(rest);
            assumptions.know(rest.times(-1));
        }
    }

    /** {@return a value as a number of its own} */
    Symbol leaf(Value value) {
        if (outermost().isInvariant(value)) {
            return unchanging(value);
        }
        Symbol symbol = new Symbol(value, side);
        opaque.computeIfAbsent(symbol, key -> new Range(symbol, Polynomial.of(1), null, Interval.of(value), null));
        return symbol;
    }

    /** {@return a value as the number it is, not modulo anything; null if it is not a sum or may wrap around} */
    @Nullable Polynomial exact(Value value) {
        CountedLoop loop = counting(value);
        if (loop != null) {
            Polynomial origin = exact(origin(loop));
            return origin == null || ranges.stream().noneMatch(r -> r.symbol().equals(number(loop)) && r.span() != null)
                    ? null
                    : value(loop, origin);
        }
        Value end = assumptions.ends().of(value);
        if (end != null) {
            return exact(end);
        }
        boolean unchanging = outermost().isInvariant(value);
        if (!(value instanceof Instr instr)) {
            return unchanging
                    ? Polynomial.of(unchanging(value))
                    : ++steps > MOST_STEPS ? null : operations.ofChoice((BlockParam) value, this::exact);
        }
        Polynomial sum = ++steps > MOST_STEPS ? null : exactSum(instr);
        if (sum == null && !unchanging && steps <= MOST_STEPS) {
            sum = operations.of(instr);
        }
        return sum == null && unchanging ? Polynomial.of(unchanging(value)) : sum;
    }

    private @Nullable Polynomial exactSum(Instr instr) {
        CutIndex cut = CutIndex.of(instr);
        if (cut != null) {
            Polynomial index = exact(cut.index());
            return index == null || !fit.isBetween(index, -cut.most(), cut.most()) ? null : index;
        }
        if (instr.op().equals(NARROW)) {
            Polynomial wide = exact(instr.operand(0));
            return wide == null || !fit.fits(wide, ScalarType.I32) ? null : wide;
        }
        Polynomial sum = Ring.NUMBERS.sum(instr, this::exact);
        boolean mayWrap = instr.op() instanceof Op.Binary || instr.op() instanceof Op.Negate;
        return sum == null || (mayWrap && !fit.fits(sum, (ScalarType) instr.type())) ? null : sum;
    }
}
