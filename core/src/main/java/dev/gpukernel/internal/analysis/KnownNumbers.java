package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is known of numbers that do not change in the parallel loops. */
final class KnownNumbers {
    /** As good as infinite: beyond what a number of a few 32-bit factors can be. */
    private static final long HUGE = 1L << 62;

    private final Map<Symbol, Interval> intervals = new HashMap<>();
    private final Set<Polynomial> facts = new LinkedHashSet<>();

    KnownNumbers copy() {
        KnownNumbers copy = new KnownNumbers();
        copy.intervals.putAll(intervals);
        copy.facts.addAll(facts);
        return copy;
    }

    /** {@return what is known to be at least 0} */
    List<Polynomial> facts(Set<Symbol> symbols) {
        List<Polynomial> known = new ArrayList<>(facts);
        for (Symbol symbol : symbols) {
            Interval interval = interval(symbol);
            if (interval.low() > -HUGE) {
                known.add(Polynomial.of(symbol).plus(-interval.low()));
            }
            if (interval.high() < HUGE) {
                known.add(Polynomial.of(interval.high()).minus(Polynomial.of(symbol)));
            }
        }
        return known;
    }

    /** Takes note that a number is at least 0. */
    void know(Polynomial number) {
        Polynomial notNegative = reduced(number);
        if (notNegative.isConstant() || !facts.add(notNegative)) {
            return;
        }
        Monomial only = notNegative.terms().lastKey();
        if (only.degree() == 1
                && notNegative.terms().headMap(only).keySet().stream().allMatch(m -> m.degree() == 0)) {
            Symbol symbol = only.symbols().getFirst();
            long factor = notNegative.factor(only);
            long constant = notNegative.constant();
            Interval told = factor > 0
                    ? new Interval(Math.ceilDiv(-constant, factor), Long.MAX_VALUE)
                    : new Interval(Long.MIN_VALUE, Math.floorDiv(constant, -factor));
            intervals.put(symbol, interval(symbol).intersection(told));
            knowQuotient(symbol);
        }
    }

    /** Of {@code n / 2} and {@code n >> 1} is known how far they are from n. */
    private void knowQuotient(Symbol symbol) {
        if (!(symbol.value() instanceof Instr quotient)
                || !(quotient.op() instanceof Op.Binary(BinaryKind kind, ScalarType _))
                || !(quotient.operand(1) instanceof Instr right)
                || !(right.op() instanceof Op.Constant(ScalarType _, long bits))) {
            return;
        }
        Symbol dividend = new Symbol(quotient.operand(0), 0);
        boolean isDivision =
                kind == BinaryKind.DIV && bits > 0 && interval(symbol).low() > 0;
        boolean isShift = kind == BinaryKind.SHR && bits > 0 && bits < Integer.SIZE;
        if (isDivision || isShift) {
            long divisor = isShift ? 1L << bits : bits;
            Polynomial rest =
                    Polynomial.of(dividend).minus(Polynomial.of(symbol).times(divisor));
            know(rest);
            know(Polynomial.of(divisor - 1).minus(rest));
        }
    }

    private Interval interval(Symbol symbol) {
        Interval known = intervals.get(symbol);
        return known != null ? known : Interval.of(symbol.value());
    }

    /** {@return whether a number is sure to be at least 0} */
    boolean proves(Polynomial notNegative) {
        if (least(notNegative) >= 0) {
            return true;
        }
        Polynomial reduced = reduced(notNegative);
        return facts.stream().anyMatch(fact -> least(reduced.minus(fact)) >= 0);
    }

    /** {@return what is at least 0 exactly where a number is, without a common factor of what is not constant in it} */
    private static Polynomial reduced(Polynomial notNegative) {
        long constant = notNegative.constant();
        Polynomial variable = notNegative.plus(-constant);
        long content = Math.max(variable.content(false), 1);
        return variable.dividedBy(content).plus(Math.floorDiv(constant, content));
    }

    private long least(Polynomial polynomial) {
        long least = 0;
        for (Map.Entry<Monomial, Long> term : polynomial.terms().entrySet()) {
            Interval product = new Interval(term.getValue(), term.getValue());
            for (Symbol symbol : term.getKey().symbols()) {
                product = product(product, interval(symbol));
            }
            if (product.low() <= -HUGE) {
                return Long.MIN_VALUE;
            }
            least = Math.max(-HUGE, Math.min(HUGE, least + product.low()));
        }
        return least;
    }

    private static Interval product(Interval a, Interval b) {
        long p = product(a.low(), b.low());
        long q = product(a.low(), b.high());
        long r = product(a.high(), b.low());
        long s = product(a.high(), b.high());
        return new Interval(Math.min(Math.min(p, q), Math.min(r, s)), Math.max(Math.max(p, q), Math.max(r, s)));
    }

    private static long product(long a, long b) {
        long limit = (a < 0) == (b < 0) ? HUGE : -HUGE;
        boolean fits = a == 0
                || (Math.multiplyHigh(a, b) == (a * b) >> 63 && Math.abs(a * b) < HUGE && a * b != Long.MIN_VALUE);
        return fits ? a * b : limit;
    }
}
