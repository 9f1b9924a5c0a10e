package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a value that a loop carries is a {@link Fold}: all that is computed from it in the loop is one operation with
 * something else, conditionally or several times, also in inner loops, until it goes into the next iteration.
 */
final class FoldRecognition {
    private final Loop loop;
    private final BlockParam param;

    /** The values that are what was accumulated so far. */
    private final Set<Value> accumulated = new LinkedHashSet<>();

    private final Deque<Value> work = new ArrayDeque<>();
    private @Nullable Op operation;
    private @Nullable ElementType narrow;
    private boolean fails;

    private FoldRecognition(Loop loop, BlockParam param) {
        this.loop = loop;
        this.param = param;
    }

    /** {@return the fold that a parameter of a loop's header is, or null} */
    static @Nullable Fold of(CountedLoop counted, BlockParam param) {
        return new FoldRecognition(counted.loop(), param).recognise();
    }

    private @Nullable Fold recognise() {
        add(param);
        while (!work.isEmpty() && !fails) {
            Value value = work.pop();
            for (Instr user : value.users()) {
                fails |= !follow(value, user);
            }
        }
        boolean closed = loop.backEdges().stream()
                        .allMatch(edge -> accumulated.contains(edge.arguments().get(param.index())))
                && accumulated.stream().allMatch(this::isFedByAccumulated);
        Op combining = operation;
        if (fails || !closed || combining == null || (narrow != null && !isNarrowedAlways(combining))) {
            return null;
        }
        return new Fold(param, combining, narrow);
    }

    /** Narrowing each time is then the same as narrowing at the end, but for minima and maxima. */
    private boolean isNarrowedAlways(Op combining) {
        return !(combining instanceof Op.Call)
                && accumulated.stream()
                        .filter(value -> value instanceof Instr instr && !(instr.op() instanceof Op.Narrow))
                        .allMatch(value -> value.users().stream().allMatch(user -> user.op() instanceof Op.Narrow));
    }

    private void add(Value value) {
        if (accumulated.add(value)) {
            work.push(value);
        }
    }

    /** {@return whether a use of an accumulated value is one that a fold may have} */
    private boolean follow(Value value, Instr user) {
        if (!loop.contains(user.block())) {
            return value == param;
        }
        if (user.op().isTerminator()) {
            return !user.operands().contains(value) && user.edges().stream().allMatch(edge -> follow(value, edge));
        }
        if (user.op() instanceof Op.Narrow(ElementType to)) {
            boolean same = narrow == null || narrow == to;
            narrow = to;
            add(user);
            return same;
        }
        Op combining = Fold.combining(user.op());
        boolean once = user.operands().stream().filter(accumulated::contains).count() == 1;
        boolean left = user.operand(0) == value;
        if (combining == null || !once || (!left && !combining.equals(user.op()))) {
            return false;
        }
        boolean same = operation == null || operation.equals(combining);
        operation = combining;
        add(user);
        return same;
    }

    private boolean follow(Value value, Edge edge) {
        Block target = edge.target();
        for (int i = 0; i < edge.arguments().size(); i++) {
            if (edge.arguments().get(i) != value) {
                continue;
            }
            if (!loop.contains(target)) {
                // Out of the loop goes what its header has.
                if (value != param) {
                    return false;
                }
            } else if (target == loop.header()) {
                if (i != param.index()) {
                    return false;
                }
            } else {
                add(target.params().get(i));
            }
        }
        return true;
    }

    /** A parameter of a block inside is accumulated whichever way control came. */
    private boolean isFedByAccumulated(Value value) {
        return !(value instanceof BlockParam inner)
                || inner == param
                || inner.block().incoming().stream()
                        .allMatch(edge -> accumulated.contains(edge.arguments().get(inner.index())));
    }
}
