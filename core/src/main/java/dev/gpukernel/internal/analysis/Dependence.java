package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.analysis.IterationWalk.Visit;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tests whether iterations of one to three nested loops, all run in parallel, are independent as far as an array is concerned:
 * whether no element that one of them writes is read by another, or written so that the order matters. What it cannot show counts as dependent.
 *
 * <p>An iteration is one of the innermost of the parallel loops. What stands in an outer one but not in an inner one counts as
 * being done in each iteration of the inner one.
 */
public final class Dependence {
    /** Whether iterations are independent. */
    public sealed interface Result {
        /**
         * They are.
         *
         * @param conditions what a launch with more than one iteration must check first; besides the parallel loops' own
         *     {@link LoopConditions}
         */
        record Independent(List<Condition> conditions) implements Result {
            /** Copies the conditions. */
            public Independent {
                conditions = List.copyOf(conditions);
            }
        }

        /**
         * They may not be.
         *
         * @param reason why: the accesses that meet, and where they do, if that is known
         */
        record Dependent(String reason) implements Result {}
    }

    /** How many operations of an index are followed for a message. */
    private static final int MOST_OPERATIONS = 12;

    private final Function function;
    private final int arguments;
    private final ParallelNest nest;
    private final AccessText text;
    private final Map<List<Object>, Integer> forms = new HashMap<>();

    /**
     * A test for some loops.
     *
     * @param function the function they are in
     * @param arguments how many of its parameters are the kernel's own; the host may change the others from launch to launch
     * @param parallel the loops that are to run in parallel, from the outermost, each inside the one before
     */
    public Dependence(Function function, int arguments, List<CountedLoop> parallel) {
        this.function = function;
        this.arguments = arguments;
        this.nest = ParallelNest.of(function, parallel);
        this.text = new AccessText(function, nest);
    }

    /**
     * Tests the accesses to an array.
     *
     * @param accesses all accesses in the outermost loop to one array, or to two that may be the same
     * @return whether iterations are independent
     */
    public Result test(List<Access> accesses) {
        return test(accesses, Set.of(), (one, other) -> true);
    }

    /**
     * Tests the accesses to two arrays, each of which is independent by itself, as if they were one.
     *
     * @param accesses all accesses in the outermost loop to either
     * @param known conditions that a launch checks in any case
     * @return whether iterations are independent, and what else a launch must check then
     */
    public Result testBetween(List<Access> accesses, Collection<Condition> known) {
        Result result = test(accesses, known, (one, other) -> one.array() != other.array());
        return result instanceof Result.Independent(List<Condition> needed)
                ? new Result.Independent(needed.stream()
                        .filter(condition -> !known.contains(condition))
                        .toList())
                : result;
    }

    private Result test(List<Access> accesses, Collection<Condition> known, BiPredicate<Access, Access> isAsked) {
        Assumptions assumptions = assumptions();
        assumptions.ask(known);
        Set<Condition> needed = new LinkedHashSet<>(known);
        Set<Pair> apart = new HashSet<>();
        Map<Access, Place> places = new HashMap<>();
        for (Access write : accesses) {
            if (!write.isWrite()) {
                continue;
            }
            List<Access> others = new ArrayList<>(accesses);
            others.remove(write);
            // With itself first: that tells more than a pair.
            others.addFirst(write);
            for (Access other : others) {
                if (!isAsked.test(write, other)
                        || isOwn(write, other)
                        || nest.commute(write, other)
                        || !apart.add(Pair.of(
                                places.computeIfAbsent(write, this::place),
                                places.computeIfAbsent(other, this::place)))) {
                    continue;
                }
                if (!Attempts.areApart(function, nest, write, other, assumptions)) {
                    return new Result.Dependent(reason(write, other));
                }
                needed.addAll(whereDone(write, other, assumptions.settled()));
            }
        }
        return new Result.Independent(Assumptions.necessary(needed));
    }

