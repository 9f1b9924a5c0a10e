package dev.gpukernel.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.GpuKernel;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The kernels of {@link OptimiserKernels} and {@link LoopShapeKernels} lead to the same after each pass, with arguments around the limits of their loops. */
class OptimiserTest {
    private static final int[] LENGTHS = {0, 4, 9};
    private static final int[] FROM = {-1, 0, 2, Integer.MAX_VALUE - 4};
    private static final int[] TO = {0, 3, 5, Integer.MAX_VALUE};

    static List<Method> kernels() {
        return Stream.of(OptimiserKernels.class, LoopShapeKernels.class)
                .flatMap(owner -> Arrays.stream(owner.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(GpuKernel.class))
                .sorted(Comparator.comparing(Method::getName))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void everyPassKeepsTheOutcome(Method kernel) {
        Differential differential = new Differential(kernel);
        for (int length : LENGTHS) {
            for (int from : FROM) {
                for (int to : TO) {
                    List<Object> arguments =
                            List.of(new int[4], numbers(length), numbers(length == 9 ? 7 : length), from, to);
                    assertThat(differential.firstDifference(arguments, List.of()))
                            .as("length %d, from %d, to %d", length, from, to)
                            .isEmpty();
                }
            }
        }
    }

    private static int[] numbers(int length) {
        return IntStream.range(0, length).map(i -> i * 5 % 7).toArray();
    }
}
