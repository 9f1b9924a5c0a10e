package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks of which only the conditions are kept. A load whose index failed takes element 0 instead. */
final class DeferredChecks {
    /** An index, and the array or number of elements that it was checked for. */
    private record Target(Value index, Object array) {}

    private final Dominators dominators;
    private final Map<Target, List<Instr>> checks = new HashMap<>();
    private final Map<Instr, Value> clamped = new HashMap<>();

    /**
     * Makes it.
     *
     * @param dominators of the function as it is
     */
    DeferredChecks(Dominators dominators) {
        this.dominators = dominators;
    }

    static boolean isCheck(Instr instr) {
        return instr.op() instanceof Op.IndexCheck || instr.op() instanceof Op.DivisorCheck;
    }

    /** Says that a check is to be deferred. */
    void note(Instr check) {
        if (check.op() instanceof Op.IndexCheck) {
            Target target = new Target(check.operand(0), checkedFor(check.operand(1)));
            checks.computeIfAbsent(target, key -> new ArrayList<>()).add(check);
        }
    }

    /** {@return the check that a load relies on, {@code null} if there is none among those noted} */
    @Nullable Instr checkOf(Instr load) {
        Target target = new Target(load.operand(1), arrayOrLength(load.operand(0)));
        return checks.getOrDefault(target, List.of()).stream()
                .filter(check -> isBefore(check, load))
                .findFirst()
                .orElse(null);
    }

    private boolean isBefore(Instr check, Instr load) {
        Block block = check.block();
        return block.equals(load.block())
                ? block.instrs().indexOf(check) < block.instrs().indexOf(load)
                : dominators.dominates(block, load.block());
    }

    /**
     * Makes the condition of a check, and the index to be used instead.
     *
     * @param check a noted check
     * @return whether it passes
     */
    Value defer(Instr check) {
        Builder builder = new Builder(check.block().function()).before(check);
        Value value = check.operand(0);
        if (check.op() instanceof Op.DivisorCheck divisor) {
            return builder.emit(
                    new Op.Compare(Predicate.NE, divisor.type()), value, builder.emit(new Constant(divisor.type(), 0)));
        }
        ScalarType type = (ScalarType) value.type();
        Value passes = builder.emit(new Op.InBounds(IndexType.of(type)), value, check.operand(1));
        Value first = builder.emit(new Constant(type, 0));
        clamped.put(check, builder.emit(new Op.Select(type), passes, value, first));
        return passes;
    }

    /** Lets a load take element 0 if its check, deferred already, did not pass. */
    void protect(Instr load) {
        Instr check = checkOf(load);
        Value index = check == null ? null : clamped.get(check);
        if (index != null) {
            load.replaceUses(load.operand(1), index);
        }
    }

    private static Object checkedFor(Value length) {
        if (length instanceof Instr instr) {
            if (instr.op() instanceof Op.Length) {
                return arrayOrLength(instr.operand(0));
            }
            if (instr.op() instanceof Constant constant) {
                return constant.bits();
            }
        }
        return length;
    }

    private static Object arrayOrLength(Value array) {
        if (array instanceof Instr instr) {
            if (instr.op() instanceof Op.LocalArray local) {
                return (long) local.length();
            }
            if (instr.op() instanceof Op.SharedArray shared) {
                return (long) shared.length();
            }
            if (instr.op() instanceof Op.ConstantArray table) {
                return (long) table.elements().size();
            }
        }
        return array;
    }
}
