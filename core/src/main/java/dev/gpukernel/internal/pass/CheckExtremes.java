package dev.gpukernel.internal.pass;

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
 * Of index checks that are all to pass, those that suffice: among indices that differ by constants, the least and the greatest.
 * Both in range, they differ by what their constants do, without wrap-around, so that those between are in range too.
 */
final class CheckExtremes {
    /** Indices that differ by constants, all for the same length. */
    private record Family(@Nullable Value base, Value length) {}

    private CheckExtremes() {}

    /** {@return as few of the checks as imply all} */
    static List<Instr> of(List<Instr> checks) {
        Map<Family, List<Instr>> families = new LinkedHashMap<>();
        for (Instr check : checks) {
            Family family = new Family(base(check.operand(0)), check.operand(1));
            families.computeIfAbsent(family, _ -> new ArrayList<>()).add(check);
        }
        List<Instr> enough = new ArrayList<>();
        families.values().forEach(family -> enough.addAll(extremes(family)));
        return enough;
    }

    private static List<Instr> extremes(List<Instr> family) {
        Instr least = family.getFirst();
        Instr greatest = family.getFirst();
        for (Instr check : family) {
            least = offset(check) < offset(least) ? check : least;
            greatest = offset(check) > offset(greatest) ? check : greatest;
        }
        if (offset(greatest) - offset(least) > Integer.MAX_VALUE) {
            return family;
        }
        return least == greatest ? List.of(least) : List.of(least, greatest);
    }

    private static long offset(Instr check) {
        Value index = check.operand(0);
        Constant own = ConstantFolding.constant(index);
        Constant added = own != null ? own : addend(index);
        return added == null ? 0 : added.bits();
    }

    private static @Nullable Value base(Value index) {
        if (ConstantFolding.constant(index) != null) {
            return null;
        }
        return addend(index) == null ? index : ((Instr) index).operand(0);
    }

    private static @Nullable Constant addend(Value index) {
        return index instanceof Instr sum && sum.op().equals(new Op.Binary(BinaryKind.ADD, ScalarType.I32))
                ? ConstantFolding.constant(sum.operand(1))
                : null;
    }
}
