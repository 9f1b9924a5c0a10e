package dev.gpukernel.internal.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.analysis.Foresight;
import dev.gpukernel.internal.analysis.IterationGuard;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Parser;
import dev.gpukernel.internal.ir.Verifier;
import dev.gpukernel.internal.jvm.LoopCode;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chunks have the iterations that there are, in whatever form the loop asks for them, and no others. */
final class ReductionChunkTest {
    private static final int LENGTH = 3 * ReductionKernel.CHUNK;

    private static final Function SUM = parsed("""
            function combine -> i32 {
            b0(v0: i32, v1: i32):
                v2 = add.i32 v0, v1
                return.i32 v2
            }
            """);

    /** Adds up elements: of iteration i the one at i, as long as the guard holds. */
    private static String iteration(String guard) {
        return """
            function sum -> i32 {
            b0(v0: int[], v1: i64 start, v2: i64 bound, v3: i32 s):
                v4 = iteration
            %s
                branch v9, b1, b2
            b1:
                v10 = convert.i64.i32 v4
                v11 = load.int v0, v10
                v12 = add.i32 v3, v11
                return.i32 v12
            b2:
                return.i32 v3
            }
            """.formatted(guard);
    }

    private static final String FROM_ZERO = "    v9 = lt.i64 v4, v2";
    private static final String TO_INT = """
                v7 = convert.i64.i32 v2
                v8 = convert.i32.i64 v7
                v9 = lt.i64 v4, v8\
            """;
    private static final String FROM_LONG = """
                v5 = add.i64 v4, v1
                v9 = lt.i64 v5, v2\
            """;
    private static final String FROM_INT = """
                v5 = convert.i64.i32 v1
                v6 = convert.i32.i64 v5
                v7 = convert.i64.i32 v2
                v8 = convert.i32.i64 v7
                v13 = add.i64 v4, v6
                v9 = %s.i64 v13, v8\
            """;

    private static Function parsed(String text) {
        return Parser.parse(text, Intrinsics::ofText);
    }

    private static void check(String guard, boolean isCounted, long start, long bound, long count) throws Throwable {
        Function iteration = parsed(iteration(guard));
        assertThat(IterationGuard.isCounted(iteration.entry().terminator())).isEqualTo(isCounted);
        Function code = ReductionChunk.of(iteration, SUM);
        Verifier.verify(code);
        int[] x = IntStream.range(0, LENGTH).map(i -> i * 31 + 1).toArray();
        int[] chunks = new int[3];
        LoopCode.of(code, Foresight.NONE).run(0, 3, new Object[] {x, start, bound, 0, chunks});
        int[] expected = new int[3];
        for (int i = 0; i < count; i++) {
            expected[i / ReductionKernel.CHUNK] += x[i];
        }
        assertThat(chunks)
                .as("%s iterations from %s to %s", count, start, bound)
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 255, 256, 16_383, 16_384, 16_385, 40_000, LENGTH})
    void aChunkHasTheIterationsThatThereAre(int count) throws Throwable {
        check(FROM_ZERO, true, 0, count, count);
        check(TO_INT, true, 0, count, count);
        check(FROM_INT.formatted("lt"), true, -7, count - 7, count);
        check(FROM_INT.formatted("lt"), true, Integer.MIN_VALUE, Integer.MIN_VALUE + count, count);
        check(FROM_INT.formatted("le"), true, 5, count + 4, count);
        check(FROM_LONG, false, -7, count - 7, count);
        check(FROM_LONG, false, Long.MIN_VALUE, Long.MIN_VALUE + count, count);
        check(FROM_LONG, false, 1L << 40, (1L << 40) + count, count);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, -100_000, Integer.MIN_VALUE, Long.MIN_VALUE})
    void aBoundBelowTheStartLeavesNone(long bound) throws Throwable {
        check(FROM_ZERO, true, 0, bound, 0);
        check(TO_INT, true, 0, Math.max(bound, Integer.MIN_VALUE), 0);
        check(FROM_LONG, false, 3, bound, 0);
        int narrow = (int) Math.max(bound, Integer.MIN_VALUE);
        check(FROM_INT.formatted("lt"), true, Integer.MAX_VALUE, narrow, 0);
        check(FROM_INT.formatted("le"), true, Integer.MAX_VALUE, narrow, 0);
    }

    /** The last chunk of the longest loop ends at the greatest int, and the one after it, which does not exist, begins beyond. */
    @Test
    void numbersOfIterationsAreIntsUpToTheLast() throws Throwable {
        String text = iteration(TO_INT)
                .replace("v10 = convert.i64.i32 v4", "v10 = convert.i64.i32 v4\n    v20 = and.i32 v10, v21")
                .replace("load.int v0, v10", "load.int v0, v20")
                .replace("    v4 = iteration", "    v4 = iteration\n    v21 = const.i32 15");
        Function iteration = parsed(text);
        assertThat(IterationGuard.hasIntBound(iteration.entry().terminator())).isTrue();
        int last = Integer.MAX_VALUE / ReductionKernel.CHUNK;
        int[] chunks = new int[last + 2];
        int[] ones = new int[16];
        Arrays.fill(ones, 1);
        Object[] arguments = {ones, 0L, (long) Integer.MAX_VALUE, 0, chunks};
        LoopCode.of(ReductionChunk.of(iteration, SUM), Foresight.NONE).run(last - 1, 3, arguments);
        assertThat(Arrays.copyOfRange(chunks, last - 1, last + 2))
                .containsExactly(ReductionKernel.CHUNK, ReductionKernel.CHUNK - 1, 0);
    }

    /** Every iteration of a chunk exists where nothing asks. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void withoutAQuestionAChunkIsWhole(int chunks) throws Throwable {
        Function iteration = parsed("""
                function sum -> i32 {
                b0(v0: int[], v3: i32 s):
                    v4 = iteration
                    v10 = convert.i64.i32 v4
                    v11 = load.int v0, v10
                    v12 = add.i32 v3, v11
                    return.i32 v12
                }
                """);
        int[] x = new int[LENGTH];
        Arrays.fill(x, 1);
        int[] sums = new int[chunks];
        LoopCode.of(ReductionChunk.of(iteration, SUM), Foresight.NONE).run(0, chunks, new Object[] {x, 2, sums});
        assertThat(sums).containsOnly(ReductionKernel.CHUNK + 2);
    }
}
