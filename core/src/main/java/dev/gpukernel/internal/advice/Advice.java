package dev.gpukernel.internal.advice;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.ArrayLoops.Looping;
import dev.gpukernel.internal.frontend.Reading.Finding;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What is said of a method.
 *
 * @param className internal name of its class
 * @param method the method
 * @param samples how often a recording saw it run
 * @param verdict what would become of it
 * @param findings everything that keeps it from running on a GPU, in the order of the lines
 * @param warnings what would be slow
 * @param assumed binary names of classes that objects are of for which this is said, empty if it holds in any case
 * @param failure why nothing else is known, empty if it is
 */
record Advice(
        String className,
        Looping method,
        long samples,
        Verdict verdict,
        List<Finding> findings,
        List<Finding> warnings,
        List<String> assumed,
        String failure) {
    /** Most samples first, then the deepest loops, then by name. */
    static final Comparator<Advice> ORDER = Comparator.comparingLong(Advice::samples)
            .thenComparingInt(advice -> advice.method.depth())
            .reversed()
            .thenComparing(Advice::className)
            .thenComparingInt(advice -> advice.method.line())
            .thenComparing(advice -> advice.method.name())
            .thenComparing(advice -> advice.method.descriptor());

    /** What would become of a method. */
    enum Verdict {
        /** It would run on a GPU if it were annotated. */
        TAKEN("taken as it stands"),
        /** It would run on a GPU for objects of some classes. */
        TAKEN_WITH("taken with objects of some classes"),
        /** One thing is wrong, which the finding says how to change. */
        ONE_EDIT("after one edit"),
        /** More is wrong. */
        REFUSED("not taken"),
        /** It depends on something that is known only where it runs. */
        OPEN("known only where it runs"),
        /** The compiler did not come to an end. */
        UNDECIDED("not decided");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        /** {@return what a report says} */
        String text() {
            return text;
        }
    }

    /** Copies the lists. */
    Advice {
        findings = List.copyOf(findings);
        warnings = List.copyOf(warnings);
        assumed = List.copyOf(assumed);
    }

    /** {@return the kinds of things that keep it from running on a GPU} */
    Set<Message> reasons() {
        Set<Message> reasons = EnumSet.noneOf(Message.class);
        findings.forEach(finding -> reasons.add(finding.diagnostic().message()));
        return reasons;
    }

    /** {@return the class's name and the method's, with its parameters} */
    @Override
    public String toString() {
        return className.replace('/', '.') + "." + method;
    }
}
