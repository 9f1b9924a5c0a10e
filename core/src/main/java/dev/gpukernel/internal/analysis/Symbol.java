package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Value;
import java.util.Comparator;

/**
 * A number that a {@link Polynomial} speaks of. Of two accesses that are compared, each has loop variables and other changing
 * values of its own.
 *
 * @param value the value; a counted loop's variable stands for the number of the iteration, from 0
 * @param side 0 for a value that does not change in the parallel loops, 1 for what belongs to the first access, 2 to the second
 * @param part 0 for the value, else a quotient or remainder on the way to it
 */
record Symbol(Value value, int side, int part) implements Comparable<Symbol> {
    /** Longer expressions are not written out. */
    private static final int MOST_OPERATIONS = 3;

    private static final Comparator<Symbol> ORDER = Comparator.comparingInt(Symbol::side)
            .thenComparingInt(symbol -> symbol.value.id())
            .thenComparingInt(Symbol::part);

    Symbol(Value value, int side) {
        this(value, side, 0);
    }

    @Override
    public int compareTo(Symbol other) {
        return ORDER.compare(this, other);
    }

    boolean isChanging() {
        return side != 0;
    }

    @Override
    public String toString() {
        String text = ValueText.of(value, MOST_OPERATIONS, true);
        return text == null ? "…" : ValueText.closed(text);
    }

    /** {@return a text that stands alone, without parentheses around it} */
    static String bare(String text) {
        return text.startsWith("(") ? text.substring(1, text.length() - 1) : text;
    }
}
