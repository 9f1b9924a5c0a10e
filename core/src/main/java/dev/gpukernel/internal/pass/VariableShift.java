package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Induction;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopExits;
import dev.gpukernel.internal.analysis.LoopTest;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lets a loop's variable be what its test asks about: of {@code while (++i < n)} or {@code i + 1 < n} that is {@code i + 1}, of {@code
 * 2 * i < n} twice the variable. Both wrap around together, so that each moves by the same amount in each iteration whatever happens.
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
        if (other != null) {
            shift(function, loop, other);
            return true;
        }
        return LoopExits.of(loop).size() == 1
                && (multiply(function, loop, test.left())
                        || multiply(function, loop, test.right())
                        || carry(function, loop, test.left())
                        || carry(function, loop, test.right()));
    }

    /** Lets the loop carry a sum that is tested, of a variable that moves by what is known before the loop only; {@return whether it is one} */
    private static boolean carry(Function function, Loop loop, Value tested) {
        if (!(tested instanceof Instr sum) || sum.block() != loop.header()) {
            return false;
        }
        for (BlockParam param : List.copyOf(loop.header().params())) {
            Long factor = param.type().equals(tested.type()) ? factor(loop, tested, param) : null;
            if (factor != null
                    && factor == 1
                    && loop.backEdges().stream().allMatch(edge -> isMoved(loop, param, edge))) {
                BlockParam carried = carry(function, loop, param, sum);
                for (Edge edge : loop.backEdges()) {
                    Instr next = (Instr) edge.arguments().get(param.index());
                    Builder builder = new Builder(function).before(edge.source());
                    // The sum may be what comes next, too.
                    pass(edge, param, builder.emit(next.op(), next.operands()));
                    List<Value> operands = new ArrayList<>(next.operands());
                    operands.replaceAll(operand -> operand == param ? carried : operand);
                    edge.addArgument(builder.emit(next.op(), operands));
                }
                sum.replaceAllUsesWith(carried);
                return true;
            }
        }
        return false;
    }

    /** {@return whether a variable goes on as the sum of itself and what does not change} */
    private static boolean isMoved(Loop loop, BlockParam param, Edge back) {
        return back.arguments().get(param.index()) instanceof Instr next
                && next.op() instanceof Op.Binary(BinaryKind kind, ScalarType _)
                && (next.operand(0) == param
                        ? (kind == BinaryKind.ADD || kind == BinaryKind.SUB) && loop.isInvariant(next.operand(1))
                        : kind == BinaryKind.ADD && next.operand(1) == param && loop.isInvariant(next.operand(0)));
    }

    /** {@return a new parameter of the header that begins as a value that follows from another one does} */
    private static BlockParam carry(Function function, Loop loop, BlockParam param, Instr tested) {
        LoopForm.addPreheader(function, loop);
        Edge entry = loop.entryEdges().getFirst();
        HostValues first = new HostValues(new Builder(function).before(entry.source()), loop);
        first.put(param, entry.arguments().get(param.index()));
        BlockParam carried = loop.header().addParam(tested.type());
        carried.setName(param.name());
        entry.addArgument(first.before(tested));
        return carried;
    }

    /** Lets the loop carry a multiple of its variable that is tested; {@return whether it is one} */
    private static boolean multiply(Function function, Loop loop, Value tested) {
        if (!(tested instanceof Instr instr) || instr.block() != loop.header()) {
            return false;
        }
        for (BlockParam param : List.copyOf(loop.header().params())) {
            Induction counter = Induction.byNumber(loop, param);
            Long factor = counter == null
                            || counter.narrowed() != null
                            || !param.type().equals(tested.type())
                    ? null
                    : factor(loop, tested, param);
            if (counter != null && factor != null && factor != 0) {
                multiply(function, loop, counter, instr, factor * counter.step());
                return true;
            }
        }
        return false;
    }

    /** {@return how often a value has another in it, where all arithmetic wraps around; null if it is no sum of such} */
    private static @Nullable Long factor(Loop loop, Value value, Value base) {
        if (value == base) {
            return 1L;
        }
        if (loop.isInvariant(value)) {
            return 0L;
        }
        if (!(value instanceof Instr instr)
                || !(instr.op() instanceof Op.Binary(BinaryKind kind, ScalarType type))
                || !type.equals(base.type())) {
            return null;
        }
        Long left = factor(loop, instr.operand(0), base);
        Long right = left == null ? null : factor(loop, instr.operand(1), base);
        if (left == null || right == null) {
            return null;
        }
        Op.Constant first = instr.operand(0).constant();
        Op.Constant second = instr.operand(1).constant();
        return switch (kind) {
            case ADD -> Long.valueOf(left + right);
            case SUB -> Long.valueOf(left - right);
            case MUL -> second != null ? product(left, second) : first != null ? product(right, first) : null;
            case SHL ->
                second != null ? Long.valueOf(left << (second.bits() & (type == ScalarType.I32 ? 31 : 63))) : null;
            case DIV, REM, AND, OR, XOR, SHR, USHR -> null;
        };
    }

    private static Long product(long factor, Op.Constant by) {
        return factor * by.bits();
    }

    private static void multiply(Function function, Loop loop, Induction counter, Instr tested, long step) {
        BlockParam multiple = carry(function, loop, counter.variable(), tested);
        for (Edge edge : loop.backEdges()) {
            edge.addArgument(LoopShaping.plus(new Builder(function).before(edge.source()), multiple, step));
        }
        tested.replaceAllUsesWith(multiple);
    }

    /** {@return a tested value that is a variable of the loop and a constant, null if it is not} */
    private static @Nullable Instr sum(Loop loop, Value tested) {
        Value value = Op.Convert.unwidened(tested);
        Induction induction = value instanceof Instr instr && instr.block() == loop.header() ? base(loop, instr) : null;
        return induction == null || induction.narrowed() != null ? null : (Instr) value;
    }

    private static @Nullable Induction base(Loop loop, Instr sum) {
        for (Value operand : sum.operands()) {
            Induction induction = Induction.byNumber(loop, operand);
            if (induction != null && Induction.difference(sum, operand) != null) {
                return induction;
            }
        }
        return null;
    }

    private static void shift(Function function, Loop loop, Instr sum) {
        Induction induction = Objects.requireNonNull(base(loop, sum));
        BlockParam variable = induction.variable();
        long distance = Objects.requireNonNull(Induction.difference(sum, variable));
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
