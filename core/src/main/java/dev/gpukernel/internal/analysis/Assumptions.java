package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.analysis.HostExpression.Exact;
import dev.gpukernel.internal.analysis.HostExpression.Extremum;
import dev.gpukernel.internal.analysis.HostExpression.Known;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is known of numbers that do not change in the parallel loops, and what a launch will have to check of them. A condition is
 * only made of something that is true of some usual arguments, with which the loops do iterate.
 */
final class Assumptions {
    /** How many operations are followed to see what a number is made of. */
    private static final int DEPTH = 6;

    private static final String UNNAMED = "a number that is computed before the loop";

    private final Function function;
    private final int arguments;
    private KnownNumbers known = new KnownNumbers();
    private final LoopEnds ends = new LoopEnds();
    private Set<Condition> conditions = new LinkedHashSet<>();

    /** What accesses before these asked for. */
    private final Set<Condition> earlier = new LinkedHashSet<>();

    private final Predicate<SampleArguments> iterates;

    /** Arguments with which all conditions are true; null until there is a condition, as most need none. */
    private @Nullable List<SampleArguments> samples;

    /**
     * Starts with nothing known.
     *
     * @param function the function
     * @param arguments how many of its parameters are the kernel's own; the others may change from launch to launch
     * @param iterates whether the loops iterate with some arguments
     */
    Assumptions(Function function, int arguments, Predicate<SampleArguments> iterates) {
        this.function = function;
        this.arguments = arguments;
        this.iterates = iterates;
    }

    /** What to go back to. */
    record Mark(Set<Condition> conditions, @Nullable List<SampleArguments> samples, KnownNumbers known) {}

    Mark mark() {
        return new Mark(new LinkedHashSet<>(conditions), samples, known.copy());
    }

    /** Forgets the conditions that were made since, and what was known. */
    void reset(Mark mark) {
        conditions = new LinkedHashSet<>(mark.conditions);
        samples = mark.samples;
        known = mark.known.copy();
    }

    /** {@return how many conditions there are that accesses before these did not ask for} */
    int asked() {
        return (int) conditions.stream()
                .filter(condition -> !earlier.contains(condition))
                .count();
    }

    /** Takes note of what a launch checks in any case. */
    void ask(Collection<Condition> known) {
        earlier.addAll(known);
    }

    /** Goes on to the next accesses. {@return what a launch must check for these, without what follows from the rest} */
    List<Condition> settled() {
        List<Condition> needed = necessary(conditions);
        earlier.addAll(conditions);
        conditions = new LinkedHashSet<>();
        return needed;
    }

    /** {@return what a launch must check, without what follows from the rest} */
    List<Condition> conditions() {
        return necessary(conditions);
    }

    /** {@return conditions without those that follow from others of them} */
    static List<Condition> necessary(Set<Condition> conditions) {
        List<Condition> needed = new ArrayList<>();
        for (Condition condition : conditions) {
            if (needed.stream().noneMatch(other -> other.implies(condition))) {
                needed.removeIf(condition::implies);
                needed.add(condition);
            }
        }
        return List.copyOf(needed);
    }

    /** {@return what is known to be at least 0} */
    List<Polynomial> facts(Set<Symbol> symbols) {
        return known.facts(symbols);
    }

    /** Takes note that a number is at least 0. */
    void know(Polynomial notNegative) {
        known.know(notNegative);
    }

    /** {@return whether a number is sure to be at least 0} */
    boolean proves(Polynomial notNegative) {
        return known.proves(notNegative);
    }

    /** {@return where loops end that are known to have an iteration} */
    LoopEnds ends() {
        return ends;
    }

    /** Forgets what was known to hold where both of two accesses are done. */
    void forget() {
        ends.clear();
        known = new KnownNumbers();
    }

    /**
     * Sees to it that a number is at least 0: proves it, or makes it a condition.
     *
     * @param notNegative the number
     * @return whether it can be taken for granted
     */
    boolean require(Polynomial notNegative) {
        if (proves(notNegative)) {
            return true;
        }
        Polynomial variable = notNegative.plus(-notNegative.constant());
        long content = Math.max(variable.content(false), 1);
        variable = variable.dividedBy(content);
        long constant = Math.floorDiv(notNegative.constant(), content);
        if (variable.isConstant() || proves(notNegative.times(-1).plus(-1))) {
            return false;
        }
        boolean atLeast = variable.terms().lastEntry().getValue() > 0;
        Polynomial value = atLeast ? variable : variable.times(-1);
        HostExpression expression = expression(value);
        if (expression == null) {
            return false;
        }
        return require(
                atLeast
                        ? new Condition(
                                expression, -constant, Long.MAX_VALUE, words(value) + " must be at least " + -constant)
                        : new Condition(
                                expression, Long.MIN_VALUE, constant, words(value) + " must be at most " + constant));
    }

