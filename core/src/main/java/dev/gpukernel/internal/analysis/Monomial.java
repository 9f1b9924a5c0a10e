package dev.gpukernel.internal.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A product of symbols.
 *
 * @param symbols its factors in order, none for the number 1
 */
record Monomial(List<Symbol> symbols) implements Comparable<Monomial> {
    static final Monomial ONE = new Monomial(List.of());

    /** Copies the symbols. */
    Monomial {
        symbols = List.copyOf(symbols);
    }

    static Monomial of(Symbol symbol) {
        return new Monomial(List.of(symbol));
    }

    Monomial times(Monomial other) {
        List<Symbol> product = new ArrayList<>(symbols);
        product.addAll(other.symbols);
        product.sort(Comparator.naturalOrder());
        return new Monomial(product);
    }

    /** {@return the monomial that gives this one times a divisor, null if there is none} */
    @Nullable Monomial dividedBy(Monomial divisor) {
        List<Symbol> quotient = new ArrayList<>(symbols);
        return divisor.symbols.stream().allMatch(quotient::remove) ? new Monomial(quotient) : null;
    }

    int degree() {
        return symbols.size();
    }

    /** {@return how many of its factors change in the parallel loops} */
    long changing() {
        return symbols.stream().filter(Symbol::isChanging).count();
    }

    /** Higher degrees come later. */
    @Override
    public int compareTo(Monomial other) {
        if (degree() != other.degree()) {
            return Integer.compare(degree(), other.degree());
        }
        for (int i = 0; i < degree(); i++) {
            int order = symbols.get(i).compareTo(other.symbols.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** What changes stands first, as in {@code y * w}. */
    @Override
    public String toString() {
        return symbols.reversed().stream().map(Symbol::toString).collect(Collectors.joining(" * "));
    }
}
