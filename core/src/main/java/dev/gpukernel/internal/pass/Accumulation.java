package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a variable is accumulated in a loop: from the iteration's beginning to its end it is one operation with something else,
 * conditionally or several times, also in inner loops. Whatever else is computed from it only reads it.
 */
final class Accumulation {
    private final Loop loop;
    private final BlockParam param;
    /** What an iteration computes from the variable. */
    private final Set<Value> computed;

    private final Set<Value> values = new LinkedHashSet<>();
    private @Nullable Op operation;
    private @Nullable ElementType narrow;

    private Accumulation(Loop loop, BlockParam param) {
        this.loop = loop;
        this.param = param;
        this.computed = Dependent.results(
                List.of(param),
                user -> loop.contains(user.block()),
                edge -> loop.contains(edge.target()) && edge.target() != loop.header());
    }

    /** {@return how a parameter of a loop's header is accumulated, null if it is not} */
    static @Nullable Accumulation of(Loop loop, BlockParam param) {
        Accumulation found = new Accumulation(loop, param);
        return found.isClosed() && found.operation != null && found.isNarrowedAlways() ? found : null;
    }

    BlockParam param() {
        return param;
    }

    /** {@return the running value in all of its states} */
    Set<Value> values() {
        return values;
    }

    Fold fold() {
        if (operation == null) {
            throw new IllegalStateException(param + " is not accumulated");
        }
        return new Fold(param, operation, narrow);
    }

    /** {@return whether anything in the loop asks what was accumulated so far, or anything after it what it was on the way} */
    boolean isRead() {
        return values.stream().anyMatch(value -> isRead(value, new HashSet<>()));
    }

    /**
     * Tells whether something reads a state.
     *
     * @param seen states, and parameters of blocks that only receive one
     */
    private boolean isRead(Value value, Set<Value> seen) {
        for (Instr user : value.users()) {
            if (!loop.contains(user.block())) {
                if (value != param) {
                    return true;
                }
            } else if ((user.operands().contains(value) && !values.contains(user))
                    || user.edges().stream().anyMatch(edge -> isRead(value, edge, seen))) {
                return true;
            }
        }
        return false;
    }

    private boolean isRead(Value value, Edge edge, Set<Value> seen) {
        Block target = edge.target();
        for (int i = 0; i < edge.arguments().size(); i++) {
            if (edge.arguments().get(i) == value) {
                // Out of the loop goes what its header has.
                boolean isRead = !loop.contains(target)
                        ? value != param
                        : target == loop.header()
                                ? i != param.index()
                                : !values.contains(target.params().get(i))
                                        && seen.add(target.params().get(i))
                                        && isRead(target.params().get(i), seen);
                if (isRead) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isClosed() {
        values.add(param);
        Deque<Value> work = new ArrayDeque<>();
        loop.backEdges().forEach(edge -> work.add(edge.arguments().get(param.index())));
        while (!work.isEmpty()) {
            Value value = work.pop();
            if (!values.add(value)) {
                continue;
            }
            if (!computed.contains(value) || (value.block() == loop.header() && value instanceof BlockParam)) {
                return false;
            }
            switch (value) {
                case BlockParam join ->
                    join.block()
                            .incoming()
                            .forEach(edge -> work.add(edge.arguments().get(join.index())));
                case Instr step -> {
                    Value before = before(step);
                    if (before == null) {
                        return false;
                    }
                    work.add(before);
                }
            }
        }
        return true;
    }

    /** {@return what an operation accumulates upon, null if it is none that accumulates} */
    private @Nullable Value before(Instr step) {
        if (step.op() instanceof Op.Narrow(ElementType to)) {
            boolean same = narrow == null || narrow == to;
            narrow = to;
            return same ? step.operand(0) : null;
        }
        if (step.op() instanceof Op.Select && step.operand(0) instanceof Instr compare) {
            return chosenUpon(step, compare);
        }
        Op combining = Fold.combining(step.op());
        if (combining == null || (operation != null && !operation.equals(combining))) {
            return null;
        }
        operation = combining;
        boolean left = computed.contains(step.operand(0));
        boolean right = step.operands().size() > 1 && computed.contains(step.operand(1));
        boolean isSwapped = right && combining.equals(step.op());
        return left == right || (right && !isSwapped) ? null : step.operand(left ? 0 : 1);
    }

    /** {@return what stays where a comparison with it does not hold, null if that is not what is chosen} The comparison belongs to it. */
    private @Nullable Value chosenUpon(Instr choice, Instr compare) {
        boolean isChoice = compare.op() instanceof Op.Compare(Predicate better, ScalarType type)
                && type.isFloating()
                && better.isOrder()
                && compare.operand(0) == choice.operand(1)
                && compare.operand(1) == choice.operand(2)
                && !computed.contains(choice.operand(1))
                && loop.contains(compare.block())
                && (operation == null || operation.equals(compare.op()));
        if (!isChoice) {
            return null;
        }
        operation = compare.op();
        values.add(compare);
        return choice.operand(2);
    }

    /**
     * {@return whether each step is narrowed before the next one, if any is} Sums, products and bits come out the same then as if they
     * were narrowed at the end, minima and maxima do not.
     */
    private boolean isNarrowedAlways() {
        return narrow == null
                || (!(operation instanceof Op.Call)
                        && values.stream()
                                .filter(value -> value instanceof Instr step && !(step.op() instanceof Op.Narrow))
                                .allMatch(this::isOnlyNarrowed));
    }

    private boolean isOnlyNarrowed(Value step) {
        return step.users().stream()
                        .allMatch(user ->
                                !user.isTerminator() || user.edges().stream().noneMatch(edge -> goesOn(step, edge)))
                && step.users().stream()
                        .filter(user -> !user.isTerminator() && values.contains(user))
                        .allMatch(user -> user.op() instanceof Op.Narrow);
    }

    /** {@return whether a step goes into the next state, or the next iteration, over an edge} */
    private boolean goesOn(Value step, Edge edge) {
        for (int i = 0; i < edge.arguments().size(); i++) {
            if (edge.arguments().get(i) == step
                    && values.contains(edge.target().params().get(i))) {
                return true;
            }
        }
        return false;
    }
}