    /** {@return conditions that matter only where two accesses are both done} */
    private List<Condition> whereDone(Access one, Access other, List<Condition> conditions) {
        List<Condition> ofOne = nest.whereReached(function, one.instr().block(), conditions);
        return one.equals(other)
                ? ofOne
                : nest.whereReached(function, other.instr().block(), ofOne);
    }

    /**
     * Tells whether the order of two accesses is that of the outermost loop: whether an element that one iteration stores is loaded in later
     * iterations of that loop only, if at all.
     *
     * @param write what stores it
     * @param load what may load it
     * @return the conditions for that, {@code null} if it is not shown
     */
    public @Nullable List<Condition> before(Access write, Access load) {
        Assumptions assumptions = assumptions();
        Value stored = write.index();
        Value loaded = load.index();
        return stored != null
                        && loaded != null
                        && new Meeting(function, nest, write, load, assumptions)
                                .limited()
                                .isOnlyAfter(stored, loaded)
                ? assumptions.conditions()
                : null;
    }

    /**
     * Tells whether an element is loaded in the iteration that stores it, or in an earlier one, of loops one in the other, if at all.
     *
     * @param load what may load it
     * @param store what stores it
     * @return the conditions for that, {@code null} if it is not shown
     */
    public @Nullable List<Condition> notAfter(Access load, Access store) {
        Assumptions assumptions = assumptions();
        Value stored = store.index();
        Value loaded = load.index();
        return stored != null
                        && loaded != null
                        && new Meeting(function, nest, store, load, assumptions)
                                .limited()
                                .isNeverAfter(stored, loaded)
                ? assumptions.conditions()
                : null;
    }

    /** Tells whether each iteration only touches the element that its number says, as nearly all loops do. */
    private boolean isOwn(Access write, Access other) {
        CountedLoop loop = nest.parallel().getFirst();
        return nest.parallel().size() == 1
                && write.index() == loop.variable()
                && other.index() == loop.variable()
                && Math.abs(loop.step()) == 1
                && loop.isBody(write.instr().block())
                && loop.isBody(other.instr().block());
    }

    /**
     * Accesses in the same loops and on the same branches whose indices have the same form differ by constants only.
     *
     * @param form the index without its constant, as a number of its own for each form
     */
    private record Place(int form, long constant) {}

    /** What was shown of two accesses holds for all of the same forms and as far apart. */
    private record Pair(int write, int other, int apart) {
        static Pair of(Place write, Place other) {
            return new Pair(write.form, other.form, (int) (write.constant - other.constant));
        }
    }

    private Place place(Access access) {
        Block block = access.instr().block();
        Value index = access.index();
        IterationSpace space = nest.space(function, access, 1, assumptions());
        List<Object> outer = new ArrayList<>();
        Polynomial sum = Polynomial.ZERO;
        if (index != null && index.type() == ScalarType.I64) {
            // What is the same modulo 2^32 need not be here.
            outer.add(index);
        } else if (index != null) {
            RowIndex.coordinates(index).forEach(coordinate -> outer.add(space.modular(coordinate)));
            sum = (Polynomial) outer.removeLast();
        }
        List<Object> form =
                List.of(index == null, outer, sum.plus(-sum.constant()), nest.entered(block), nest.branches(block));
        return new Place(forms.computeIfAbsent(form, key -> forms.size()), sum.constant());
    }

    private Assumptions assumptions() {
        return new Assumptions(function, arguments, this::iterates);
    }

    /** {@return whether each parallel loop has at least two iterations, as far as that can be told} */
    private boolean iterates(SampleArguments sample) {
        return nest.parallel().stream().allMatch(loop -> {
            HostExpression first = HostExpression.of(function, loop.start());
            HostExpression last = HostExpression.of(function, loop.bound());
            return first == null || last == null || loop.iterations(first, last).evaluate(sample) > 1;
        });
    }

