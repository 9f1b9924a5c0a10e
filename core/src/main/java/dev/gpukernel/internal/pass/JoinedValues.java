package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Computes where ways join what all of them computed alike. Where code is copied for each array that a variable may be, each copy has
 * its own index of a row, and after them nobody would know which row that is.
 */
final class JoinedValues implements Pass {
    /** How deep operands of operands are compared. */
    private static final int DEPTH = 6;

    @Override
    public boolean run(Function function) {
        boolean changed = false;
        for (Block block : function.blocks()) {
            changed |= !block.incoming().isEmpty() && join(function, block);
        }
        return changed;
    }

    private static boolean join(Function function, Block block) {
        Builder builder = new Builder(function).before(block.instrs().getFirst());
        Map<Value, Value> joined = new HashMap<>();
        boolean changed = false;
        for (BlockParam param : block.params()) {
            List<Value> passed = block.incoming().stream()
                    .map(edge -> edge.arguments().get(param.index()))
                    .toList();
            Value first = passed.getFirst();
            if (param.isUsed()
                    && first instanceof Instr
                    && passed.stream().allMatch(other -> areAlike(first, other, DEPTH))
                    && passed.stream().anyMatch(other -> other != first)) {
                Value value = copy(first, passed, builder, joined);
                if (value.name() == null) {
                    value.setName(param.name());
                }
                param.replaceAllUsesWith(value);
                changed = true;
            }
        }
        return changed;
    }

    /** {@return whether two values are the same, or computed from the same by the same operations} */
    private static boolean areAlike(Value one, Value other, int depth) {
        if (one == other) {
            return true;
        }
        if (depth == 0
                || !(one instanceof Instr first)
                || !(other instanceof Instr second)
                || !first.op().equals(second.op())
                || !isComputed(first)
                || first.operands().size() != second.operands().size()) {
            return false;
        }
        for (int i = 0; i < first.operands().size(); i++) {
            if (!areAlike(first.operand(i), second.operand(i), depth - 1)) {
                return false;
            }
        }
        return true;
    }

    /** {@return whether it is the same wherever it is computed from the same: the length of an array may change that is made again} */
    private static boolean isComputed(Instr instr) {
        return instr.op().effect() == Effect.NONE
                && instr.type() instanceof ScalarType
                && !(instr.op() instanceof Op.Length)
                && ValueNumbering.isRepeatable(instr);
    }

    /** Computes a value where ways join; what all of them have in common is computed before each of them, so before that. */
    private static Value copy(Value value, List<Value> alike, Builder builder, Map<Value, Value> joined) {
        if (alike.stream().allMatch(other -> other == value)) {
            return value;
        }
        Value known = joined.get(value);
        if (known != null) {
            return known;
        }
        Instr instr = (Instr) value;
        List<Value> operands = new ArrayList<>();
        for (int i = 0; i < instr.operands().size(); i++) {
            int operand = i;
            List<Value> others = alike.stream()
                    .map(other -> ((Instr) other).operand(operand))
                    .toList();
            operands.add(copy(instr.operand(i), others, builder, joined));
        }
        Instr copy = builder.at(instr.position()).emit(instr.op(), operands);
        copy.setName(instr.name());
        joined.put(value, copy);
        return copy;
    }
}
