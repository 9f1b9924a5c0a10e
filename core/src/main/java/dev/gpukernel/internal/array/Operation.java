package dev.gpukernel.internal.array;

import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.jit.ElementFunction;
import org.jspecify.annotations.Nullable;

/** What is done with one element of each operand. Equal operations do the same with operands of the same types. */
public sealed interface Operation {
    /**
     * Arithmetic, of operands of the type of the result.
     *
     * @param position the user's line, for a division that may throw
     */
    record Arithmetic(BinaryKind kind, @Nullable SourcePosition position) implements Operation {}

    /** A comparison of two operands of one type. */
    record Comparison(Predicate predicate) implements Operation {}

    /** The opposite number. */
    record Negation() implements Operation {}

    /** Java's cast to the type of the result. */
    record Conversion() implements Operation {}

    /** One of two operands, by a third one before them. */
    record Choice() implements Operation {}

    /**
     * An index of an axis, of an index that may count from its end and the axis' size; faults if there is none.
     *
     * @param axis the axis as the user counts it, -1 for all elements as one
     * @param position the user's line
     */
    record Index(int axis, @Nullable SourcePosition position) implements Operation {}

    /**
     * A method of {@link ScalarFunctions}, by its name and the types of the operands.
     *
     * @param position the user's line, if it divides and may throw
     */
    record Method(String name, @Nullable SourcePosition position) implements Operation {}

    /** A function of the user's. What it captures are further operands. */
    record Applied(ElementFunction function) implements Operation {}

    /** {@return whether an element may throw an exception} */
    default boolean mayThrow() {
        return switch (this) {
            case Arithmetic arithmetic -> arithmetic.position != null;
            case Method method -> method.position != null;
            case Index _, Applied _ -> true;
            case Comparison _, Negation _, Conversion _, Choice _ -> false;
        };
    }
}
