package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Kernel;
import dev.gpukernel.internal.jit.CompilerSteps;
import dev.gpukernel.oracle.OmittedDetails;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An index that runs on over loops with steps of 2 and 4 leaves one launch, and what Java does. */
@Execution(ExecutionMode.CONCURRENT)
class SampledTest {
    /** A launch of a kernel of ints, with the lengths of its arrays. */
    record Launch(String kernel, int w, int h, List<Integer> lengths) {
        Object[] arguments() {
            int[] image = Seeded.ints(lengths.getFirst(), 1);
            int[] out = new int[lengths.getLast()];
            return kernel.equals("pairs") ? new Object[] {w, h, image, out} : new Object[] {w, h, image, out, 2};
        }
    }

    static Stream<Launch> launches() {
        return Stream.of("everyFourth", "pairs")
                .flatMap(kernel -> Stream.of(
                        new Launch(kernel, 8, 6, List.of(48, 60)),
                        new Launch(kernel, 8, 6, List.of(48, 13)),
                        new Launch(kernel, 8, 6, List.of(30, 60)),
                        new Launch(kernel, 1, 6, List.of(6, 60)),
                        new Launch(kernel, 0, 6, List.of(6, 60)),
                        new Launch(kernel, -7, 6, List.of(6, 60)),
                        new Launch(kernel, 5, 0, List.of(6, 60)),
                        new Launch(kernel, 5, -1, List.of(6, 60)),
                        new Launch(kernel, Integer.MIN_VALUE, 6, List.of(6, 60)),
                        new Launch(kernel, 301, 400, List.of(120_400, 130_000)),
                        new Launch(kernel, 301, 400, List.of(120_400, 29_000)),
                        new Launch(kernel, 302, 400, List.of(120_000, 130_000))));
    }

    private static Method method(String name) {
        return Arrays.stream(SampledKernels.class.getDeclaredMethods())
                .filter(candidate -> candidate.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("launches")
    void isJavas(Launch launch) throws IllegalAccessException {
        Object[] expected = launch.arguments();
        Object[] own = launch.arguments();
        Throwable thrown = null;
        try {
            method(launch.kernel()).invoke(null, expected);
        } catch (InvocationTargetException e) {
            thrown = e.getCause();
        }
        OmittedDetails.assertAlike(launched(launch.kernel(), own), thrown);
        assertThat(Arrays.deepEquals(own, expected)).isTrue();
    }

    private static @Nullable Throwable launched(String kernel, Object[] arguments) {
        try {
            Kernel.of(SampledKernels.class, kernel).launch(arguments);
            return null;
        } catch (IndexOutOfBoundsException e) {
            return e;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"halved", "everyFourth", "pairs"})
    void isOneLaunchOverBothLoops(String kernel) {
        assertThat(CompilerSteps.compile(method(kernel), (_, _) -> {}).levels()).containsExactly(2);
    }
}
