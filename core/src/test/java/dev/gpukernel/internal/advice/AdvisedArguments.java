package dev.gpukernel.internal.advice;

import dev.gpukernel.internal.backend.Leaves;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;

/** Arguments for a method of which nothing is known but its types: sizes that mostly agree, and numbers of all kinds. */
final class AdvisedArguments {
    private static final int[] SIZES = {1, 2, 3, 4, 5, 8, 16, 17, 40, 64, 300};

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

    /** Most that a number is which an object inside of another one is made of. */
    private static final int MOST_INSIDE = 4;

    /** Most iterations of loops to make an object or to call a method of it: some grow with the power of a number. */
    private static final long ITERATIONS = 1_000_000;

    /** Methods of an object that are called before. */
    private static final int USES = 6;

    private final Random random;

    /** What most sizes are. */
    private final int size;

    /** Whether one-dimensional arrays hold matrices. */
    private final boolean isSquared;

    /** Whether numbers are whole and small: what is computed of them is then mostly exact. */
    private final boolean isWhole;

    private final boolean hasSpecials;
    private final boolean areIndices;

    private final Function<Class<?>, List<Class<?>>> below;

    /**
     * Prepares to make some.
     *
     * @param random makes them
     * @param below finds classes for what is declared as a class or interface of which there can be no objects
     * @param most most elements of a row
     */
    AdvisedArguments(Random random, Function<Class<?>, List<Class<?>>> below, int most) {
        this.random = random;
        this.below = below;
        boolean squared = random.nextInt(3) == 0;
        int chosen = Math.min(most, SIZES[random.nextInt(SIZES.length)]);
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
            return type == int.class ? (Object) count(depth) : type.isPrimitive() ? number(type) : object(type, depth);
        }
        Class<?> component = type.componentType();
        int length = component.isArray() ? length(size) : length(isSquared ? size * size : size);
        return array(component, length, depth);
    }

    /** Makes an object by one of the constructors of its class, or of one below it, or by a static method of it. */
    private Object object(Class<?> declared, int depth) {
        if (declared == String.class) {
            return "text";
        }
        for (int i = 0; i < TRIES && depth < DEPTH; i++) {
            if (depth == 0) {
                Stop.after(ITERATIONS);
            }
            Stop.ask();
            List<Class<?>> classes = below.apply(declared);
            List<Executable> makers =
                    classes.isEmpty() ? List.of() : makers(classes.get(random.nextInt(classes.size())));
            if (makers.isEmpty()) {
                break;
            }
            Executable maker = makers.get(random.nextInt(makers.size()));
            try {
                maker.setAccessible(true);
                Object[] arguments = arguments(maker, depth + 1);
                Object made = maker instanceof Constructor<?> constructor
                        ? constructor.newInstance(arguments)
                        : ((Method) maker).invoke(null, arguments);
                if (made != null) {
                    return made;
                }
            } catch (ReflectiveOperationException | RuntimeException | LinkageError _) {
                // Others may do.
            } catch (Stop.Stopped e) {
                if (depth > 0) {
                    throw e;
                }
            } finally {
                if (depth == 0) {
                    Stop.after(Long.MAX_VALUE);
                }
            }
        }
        throw new IllegalArgumentException("no objects of " + declared.getName());
    }

    private Object[] arguments(Executable called, int depth) {
        return Stream.of(called.getParameterTypes())
                .map(type -> of(type, depth))
                .toArray();
    }

    /** {@return constructors, and static methods if there is no constructor to be seen, in an order of their own: that of reflection is the JVM's} */
    private static List<Executable> makers(Class<?> type) {
        List<Executable> makers = new ArrayList<>(List.of(type.getDeclaredConstructors()));
        boolean areHidden = makers.stream().allMatch(maker -> Modifier.isPrivate(maker.getModifiers()));
        for (Method method : type.getDeclaredMethods()) {
            if (areHidden && Modifier.isStatic(method.getModifiers()) && method.getReturnType() == type) {
                makers.add(method);
            }
        }
        makers.sort(Comparator.comparing(Executable::toString));
        return makers;
    }

    /** Calls a few other methods of the object that a method is called on, such as one that computes what that one returns. */
    void use(List<Object> arguments, Method method) {
        Object receiver = arguments.getFirst();
        if (Modifier.isStatic(method.getModifiers())) {
            return;
        }
        List<Method> others = Stream.of(receiver.getClass().getMethods())
                .filter(other -> other.getDeclaringClass() != Object.class
                        && !Modifier.isStatic(other.getModifiers())
                        && !other.getName().startsWith("print")
                        && !other.getName().equals(method.getName()))
                .sorted(Comparator.comparing(Method::toString))
                .toList();
        for (int i = 0; i < USES && !others.isEmpty(); i++) {
            Method other = others.get(random.nextInt(others.size()));
            Stop.after(ITERATIONS);
            try {
                other.setAccessible(true);
                other.invoke(receiver, arguments(other, 1));
            } catch (ReflectiveOperationException | RuntimeException | LinkageError | Stop.Stopped _) {
                // It is what it is then.
            } finally {
                Stop.after(Long.MAX_VALUE);
            }
        }
    }

    private Object array(Class<?> component, int length, int depth) {
        Object array = Array.newInstance(component, length);
        for (int i = 0; i < length; i++) {
            // Rows agree among each other.
            Array.set(
                    array,
                    i,
                    component.isArray()
                            ? array(component.componentType(), size, depth)
                            : component.isPrimitive() ? number(component) : of(component, Math.max(1, depth)));
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

    /** Objects inside of others are small: some grow with the power of a number. */
    private int count(int depth) {
        int count = count();
        return depth > 1 ? Math.min(count, MOST_INSIDE) : count;
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
