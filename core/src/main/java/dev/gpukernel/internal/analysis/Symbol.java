package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.Comparator;

/**
 * A number that a {@link Polynomial} speaks of. Of two accesses that are compared, each has loop variables and other changing
 * values of its own.
 *
 * @param value the value; a counted loop's variable stands for the number of the iteration, from 0
 * @param side 0 for a value that does not change in the parallel loops, 1 for what belongs to the first access, 2 to the second
 * @param part 0 for the value, else a quotient or remainder on the way to it
 */
record Symbol(Value value, int side, int part) implements Comparable<Symbol> {
    /** Longer expressions are not written out. */
    private static final int MOST_OPERATIONS = 3;

    private static final Comparator<Symbol> ORDER = Comparator.comparingInt(Symbol::side)
            .thenComparingInt(symbol -> symbol.value.id())
            .thenComparingInt(Symbol::part);

    Symbol(Value value, int side) {
        this(value, side, 0);
    }

    @Override
    public int compareTo(Symbol other) {
        return ORDER.compare(this, other);
    }

    boolean isChanging() {
        return side != 0;
    }

    @Override
    public String toString() {
        return text(value, MOST_OPERATIONS);
    }

    private static String text(Value value, int depth) {
        if (value.name() != null && !(value instanceof Instr length && length.op() instanceof Op.Length)) {
            return value.name();
        }
        if (!(value instanceof Instr instr)) {
            return "…";
        }
        return switch (instr.op()) {
            case Op.Length _ -> instr.operand(0).name() + ".length";
            case Op.Constant(ScalarType type, long bits) when !type.isFloating() -> Long.toString(bits);
            case Op.Binary(Op.BinaryKind kind, ScalarType type)
            when !type.isFloating() && depth > 0 -> {
                String left = text(instr.operand(0), depth - 1);
                String right = text(instr.operand(1), depth - 1);
                yield left.contains("…") || right.contains("…")
                        ? "…"
                        : ("(" + left + sign(kind) + right + ")").replace(" + -", " - ");
            }
            case Op.Call call
            when depth > 0 && isExtremum(call) -> {
                String left = text(instr.operand(0), depth - 1);
                String right = text(instr.operand(1), depth - 1);
                String name = call.intrinsic().text().startsWith("Math.min") ? "Math.min" : "Math.max";
                yield left.contains("…") || right.contains("…")
                        ? "…"
                        : name + "(" + bare(left) + ", " + bare(right) + ")";
            }
            default -> "…";
        };
    }

    /** {@return a text that stands alone, without parentheses around it} */
    static String bare(String text) {
        return text.startsWith("(") ? text.substring(1, text.length() - 1) : text;
    }

    private static boolean isExtremum(Op.Call call) {
        String name = call.intrinsic().text();
        return name.startsWith("Math.min.i") || name.startsWith("Math.max.i");
    }

    private static String sign(Op.BinaryKind kind) {
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
