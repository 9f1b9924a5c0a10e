package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which values are sure to be 0 or 1.
 *
 * @param starts for parameters of blocks that get something from outside the code, what that is
 */
record Flags(Map<BlockParam, Value> starts) {
    /** {@return whether a value is} */
    boolean holds(Value value) {
        return holds(value, new HashSet<>());
    }

    /** {@return whether what a parameter of the header of a loop begins with is} */
    boolean start(Loop loop, BlockParam param) {
        Value known = starts.get(param);
        return holds(known == null ? loop.entryEdges().getFirst().arguments().get(param.index()) : known);
    }

    private boolean holds(Value value, Set<Value> seen) {
        if (value instanceof BlockParam param) {
            return seen.contains(param) || incoming(param, seen);
        }
        if (!(value instanceof Instr instr)) {
            return false;
        }
        return switch (instr.op()) {
            case Op.Constant constant -> constant.bits() == 0 || constant.bits() == 1;
            case Op.Narrow narrow -> narrow.to() == ElementType.BOOLEAN;
            case Op.Load load -> load.element() == ElementType.BOOLEAN;
            default -> false;
        };
    }

    private boolean incoming(BlockParam param, Set<Value> seen) {
        seen.add(param);
        Value start = starts.get(param);
        List<Edge> edges = param.block().incoming();
        return !edges.isEmpty()
                && edges.stream()
                        .map(edge -> edge.arguments().get(param.index()))
                        .map(argument -> start != null && isOfEntry(argument) ? start : argument)
                        .allMatch(argument -> holds(argument, seen));
    }

    private static boolean isOfEntry(Value value) {
        return value instanceof BlockParam param && param.block().incoming().isEmpty();
    }
}
