package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An array index as a linear function of a loop's variable: {@code factor * i + constant} and a sum of multiples of values that
 * do not change in the loop. Arithmetic is that of int, modulo 2^32.
 *
 * @param factor what the loop variable is multiplied by
 * @param terms what each unchanging value is multiplied by, none of them 0
 * @param constant what is added
 */
public record Subscript(int factor, Map<Value, Integer> terms, int constant) {
    /** Copies the terms. */
    public Subscript {
        terms = Map.copyOf(terms);
    }

    /**
     * Analyses an index.
     *
     * @param index the index, an I32
     * @param variable the loop's variable
     * @param loop the loop
     * @return its linear form, or {@code null} if it has none
     */
    public static @Nullable Subscript of(Value index, Value variable, Loop loop) {
        return of(index, variable, loop::isInvariant);
    }

    /**
     * Analyses an index.
     *
     * @param index the index, an I32
     * @param variable the variable
     * @param isInvariant whether a value does not change with it
     * @return its linear form, or {@code null} if it has none
     */
    public static @Nullable Subscript of(Value index, Value variable, Predicate<Value> isInvariant) {
        return of(index, isInvariant, new HashMap<>(Map.of(variable, new Subscript(1, Map.of(), 0))));
    }

    /** Of operands that several operations have in common is known what they are; of those without a form, that they are null. */
    private static @Nullable Subscript of(
            Value index, Predicate<Value> isInvariant, Map<Value, @Nullable Subscript> known) {
        if (!known.containsKey(index)) {
            Subscript linear = index instanceof Instr instr ? ofOperation(instr, isInvariant, known) : null;
            known.put(
                    index, linear == null && isInvariant.test(index) ? new Subscript(0, Map.of(index, 1), 0) : linear);
        }
        return known.get(index);
    }

    private static @Nullable Subscript ofOperation(
            Instr instr, Predicate<Value> isInvariant, Map<Value, @Nullable Subscript> known) {
        if (instr.op() instanceof Op.Constant constant) {
            return new Subscript(0, Map.of(), (int) constant.bits());
        }
        if (!(instr.op() instanceof Op.Binary(BinaryKind kind, ScalarType type)) || type != ScalarType.I32) {
            return null;
        }
        Subscript left = of(instr.operand(0), isInvariant, known);
        if (left == null) {
            return null;
        }
        Subscript right = of(instr.operand(1), isInvariant, known);
        if (right == null) {
            return null;
        }
        return switch (kind) {
            case ADD -> left.plus(right, 1);
            case SUB -> left.plus(right, -1);
            case MUL ->
                right.isConstant() ? left.times(right.constant) : left.isConstant() ? right.times(left.constant) : null;
            case SHL -> right.isConstant() ? left.times(1 << right.constant) : null;
            case DIV, REM, AND, OR, XOR, SHR, USHR -> null;
        };
    }

    private boolean isConstant() {
        return factor == 0 && terms.isEmpty();
    }

    private Subscript plus(Subscript other, int sign) {
        Map<Value, Integer> sum = new LinkedHashMap<>(terms);
        other.terms.forEach((value, times) -> sum.merge(value, sign * times, Integer::sum));
        sum.values().removeIf(times -> times == 0);
        return new Subscript(factor + sign * other.factor, sum, constant + sign * other.constant);
    }

    private Subscript times(int times) {
        Map<Value, Integer> product = new LinkedHashMap<>();
        terms.forEach((value, factor) -> product.put(value, factor * times));
        product.values().removeIf(factor -> factor == 0);
        return new Subscript(factor * times, product, constant * times);
    }

    /** {@return whether two different iterations always give different indices} */
    public boolean isInjective() {
        // An odd factor is invertible modulo 2^32.
        return (factor & 1) != 0;
    }
}
