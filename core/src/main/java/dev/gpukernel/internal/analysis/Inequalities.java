package dev.gpukernel.internal.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Whether integers can satisfy linear equations and inequalities. Every product of symbols counts as an integer by itself, so what
 * is found impossible is, and what is not may yet be.
 *
 * <p>By Fourier and Motzkin's elimination, with bounds rounded to integers, and the divisibility of equations.
 */
final class Inequalities {
    /** With more rows than this nothing is shown. */
    private static final int MOST_ROWS = 400;

    /** Each at least 0, by the part without the constant. */
    private Map<Polynomial, Long> rows = new LinkedHashMap<>();

    private boolean impossible;

    private Inequalities() {}

    /**
     * Looks for a contradiction.
     *
     * @param zero numbers that are 0
     * @param notNegative numbers that are at least 0
     * @return whether they cannot all be so
     */
    static boolean contradict(List<Polynomial> zero, Collection<Polynomial> notNegative) {
        Inequalities inequalities = new Inequalities();
        List<Polynomial> rest = new ArrayList<>(notNegative);
        inequalities.eliminateEquations(zero, rest);
        rest.forEach(inequalities::add);
        return inequalities.impossible || inequalities.eliminateAll();
    }

    /** {@return whether a further number cannot be positive either} */
    static boolean contradict(List<Polynomial> zero, Collection<Polynomial> notNegative, Polynomial positive) {
        List<Polynomial> rows = new ArrayList<>(notNegative);
        rows.add(positive.plus(-1));
        return contradict(zero, rows);
    }

    /** {@return a sum in which equations replace what they can} */
    static Polynomial reduced(Polynomial sum, List<Polynomial> zero) {
        List<Polynomial> rest = new ArrayList<>(List.of(sum));
        new Inequalities().eliminateEquations(zero, rest);
        return rest.getFirst();
    }

    private void eliminateEquations(List<Polynomial> zero, List<Polynomial> others) {
        Deque<Polynomial> equations = new ArrayDeque<>(zero);
        while (!equations.isEmpty() && !impossible) {
            Polynomial equation = reduced(equations.pop());
            if (equation == null) {
                impossible = true;
                return;
            }
            Monomial unit = unit(equation);
            if (unit == null) {
                others.add(equation);
                others.add(equation.times(-1));
                continue;
            }
            UnaryOperator<Polynomial> without = without(unit, equation);
            List<Polynomial> left = equations.stream().map(without).toList();
            equations.clear();
            equations.addAll(left);
            others.replaceAll(without);
        }
    }

    /** {@return an equation divided by what its factors have in common, null if integers cannot satisfy it} */
    private static @Nullable Polynomial reduced(Polynomial equation) {
        long content = equation.content(false);
        if (content == 0) {
            return equation.constant() == 0 ? equation : null;
        }
        return equation.constant() % content == 0 ? equation.dividedBy(content) : null;
    }

    private static @Nullable Monomial unit(Polynomial equation) {
        for (Symbol symbol : equation.changing()) {
            if (equation.factorOf(symbol).isUnit()) {
                return Monomial.of(symbol);
            }
        }
        return equation.terms().entrySet().stream()
                .filter(term -> term.getKey().degree() > 0 && Math.abs(term.getValue()) == 1)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    /** {@return what takes a product out of sums; a symbol that an equation gives in terms of others, out of products too} */
    private static UnaryOperator<Polynomial> without(Monomial unit, Polynomial equation) {
        if (unit.changing() == 1 && equation.factorOf(unit.symbols().getFirst()).isUnit()) {
            Symbol symbol = unit.symbols().getFirst();
            Polynomial equal = Polynomial.of(symbol).minus(equation.times(equation.factor(unit)));
            return other -> other.with(symbol, equal);
        }
        return other -> without(unit, other, equation);
    }

    private static Polynomial without(Monomial unit, Polynomial other, Polynomial equation) {
        return other.minus(equation.times(Math.multiplyExact(other.factor(unit), equation.factor(unit))));
    }

    private void add(Polynomial row) {
        long content = row.content(false);
        if (content == 0) {
            impossible |= row.constant() < 0;
            return;
        }
        long constant = Math.floorDiv(row.constant(), content);
        NavigableMap<Monomial, Long> terms = new TreeMap<>(row.terms());
        terms.remove(Monomial.ONE);
        Polynomial linear = new Polynomial(terms).dividedBy(content);
        long least = Math.min(constant, rows.getOrDefault(linear, constant));
        rows.put(linear, least);
        Long opposite = rows.get(linear.times(-1));
        impossible |= opposite != null && Math.addExact(opposite, least) < 0;
    }

    private boolean eliminateAll() {
        while (!impossible && !rows.isEmpty() && rows.size() <= MOST_ROWS) {
            TreeSet<Monomial> unknowns = new TreeSet<>();
            rows.keySet().forEach(row -> unknowns.addAll(row.terms().keySet()));
            Monomial cheapest = unknowns.first();
            long least = Long.MAX_VALUE;
            for (Monomial unknown : unknowns) {
                long cost = count(unknown, 1) * count(unknown, -1);
                if (cost < least) {
                    least = cost;
                    cheapest = unknown;
                }
            }
            eliminate(cheapest);
        }
        return impossible;
    }

    private long count(Monomial unknown, int sign) {
        return rows.keySet().stream()
                .filter(row -> Long.signum(row.factor(unknown)) == sign)
                .count();
    }

    private void eliminate(Monomial unknown) {
        Map<Polynomial, Long> before = rows;
        rows = new LinkedHashMap<>();
        List<Polynomial> lower = new ArrayList<>();
        List<Polynomial> upper = new ArrayList<>();
        before.forEach((linear, constant) -> {
            Polynomial row = linear.plus(constant);
            switch (Long.signum(row.factor(unknown))) {
                case 1 -> lower.add(row);
                case -1 -> upper.add(row);
                default -> add(row);
            }
        });
        for (Polynomial low : lower) {
            for (Polynomial high : upper) {
                add(low.times(-high.factor(unknown)).plus(high.times(low.factor(unknown))));
            }
        }
    }
}
