package dev.gpukernel.internal.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Parser;
import dev.gpukernel.internal.ir.Verifier;
import dev.gpukernel.oracle.GridInterpreter;
import dev.gpukernel.oracle.IntrinsicMethods;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The last block of a reduction combines what chunks came to in the documented order, however many there are. */
final class LastBlockTest {
    private static final Function SUM = parsed("""
            function combine -> f32 {
            b0(v0: f32, v1: f32):
                v2 = add.f32 v0, v1
                return.f32 v2
            }
            """);

    /** Combining that takes many instructions, so that its code is not copied for each warp. */
    private static final Function SUM_OF_MANY = parsed("""
            function combine -> f32 {
            b0(v0: f32, v1: f32):
                v2 = add.f32 v0, v1
            %s
                return.f32 v%s
            }
            """.formatted(
                    IntStream.range(0, 30)
                            .mapToObj(i -> "    v%s = call Math.min.f32 v%s, v2".formatted(i + 3, i + 2))
                            .collect(Collectors.joining("\n")),
                    32));

    private static Function parsed(String text) {
        return Parser.parse(text, Intrinsics::ofText);
    }

    private static final String ITERATION = """
            function sum -> f32 {
            b0(v0: float[] x, v1: f32 s):
                v2 = iteration
                v3 = length.float v0
                v4 = convert.i32.i64 v3
                v5 = lt.i64 v2, v4
                branch v5, b1, b2
            b1:
                v6 = convert.i64.i32 v2
                v7 = load.float v0, v6
                v8 = add.f32 v1, v7
                return.f32 v8
            b2:
                return.f32 v1
            }
            """;

    /** {@return what elements come to by lanes and halves, and what chunks of them come to likewise} */
    private static float tree(float[] x, float start) {
        float[] chunks = new float[Math.ceilDiv(x.length, ReductionKernel.CHUNK)];
        for (int chunk = 0; chunk < chunks.length; chunk++) {
            float[] lanes = new float[ReductionKernel.LANES];
            Arrays.fill(lanes, start);
            int first = chunk * ReductionKernel.CHUNK;
            for (int i = first; i < Math.min(x.length, first + ReductionKernel.CHUNK); i++) {
                int lane = (i - first) % lanes.length;
                lanes[lane] = Float.sum(lanes[lane], x[i]);
            }
            for (int half = lanes.length / 2; half > 0; half /= 2) {
                for (int lane = 0; lane < half; lane++) {
                    lanes[lane] = Float.sum(lanes[lane], lanes[lane + half]);
                }
            }
            chunks[chunk] = lanes[0];
        }
        return chunks.length == 1 ? chunks[0] : tree(chunks, start);
    }

    private static void run(Function code, int blocks, Object... arguments) {
        Shape shape = new Shape(blocks, 1, 1, ReductionKernel.LANES, 1, 1, 0);
        assertThat(GridInterpreter.run(shape, code, IntrinsicMethods::call, List.of(arguments)))
                .isNull();
    }

    private static float[] numbers(int length) {
        SplittableRandom random = new SplittableRandom(length);
        float[] x = new float[length];
        for (int i = 0; i < length; i++) {
            x[i] = (float) random.nextDouble(-1, 1);
        }
        return x;
    }

    /** Blocks run at the same time, and in any order. */
    @ParameterizedTest
    @ValueSource(ints = {1, 300, ReductionKernel.CHUNK, ReductionKernel.CHUNK + 1, 5 * ReductionKernel.CHUNK - 77})
    void aLaunchComesToTheResult(int length) {
        float[] x = numbers(length);
        Function sum = ReductionKernel.whole(parsed(ITERATION), SUM);
        Verifier.verify(sum);
        int blocks = Math.ceilDiv(length, ReductionKernel.CHUNK);
        float[] chunks = new float[blocks];
        float[] result = blocks == 1 ? chunks : new float[1];
        int[] counter = new int[1];
        for (int i = 0; i < 2; i++) {
            run(sum, blocks, x, -0f, chunks, result, counter);
            assertThat(Float.floatToRawIntBits(result[0])).isEqualTo(Float.floatToRawIntBits(tree(x, -0f)));
            assertThat(counter).containsOnly(0);
        }
    }

    /** All chunks but one are there, so the block of that one is the last, whose number is the greatest or not. */
    @ParameterizedTest
    @ValueSource(
            ints = {2, 257, 1024, 1300, ReductionKernel.CHUNK, ReductionKernel.CHUNK + 1, 3 * ReductionKernel.CHUNK - 5
            })
    void thereMayBeMoreChunksThanOneChunkHas(int count) {
        for (int own : new int[] {0, count / 2, count - 1}) {
            Function sum = ReductionKernel.ofPiece(parsed(ITERATION), SUM);
            Verifier.verify(sum);
            float[] chunks = numbers(count);
            // The iterations of the block's chunk are beyond the array if it is not the first.
            float[] x = own == 0 ? new float[] {0.3f} : new float[0];
            float[] expected = chunks.clone();
            expected[own] = own == 0 ? 0.3f : -0f;
            float[] result = new float[1];
            int[] counter = {count - 1};
            run(sum, 1, x, -0f, chunks, result, counter, (long) own);
            assertThat(Float.floatToRawIntBits(result[0]))
                    .as("%s chunks, the last one %s", count, own)
                    .isEqualTo(Float.floatToRawIntBits(tree(expected, -0f)));
            assertThat(counter).containsOnly(0);
        }
    }

    @Test
    void combiningMayTakeLong() {
        assertThat(LaneReduction.isQuick(SUM)).isTrue();
        assertThat(LaneReduction.isQuick(SUM_OF_MANY)).isFalse();
        int count = 1300;
        Function sum = ReductionKernel.ofPiece(parsed(ITERATION), SUM_OF_MANY);
        Verifier.verify(sum);
        float[] chunks = numbers(count);
        float[] expected = chunks.clone();
        expected[3] = -0f;
        float[] result = new float[1];
        int[] counter = {count - 1};
        run(sum, 1, new float[0], -0f, chunks, result, counter, 3L);
        assertThat(Float.floatToRawIntBits(result[0])).isEqualTo(Float.floatToRawIntBits(tree(expected, -0f)));
        assertThat(counter).containsOnly(0);
    }

    /** Whoever is not the last leaves the result alone. */
    @Test
    void aBlockThatIsNotTheLastCounts() {
        Function sum = ReductionKernel.ofPiece(parsed(ITERATION), SUM);
        float[] chunks = numbers(9);
        List<Object> arguments =
                new ArrayList<>(List.of(new float[0], -0f, chunks, new float[] {7}, new int[] {3}, 4L));
        run(sum, 1, arguments.toArray());
        assertThat((float[]) arguments.get(3)).containsOnly(7);
        assertThat((int[]) arguments.get(4)).containsOnly(4);
        assertThat(chunks[4]).isZero();
    }
}
