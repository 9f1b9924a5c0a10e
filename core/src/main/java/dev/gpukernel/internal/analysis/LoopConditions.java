package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.analysis.HostExpression.Exact;
import dev.gpukernel.internal.analysis.HostExpression.Known;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.ArrayList;
import java.util.List;

/**
 * What a launch must ask of its arguments about a counted loop.
 *
 * @param loop the loop
 * @param first its start as a number in 64 bits
 * @param last its bound as a number in 64 bits
 */
public record LoopConditions(CountedLoop loop, HostExpression first, HostExpression last) {
    private String name() {
        return CountedLoop.name(loop.variable());
    }

    /** {@return what must hold for the step of a loop that {@link CountedLoop#mayLeadAway} to lead to its bound} */
    public Condition lead() {
        String text = "the step of variable '" + name()
                + "' must lead to its bound; with a step of 0 the loop never ends, in Java either";
        return new Condition(last, Long.MIN_VALUE, CountedLoop.NEVER, text);
    }

    /** {@return conditions that hold of a launch without iterations, too} */
    public List<Condition> ifItIterates(List<Condition> conditions) {
        HostExpression none = past();
        List<Condition> all = new ArrayList<>();
        for (Condition condition : conditions) {
            if (condition.least() > Long.MIN_VALUE) {
                HostExpression more = new Exact(BinaryKind.SUB, condition.value(), new Known(condition.least()));
                all.add(new Condition(either(more, none), 0, Long.MAX_VALUE, condition.text()));
            }
            if (condition.most() < Long.MAX_VALUE) {
                HostExpression less = new Exact(BinaryKind.SUB, new Known(condition.most()), condition.value());
                all.add(new Condition(either(less, none), 0, Long.MAX_VALUE, condition.text()));
            }
        }
        return all;
    }

    /** {@return a number that is at least 0 if the loop's test does not hold of its start} */
    private HostExpression past() {
        HostExpression past = new Exact(BinaryKind.SUB, loop.step() > 0 ? first : last, loop.step() > 0 ? last : first);
        return switch (loop.predicate()) {
            case NE -> new HostExpression.Extremum(false, past, new Exact(BinaryKind.SUB, new Known(0), past));
            case LE, GE -> new Exact(BinaryKind.SUB, past, new Known(1));
            default -> past;
        };
    }

    private static HostExpression either(HostExpression one, HostExpression other) {
        return new HostExpression.Extremum(true, one, other);
    }

    /** {@return in words that the variable must not wrap around before it reaches its bound} */
    public static String noOverflow(CountedLoop loop) {
        // A distance of 2^63 or more is no number here; in steps as large as that, such a loop may end all the same.
        String orRunFar =
                loop.range().high() == Long.MAX_VALUE ? ", nor may its bound be 2^63 or more from its start" : "";
        return "variable '" + CountedLoop.name(loop.variable()) + "' must not overflow before its loop ends" + orRunFar;
    }

    /**
     * {@return what must hold so that the loop ends as it is counted, by its variable reaching the bound without wrapping around} That is
     * nothing for a loop that always ends so, as every int loop with {@code <} and a step of 1 does.
     */
    public List<Condition> ends() {
        if (loop.always()) {
            return List.of();
        }
        Interval range = loop.range();
        String text = noOverflow(loop);
        List<Condition> all = new ArrayList<>();
        if (loop.predicate() == Predicate.NE) {
            HostExpression distance =
                    new Exact(BinaryKind.SUB, loop.step() > 0 ? last : first, loop.step() > 0 ? first : last);
            String past = "variable '" + name() + "' must not start past the bound that it is to reach with '!='";
            all.add(new Condition(distance, 0, Long.MAX_VALUE, past));
            if (!loop.isOfInts() && loop.variable().type() == ScalarType.I32) {
                all.add(new Condition(last, range.low(), range.high(), text));
            }
        } else {
            HostExpression count =
                    new HostExpression.Extremum(true, loop.iterations(first, last, Exact::new), new Known(0));
            HostExpression end =
                    new Exact(BinaryKind.ADD, first, new Exact(BinaryKind.MUL, count, new Known(loop.step())));
            all.add(new Condition(end, range.low(), range.high(), text));
        }
        if (loop.induction().narrowed() != null) {
            all.add(new Condition(first, range.low(), range.high(), text));
        }
        boolean isKnown = first instanceof Known && last instanceof Known;
        all.removeIf(
                condition -> isKnown && condition.holds(SampleArguments.all().getFirst()));
        return all;
    }
}
