package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.TupleType;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.ir.VoidType;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Names of virtual registers: one for each value, two for an array (address and length), and temporaries. */
final class Registers {
    private static final String LARGEST = "%largest";

    private final Map<Value, String> names = new HashMap<>();
    private final Map<Value, List<String>> parts = new HashMap<>();
    private final Map<ScalarType, Integer> counts = new EnumMap<>(ScalarType.class);
    private boolean passesLargest;

    /** {@return a new register} */
    String temporary(ScalarType type) {
        return prefix(type) + counts.merge(type, 1, Integer::sum);
    }

    /** {@return the register of a value; the address of an array} */
    String of(Value value) {
        return names.computeIfAbsent(value, key -> temporary(register(key.type())));
    }

    /** Says which registers hold the parts of a value that is several numbers. */
    void setParts(Value value, List<String> registers) {
        parts.put(value, registers);
    }

    /** {@return the registers that hold the parts of a value} */
    List<String> parts(Value value) {
        List<String> registers = parts.get(value);
        if (registers == null) {
            throw new IllegalStateException(value + " has no parts");
        }
        return registers;
    }

    /** {@return the register, or the number itself if the value is a constant} */
    String operand(Value value) {
        Constant constant = value.constant();
        return constant != null && constant.type() != ScalarType.I1 ? literal(constant) : of(value);
    }

    /**
     * {@return as {@link #operand}, of a value that a block or a function is passed} ptxas (CUDA 13.0, optimising) takes the largest
     * integer for a NaN, whose sign may be anything: where that and the negative, or the inverse, of what was passed before meet, as in
     * {@code int s = Integer.MAX_VALUE; for (…) s = -s;}, it has s stay what it is. So it is not shown that number.
     */
    String passed(Value value) {
        Constant constant = value.constant();
        boolean isLargest =
                constant != null && constant.type() == ScalarType.I32 && constant.bits() == Integer.MAX_VALUE;
        passesLargest |= isLargest;
        return isLargest ? LARGEST : operand(value);
    }

    /** {@return code before all other that uses registers} */
    String prologue() {
        return passesLargest
                ? "    mov.u32 " + LARGEST + ", %laneid;\n    or.b32 " + LARGEST + ", " + LARGEST + ", "
                        + Integer.MAX_VALUE + ";\n"
                : "";
    }

    static String literal(Constant constant) {
        return switch (constant.type()) {
            case I1, I32, I64 -> Long.toString(constant.bits());
            case F32 -> String.format(Locale.ROOT, "0f%08X", (int) constant.bits());
            case F64 -> String.format(Locale.ROOT, "0d%016X", constant.bits());
        };
    }

    /** {@return the declarations of every register named so far} */
    String declarations() {
        StringBuilder out = new StringBuilder();
        counts.forEach((type, count) -> out.append("    .reg .")
                .append(kind(type))
                .append(' ')
                .append(prefix(type))
                .append('<')
                .append(count + 1)
                .append(">;\n"));
        return out.append(passesLargest ? "    .reg .b32 " + LARGEST + ";\n" : "")
                .toString();
    }

    private static ScalarType register(Type type) {
        return switch (type) {
            case ScalarType scalar -> scalar;
            // Shared memory is small, so its addresses are.
            case ArrayType array -> array.space() == Space.SHARED ? ScalarType.I32 : ScalarType.I64;
            case TupleType _, VoidType _ -> throw new IllegalArgumentException("no register for " + type.text());
        };
    }

    private static String prefix(ScalarType type) {
        return switch (type) {
            case I1 -> "%p";
            case I32 -> "%r";
            case I64 -> "%rd";
            case F32 -> "%f";
            case F64 -> "%fd";
        };
    }

    private static String kind(ScalarType type) {
        return switch (type) {
            case I1 -> "pred";
            case I32 -> "b32";
            case I64 -> "b64";
            case F32 -> "f32";
            case F64 -> "f64";
        };
    }
}
