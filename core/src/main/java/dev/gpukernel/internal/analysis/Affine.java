package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An int as {@code factor * v + rest}, where v is a loop's variable and neither factor nor rest changes with it.
 *
 * @param factor what the variable is multiplied by
 * @param rest what is added
 */
public record Affine(Polynomial factor, Polynomial rest) {
    /** A little less than the greatest long. */
    private static final double MOST = 0x1p62 * 1.9;

    /** Of longs: several sums with as many steps are ints. */
    private static final double MOST_STEP = 0x1p18;

    private static final double MOST_NUMBER = 0x1p28;

    /** The greatest magnitude of an int. */
    private static final double INT = 0x1p31;

    /**
     * Analyses an index modulo 2^32, as ints are computed.
     *
     * @param index the index; an I64 has no such form
     * @param variable the variable
     * @param isInvariant whether a value does not change with it
     * @return its form, whose factor is a number; null if it has none
     */
    public static @Nullable Affine of(Value index, Value variable, Predicate<Value> isInvariant) {
        if (index.type() != ScalarType.I32) {
            return null;
        }
        Expansion expansion = new Expansion(
                Ring.INTS,
                value -> value == variable ? changing(value) : null,
                value -> isInvariant.test(value) ? unchanging(value) : null);
        return withNumber(of(expansion.of(index), variable));
    }

    /**
     * Analyses a long modulo 2^64.
     *
     * @param index the long
     * @param variable the variable, a long
     * @param isInvariant whether a value does not change with it
     * @return its form, whose factor is a number; null if it has none, or one whose numbers are large
     */
    public static @Nullable Affine ofLong(Value index, Value variable, Predicate<Value> isInvariant) {
        Expansion expansion = new Expansion(
                Ring.LONGS,
                value -> value == variable ? changing(value) : null,
                value -> isInvariant.test(value) ? unchanging(value) : null);
        Affine form = withNumber(of(expansion.of(index), variable));
        return form != null
                        && Math.abs((double) form.factor.constant()) <= MOST_STEP
                        && Math.abs((double) form.rest.constant()) <= MOST_NUMBER
                ? form
                : null;
    }

    /**
     * Analyses an index that is computed in a loop, as if nothing wrapped around there. What is computed outside may have.
     *
     * @param index the index; an I64 has no such form
     * @param variable the loop's variable
     * @param loop the loop
     * @return its form; null if it has none or may be beyond 64 bits for some value of the variable
     */
    public static @Nullable Affine unwrapped(Value index, Value variable, Loop loop) {
        if (index.type() != ScalarType.I32) {
            return null;
        }
        Expansion expansion = new Expansion(
                Ring.NUMBERS,
                value -> value == variable
                        ? changing(value)
                        : loop.contains(value.block()) || isConstant(value) ? null : unchanging(value),
                _ -> null);
        Polynomial sum = expansion.of(index);
        return sum == null || magnitude(sum) > MOST ? null : of(sum, variable);
    }

    /**
     * Guesses how an index changes, for what is only to be fast: clamping leaves it as it is nearly everywhere.
     *
     * @param index the index
     * @param variable the variable
     * @return its form, whose factor is a number; null if it has none
     */
    public static @Nullable Affine nearly(Value index, Value variable) {
        return withNumber(of(new Guess(variable).expansion.of(index), variable));
    }

    /** Takes calls for sums of their operands, which those of {@code Math.min} and {@code Math.max} with a bound change as. */
    private static final class Guess {
        private final Expansion expansion;

        Guess(Value variable) {
            this.expansion =
                    new Expansion(Ring.INTS, value -> value == variable ? changing(value) : null, this::otherwise);
        }

        private @Nullable Polynomial otherwise(Value value) {
            if (!(value instanceof Instr instr)) {
                return unchanging(value);
            }
            boolean isCall = instr.op() instanceof Op.Call;
            Polynomial sum = Polynomial.ZERO;
            for (Value operand : instr.operands()) {
                Polynomial part = expansion.of(operand);
                if (part == null || (!isCall && !part.changing().isEmpty())) {
                    return null;
                }
                sum = sum.plus(part);
            }
            return sum.changing().isEmpty() ? unchanging(value) : sum.asInts();
        }
    }

    /**
     * {@return whether two ints are the same modulo 2^32}
     *
     * @param areSame whether two ints are that are no sums or products
     */
    public static boolean areEqual(Value one, Value other, BiPredicate<Value, Value> areSame) {
        List<Value> seen = new ArrayList<>();
        Expansion expansion = new Expansion(Ring.INTS, _ -> null, value -> {
            Value equal = seen.stream()
                    .filter(before -> areSame.test(before, value))
                    .findFirst()
                    .orElse(value);
            seen.add(equal);
            return unchanging(equal);
        });
        Polynomial first = expansion.of(one);
        Polynomial second = expansion.of(other);
        return first != null && second != null && first.minus(second).asInts().isZero();
    }

    /** {@return whether an int is another and a number more, modulo 2^32} */
    static boolean isMoved(Value from, Value to, int by) {
        Expansion expansion = new Expansion(Ring.INTS, _ -> null, Affine::unchanging);
        Polynomial one = expansion.of(from);
        Polynomial other = expansion.of(to);
        return one != null && other != null && other.minus(one).asInts().equals(Polynomial.of(by));
    }

    private static boolean isConstant(Value value) {
        return value instanceof Instr instr && instr.op() instanceof Op.Constant;
    }

    private static Polynomial unchanging(Value value) {
        return Polynomial.of(new Symbol(value, 0));
    }

    private static Polynomial changing(Value value) {
        return Polynomial.of(new Symbol(value, 1));
    }

    /** {@return at most what a sum's absolute value is, whatever ints it is made of} */
    private static double magnitude(Polynomial sum) {
        return sum.terms().entrySet().stream()
                .mapToDouble(term -> Math.abs((double) term.getValue())
                        * Math.pow(INT, term.getKey().degree()))
                .sum();
    }

    private static @Nullable Affine of(@Nullable Polynomial sum, Value variable) {
        if (sum == null) {
            return null;
        }
        Polynomial factor = sum.factorOf(new Symbol(variable, 1));
        return new Affine(factor, sum.minus(factor.times(changing(variable))));
    }

    private static @Nullable Affine withNumber(@Nullable Affine index) {
        return index != null && index.factor.isConstant() ? index : null;
    }

    /** {@return what the variable is multiplied by, a number} */
    public int step() {
        return (int) factor.constant();
    }

    /** {@return the number that is added} */
    public int constant() {
        return (int) rest.constant();
    }

    /** {@return whether nothing but a number is added} */
    public boolean isPlain() {
        return rest.isConstant();
    }

    /** {@return the same with another number added} */
    public Affine withConstant(int number) {
        return new Affine(factor, rest.plus(number - rest.constant()));
    }

    /** {@return whether it is known not to fall as the variable grows, where nothing wraps around} */
    public boolean grows() {
        return factor.isConstant() && factor.constant() >= 0;
    }
}
