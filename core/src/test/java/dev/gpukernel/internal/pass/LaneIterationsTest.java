package dev.gpukernel.internal.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.jit.CompilerSteps;
import dev.gpukernel.oracle.Differential;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lanes of reductions that do several iterations at a time, and lead to what the JVM leads to. */
class LaneIterationsTest {
    private static final int CHUNK = ReductionKernel.CHUNK;

    private static Method method(String name) {
        return Arrays.stream(LaneKernels.class.getDeclaredMethods())
                .filter(m ->
                        m.isAnnotationPresent(GpuKernel.class) && m.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** {@return the most loads that the threads of a kernel do at a time} */
    private static long loadsAtOnce(String kernel) {
        return CompilerSteps.compile(method(kernel), (_, _) -> {}).function().blocks().stream()
                .mapToLong(LaneIterationsTest::loads)
                .max()
                .orElseThrow();
    }

    /** {@return how many loads a block has of the kernel's own arrays} */
    private static long loads(Block block) {
        return block.instrs().stream()
                .filter(instr -> instr.op().effect() == Effect.READ
                        && instr.operand(0) instanceof BlockParam array
                        && array.name() != null)
                .count();
    }

    @ParameterizedTest
    @CsvSource({"product, 16", "backwards, 8", "greatest, 8"})
    void loadsOfSeveralIterationsAreUnderWayAtOnce(String kernel, int atLeast) {
        assertThat(loadsAtOnce(kernel)).isGreaterThanOrEqualTo(atLeast);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gathered", "wrapping", "writes"})
    void notWhereAnIterationMayThrowInBetween(String kernel) {
        assertThat(loadsAtOnce(kernel)).isLessThan(4);
    }

    /** Lengths around that of a chunk; arrays that are too short by one or by many. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 255, 256, 2047, 2048, 2049, 5000, CHUNK - 1, CHUNK, 2 * CHUNK + 300})
    void aroundAChunk(int length) {
        SplittableRandom random = new SplittableRandom(length);
        int[] x = random.ints(length, -9, 9).toArray();
        int[] y = random.ints(length).toArray();
        same("product", List.of(x, y, new long[1]), List.of(y, shortened(x, 1), new long[1]));
        same("positive", List.of(x, y, new int[2]), List.of(x, shortened(y, CHUNK / 2), new int[2]));
        same(
                "backwards",
                List.of(y, length, 0, new int[1]),
                List.of(y, length - 1, 1, new int[1]),
                List.of(y, length, -1, new int[1]));
        same(
                "between",
                List.of(y, 0, length, new int[1]),
                List.of(y, length / 3, length, new int[1]),
                List.of(y, length, 0, new int[1]),
                List.of(y, -1, length, new int[1]),
                List.of(y, length - 1, length + 1, new int[1]),
                List.of(y, Integer.MAX_VALUE - 3, Integer.MAX_VALUE, new int[1]));
        same("greatest", List.of(x, new int[2]));
        same("writes", List.of(x, new int[length], new int[1]));
        same("gathered", List.of(new int[] {1, 2, 3}, random.ints(length, 0, 3).toArray(), new int[1]));
        same("wrapping", List.of(new int[1 << 21], length, new int[1]));
    }

    @Test
    void fewIterationsAreSpreadOverTheDevice() {
        assertThat(ReductionKernel.steps(1, 132)).isEqualTo(ReductionKernel.STEPS);
        assertThat(ReductionKernel.steps(4096, 132)).isEqualTo(ReductionKernel.STEPS);
        assertThat(ReductionKernel.steps(4097, 132)).isEqualTo(1);
        assertThat(ReductionKernel.steps(1 << 20, 132)).isEqualTo(2);
        assertThat(ReductionKernel.steps(1 << 24, 132)).isEqualTo(32);
        assertThat(ReductionKernel.steps(Long.MAX_VALUE, 132)).isEqualTo(ReductionKernel.STEPS);
        assertThat(ReductionKernel.steps(CHUNK, 1)).isEqualTo(4);
    }

    @Test
    void anIterationInTheMiddleThrows() {
        int[] index = new int[2 * CHUNK];
        index[CHUNK + 777] = 3;
        index[CHUNK + 778] = 4;
        same("gathered", List.of(new int[3], index, new int[1]));
    }

    private static int[] shortened(int[] array, int less) {
        return Arrays.copyOf(array, Math.max(0, array.length - less));
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
