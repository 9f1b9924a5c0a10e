package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopCounter;
import dev.gpukernel.internal.analysis.LoopTest;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lets a loop's variable be what its test asks about: of {@code while (++i < n)} or {@code i + 1 < n} that is {@code i + 1}. Both wrap
 * around together, so that each is the other's sum with a constant whatever happens.
 */
final class VariableShift {
    private VariableShift() {}

    /**
     * Does so if the test is at the beginning and asks about such a sum.
     *
     * @param function the function
     * @param loop a loop
     * @return whether it did
     */
    static boolean shift(Function function, Loop loop) {
        LoopTest test = LoopTest.of(loop, loop.header().terminator());
        if (test == null) {
            return false;
        }
        Instr sum = sum(loop, test.left());
        Instr other = sum == null ? sum(loop, test.right()) : sum;
        if (other == null) {
            return false;
        }
        shift(function, loop, other);
        return true;
    }

    /** {@return a tested value that is a variable of the loop and a constant, null if it is not} */
    private static @Nullable Instr sum(Loop loop, Value tested) {
        Value value = LoopTest.unwidened(tested);
        LoopCounter induction =
                value instanceof Instr instr && instr.block() == loop.header() ? base(loop, instr) : null;
        return induction == null || induction.narrow() != null ? null : (Instr) value;
    }

    private static @Nullable LoopCounter base(Loop loop, Instr sum) {
        for (Value operand : sum.operands()) {
            LoopCounter induction = LoopCounter.of(loop, operand);
            if (induction != null && LoopCounter.difference(sum, operand) != null) {
                return induction;
            }
        }
        return null;
    }

    private static void shift(Function function, Loop loop, Instr sum) {
        LoopCounter induction = Objects.requireNonNull(base(loop, sum));
        BlockParam variable = induction.variable();
        long distance = Objects.requireNonNull(LoopCounter.difference(sum, variable));
        for (Edge edge : loop.entryEdges()) {
            Builder builder = new Builder(function).before(edge.source());
            pass(edge, variable, LoopShaping.plus(builder, edge.arguments().get(variable.index()), distance));
        }
        for (Edge edge : loop.backEdges()) {
            Builder builder = new Builder(function).before(edge.source());
            pass(edge, variable, LoopShaping.plus(builder, variable, induction.step()));
        }
        List<Instr> users = new ArrayList<>(variable.users());
        Builder builder = new Builder(function).before(loop.header().instrs().getFirst());
        Value before = LoopShaping.plus(builder, variable, -distance);
        before.setName(variable.name());
        List<Value> next = loop.backEdges().stream()
                .map(edge -> edge.arguments().get(variable.index()))
                .toList();
        for (Instr user : users) {
            if (!next.contains(user)) {
                user.replaceUses(variable, before);
            }
        }
        sum.replaceAllUsesWith(variable);
    }

    private static void pass(Edge edge, BlockParam param, Value value) {
        List<Value> arguments = new ArrayList<>(edge.arguments());
        arguments.set(param.index(), value);
        edge.retarget(param.block(), arguments);
    }
}
