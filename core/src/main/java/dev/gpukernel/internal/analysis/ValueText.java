package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import org.jspecify.annotations.Nullable;

/** Numbers as the source would compute them. */
public final class ValueText {
    private ValueText() {}

    /**
     * Writes a number out.
     *
     * @param value the number
     * @param depth how many operations to write at most, one in another
     * @param isNameEnough whether what has a name is not written out
     * @return such as {@code n - 1}; null if it does not follow from what has a name, or is too long
     */
    public static @Nullable String of(Value value, int depth, boolean isNameEnough) {
        String name = value.name();
        if (!(value instanceof Instr instr)) {
            return name;
        }
        return switch (instr.op()) {
            case Op.Length _ ->
                instr.operand(0).name() == null ? null : instr.operand(0).name() + ".length";
            case Op.Constant(ScalarType type, long bits) when !type.isFloating() -> Long.toString(bits);
            default ->
                isNameEnough && name != null
                        ? name
                        : either(depth == 0 ? null : of(instr, depth - 1, isNameEnough), name);
        };
    }

    private static @Nullable String either(@Nullable String text, @Nullable String name) {
        return text == null ? name : text;
    }

    private static @Nullable String of(Instr instr, int depth, boolean isNameEnough) {
        if (instr.op() instanceof Op.Convert(ScalarType from, ScalarType to)) {
            return from.isFloating() || to.isFloating() ? null : of(instr.operand(0), depth, isNameEnough);
        }
        String call = instr.op() instanceof Op.Call(var intrinsic) ? intrinsic.text() : "";
        boolean isExtremum = call.startsWith("Math.min.i") || call.startsWith("Math.max.i");
        boolean isBinary =
                instr.op() instanceof Op.Binary binary && !binary.type().isFloating();
        String left = isExtremum || isBinary ? of(instr.operand(0), depth, isNameEnough) : null;
        String right = left == null ? null : of(instr.operand(1), depth, isNameEnough);
        if (left == null || right == null) {
            return null;
        }
        return instr.op() instanceof Op.Binary(BinaryKind kind, var _)
                ? (closed(left) + sign(kind) + closed(right)).replace(" + -", " - ")
                : call.substring(0, "Math.min".length()) + "(" + left + ", " + right + ")";
    }

    /** {@return a text that can be a factor} */
    public static String closed(String text) {
        boolean isOne = !text.contains(" ")
                || ((text.startsWith("(") || text.startsWith("Math.")) && text.indexOf(')') == text.length() - 1);
        return isOne ? text : "(" + text + ")";
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
