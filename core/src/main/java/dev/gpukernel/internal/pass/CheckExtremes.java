package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Of index checks that are all to pass, conditions that say so: indices that differ by constants, from the least one to
 * {@code spread} more, are all in range exactly if the least one is below the length less the spread.
 */
final class CheckExtremes {
    /** Indices that differ by constants, all for the same length. */
    private record Family(@Nullable Value base, Value length) {}

    private CheckExtremes() {}

    /** {@return conditions that hold together if all of the checks pass} */
    static List<Instr> conditions(Builder builder, List<Instr> checks) {
        Map<Family, List<Instr>> families = new LinkedHashMap<>();
        for (Instr check : checks) {
            Family family = new Family(base(check.operand(0)), check.operand(1));
            families.computeIfAbsent(family, _ -> new ArrayList<>()).add(check);
        }
        List<Instr> conditions = new ArrayList<>();
        families.values().forEach(family -> conditions.addAll(conditionsOf(builder, family)));
        return conditions;
    }

    /** {@return whether all of some checks pass} */
    static Instr condition(Builder builder, List<Instr> checks) {
        return conditions(builder, checks).stream()
                .reduce((left, right) -> builder.emit(new Op.Binary(BinaryKind.AND, ScalarType.I1), left, right))
                .orElseThrow();
    }

    private static List<Instr> conditionsOf(Builder builder, List<Instr> family) {
        Instr least = family.getFirst();
        Instr greatest = family.getFirst();
        for (Instr check : family) {
            least = offset(check) < offset(least) ? check : least;
            greatest = offset(check) > offset(greatest) ? check : greatest;
        }
        long spread = offset(greatest) - offset(least);
        Op.InBounds question = ((Op.IndexCheck) least.op()).question();
        if (spread <= 0 || spread > Integer.MAX_VALUE) {
            return family.stream()
                    .limit(spread == 0 ? 1 : family.size())
                    .map(check -> builder.emit(question, check.operands()))
                    .toList();
        }
        return List.of(inRange(builder, least.operand(0), least.operand(1), (int) spread));
    }

    /** {@return whether an index is in range, and so is one that is {@code spread} more, and all between} */
    static Instr inRange(Builder builder, Value least, Value length, int spread) {
        Op question = new Op.InBounds(IndexType.of(length.type()));
        return builder.emit(question, least, spread == 0 ? length : shortened(builder, length, spread));
    }

    /** {@return a length less some elements, or 0} */
    private static Value shortened(Builder builder, Value length, int elements) {
        ScalarType type = (ScalarType) length.type();
        Value less =
                builder.emit(new Op.Binary(BinaryKind.ADD, type), length, builder.emit(new Constant(type, -elements)));
        Intrinsics max = type == ScalarType.I64 ? Intrinsics.MAX_I64 : Intrinsics.MAX_I32;
        return builder.emit(new Op.Call(max), less, builder.emit(new Constant(type, 0)));
    }

    private static long offset(Instr check) {
        Value index = check.operand(0);
        Constant own = index.constant();
        Constant added = own != null ? own : addend(index);
        return added == null ? 0 : added.bits();
    }

    private static @Nullable Value base(Value index) {
        if (index.constant() != null) {
            return null;
        }
        return addend(index) == null ? index : ((Instr) index).operand(0);
    }

    private static @Nullable Constant addend(Value index) {
        return index instanceof Instr sum
                        && sum.op() instanceof Op.Binary(BinaryKind kind, var _)
                        && kind == BinaryKind.ADD
                ? sum.operand(1).constant()
                : null;
    }
}
