package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Intrinsic;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs through the iterations of loops with some arguments, as Java would, and tells the index of an access in each. */
final class IterationWalk {
    /** An access in one iteration: the parallel loops' variables and the index in each dimension. */
    record Visit(List<Long> iteration, List<Long> index) {}

    /** So many iterations of each loop are enough for an example. */
    private static final int EXAMPLE_ITERATIONS = 9;

    /** So many visits in all are. */
    private static final int EXAMPLE_VISITS = 600;

    /** How many operations of an index are computed. */
    private static final int MOST_STEPS = 300;

    private final Function function;
    private final ParallelNest nest;
    private final HostExpression.Arguments arguments;
    private final int mostIterations;
    private final int mostVisits;
    private final Map<Value, Constant> variables = new HashMap<>();
    private List<Guards.Taken> guards = List.of();
    private int steps;
    private final List<Visit> visits = new ArrayList<>();
    private boolean isComplete = true;

    private IterationWalk(
            Function function, ParallelNest nest, HostExpression.Arguments arguments, int iterations, int visits) {
        this.function = function;
        this.nest = nest;
        this.arguments = arguments;
        this.mostIterations = iterations;
        this.mostVisits = visits;
    }

    /** Runs through the first iterations with made-up arguments. */
    static IterationWalk example(Function function, ParallelNest nest, SampleArguments arguments) {
        return new IterationWalk(function, nest, arguments, EXAMPLE_ITERATIONS, EXAMPLE_VISITS);
    }

    /**
     * Runs through all iterations of a launch.
     *
     * @param visits how many at most
     */
    static IterationWalk all(Function function, ParallelNest nest, HostExpression.Arguments arguments, int visits) {
        return new IterationWalk(function, nest, arguments, visits, visits);
    }

    /** {@return where an access goes, in order of iterations; nothing of what cannot be told, or throws} */
    List<Visit> visits(Access access) {
        Value index = access.index();
        if (index != null) {
            guards = nest.branches(access.instr().block());
            walk(nest.around(access.instr().block()), access, index);
        } else {
            isComplete = false;
        }
        return visits;
    }

    /** {@return whether the visits are all that there may be} */
    boolean isComplete() {
        return isComplete;
    }

    private void walk(List<CountedLoop> loops, Access access, Value index) {
        if (loops.isEmpty()) {
            List<Long> place = mayBeReached() ? place(access, index) : null;
            if (place != null) {
                List<Long> iteration = nest.parallel().stream()
                        .map(loop -> variable(loop).bits())
                        .toList();
                visits.add(new Visit(iteration, place));
            }
            return;
        }
        CountedLoop loop = loops.getFirst();
        Constant current = value(loop.start());
        Constant bound = value(loop.bound());
        ScalarType type = (ScalarType) loop.variable().type();
        int iterations = 0;
        while (current != null
                && bound != null
                && iterations < mostIterations
                && visits.size() < mostVisits
                && goesOn(loop, current, bound)) {
            variables.put(loop.variable(), current);
            walk(loops.subList(1, loops.size()), access, index);
            current = new Constant(type, Arithmetic.binary(Op.BinaryKind.ADD, type, current.bits(), loop.step()));
            iterations++;
        }
        isComplete &= current != null && bound != null && !goesOn(loop, current, bound);
        variables.remove(loop.variable());
    }

    /** {@return an element's index in each dimension, null if that cannot be told or is out of range} */
    private @Nullable List<Long> place(Access access, Value index) {
        long length = RowIndex.isOfRow(index) ? Integer.MAX_VALUE : length(access.array());
        List<Long> place = new ArrayList<>();
        for (Value coordinate : RowIndex.coordinates(index)) {
            Constant known = value(coordinate);
            isComplete &= known != null;
            if (known == null || known.bits() < 0 || known.bits() >= length) {
                return null;
            }
            place.add(known.bits());
        }
        return place;
    }

    private boolean mayBeReached() {
        for (Guards.Taken guard : guards) {
            if (!mayHold(guard)) {
                return false;
            }
        }
        return true;
    }

