package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which values are sure to be 0 or 1.
 *
 * @param starts for parameters of blocks that get something from outside the code, what that is
 */
public record Flags(Map<BlockParam, Value> starts) {
    /** How many operations are followed. */
    private static final int DEPTH = 8;

    /** {@return whether a value is} */
    public boolean holds(Value value) {
        Set<BlockParam> flags = reached(value);
        // Those that get something else are none, nor are those that get these.
        boolean changed = true;
        while (changed) {
            changed = flags.removeIf(param -> !sources(param).allMatch(source -> isFlag(source, flags)));
        }
        return isFlag(value, flags);
    }

    /** {@return whether what a parameter of the header of a loop begins with is} */
    public boolean start(Loop loop, BlockParam param) {
        Value known = starts.get(param);
        return holds(known == null ? loop.entryEdges().getFirst().arguments().get(param.index()) : known);
    }

    /** {@return the parameters of blocks that a value follows from, if it is known what they get} */
    private Set<BlockParam> reached(Value value) {
        Set<BlockParam> params = new HashSet<>();
        Set<Value> seen = new HashSet<>();
        Deque<Value> work = new ArrayDeque<>(List.of(value));
        while (!work.isEmpty()) {
            Value next = work.pop();
            if (seen.add(next)) {
                if (next instanceof BlockParam param
                        && !param.block().incoming().isEmpty()) {
                    params.add(param);
                }
                sources(next).forEach(work::push);
            }
        }
        return params;
    }

    /** {@return what a value is computed from, or may be} */
    private Stream<Value> sources(Value value) {
        return switch (value) {
            case BlockParam param -> {
                Value start = starts.get(param);
                yield param.block().incoming().stream()
                        .map((Edge edge) -> edge.arguments().get(param.index()))
                        .map(argument -> start != null && isOfEntry(argument) ? start : argument);
            }
            case Instr call when call.op() instanceof Op.Invoke(Function callee) -> results(callee);
            case Instr instr -> instr.operands().stream();
        };
    }

    private static Stream<Value> results(Function function) {
        return function.blocks().stream()
                .map(Block::terminator)
                .filter(end -> end.op() instanceof Op.Return)
                .flatMap(end -> end.operands().stream());
    }

    private static boolean isOfEntry(Value value) {
        return value instanceof BlockParam param && param.block().incoming().isEmpty();
    }

    private static boolean isFlag(Value value, Set<BlockParam> flags) {
        Interval found = interval(value, flags, DEPTH);
        return found.low() >= 0 && found.high() <= 1;
    }

    private static Interval interval(Value value, Set<BlockParam> flags, int depth) {
        return switch (value) {
            case BlockParam param -> flags.contains(param) ? Interval.BITS : Interval.of(param.type());
            case Instr instr when depth == 0 -> Interval.of(instr.type());
            case Instr call
            when call.op() instanceof Op.Invoke(Function callee) ->
                results(callee)
                        .map(result -> interval(result, flags, depth - 1))
                        .reduce(Interval::union)
                        .orElseGet(() -> Interval.of(call.type()));
            case Instr instr ->
                IntervalArithmetic.of(instr.op(), operand -> interval(instr.operand(operand), flags, depth - 1));
        };
    }
}
