package dev.gpukernel.oracle;

import dev.gpukernel.oracle.GeneratedKernel.Parameter;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Random arguments for a kernel. */
public final class Inputs {
    /** Usual length of arrays of other methods: as many elements as {@link Oracle#GRID} has threads. */
    private static final int LENGTH = 24;

    private final RandomGenerator random;

    private Inputs(RandomGenerator random) {
        this.random = random;
    }

    /**
     * Makes arguments, edge values among them. Arrays are mostly as long as the grid has threads and the bound mostly fits them;
     * rarely they are shorter, empty even, or longer.
     *
     * @param kernel the kernel
     * @param classes where it was compiled to
     * @param seed which arguments; the same seed makes the same
     * @return arrays, boxed numbers and records
     */
    public static List<Object> of(GeneratedKernel kernel, ClassLoader classes, long seed) {
        RandomGenerator random = new SplittableRandom(seed);
        Inputs inputs = new Inputs(random);
        Class<?>[] types = kernel.method(classes).getParameterTypes();
        int usual = kernel.length();
        int length = random.nextInt(5) == 0 ? random.nextInt(2 * usual) : usual;
        List<Object> arguments = new ArrayList<>();
        for (Parameter parameter : kernel.parameters()) {
            arguments.add(
                    parameter.name().equals(GeneratedKernel.BOUND) && parameter.most() < 0
                            ? inputs.bound(length)
                            : inputs.argument(parameter, types[arguments.size()], length));
        }
        return arguments;
    }

    /**
     * Makes arguments for a method of numbers, arrays of numbers and arrays of records, as for a generated kernel.
     *
     * @param method the method
     * @param seed which arguments
     * @return arrays and boxed numbers
     */
    public static List<Object> of(Method method, long seed) {
        Inputs inputs = new Inputs(new SplittableRandom(seed));
        int length = inputs.random.nextInt(5) == 0 ? inputs.random.nextInt(2 * LENGTH) : LENGTH;
        return Arrays.stream(method.getParameterTypes())
                .map(type -> inputs.argument(type, length))
                .toList();
    }

    private Object argument(Class<?> type, int length) {
        if (!type.isArray()) {
            return EdgeValues.next(NumberType.ofArray(type.arrayType()), random);
        }
        return type.componentType().isRecord()
                ? records(type.componentType(), length, random)
                : array(NumberType.ofArray(type), length);
    }

    /** {@return an array of exactly so many records of numbers and of such records} */
    static Object[] records(Class<?> type, int length, RandomGenerator random) {
        Object[] records = (Object[]) Array.newInstance(type, length);
        Arrays.setAll(records, _ -> record(type, random));
        return records;
    }

    private static Object record(Class<?> type, RandomGenerator random) {
        Class<?>[] types = types(type);
        return create(
                type,
                types,
                Arrays.stream(types)
                        .map(component -> component.isRecord()
                                ? record(component, random)
                                : EdgeValues.next(NumberType.ofArray(component.arrayType()), random))
                        .toArray());
    }

    /**
     * Makes an argument.
     *
     * @param parameter a number or an array of numbers
     * @param length of an array, mostly
     * @return the boxed number, or the array
     */
    static Object next(Parameter parameter, int length, RandomGenerator random) {
        return new Inputs(random).argument(parameter, Object.class, length);
    }

    private int bound(int length) {
        return switch (random.nextInt(20)) {
            case 0 -> length + 1;
            case 1, 2, 3, 4 -> random.nextInt(length + 1);
            default -> length;
        };
    }

    private Object argument(Parameter parameter, Class<?> type, int length) {
        if (parameter.most() >= 0) {
            return size(parameter);
        }
        return parameter.array() ? array((NumberType) parameter.type(), length) : value(parameter.type(), type);
    }

    private Object size(Parameter parameter) {
        int size = random.nextInt(parameter.least(), parameter.most() + 1);
        return parameter.type() == NumberType.LONG ? (Object) (long) size : size;
    }

    private Object array(NumberType type, int usual) {
        return array(type, random.nextInt(80) == 0 ? usual / 2 : usual, random);
    }

    /** {@return an array of exactly so many numbers} */
    static Object array(NumberType type, int length, RandomGenerator random) {
        Object array = Array.newInstance(type.scalar(), length);
        for (int i = 0; i < length; i++) {
            Array.set(array, i, EdgeValues.next(type, random));
        }
        return array;
    }

    private Object value(ValueType type, Class<?> javaType) {
        return switch (type) {
            case NumberType number -> EdgeValues.next(number, random);
            case RecordType record -> record(record, javaType);
        };
    }

    private Object record(RecordType record, Class<?> type) {
        Class<?>[] types = types(type);
        Object[] components = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            components[i] = value(record.components().get(i).type(), types[i]);
        }
        return create(type, types, components);
    }

    private static Class<?>[] types(Class<?> record) {
        return Arrays.stream(record.getRecordComponents())
                .map(component -> component.getType())
                .toArray(Class<?>[]::new);
    }

    private static Object create(Class<?> type, Class<?>[] types, Object[] components) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(components);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("no " + type + " of " + Arrays.toString(components), e);
        }
    }
}