    private String reason(Access write, Access other) {
        String example = example(write, other);
        if (example == null && (write.index() == null || !isTold(write.index(), MOST_OPERATIONS))) {
            return text.describe(write) + " is an element that cannot be told from " + text.variables() + " alone";
        }
        String both =
                other.equals(write) ? text.describe(write) : text.describe(other) + " and " + text.describe(write);
        long apart = distance(write, other);
        return both
                + (apart == 0
                        ? " may be the same element in different iterations"
                        : " are the same element " + apart + (apart == 1 ? " iteration" : " iterations") + " apart")
                + (example == null ? "" : ", such as " + example)
                + kinds(write, other);
    }

    /** {@return what is the matter with atomic operations that each by itself might be done in any order} */
    private static String kinds(Access write, Access other) {
        return write.commutesWith(write)
                        && other.commutesWith(other)
                        && write.instr().op() instanceof Op.Atomic(var one, var _, var _, var _)
                        && other.instr().op() instanceof Op.Atomic(var another, var _, var _, var _)
                ? "; atomic operations of two kinds, here " + lower(one) + " and " + lower(another)
                        + ", come to something else in another order: give each kind an array of its own"
                : "";
    }

    private static String lower(Op.AtomicKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /** {@return whether a number follows from the loops' variables and what does not change} */
    private boolean isTold(Value value, int depth) {
        if (nest.parallel().getFirst().loop().isInvariant(value)) {
            return true;
        }
        return switch (value) {
            case BlockParam param ->
                Stream.concat(nest.parallel().stream(), nest.sequential().stream())
                        .anyMatch(loop -> loop.variable() == param);
            case Instr instr ->
                depth > 0
                        && instr.op().effect() == Effect.NONE
                        && instr.operands().stream().allMatch(operand -> isTold(operand, depth - 1));
        };
    }

    /** {@return how many iterations of the only parallel loop lie between two accesses to an element, 0 if that varies} */
    private long distance(Access write, Access other) {
        Value index = other.index();
        if (nest.parallel().size() > 1
                || index == null
                || index.type() == ScalarType.I64
                || write.index() == null
                || RowIndex.isOfRow(index)) {
            return 0;
        }
        Assumptions assumptions = assumptions();
        IterationSpace first = nest.space(function, write, 1, assumptions);
        IterationSpace second = nest.space(function, other, 2, assumptions);
        Polynomial difference =
                first.modular(write.index()).minus(second.modular(index)).asInts();
        CountedLoop loop = nest.parallel().getFirst();
        long factor = difference.factor(Monomial.of(first.number(loop)));
        Polynomial iterations = Polynomial.of(first.number(loop)).minus(Polynomial.of(second.number(loop)));
        Polynomial rest = difference.minus(iterations.times(factor)).asInts();
        boolean isDistance = factor != 0 && rest.isConstant() && rest.constant() % factor == 0;
        return isDistance ? Math.abs(rest.constant() / factor) : 0;
    }

    /** {@return two iterations in which two accesses meet, with the least sizes for which some are found; null if none are} */
    private @Nullable String example(Access write, Access other) {
        for (SampleArguments sample : SampleArguments.all()) {
            List<Visit> writes = IterationWalk.example(function, nest, sample).visits(write);
            if (writes.isEmpty()) {
                continue;
            }
            Map<List<Long>, Visit> byIndex = new HashMap<>();
            writes.forEach(visit -> byIndex.putIfAbsent(visit.index(), visit));
            for (Visit visit : IterationWalk.example(function, nest, sample).visits(other)) {
                Visit written = byIndex.get(visit.index());
                if (written != null && !written.iteration().equals(visit.iteration())) {
                    Visit first = write.equals(other) ? written : visit;
                    Visit second = write.equals(other) ? visit : written;
                    return text.iteration(first.iteration()) + " and " + text.iteration(second.iteration())
                            + text.sizes(sample);
                }
            }
        }
        return null;
    }
}
