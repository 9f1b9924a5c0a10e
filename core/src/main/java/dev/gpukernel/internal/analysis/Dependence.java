package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tests whether the iterations of a loop are independent as far as an array is concerned: whether no element that one iteration
 * writes is read or written by another. Decides for linear subscripts; what it cannot decide counts as dependent.
 *
 * <p>Two accesses with the same subscript, a multiple of the loop variable by an odd factor and an unchanging rest, meet in the
 * same iteration only.
 */
public final class Dependence {
    private final Loop loop;
    private final Value variable;

    public Dependence(Loop loop, Value variable) {
        this.loop = loop;
        this.variable = variable;
    }

    /**
     * Looks for a conflict.
     *
     * @param accesses the accesses of the loop to an array, or to two that may be the same
     * @return why iterations may depend on each other, in words, or {@code null} if they do not
     */
    public @Nullable String conflict(List<Access> accesses) {
        if (Access.commute(accesses)) {
            return null;
        }
        for (Access write : accesses) {
            if (!write.isWrite()) {
                continue;
            }
            Subscript written = subscript(write);
            if (written == null) {
                return describe(write) + " is an element that cannot be told from the loop variable '" + name()
                        + "' alone";
            }
            if (!written.isInjective()) {
                return describe(write) + " may be the same element in different iterations";
            }
            for (Access other : accesses) {
                String why = conflict(write, written, other);
                if (why != null) {
                    return why;
                }
            }
        }
        return null;
    }

    private @Nullable String conflict(Access write, Subscript written, Access other) {
        Subscript touched = subscript(other);
        if (written.equals(touched)) {
            return null;
        }
        String both = describe(other) + " and " + describe(write);
        if (touched == null
                || touched.factor() != written.factor()
                || !touched.terms().equals(written.terms())) {
            return both + " may be the same element in different iterations";
        }
        int distance = touched.constant() - written.constant();
        if (distance % written.factor() != 0) {
            // No iterations near each other; modulo 2^32 some far apart still meet.
            return both + " may be the same element in different iterations";
        }
        long iterations = Math.abs((long) distance / written.factor());
        return both + " are the same element " + iterations + (iterations == 1 ? " iteration" : " iterations")
                + " apart";
    }

    private String describe(Access access) {
        return access.array().name() + "[" + text(access) + "], "
                + (access.isWrite() ? "written" : "read")
                + (access.line() > 0 ? " at line " + access.line() : "") + ",";
    }

    /** {@return the elements of an access as a linear function, null if they are none} */
    private @Nullable Subscript subscript(Access access) {
        Value index = access.index();
        return index == null ? null : Subscript.of(index, variable, loop);
    }

    private String text(Access access) {
        Subscript subscript = subscript(access);
        if (subscript == null) {
            return "…";
        }
        StringBuilder text = new StringBuilder();
        append(text, subscript.factor(), name());
        subscript.terms().forEach((value, times) -> append(text, times, value.name() == null ? "…" : value.name()));
        if (subscript.constant() != 0 || text.isEmpty()) {
            append(text, subscript.constant(), "");
        }
        return text.toString();
    }

    private static void append(StringBuilder text, int times, @Nullable String name) {
        if (times == 0 && !"".equals(name)) {
            return;
        }
        long magnitude = Math.abs((long) times);
        String term = "".equals(name) ? Long.toString(magnitude) : magnitude == 1 ? name : magnitude + " * " + name;
        if (text.isEmpty()) {
            text.append(times < 0 ? "-" : "").append(term);
        } else {
            text.append(times < 0 ? " - " : " + ").append(term);
        }
    }

    private String name() {
        return variable.name() == null ? "i" : variable.name();
    }
}
