package dev.gpukernel.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** What all methods of a generated class share: records, constants, tables, and the methods made so far. */
final class KernelClass {
    /** A static final number. */
    record Constant(String name, NumberType type) {}

    final RandomGenerator random;
    /** Whether there are calls of the JDK's methods. */
    final boolean intrinsics;

    final List<RecordType> records = new ArrayList<>();
    final List<Constant> constants = new ArrayList<>();
    final List<OwnArray> tables = new ArrayList<>();
    final List<Helper> helpers = new ArrayList<>();
    /** Methods that always throw. */
    final List<Helper> throwers = new ArrayList<>();

    private int names;

    KernelClass(RandomGenerator random, boolean intrinsics) {
        this.random = random;
        this.intrinsics = intrinsics;
    }

    /** {@return a name that nothing else has} */
    String newName(String prefix) {
        return prefix + names++;
    }

    /** {@return a number type or, rarely, a record} */
    ValueType anyValue() {
        return records.isEmpty() || random.nextInt(100) < 75 ? anyType() : oneOf(records);
    }

    NumberType anyType() {
        return oneOf(List.of(NumberType.values()));
    }

    /** {@return a random array with one dimension or two} */
    OwnArray newArray(String name) {
        List<Integer> lengths = percent(70) ? List.of(oneOf(List.of(1, 2, 4, 8))) : List.of(4, 2);
        return new OwnArray(name, anyType(), lengths);
    }

    /** {@return whether something happens that does in so many of a hundred cases} */
    boolean percent(int chance) {
        return random.nextInt(100) < chance;
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
