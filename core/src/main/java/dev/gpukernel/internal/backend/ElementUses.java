package dev.gpukernel.internal.backend;

import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What was done last with the elements of an array: uses of intervals of it, each by something and perhaps with a number. Used by one
 * thread at a time. As long as all uses are of the whole array, there are few, and nothing is allocated for a new one.
 *
 * @param <T> what uses elements
 */
public final class ElementUses<T> {
    private @Nullable Use<T> first;
    private @Nullable Use<T> spare;
    private int count;

    /** Makes it without any use. */
    public ElementUses() {}

    /**
     * A use. It stays as it is until the next change of the {@link ElementUses}.
     *
     * @param <T> what uses elements
     */
    public static final class Use<T> {
        private @Nullable T by;
        private long from;
        private long to;
        private boolean writes;
        private long number;
        private @Nullable Use<T> next;

        /** {@return what uses the elements} */
        public T by() {
            return Objects.requireNonNull(by, "in use");
        }

        /** {@return whether it writes them, else it reads them} */
        public boolean writes() {
            return writes;
        }

        /** {@return its number} */
        public long number() {
            return number;
        }

        /** Gives it another number. */
        public void setNumber(long newNumber) {
            number = newNumber;
        }

        /** {@return whether it has an element of an interval} */
        public boolean overlaps(long start, long end) {
            return Math.max(from, start) < Math.min(to, end);
        }

        /** {@return whether it has all elements of an interval} */
        public boolean covers(long start, long end) {
            return from <= start && end <= to;
        }

        /** {@return whether it has no other elements than those of an interval} */
        public boolean isWithin(long start, long end) {
            return start <= from && to <= end;
        }

        /** {@return whether it has no other elements than another use} */
        public boolean isWithin(Use<?> other) {
            return isWithin(other.from, other.to);
        }

        /** {@return the next use, null after the last} */
        public @Nullable Use<T> next() {
            return next;
        }
    }

    /** {@return the first use in no particular order, null if there is none} */
    public @Nullable Use<T> first() {
        return first;
    }

    /** {@return how many there are} */
    public int count() {
        return count;
    }

    /**
     * Adds a use.
     *
     * @param by what uses the elements
     * @param number its number
     * @param from the first element
     * @param to the element after the last
     * @param writes whether it writes them, else it reads them
     */
    public void add(T by, long number, long from, long to, boolean writes) {
        Use<T> use = spare;
        if (use == null) {
            use = new Use<>();
        } else {
            spare = use.next;
        }
        use.by = by;
        use.number = number;
        use.from = from;
        use.to = to;
        use.writes = writes;
        use.next = first;
        first = use;
        count++;
    }

    /**
     * Takes an interval out of uses, since a new one stands for them there.
     *
     * @param from the first element
     * @param to the element after the last
     * @param which out of which uses
     */
    public void cut(long from, long to, Predicate<? super Use<T>> which) {
        Use<T> before = null;
        for (Use<T> use = first; use != null; ) {
            Use<T> next = use.next;
            if (use.overlaps(from, to) && which.test(use)) {
                if (use.isWithin(from, to)) {
                    remove(before, use);
                    use = next;
                    continue;
                }
                if (use.from < from && to < use.to) {
                    // To the front, where this loop has been.
                    add(use.by(), use.number, to, use.to, use.writes);
                    use.to = from;
                } else if (use.from < from) {
                    use.to = from;
                } else {
                    use.from = to;
                }
            }
            before = use;
            use = next;
        }
    }

    /** Removes all uses by something, and {@return whether there were any} */
    @SuppressWarnings("ReferenceEquality") // the very same
    public boolean remove(T by) {
        int before = count;
        Use<T> last = null;
        for (Use<T> use = first; use != null; ) {
            Use<T> next = use.next;
            if (use.by == by) {
                remove(last, use);
            } else {
                last = use;
            }
            use = next;
        }
        return count < before;
    }

    /** Removes uses. */
    public void removeIf(Predicate<? super Use<T>> which) {
        Use<T> before = null;
        for (Use<T> use = first; use != null; ) {
            Use<T> next = use.next;
            if (which.test(use)) {
                remove(before, use);
            } else {
                before = use;
            }
            use = next;
        }
    }

    private void remove(@Nullable Use<T> before, Use<T> use) {
        if (before == null) {
            first = use.next;
        } else {
            before.next = use.next;
        }
        use.by = null;
        use.next = spare;
        spare = use;
        count--;
    }
}
