package dev.gpukernel.internal.analysis;

import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A sum of products of symbols, in exact numbers. Operations throw an ArithmeticException where a coefficient does not fit in 64
 * bits.
 *
 * @param terms what each product is multiplied by, never 0
 */
public record Polynomial(NavigableMap<Monomial, Long> terms) {
    static final Polynomial ZERO = of(0);

    /** Copies the terms, without those that are 0. */
    public Polynomial {
        NavigableMap<Monomial, Long> copy = new TreeMap<>(terms);
        copy.values().removeIf(factor -> factor == 0);
        terms = Collections.unmodifiableNavigableMap(copy);
    }

    static Polynomial of(long number) {
        return term(Monomial.ONE, number);
    }

    static Polynomial of(Symbol symbol) {
        return term(Monomial.of(symbol), 1);
    }

    static Polynomial term(Monomial monomial, long factor) {
        return new Polynomial(new TreeMap<>(Map.of(monomial, factor)));
    }

    Polynomial plus(Polynomial other) {
        NavigableMap<Monomial, Long> sum = new TreeMap<>(terms);
        other.terms.forEach((monomial, factor) -> sum.merge(monomial, factor, Math::addExact));
        return new Polynomial(sum);
    }

    Polynomial plus(long number) {
        return plus(of(number));
    }

    Polynomial minus(Polynomial other) {
        return plus(other.times(-1));
    }

    Polynomial times(long number) {
        return map(factor -> Math.multiplyExact(factor, number));
    }

    Polynomial times(Polynomial other) {
        NavigableMap<Monomial, Long> product = new TreeMap<>();
        terms.forEach((left, a) -> other.terms.forEach(
                (right, b) -> product.merge(left.times(right), Math.multiplyExact(a, b), Math::addExact)));
        return new Polynomial(product);
    }

    private Polynomial map(LongUnaryOperator operator) {
        NavigableMap<Monomial, Long> result = new TreeMap<>();
        terms.forEach((monomial, factor) -> result.put(monomial, operator.applyAsLong(factor)));
        return new Polynomial(result);
    }

    /** {@return the same modulo 2^32, with factors that are ints} */
    Polynomial asInts() {
        return map(factor -> (int) factor);
    }

    /** {@return what a product is multiplied by} */
    long factor(Monomial monomial) {
        return terms.getOrDefault(monomial, 0L);
    }

    /** {@return what is added to all products} */
    long constant() {
        return factor(Monomial.ONE);
    }

    int degree() {
        return terms.isEmpty() ? 0 : terms.lastKey().degree();
    }

    boolean isConstant() {
        return terms.isEmpty() || (terms.size() == 1 && terms.containsKey(Monomial.ONE));
    }

    /** {@return whether it is 1 or -1} */
    boolean isUnit() {
        return isConstant() && Math.abs(constant()) == 1;
    }

    boolean isZero() {
        return terms.isEmpty();
    }

    /** {@return whether every product has at most one factor that changes in the parallel loops} */
    boolean isAffine() {
        return terms.keySet().stream().allMatch(monomial -> monomial.changing() <= 1);
    }

    /** {@return what changes in the parallel loops} */
    Set<Symbol> changing() {
        Set<Symbol> symbols = new TreeSet<>();
        terms.keySet()
                .forEach(monomial ->
                        monomial.symbols().stream().filter(Symbol::isChanging).forEach(symbols::add));
        return symbols;
    }

    /** {@return the part without anything that changes in the parallel loops} */
    Polynomial unchanging() {
        NavigableMap<Monomial, Long> rest = new TreeMap<>(terms);
        rest.keySet().removeIf(monomial -> monomial.changing() > 0);
        return new Polynomial(rest);
    }

    /** {@return what a symbol is multiplied by in products that have it once} */
    Polynomial factorOf(Symbol symbol) {
        NavigableMap<Monomial, Long> factors = new TreeMap<>();
        terms.forEach((monomial, factor) -> {
            Monomial rest = monomial.dividedBy(Monomial.of(symbol));
            if (rest != null) {
                factors.put(rest, factor);
            }
        });
        return new Polynomial(factors);
    }

    /** {@return the sum with a symbol replaced by what it is equal to} */
    Polynomial with(Symbol symbol, Polynomial equal) {
        Polynomial sum = ZERO;
        for (Map.Entry<Monomial, Long> term : terms.entrySet()) {
            Monomial rest = term.getKey();
            Polynomial product = of(term.getValue());
            for (Monomial less = rest.dividedBy(Monomial.of(symbol)); less != null; ) {
                product = product.times(equal);
                rest = less;
                less = rest.dividedBy(Monomial.of(symbol));
            }
            sum = sum.plus(product.times(term(rest, 1)));
        }
        return sum;
    }

    /** {@return the greatest number that divides all factors, the constant included or not; 0 if there are none} */
    long content(boolean withConstant) {
        long content = 0;
        for (Map.Entry<Monomial, Long> term : terms.entrySet()) {
            if (withConstant || term.getKey().degree() > 0) {
                content = gcd(content, Math.absExact(term.getValue()));
            }
        }
        return content;
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    /** {@return this divided by a number that divides every factor} */
    Polynomial dividedBy(long number) {
        return map(factor -> factor / number);
    }

    /** {@return the quotient, null if there is a remainder} */
    @Nullable Polynomial dividedBy(Polynomial divisor) {
        Polynomial quotient = quotient(divisor);
        return quotient.times(divisor).equals(this) ? quotient : null;
    }

    /** {@return a quotient, rounded down where numbers are divided; this less quotient times divisor remains} */
    Polynomial quotient(Polynomial divisor) {
        Map.Entry<Monomial, Long> leading = divisor.terms.lastEntry();
        Polynomial rest = this;
        Polynomial quotient = ZERO;
        for (Monomial monomial : terms.descendingKeySet()) {
            Monomial part = monomial.dividedBy(leading.getKey());
            if (part != null) {
                Polynomial digit = term(part, Math.floorDiv(rest.factor(monomial), leading.getValue()));
                quotient = quotient.plus(digit);
                rest = rest.minus(digit.times(divisor));
            }
        }
        return quotient;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        terms.descendingMap().forEach((monomial, factor) -> {
            long magnitude = Math.abs(factor);
            String product = monomial.degree() == 0
                    ? Long.toString(magnitude)
                    : magnitude == 1 ? monomial.toString() : magnitude + " * " + monomial;
            text.append(text.isEmpty() ? (factor < 0 ? "-" : "") : factor < 0 ? " - " : " + ")
                    .append(product);
        });
        return text.isEmpty() ? "0" : text.toString();
    }
}
