package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Value;
import java.util.List;

/** How far apart in memory neighbouring iterations of a loop work. */
final class Strides {
    /** Deepest expression that is looked at. */
    private static final int DEPTH = 12;

    private Strides() {}

    /** {@return how many accesses touch neighbouring elements in neighbouring iterations} */
    static long contiguous(List<Access> accesses, Value variable) {
        return accesses.stream()
                .map(Access::index)
                .filter(index -> index != null && Math.abs(of(index, variable, DEPTH)) == 1)
                .count();
    }

    /** {@return what is added to an index if one is added to the variable, a large number if that is not a small constant} */
    private static long of(Value index, Value variable, int depth) {
        long unknown = Integer.MAX_VALUE;
        if (index == variable) {
            return 1;
        }
        if (!(index instanceof Instr instr) || !dependsOn(index, variable, depth)) {
            return 0;
        }
        if (depth == 0) {
            return unknown;
        }
        return switch (instr.op()) {
            case Op.Binary(BinaryKind kind, var _)
            when kind == BinaryKind.ADD || kind == BinaryKind.SUB -> {
                long left = of(instr.operand(0), variable, depth - 1);
                long right = of(instr.operand(1), variable, depth - 1);
                yield kind == BinaryKind.ADD ? left + right : left - right;
            }
            case Op.Binary(BinaryKind kind, var _)
            when kind == BinaryKind.MUL -> {
                Constant factor = ConstantFolding.constant(instr.operand(1));
                yield factor == null ? unknown : of(instr.operand(0), variable, depth - 1) * factor.bits();
            }
            case Op.Convert _ -> of(instr.operand(0), variable, depth - 1);
            // Such as clamping: neighbours nearly everywhere.
            case Op.Call _ ->
                instr.operands().stream()
                        .mapToLong(operand -> of(operand, variable, depth - 1))
                        .sum();
            default -> unknown;
        };
    }

    private static boolean dependsOn(Value value, Value variable, int depth) {
        return value == variable
                || (depth > 0
                        && value instanceof Instr instr
                        && instr.operands().stream().anyMatch(operand -> dependsOn(operand, variable, depth - 1)));
    }
}
