package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.oracle.Differential;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Loops that are left early come to what they come to on the JVM, wherever the place is that they look for, and whatever they would have
 * thrown before or behind it: results, elements and exceptions.
 */
@Execution(ExecutionMode.CONCURRENT)
class SearchTest {
    private static final int LAUNCHES = 16;

    private static final int[] LENGTHS = {0, 1, 2, 3, 40, 300, 16_383, 16_384, 16_385, 40_000, 90_000};

    static Stream<Method> kernels() {
        return Stream.<Class<?>>of(SearchKernels.class, EarlyExitKernels.class)
                .flatMap(owner -> Arrays.stream(owner.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(GpuKernel.class));
    }

    private static Gpu cpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cpu"))
                .findFirst()
                .orElseThrow();
    }

    @SuppressWarnings("ArrayRecordComponent") // compared element by element
    private record Outcome(String result, Object[] arguments) {}

    @ParameterizedTest
    @MethodSource("kernels")
    void isWhatJavaFinds(Method method) {
        Kernel kernel = Kernel.of(method.getDeclaringClass(), method.getName());
        Gpu cpu = cpu();
        method.setAccessible(true);
        for (int seed = 0; seed < LAUNCHES; seed++) {
            Object[] own = arguments(method, seed);
            Outcome expected = run(arguments(method, seed), arguments -> method.invoke(null, arguments));
            Outcome found = run(own, arguments -> cpu.call(() -> kernel.launch(arguments)));
            String name = method.getName() + " with seed " + seed;
            assertThat(isSame(found.result, expected.result))
                    .as("%s: %s, in Java %s", name, found.result, expected.result)
                    .isTrue();
            assertThat(Arrays.deepEquals(found.arguments, expected.arguments))
                    .as(name)
                    .isTrue();
        }
    }

    /** The loop of {@code places} is inside one that must keep its order: a single thread does both. */
    static Stream<Method> searched() {
        return kernels().filter(method -> !method.getName().equals("places"));
    }

    @ParameterizedTest
    @MethodSource("searched")
    void isSearchedFor(Method method) {
        assertThat(Kernel.of(method.getDeclaringClass(), method.getName()).schedule())
                .contains("; reduces the first iteration that leaves");
    }

    @Test
    void theScheduleSaysSo() {
        assertThat(Kernel.of(SearchKernels.class, "indexOf").schedule().lines().skip(1))
                .satisfiesExactly(
                        chunks -> assertThat(chunks)
                                .endsWith(
                                        ": in chunks, each larger than the one before, until one has an iteration that leaves"),
                        search -> assertThat(search).endsWith("; reduces the first iteration that leaves"));
        assertThat(Kernel.of(EarlyExitKernels.class, "untilNegative").schedule().lines())
                .hasSize(4)
                .last()
                .asString()
                .contains("loop over i: parallel over i");
    }

    @Test
    void isNotRecorded() {
        Gpu cpu = cpu();
        Kernel kernel = Kernel.of(EarlyExitKernels.class, "untilNegative");
        try (GpuArray<int[]> array = cpu.upload(new int[9])) {
            assertThatThrownBy(() -> cpu.record(() -> kernel.launch(array))).hasMessageStartingWith("[NotRecordable]");
        }
    }

    static List<CorpusKernel> rows() {
        return Corpus.all().stream()
                .filter(kernel -> kernel.owner() == SearchKernels.class || kernel.owner() == EarlyExitKernels.class)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void afterEachStep(CorpusKernel kernel) {
        Differential differential = new Differential(kernel.method());
        assertThat(differential.firstDifference(kernel.arguments().get(), Gpu.all()))
                .isEmpty();
    }

    /** Code that the JVM compiled may throw exceptions without their message. */
    private static boolean isSame(String found, String expected) {
        return found.equals(expected) || (expected.endsWith("Exception") && found.startsWith(expected + ": "));
    }

    private interface Run {
        Object with(Object... arguments) throws ReflectiveOperationException;
    }

    private static Outcome run(Object[] arguments, Run run) {
        String result;
        try {
            result = String.valueOf(run.with(arguments));
        } catch (InvocationTargetException e) {
            result = String.valueOf(e.getCause());
        } catch (ReflectiveOperationException | RuntimeException e) {
            result = e.toString();
        }
        return new Outcome(result, arguments);
    }

    /** {@return arguments: arrays of numbers that seldom or never change, but in a place or two, and numbers that are in them or not} */
    private static Object[] arguments(Method method, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int length = LENGTHS[random.nextInt(LENGTHS.length)];
        int key = random.nextInt(1, 4);
        List<Object> arguments = new ArrayList<>();
        for (Class<?> type : method.getParameterTypes()) {
            arguments.add(type.isArray() ? array(type, length, key, random) : number(type, length, key, random));
        }
        return arguments.toArray();
    }

    private static Object number(Class<?> type, int length, int key, SplittableRandom random) {
        long number = switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> key;
            case 4 -> 0;
            case 5 -> length;
            case 6 -> length - 1;
            case 7 -> random.nextInt(length + 1);
            case 8 -> Integer.MAX_VALUE - random.nextInt(3);
            case 9 -> Integer.MIN_VALUE + random.nextInt(3);
            case 10 -> random.nextInt(-3, 5);
            default -> length + random.nextInt(3);
        };
        return type == int.class
                ? (Object) (int) number
                : type == long.class ? (Object) number : (Object) (double) number;
    }

    private static Object array(Class<?> type, int length, int key, SplittableRandom random) {
        int own = Math.max(3, random.nextInt(4) == 0 ? length + random.nextInt(-2, 3) : length);
        Object array = Array.newInstance(type.getComponentType(), own);
        int usual = random.nextInt(3) == 0 ? 1 : 0;
        for (int i = 0; i < own; i++) {
            set(array, i, usual);
        }
        for (int change = random.nextInt(5); change > 0; change--) {
            int at = switch (random.nextInt(5)) {
                case 0 -> 0;
                case 1 -> own - 1;
                default -> random.nextInt(own);
            };
            double value = random.nextInt(3) == 0 ? random.nextInt(-2, 40) : key;
            set(array, at, random.nextInt(8) == 0 ? Double.NaN : value);
        }
        return array;
    }

    private static void set(Object array, int at, double value) {
        switch (array) {
            case int[] ints -> ints[at] = (int) value;
            case double[] doubles -> doubles[at] = value;
            case float[] floats -> floats[at] = (float) value;
            case long[] longs -> longs[at] = (long) value;
            case boolean[] booleans -> booleans[at] = value != 0;
            case byte[] bytes -> bytes[at] = (byte) value;
            case char[] chars -> chars[at] = (char) value;
            default -> throw new IllegalArgumentException(array.getClass().toString());
        }
    }
}
