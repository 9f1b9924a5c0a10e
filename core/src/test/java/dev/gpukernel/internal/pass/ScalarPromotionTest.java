package dev.gpukernel.internal.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.jit.CompilerSteps;
import dev.gpukernel.oracle.Differential;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Elements that loops keep in registers, and loads of what was just loaded or stored. */
class ScalarPromotionTest {
    private static Method method(String name) {
        return Arrays.stream(PromotionKernels.class.getDeclaredMethods())
                .filter(m ->
                        m.isAnnotationPresent(GpuKernel.class) && m.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<Loop> innermost(Function function) {
        List<Loop> loops = Loop.of(function);
        return loops.stream().filter(loop -> loop.inside(loops).isEmpty()).toList();
    }

    private static Function compiled(String kernel) {
        return CompilerSteps.compile(method(kernel), (_, _) -> {}).function();
    }

    private static boolean storesGlobal(Loop loop) {
        return loop.instrs().anyMatch(instr -> instr.op() instanceof Op.Store store && store.space() == Space.GLOBAL);
    }

    private static long loads(Loop loop, Space space) {
        return loop.instrs()
                .filter(instr -> instr.op() instanceof Op.Load load && load.space() == space)
                .count();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rows", "sometimes", "untilZero"})
    void anElementIsInARegister(String kernel) {
        assertThat(innermost(compiled(kernel))).anyMatch(loop -> !storesGlobal(loop) && loads(loop, Space.GLOBAL) >= 2);
    }

    @Test
    void notWhereTwoArraysMayBeOne() {
        assertThat(innermost(compiled("ofItself"))).allMatch(ScalarPromotionTest::storesGlobal);
    }

    @Test
    void whatAnIterationLoadedTheNextOneNeedNotLoad() {
        assertThat(innermost(compiled("triangle"))).anyMatch(loop -> loads(loop, Space.LOCAL) == 5);
    }

    @Test
    void fewElementsThatAreTakenAgainAndAgainAreLoadedOnce() {
        Function function = compiled("picked");
        assertThat(Loop.of(function)).isEmpty();
        assertThat(function.blocks())
                .allSatisfy(block -> assertThat(block.instrs())
                        .filteredOn(instr -> instr.op() instanceof Op.Load)
                        .hasSizeLessThanOrEqualTo(5));
    }

    @Test
    void whatWasStoredIsNotLoaded() {
        assertThat(innermost(compiled("twoArrays"))).allMatch(loop -> loads(loop, Space.LOCAL) == 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 7, 8, 9, 19, 33})
    void resultsAreThoseOfJava(int n) {
        SplittableRandom random = new SplittableRandom(n);
        int[] x = random.ints(n, -99, 99).toArray();
        int[] shorter = Arrays.copyOf(x, Math.max(0, n - 1));
        int[] a = random.ints(6L * n).toArray();
        same(
                "rows",
                List.of(n, a, x, random.ints(6).toArray()),
                List.of(n, a, shorter, new int[6]),
                List.of(n, shorter, x, new int[6]));
        byte[] bytes = new byte[11];
        random.nextBytes(bytes);
        same("sometimes", List.of(n, x, bytes), List.of(n, shorter, new byte[3]));
        int[] zero = x.clone();
        Arrays.fill(zero, n / 2, n, 0);
        same("untilZero", List.of(n, zero, new long[] {1, 2, 3}), List.of(n, x, new long[] {-1}));
        same("ofItself", List.of(n, random.ints(9).toArray(), random.ints(9).toArray()));
        same("triangle", List.of(n, random.ints(5).toArray(), new int[5]), List.of(n + 50, new int[] {3}, new int[1]));
        same("picked", List.of(new int[] {5, 6, 7, 8}, x, new int[n]), List.of(new int[] {5, 6, 7}, x, new int[n]));
        same("twoArrays", List.of(n + 1, random.ints(5).toArray(), new int[5]), List.of(70, new int[1], new int[1]));
    }

    @Test
    void oneArrayForBoth() {
        int[] both = {3, -1, 4, 1, -5};
        same("ofItself", List.of(4, both, both));
    }

    @SafeVarargs
    private static void same(String kernel, List<Object>... lists) {
        Differential differential = new Differential(method(kernel));
        for (List<Object> arguments : lists) {
            assertThat(differential.firstDifference(arguments, List.of(), false, false))
                    .as(kernel)
                    .isEmpty();
        }
    }
}
