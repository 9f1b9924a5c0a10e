package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.oracle.OmittedDetails;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Elements that follow from the one before are what they are in plain Java, also where an iteration fails. */
@Execution(ExecutionMode.CONCURRENT)
class RecurrenceTest {
    /** A launch of a kernel. */
    record Launch(Class<?> owner, String kernel, List<Object> arguments) {
        Launch(String kernel, List<Object> arguments) {
            this(RecurrenceKernels.class, kernel, arguments);
        }

        Object[] copies() {
            IdentityHashMap<Object, Object> copies = new IdentityHashMap<>();
            return arguments.stream()
                    .map(argument -> argument instanceof int[] array
                            ? copies.computeIfAbsent(array, _ -> array.clone())
                            : argument)
                    .toArray();
        }

        @Override
        public String toString() {
            return kernel
                    + arguments.stream()
                            .map(argument -> argument instanceof int[] array ? "int[" + array.length + "]" : argument)
                            .toList();
        }
    }

    /** Reads elements before it writes them, and some that do not exist. */
    @GpuKernel
    static int movedDown(int[] a, int to) {
        int n = 0;
        for (int i = 0; i < to; i++) {
            if (a[i + 2] % 3 == 0) {
                a[n++] = a[i + 2] + a[i];
            }
        }
        return n;
    }

    static Stream<Launch> launches() {
        int[] x = Seeded.ints(5_000, 1);
        int[] y = Seeded.ints(4_200, 2);
        return Stream.of(
                new Launch("plain", List.of(x, y, 4_200)),
                new Launch("plain", List.of(x, y, 4_201)),
                new Launch("plain", List.of(x, y, 5_000)),
                new Launch("plain", List.of(y, x, 5_000)),
                new Launch("plain", List.of(new int[0], y, 2)),
                new Launch("plain", List.of(x, new int[0], 2)),
                new Launch("plain", List.of(new int[0], new int[0], 2)),
                new Launch("plain", List.of(x, new int[1], 2)),
                new Launch("plain", List.of(x, new int[0], 1)),
                new Launch("down", List.of(x, y, 4_198)),
                new Launch("down", List.of(x, y, 4_199)),
                new Launch("down", List.of(x, y, 4_300)),
                new Launch("down", List.of(new int[3], y, 9)),
                new Launch("nothingBefore", List.of(x, y)),
                new Launch("nothingBefore", List.of(new int[0], y)),
                new Launch("nothingBefore", List.of(x, new int[0])),
                new Launch("tooShort", List.of(x, y)),
                new Launch(RecurrenceTest.class, "movedDown", List.of(y, 4_198)),
                new Launch(RecurrenceTest.class, "movedDown", List.of(y, 0)),
                new Launch(RecurrenceTest.class, "movedDown", List.of(new int[0], 1)),
                steady("copiedFrom", y, 1, 4_200),
                steady("copiedFrom", y, 0, 4_200),
                steady("copiedFrom", y, -3, 4_200),
                steady("copiedFrom", y, 5, 4_300),
                steady("copiedFrom", y, 4_200, 4_201),
                steady("copiedFrom", y, 9_000, 9_001),
                steady("copiedFrom", y, 9, 9),
                steady("copiedDown", y, 4_197),
                steady("copiedDown", y, 4_198),
                steady("copiedThere", x, y, new int[4_100]),
                steady("copiedThere", new int[4_100], y, x),
                steady("copiedThere", y, y, x),
                steady("alternating", y, 4_200),
                steady("alternating", y, 4_201),
                steady("alternating", new int[0], 2),
                steady("alternating", new int[1], 2),
                steady("alternating", new int[0], 1),
                steady("repeatedAhead", x, new int[5_003], new int[5_000]),
                steady("repeatedAhead", x, y, new int[5_000]),
                steady("repeatedAhead", x, new int[2], new int[5_000]),
                steady("repeatedAhead", x, Seeded.ints(5_003, 4), y),
                steady("repeatedAhead", new int[0], y, x));
    }

    private static Launch steady(String kernel, Object... arguments) {
        return new Launch(SteadyRecurrenceKernels.class, kernel, List.of(arguments));
    }

    @ParameterizedTest
    @MethodSource("launches")
    void isJavas(Launch launch) throws IllegalAccessException {
        Method method = Arrays.stream(launch.owner().getDeclaredMethods())
                .filter(candidate -> candidate.getName().equals(launch.kernel()))
                .findFirst()
                .orElseThrow();
        Object[] expected = launch.copies();
        Throwable thrown = null;
        try {
            method.invoke(null, expected);
        } catch (InvocationTargetException e) {
            thrown = e.getCause();
        }
        Object[] own = launch.copies();
        OmittedDetails.assertAlike(launched(launch, own), thrown);
        assertThat(Arrays.deepEquals(own, expected)).isTrue();
    }

    private static @Nullable Throwable launched(Launch launch, Object[] arguments) {
        try {
            Kernel.of(launch.owner(), launch.kernel()).launch(arguments);
            return null;
        } catch (IndexOutOfBoundsException e) {
            return e;
        }
    }

    /** What is added is read before the element is stored. */
    @ParameterizedTest
    @MethodSource("lengths")
    void toItself(int length) {
        int[] expected = Seeded.ints(length, 3);
        int[] own = expected.clone();
        RecurrenceKernels.plain(expected, expected, length);
        Kernel.of(RecurrenceKernels.class, "plain").launch(own, own, length);
        assertThat(own).isEqualTo(expected);
    }

    static List<Integer> lengths() {
        return List.of(0, 1, 2, 300, 9_000);
    }
}
