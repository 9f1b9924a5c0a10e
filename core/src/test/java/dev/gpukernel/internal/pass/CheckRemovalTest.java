package dev.gpukernel.internal.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.jit.CompilerSteps;
import dev.gpukernel.internal.jit.CompilerSteps.Compiled;
import dev.gpukernel.oracle.Differential;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Launches that are known not to fault have code without checks, and lead to what the JVM leads to as all others do. */
class CheckRemovalTest {
    private final SplittableRandom random = new SplittableRandom(5);

    private static Method method(String name) {
        return Arrays.stream(CheckRemovalKernels.class.getDeclaredMethods())
                .filter(m ->
                        m.isAnnotationPresent(GpuKernel.class) && m.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isProven(String kernel, Object... arguments) {
        return compiled(kernel).isProven(List.of(arguments));
    }

    private static Compiled compiled(String kernel) {
        return CompilerSteps.compile(method(kernel), (_, _) -> {});
    }

    private static void same(String kernel, Object... arguments) {
        assertThat(new Differential(method(kernel)).firstDifference(List.of(arguments), List.of()))
                .as("%s %s", kernel, Arrays.deepToString(arguments))
                .isEmpty();
    }

    private int[] ints(int length) {
        return random.ints(length).toArray();
    }

    @Test
    void theCodeHasNoChecks() {
        List<Function> functions = compiled("blur").functions();
        assertThat(functions).hasSize(2);
        assertThat(functions.getFirst().blocks().stream().flatMap(block -> block.instrs().stream()))
                .anyMatch(instr -> instr.op().effect() == Effect.FAULT);
        assertThat(functions.getLast().blocks().stream().flatMap(block -> block.instrs().stream()))
                .noneMatch(instr -> instr.op().effect() == Effect.FAULT);
    }

    @ParameterizedTest
    @CsvSource({
        "7, 5, 1, 0, 0, true",
        "7, 5, 3, 0, 0, true",
        "1, 1, 0, 0, 0, true",
        "7, 5, 1, 1, 0, false",
        "7, 5, 2, 0, 1, false"
    })
    void aBlurIsKnownToStayInItsArrays(
            int width, int height, int radius, int lessWeights, int lessPixels, boolean isKnown) {
        int taps = 2 * radius + 1;
        int[] weights = ints(taps * taps - lessWeights);
        int[] in = ints(width * height - lessPixels);
        int[] out = new int[width * height];
        assertThat(isProven("blur", width, height, radius, weights, in, out)).isEqualTo(isKnown);
        same("blur", width, height, radius, weights, in, out);
    }

    @ParameterizedTest
    @CsvSource({"3, 4, 12, 7, true", "3, 4, 11, 7, false", "3, 4, 12, 0, false", "3, 4, 13, -1, true"})
    void rowsOfAMatrixAreKnownToBeThere(int rows, int width, int elements, int divisor, boolean isKnown) {
        int[] matrix = ints(elements);
        assertThat(isProven("rows", matrix, width, divisor, new int[rows])).isEqualTo(isKnown);
        same("rows", matrix, width, divisor, new int[rows]);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 10",
        "0, 0",
        "1, 0",
        "5, 7",
        "-2147483648, -2147483648",
        "-2147483648, -2147483641",
        "2147483640, 2147483646",
        "2147483646, 2147483646",
        "2147483646, -2147483648"
    })
    void loopsUpToAndWithTheirBound(int first, int last) {
        assertThat(isProven("inclusive", first, last, ints(8), new int[3])).isTrue();
        same("inclusive", first, last, ints(8), new int[3]);
        same("inclusive", first, last, ints(7), new int[3]);
    }

    @Test
    void whatDependsOnElementsIsNotKnown() {
        int[] index = {0, 1, 2, 1};
        assertThat(isProven("gather", ints(3), index, 2, new int[2])).isFalse();
        same("gather", ints(3), index, 2, new int[2]);
        same("gather", ints(2), index, 2, new int[2]);
    }
}