    /** {@return whether a branch goes as it must, if that can be told} */
    private boolean mayHold(Guards.Taken guard) {
        Constant condition = value(guard.condition());
        return condition == null || (condition.bits() != 0) == guard.holds();
    }

    private Constant variable(CountedLoop loop) {
        Constant value = variables.get(loop.variable());
        if (value == null) {
            throw new IllegalStateException("not in loop " + loop.variable());
        }
        return value;
    }

    private static boolean goesOn(CountedLoop loop, Constant variable, Constant bound) {
        return loop.predicate().holds(Long.compare(variable.bits(), bound.bits()), false);
    }

    /** {@return how long an array is, which matters only if a loop's bound or an index depends on it} */
    private long length(BlockParam array) {
        return arguments instanceof SampleArguments sample && !sample.isAsked(~array.index())
                ? Integer.MAX_VALUE
                : arguments.arrayLength(array.index());
    }

    private @Nullable Constant value(Value value) {
        steps = 0;
        return computed(value);
    }

    private @Nullable Constant computed(Value value) {
        Constant variable = variables.get(value);
        if (variable != null || ++steps > MOST_STEPS) {
            return variable;
        }
        if (value instanceof Instr instr) {
            if (instr.op() instanceof Constant constant) {
                return constant;
            }
            if (!instr.operands().isEmpty() && !(instr.op() instanceof Op.Length)) {
                List<Constant> operands = new ArrayList<>();
                for (Value operand : instr.operands()) {
                    Constant known = operand.type() instanceof ScalarType ? computed(operand) : null;
                    if (known == null) {
                        return null;
                    }
                    operands.add(known);
                }
                if (isDivisionBy0(instr.op(), operands.getLast())) {
                    // Java throws: nothing is reached here.
                    return null;
                }
                return instr.op() instanceof Op.Call(Intrinsic intrinsic)
                        ? extremum(intrinsic.text(), operands)
                        : Evaluation.of(instr.op(), operands);
            }
        }
        HostExpression expression = HostExpression.of(function, value);
        if (expression == null) {
            return value instanceof BlockParam param ? chosen(param) : null;
        }
        return new Constant((ScalarType) value.type(), expression.evaluate(arguments));
    }

    /**
     * {@return what the way brings that leads to a value here, null if the way cannot be told} On each way, what must be true for it to be
     * taken may not be all: it is the one that is taken only if no other may be.
     */
    private @Nullable Constant chosen(BlockParam param) {
        if (!(param.type() instanceof ScalarType) || Loop.isHeader(param.block())) {
            return null;
        }
        Edge only = null;
        for (Edge way : param.block().incoming()) {
            Instr end = way.source();
            List<Guards.Taken> taken = new ArrayList<>(nest.branches(end.block()));
            if (end.op() instanceof Op.Branch) {
                taken.add(new Guards.Taken(
                        end.block(), end.operand(0), end.edges().getFirst() == way));
            }
            boolean isTaken = true;
            for (Guards.Taken branch : taken) {
                Constant condition = computed(branch.condition());
                if (condition == null) {
                    return null;
                }
                isTaken &= (condition.bits() != 0) == branch.holds();
            }
            if (isTaken && only != null) {
                return null;
            }
            only = isTaken ? way : only;
        }
        return only == null ? null : computed(only.arguments().get(param.index()));
    }

    private static boolean isDivisionBy0(Op op, Constant divisor) {
        return op instanceof Op.Binary(Op.BinaryKind kind, ScalarType type)
                && (kind == Op.BinaryKind.DIV || kind == Op.BinaryKind.REM)
                && !type.isFloating()
                && divisor.bits() == 0;
    }

    private static @Nullable Constant extremum(String intrinsic, List<Constant> operands) {
        boolean isLess = operands.size() == 2
                && operands.getFirst().bits() < operands.getLast().bits();
        return switch (intrinsic) {
            case "Math.min.i32", "Math.min.i64" -> isLess ? operands.getFirst() : operands.getLast();
            case "Math.max.i32", "Math.max.i64" -> isLess ? operands.getLast() : operands.getFirst();
            default -> null;
        };
    }
}