    /**
     * Sees to it that a distance is 0 or greater than another either way: makes it a condition, if a kernel's arguments say so and
     * not what the host computes from one launch to the next.
     *
     * @return whether it can be taken for granted
     */
    boolean requireApart(Polynomial distance, Polynomial most) {
        Polynomial named = distance.terms().lastEntry().getValue() < 0 ? distance.times(-1) : distance;
        HostExpression value = isOfArguments(distance) ? expression(named) : null;
        HostExpression limit = expression(most.plus(1));
        if (value == null || limit == null) {
            return false;
        }
        HostExpression opposite = new Exact(BinaryKind.SUB, new Known(0), value);
        HostExpression magnitude = new Extremum(true, value, opposite);
        HostExpression apart = new Extremum(
                true, new Exact(BinaryKind.SUB, magnitude, limit), new Exact(BinaryKind.SUB, new Known(0), magnitude));
        String text = words(named) + " must be 0, at least " + words(most.plus(1)) + " or at most "
                + words(most.plus(1).times(-1));
        return require(new Condition(apart, 0, Long.MAX_VALUE, text));
    }

    private static String words(Polynomial number) {
        String text = number.toString();
        return text.equals("…") ? UNNAMED : text.replace("…", "(" + UNNAMED + ")");
    }

    private boolean isOfArguments(Polynomial sum) {
        return sum.terms().keySet().stream()
                .flatMap(product -> product.symbols().stream())
                .allMatch(symbol -> isOfArguments(symbol.value(), DEPTH));
    }

    private boolean isOfArguments(Value value, int depth) {
        return switch (value) {
            case BlockParam param -> param.block() == function.entry() && param.index() < arguments;
            case Instr instr ->
                depth > 0 && instr.operands().stream().allMatch(operand -> isOfArguments(operand, depth - 1));
        };
    }

    /** Sees to it that a number is a power of two, 1 or more, and takes note. {@return whether it can be taken for granted} */
    boolean requirePowerOfTwo(Polynomial number) {
        HostExpression expression = expression(number);
        if (expression == null || !requireAndKnow(number.plus(-1))) {
            return false;
        }
        HostExpression less = new HostExpression.Binary(BinaryKind.SUB, ScalarType.I64, expression, new Known(1));
        HostExpression both = new HostExpression.Binary(BinaryKind.AND, ScalarType.I64, expression, less);
        return require(new Condition(both, 0, 0, words(number) + " must be a power of two"));
    }

    /** Sees to it that a number is at least 0, and takes note of it. {@return whether it can be taken for granted} */
    boolean requireAndKnow(Polynomial notNegative) {
        if (!require(notNegative)) {
            return false;
        }
        know(notNegative);
        return true;
    }

    /** {@return whether a condition can be made} */
    boolean require(Condition condition) {
        List<SampleArguments> usual = samples;
        if (usual == null) {
            usual = SampleArguments.usual().stream().filter(iterates).toList();
        }
        List<SampleArguments> left = usual.stream().filter(condition::holds).toList();
        if (left.isEmpty()) {
            return false;
        }
        samples = left;
        conditions.add(condition);
        return true;
    }

    private @Nullable HostExpression expression(Polynomial polynomial) {
        HostExpression sum = null;
        for (Map.Entry<Monomial, Long> term : polynomial.terms().descendingMap().entrySet()) {
            HostExpression product = null;
            for (Symbol symbol : term.getKey().symbols()) {
                HostExpression factor = HostExpression.of(function, symbol.value());
                if (factor == null) {
                    return null;
                }
                product = product == null ? factor : new Exact(BinaryKind.MUL, product, factor);
            }
            HostExpression factor = new Known(term.getValue());
            product = product == null
                    ? factor
                    : term.getValue() == 1 ? product : new Exact(BinaryKind.MUL, product, factor);
            sum = sum == null ? product : new Exact(BinaryKind.ADD, sum, product);
        }
        return sum == null ? new Known(0) : sum;
    }
}
