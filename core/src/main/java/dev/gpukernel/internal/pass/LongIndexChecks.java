package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes one check of a long index of two: of the branch that throws if the index is no int, and of the check of the int. So code with such
 * indices, as loops up to a long have them, is straight.
 */
final class LongIndexChecks implements Pass {
    private static final Op NARROW = new Op.Convert(ScalarType.I64, ScalarType.I32);

    @Override
    public boolean run(Function function) {
        Map<Value, List<Block>> passed = new HashMap<>();
        Dominators dominators = Dominators.of(function);
        for (Block block : ReversePostorder.of(function)) {
            Instr branch = block.terminator();
            Value index = branch.op() instanceof Op.Branch ? intOrElse(branch.operand(0)) : null;
            if (index == null) {
                continue;
            }
            Edge goesOn = branch.edges().getLast();
            List<Block> before = passed.computeIfAbsent(branch.operand(0), _ -> new ArrayList<>());
            Instr check = check(branch, index);
            if (check != null) {
                replace(function, check, index);
                before.add(goesOn.target());
            } else if (before.stream().noneMatch(asked -> dominators.dominates(asked, block))) {
                continue;
            }
            new Builder(function).before(branch).jump(goesOn.target(), goesOn.arguments());
            branch.remove();
        }
        return !passed.isEmpty();
    }

    /** {@return the long that is an int unless a condition holds, as far as the size of an element leaves its upper bits; null of other conditions} */
    private static @Nullable Value intOrElse(Value condition) {
        if (!(condition instanceof Instr compare)
                || !compare.op().equals(new Op.Compare(Predicate.NE, ScalarType.I64))
                || !compare.operand(1).isConstant(0)) {
            return null;
        }
        Instr rest = binary(BinaryKind.MUL, compare.operand(0));
        Instr difference = binary(BinaryKind.SUB, rest == null ? compare.operand(0) : rest.operand(0));
        if (difference == null) {
            return null;
        }
        Value index = difference.operand(0);
        Value narrow = Op.Convert.widened(difference.operand(1));
        return narrow != null && isNarrowed(narrow, index) ? index : null;
    }

    private static @Nullable Instr binary(BinaryKind kind, Value value) {
        return value instanceof Instr instr && instr.op().equals(new Op.Binary(kind, ScalarType.I64)) ? instr : null;
    }

    private static boolean isNarrowed(Value value, Value index) {
        return value instanceof Instr narrowed && narrowed.op().equals(NARROW) && narrowed.operand(0) == index;
    }

    /** {@return the check of a segment that a branch leads to, which throws what the branch throws; null if there is none} */
    private static @Nullable Instr check(Instr branch, Value index) {
        Block goesOn = branch.edges().getLast().target();
        Instr thrown = branch.edges().getFirst().target().terminator();
        if (goesOn.incoming().size() != 1 || goesOn.params().size() > 0) {
            return null;
        }
        for (Instr instr : goesOn.instrs()) {
            if (instr.op().effect() != Effect.NONE) {
                return instr.op() instanceof Op.IndexCheck check
                                && check.isOfSegment()
                                && isNarrowed(instr.operand(0), index)
                                && isScaledBy(branch.operand(0), check.bytes())
                                && thrown.op().equals(check.beyondSegment())
                        ? instr
                        : null;
            }
        }
        return null;
    }

    /** {@return whether what a condition compares with 0 is multiplied by the size of an element} */
    private static boolean isScaledBy(Value condition, int bytes) {
        Instr rest = binary(BinaryKind.MUL, ((Instr) condition).operand(0));
        return rest == null ? bytes == 1 : rest.operand(1).isConstant(bytes);
    }

    private static void replace(Function function, Instr check, Value index) {
        Op.IndexCheck own = (Op.IndexCheck) check.op();
        Builder builder = new Builder(function).before(check).at(check.position());
        int lost = Integer.numberOfTrailingZeros(own.bytes());
        Value asked = index;
        if (lost > 0) {
            Value distance = builder.constant(lost);
            Value shifted = builder.emit(new Op.Binary(BinaryKind.SHL, ScalarType.I64), index, distance);
            asked = builder.emit(new Op.Binary(BinaryKind.SHR, ScalarType.I64), shifted, distance);
        }
        Value length = builder.emit(Op.Convert.WIDEN, check.operand(1));
        builder.emit(new Op.IndexCheck(own.indexed(), own.bytes(), IndexType.LONG), asked, length);
        check.remove();
    }
}
