package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.Value;
import org.jspecify.annotations.Nullable;

/** How often a loop runs, as the source would compute it. */
final class CountText {
    private static final int DEEPEST = 8;

    private CountText() {}

    /** {@return such as {@code n - 1}; null if it does not follow from what has a name} */
    static @Nullable String of(CountedLoop loop) {
        boolean up = loop.step() > 0;
        String from = text(up ? loop.start() : loop.bound(), DEEPEST);
        String to = text(up ? loop.bound() : loop.start(), DEEPEST);
        if (from == null || to == null) {
            return null;
        }
        boolean inclusive = loop.predicate() == Predicate.LE || loop.predicate() == Predicate.GE;
        String distance = from.equals("0") ? to : to + " - " + closed(from);
        String count = inclusive ? distance + " + 1" : distance;
        long step = Math.abs(loop.step());
        return step == 1 ? count : closed(count) + " / " + step;
    }

    /** {@return a text that can be a factor} */
    static String closed(String text) {
        return text.contains(" ") && !(text.startsWith("(") && text.indexOf(')') == text.length() - 1)
                ? "(" + text + ")"
                : text;
    }

    private static @Nullable String text(Value value, int depth) {
        if (!(value instanceof Instr instr)) {
            return value.name();
        }
        if (depth == 0) {
            return null;
        }
        return switch (instr.op()) {
            case Op.Constant constant -> String.valueOf(constant.bits());
            case Op.Length _ ->
                instr.operand(0).name() == null ? null : instr.operand(0).name() + ".length";
            case Op.Convert _ -> text(instr.operand(0), depth - 1);
            case Op.Binary(BinaryKind kind, var _) -> {
                String left = text(instr.operand(0), depth - 1);
                String right = text(instr.operand(1), depth - 1);
                yield left == null || right == null ? instr.name() : closed(left) + sign(kind) + closed(right);
            }
            default -> instr.name();
        };
    }

    private static String sign(BinaryKind kind) {
        return switch (kind) {
            case ADD -> " + ";
            case SUB -> " - ";
            case MUL -> " * ";
            case DIV -> " / ";
            case REM -> " % ";
            case AND -> " & ";
            case OR -> " | ";
            case XOR -> " ^ ";
            case SHL -> " << ";
            case SHR -> " >> ";
            case USHR -> " >>> ";
        };
    }
}
