package dev.gpukernel.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * An array that belongs to the thread, or a table: its lengths are powers of two.
 *
 * @param name its name
 * @param type what it holds
 * @param lengths one for each dimension, {@link #UNKNOWN} where only the array knows
 */
record OwnArray(String name, NumberType type, List<Integer> lengths) {
    /** Stands for a length that the place in the code does not tell: of a parameter. */
    static final int UNKNOWN = -1;

    boolean isRow() {
        return lengths.size() == 1;
    }

    /** {@return the same array under another name} */
    OwnArray named(String other) {
        return new OwnArray(other, type, lengths);
    }

    /** {@return the expression that makes the array, all zeros} */
    String creation() {
        StringBuilder text = new StringBuilder("new " + type.text());
        lengths.forEach(length -> text.append('[').append(length).append(']'));
        return text.toString();
    }

    /** {@return the declared type} */
    String declaredType() {
        return type.text() + "[]".repeat(lengths.size());
    }

    /** {@return a static field with random elements} */
    String table(long seed) {
        return "static final " + declaredType() + " " + name + " = " + elements(0, new SplittableRandom(seed)) + ";";
    }

    private String elements(int dimension, RandomGenerator random) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < lengths.get(dimension); i++) {
            texts.add(
                    dimension + 1 < lengths.size()
                            ? elements(dimension + 1, random)
                            : ExpressionGenerator.literal(type, EdgeValues.next(type, random)));
        }
        return "{" + String.join(", ", texts) + "}";
    }
}
