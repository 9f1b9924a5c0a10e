package dev.gpukernel.oracle;

import dev.gpukernel.oracle.GeneratedKernel.Parameter;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Random arguments for a kernel. */
public final class Inputs {
    /** Usual length of arrays: as many elements as {@link Oracle#GRID} has threads. */
    private static final int LENGTH = 24;

    private Inputs() {}

    /**
     * Makes arguments, edge values among them. Arrays are mostly as long as the grid has threads and the bound mostly fits them;
     * rarely they are shorter, empty even, or longer.
     *
     * @param parameters a kernel's parameters
     * @param seed which arguments; the same seed makes the same
     * @return arrays and boxed numbers
     */
    public static List<Object> of(List<Parameter> parameters, long seed) {
        RandomGenerator random = new SplittableRandom(seed);
        int length = random.nextInt(5) == 0 ? random.nextInt(2 * LENGTH) : LENGTH;
        List<Object> arguments = new ArrayList<>();
        for (Parameter parameter : parameters) {
            if (parameter.name().equals(GeneratedKernel.BOUND)) {
                arguments.add(bound(length, random));
            } else {
                arguments.add(argument(parameter.type(), length, random));
            }
        }
        return arguments;
    }

    private static int bound(int length, RandomGenerator random) {
        return switch (random.nextInt(20)) {
            case 0 -> length + 1;
            case 1, 2, 3, 4 -> random.nextInt(length + 1);
            default -> length;
        };
    }

    private static Object argument(Class<?> type, int length, RandomGenerator random) {
        for (NumberType number : NumberType.values()) {
            if (type == number.scalar()) {
                return EdgeValues.next(number, random);
            }
            if (type == number.array()) {
                return array(number, random.nextInt(80) == 0 ? length / 2 : length, random);
            }
        }
        throw new IllegalArgumentException("no arguments of " + type);
    }

    private static Object array(NumberType type, int length, RandomGenerator random) {
        Object array = Array.newInstance(type.scalar(), length);
        for (int i = 0; i < length; i++) {
            Array.set(array, i, EdgeValues.next(type, random));
        }
        return array;
    }
}
