package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Value;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes integers as sums of products of others. Each is taken apart once, however many operations it is an operand of. */
final class Expansion {
    private final Ring ring;
    private final Function<Value, @Nullable Polynomial> given;
    private final Function<Value, @Nullable Polynomial> otherwise;
    private final Map<Value, @Nullable Polynomial> known = new HashMap<>();

    /**
     * Starts with nothing taken apart.
     *
     * @param ring the arithmetic
     * @param given what values are that are not taken apart, null for others
     * @param otherwise what a value is that cannot be taken apart, null if that is not known
     */
    Expansion(Ring ring, Function<Value, @Nullable Polynomial> given, Function<Value, @Nullable Polynomial> otherwise) {
        this.ring = ring;
        this.given = given;
        this.otherwise = otherwise;
    }

    /** {@return what a value is, null if that is not known} */
    @Nullable Polynomial of(Value value) {
        if (!known.containsKey(value)) {
            // What comes round a loop depends on itself, which says nothing of it.
            known.put(value, null);
            Polynomial sum = given.apply(value);
            sum = sum == null && value instanceof Instr instr ? ring.sum(instr, this::of) : sum;
            known.put(value, sum == null ? otherwise.apply(value) : sum);
        }
        return known.get(value);
    }
}
