package dev.gpukernel.internal.advice;

import dev.gpukernel.internal.backend.Leaves;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** Arguments for a method of which nothing is known but its types: sizes that mostly agree, and numbers of all kinds. */
final class AdvisedArguments {
    private static final int[] SIZES = {1, 2, 3, 4, 5, 8, 17, 40, 300};

    private static final double[] SPECIAL = {
        0.0,
        -0.0,
        1,
        -1,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MIN_VALUE,
        Double.MAX_VALUE
    };

    /** Constructors that are tried for an object. */
    private static final int TRIES = 12;

    /** Of how many objects inside of each other there are constructors tried. */
    private static final int DEPTH = 4;

    private final Random random;

    /** What most sizes are. */
    private final int size;

    /** Whether one-dimensional arrays hold matrices. */
    private final boolean isSquared;

    /** Whether numbers are whole and small: what is computed of them is then mostly exact. */
    private final boolean isWhole;

    private final boolean hasSpecials;
    private final boolean areIndices;

    /** Finds classes for what is declared as a class or interface of which there can be no objects. */
    private final Function<Class<?>, List<Class<?>>> below;

    AdvisedArguments(Random random, Function<Class<?>, List<Class<?>>> below) {
        this.random = random;
        this.below = below;
        boolean squared = random.nextInt(3) == 0;
        int chosen = SIZES[random.nextInt(SIZES.length)];
        this.isSquared = squared && chosen <= 40;
        this.size = random.nextInt(20) == 0 ? 0 : chosen;
        this.isWhole = random.nextInt(3) == 0;
        this.hasSpecials = random.nextInt(6) == 0;
        this.areIndices = random.nextBoolean();
    }

    /**
     * Makes arguments, the receiver first.
     *
     * @throws IllegalArgumentException if there is none for a parameter
     */
    List<Object> of(Method method) {
        List<Object> arguments = new ArrayList<>();
        for (Class<?> type : Leaves.arguments(method)) {
            arguments.add(of(type, 0));
        }
        return arguments;
    }

    private Object of(Class<?> type, int depth) {
        if (type.isEnum()) {
            Object[] constants = type.getEnumConstants();
            return constants[random.nextInt(constants.length)];
        }
        if (!type.isArray()) {
            return type == int.class ? (Object) count() : type.isPrimitive() ? number(type) : object(type, depth);
        }
        Class<?> component = type.componentType();
        int length = component.isArray() ? length(size) : length(isSquared ? size * size : size);
        return array(component, length);
    }

    /** Makes an object by one of the constructors of its class, or of one below it. */
    private Object object(Class<?> declared, int depth) {
        if (declared == String.class) {
            return "text";
        }
        for (int i = 0; i < TRIES && depth < DEPTH; i++) {
            List<Class<?>> classes = below.apply(declared);
            Constructor<?>[] constructors = classes.isEmpty()
                    ? new Constructor<?>[0]
                    : classes.get(random.nextInt(classes.size())).getDeclaredConstructors();
            if (constructors.length == 0) {
                break;
            }
            // The order in which reflection gives them is the JVM's.
            Arrays.sort(constructors, Comparator.comparing(Constructor::toString));
            Constructor<?> constructor = constructors[random.nextInt(constructors.length)];
            try {
                constructor.setAccessible(true);
                List<Object> arguments = new ArrayList<>();
                for (Class<?> type : constructor.getParameterTypes()) {
                    arguments.add(of(type, depth + 1));
                }
                return constructor.newInstance(arguments.toArray());
            } catch (ReflectiveOperationException | RuntimeException | LinkageError _) {
                // Others may do.
            }
        }
        throw new IllegalArgumentException("no objects of " + declared.getName());
    }

    private Object array(Class<?> component, int length) {
        Object array = Array.newInstance(component, length);
        for (int i = 0; i < length; i++) {
            // Rows agree among each other.
            Array.set(
                    array,
                    i,
                    component.isArray()
                            ? array(component.componentType(), size)
                            : component.isPrimitive() ? number(component) : of(component, 1));
        }
        return array;
    }

    /** A little more or less now and then. */
    private int length(int usual) {
        return switch (random.nextInt(16)) {
            case 0 -> Math.max(0, usual - 1);
            case 1 -> usual + 1;
            case 2 -> 2 * usual;
            default -> usual;
        };
    }

    private int count() {
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> 1;
            case 2 -> size / 2;
            case 3 -> Math.max(0, size - 1);
            case 4 -> random.nextInt(-2, size + 2);
            default -> size;
        };
    }

    private Object number(Class<?> type) {
        if (type == boolean.class) {
            return random.nextBoolean();
        }
        if (type == double.class) {
            return fraction();
        }
        if (type == float.class) {
            return (float) fraction();
        }
        int whole = areIndices ? random.nextInt(Math.max(1, size)) : (int) (random.nextGaussian() * 1000);
        if (type == int.class) {
            return hasSpecials && random.nextInt(9) == 0 ? random.nextInt() : whole;
        }
        if (type == long.class) {
            return hasSpecials ? random.nextLong() : (long) whole;
        }
        if (type == short.class) {
            return (short) whole;
        }
        if (type == byte.class) {
            return (byte) whole;
        }
        if (type == char.class) {
            return (char) whole;
        }
        throw new IllegalArgumentException("no numbers of " + type);
    }

    private double fraction() {
        if (hasSpecials && random.nextInt(6) == 0) {
            return SPECIAL[random.nextInt(SPECIAL.length)];
        }
        return isWhole ? random.nextInt(-9, 10) : random.nextGaussian();
    }
}
