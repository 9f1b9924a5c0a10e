package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Evaluation;
import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Computes what has known operands, and drops operations that give one of their operands back. Exact, floats included. */
public final class ConstantFolding implements Pass {
    @Override
    public boolean run(Function function) {
        boolean changed = false;
        for (Block block : ReversePostorder.of(function)) {
            for (Instr instr : List.copyOf(block.instrs())) {
                Value simpler = simplify(instr);
                if (simpler != null) {
                    simpler.setName(simpler.name() == null ? instr.name() : simpler.name());
                    instr.replaceAllUsesWith(simpler);
                    instr.remove();
                    changed = true;
                } else if (isPassedCheck(instr)) {
                    instr.remove();
                    changed = true;
                }
            }
        }
        return changed;
    }

    private static @Nullable Value simplify(Instr instr) {
        Constant folded = fold(instr);
        if (folded != null) {
            return new Builder(instr.block().function()).before(instr).emit(folded);
        }
        return switch (instr.op()) {
            case Op.Binary(BinaryKind kind, ScalarType type)
            when !type.isFloating() -> {
                Value operand = Identities.simplify(kind, type, instr.operand(0), instr.operand(1));
                Value bits = operand != null ? operand : LowBits.simplify(instr, kind, type);
                yield bits != null ? bits : Reassociation.simplify(instr, kind, type);
            }
            case Op.Convert(ScalarType from, ScalarType to)
            when from == ScalarType.I64 && to == ScalarType.I32 -> Op.Convert.widened(instr.operand(0));
            case Op.Length _
            when instr.operand(0) instanceof Instr array && array.op() instanceof Op.DynamicLocal -> array.operand(0);
            case Op.DynamicLocal(ElementType element) -> ofConstantLength(instr, element);
            case Op.Compare compare -> condition(compare, instr);
            case Op.Select _ -> Identities.simplifySelect(instr.operand(0), instr.operand(1), instr.operand(2));
            default -> null;
        };
    }

    /** {@return the condition that chose one of two constants, or its opposite, if that is what their comparison with a third asks} */
    private static @Nullable Value condition(Op.Compare compare, Instr instr) {
        Constant third = instr.operand(1).constant();
        if (third == null || !(instr.operand(0) instanceof Instr chosen && chosen.op() instanceof Op.Select)) {
            return null;
        }
        Constant first = chosen.operand(1).constant();
        Constant second = chosen.operand(2).constant();
        Constant whenTrue = first == null ? null : folded(compare, List.of(first, third));
        Constant whenFalse = second == null ? null : folded(compare, List.of(second, third));
        if (whenTrue == null || whenFalse == null || whenTrue.equals(whenFalse)) {
            return whenTrue != null && whenTrue.equals(whenFalse) ? again(whenTrue, instr) : null;
        }
        Value condition = chosen.operand(0);
        if (whenTrue.bits() != 0) {
            return condition;
        }
        if (!(condition instanceof Instr asked
                && asked.op() instanceof Op.Compare(Predicate predicate, ScalarType type))) {
            return null;
        }
        Predicate opposite = predicate.negated();
        return new Builder(instr.block().function())
                .before(instr)
                .emit(new Op.Compare(type.isFloating() ? opposite : opposite.ordered(), type), asked.operands());
    }

    private static Value again(Constant constant, Instr instr) {
        return new Builder(instr.block().function()).before(instr).emit(constant);
    }

    /** {@return the same array, of a length that turned out to be constant, {@code null} unless registers may hold it} */
    private static @Nullable Value ofConstantLength(Instr array, ElementType element) {
        Constant length = array.operand(0).constant();
        return length == null || length.bits() < 0 || length.bits() > ScalarReplacement.MOST_ELEMENTS
                ? null
                : new Builder(array.block().function()).before(array).emit(new Op.LocalArray(element, (int)
                        length.bits()));
    }

    private static @Nullable Constant fold(Instr instr) {
        return switch (instr.op()) {
            case Op.Length _ -> length(instr.operand(0));
            case Op.Load load when load.space() == Space.CONSTANT -> element(load, instr);
            case Op.Binary(BinaryKind kind, ScalarType type)
            when kind == BinaryKind.SUB && !type.isFloating() && instr.operand(0) == instr.operand(1) ->
                new Constant(type, 0);
            default -> {
                List<Constant> operands = constants(instr);
                yield operands == null ? null : folded(instr.op(), operands);
            }
        };
    }

    /** {@return the result of an operation, null if it cannot be told, or says more than its number: which row and column an element is in} */
    static @Nullable Constant folded(Op op, List<Constant> operands) {
        return op instanceof Op.RowElement ? null : Evaluation.of(op, operands);
    }

    /** {@return the operands, or null if one of them is not known} */
    private static @Nullable List<Constant> constants(Instr instr) {
        List<Constant> constants = new ArrayList<>();
        for (Value operand : instr.operands()) {
            Constant constant = operand.constant();
            if (constant == null) {
                return null;
            }
            constants.add(constant);
        }
        return constants;
    }

    /** {@return the length of an array that the kernel makes itself, null if it is not constant} */
    private static @Nullable Constant length(Value array) {
        return array instanceof Instr instr
                ? switch (instr.op()) {
                    case Op.LocalArray local -> Constant.of(local.length());
                    case Op.SharedArray shared -> Constant.of(shared.length());
                    case Op.ConstantArray table -> Constant.of(table.elements().size());
                    default -> null;
                }
                : null;
    }

    private static @Nullable Constant element(Op.Load load, Instr instr) {
        Constant index = instr.operand(1).constant();
        return index != null
                        && instr.operand(0) instanceof Instr array
                        && array.op() instanceof Op.ConstantArray table
                        && index.bits() >= 0
                        && index.bits() < table.elements().size()
                ? new Constant(load.element().register(), table.elements().get((int) index.bits()))
                : null;
    }

    /** {@return whether a check is known to pass} */
    private static boolean isPassedCheck(Instr instr) {
        List<Constant> operands = instr.op().effect() == Effect.FAULT ? constants(instr) : null;
        if (operands == null || operands.isEmpty()) {
            return false;
        }
        long first = operands.getFirst().bits();
        return switch (instr.op()) {
            case Op.DivisorCheck _ -> first != 0;
            case Op.IndexCheck _ -> first >= 0 && first < operands.get(1).bits();
            default -> false;
        };
    }
}
