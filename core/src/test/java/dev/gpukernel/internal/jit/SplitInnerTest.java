package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.Parallel;
import dev.gpukernel.Sequential;
import dev.gpukernel.device.Atomic;
import dev.gpukernel.internal.ir.Op.Sums;
import dev.gpukernel.internal.pass.ReductionKernel;
import dev.gpukernel.internal.pass.SplitRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A launch splits a loop or the loops in it, as their numbers of iterations are. */
class SplitInnerTest {
    private static final int MANY = (int) SplitRule.LEAST_INSIDE;

    static final class Ops {
        private Ops() {}

        @GpuKernel
        static void rowSums(int columns, float[] a, float[] sums) {
            for (int i = 0; i < sums.length; i++) {
                float sum = 1;
                for (int j = 0; j < columns; j++) {
                    sum += a[i * columns + j];
                }
                sums[i] = sum;
            }
        }

        /** What is outside is rounded, too, and has one order in both forms of the loop inside. */
        @GpuKernel
        static float total(int rows, int columns, float[] a, int[] least) {
            float total = 0;
            for (int i = 0; i < rows; i++) {
                int own = i;
                for (int j = 0; j < columns; j++) {
                    own = Math.min(own, (int) a[i * columns + j]);
                }
                least[i] = own;
                total += own * 0.1f;
            }
            return total;
        }

        @GpuKernel
        static void product(int rows, int inner, int columns, int[] a, int[] b, int[] c) {
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    int sum = 0;
                    for (int k = 0; k < inner; k++) {
                        sum += a[i * inner + k] * b[k * columns + j];
                    }
                    c[i * columns + j] = sum;
                }
            }
        }

        @GpuKernel
        static void floatProduct(int rows, int columns, int inside, float[] a, float[] b, float[] c) {
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    float sum = 0;
                    for (int k = 0; k < inside; k++) {
                        sum += a[k] * b[k * columns + j] * i;
                    }
                    c[i * columns + j] = sum;
                }
            }
        }

        @GpuKernel
        static void forced(int columns, int[] a, int[] sums) {
            for (@Parallel int i = 0; i < sums.length; i++) {
                int sum = 0;
                for (int j = 0; j < columns; j++) {
                    sum += a[i * columns + j];
                }
                sums[i] = sum;
            }
        }

        @GpuKernel
        static void marked(int columns, int[] a, int[] sums) {
            for (int i = 0; i < sums.length; i++) {
                int sum = 0;
                for (@Sequential int j = 0; j < columns; j++) {
                    sum += a[i * columns + j];
                }
                sums[i] = sum;
            }
        }

        @GpuKernel
        static void triangle(int[] a, int[] sums) {
            for (int i = 0; i < sums.length; i++) {
                int sum = 0;
                for (int j = 0; j < i; j++) {
                    sum += a[j];
                }
                sums[i] = sum;
            }
        }

        @GpuKernel
        static void dependent(int columns, int[] a, int[] sums) {
            for (int i = 0; i < sums.length; i++) {
                int hash = 0;
                for (int j = 0; j < columns; j++) {
                    hash = hash * hash + a[i * columns + j];
                }
                sums[i] = hash;
            }
        }

        @GpuKernel
        static void dependentPairs(int rows, int columns, int[] a, int[] hashes) {
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < rows; j++) {
                    int hash = 0;
                    for (int k = 0; k < columns; k++) {
                        hash = hash * hash + a[k] * i * j;
                    }
                    hashes[i * rows + j] = hash;
                }
            }
        }

        /** In Java it goes on past the greatest int, where it begins above its end. */
        @GpuKernel
        static void unsure(int from, int to, int[] a, int[] sums) {
            for (int i = 0; i < sums.length; i++) {
                int sum = 0;
                for (int j = from; j != to; j++) {
                    sum += a[i] * j;
                }
                sums[i] = sum;
            }
        }

        @GpuKernel
        static void atomicOutside(int columns, int[] a, int[] total) {
            for (int i = 0; i < 9; i++) {
                int sum = 0;
                for (int j = 0; j < columns; j++) {
                    sum += a[i * columns + j];
                }
                Atomic.add(total, i % 2, sum);
            }
        }

        /** The sums of these numbers are exact in any order, but that is not known. */
        @GpuKernel
        static void kinds(int columns, int[] a, float[] sums, int[] running, int[] bins, int[] best) {
            for (int i = 0; i < sums.length; i++) {
                float sum = 0;
                for (int j = 0; j < columns; j++) {
                    sum += a[i * columns + j] & 15;
                }
                int so = i;
                for (int j = 0; j < columns; j++) {
                    so += a[i * columns + j];
                    running[i * columns + j] = so;
                }
                for (int j = 0; j < columns; j++) {
                    bins[a[i * columns + j] & 255]++;
                }
                int greatest = Integer.MIN_VALUE;
                int at = -1;
                for (int j = 0; j < columns; j++) {
                    if (a[i * columns + j] > greatest) {
                        greatest = a[i * columns + j];
                        at = j;
                    }
                }
                sums[i] = sum;
                best[i] = at;
            }
        }

        @GpuKernel
        static void moves(int columns, int k, float[] a, float[] sums) {
            for (int i = 0; i < sums.length; i++) {
                float sum = 0;
                for (int j = 0; j < columns; j++) {
                    sum += a[i * columns + j];
                }
                sums[i] = sum;
            }
            for (int i = 0; i < 10; i++) {
                a[i] = a[i + k];
            }
        }

        @GpuKernel
        static void few(int[] a, int[] sums) {
            for (int i = 0; i < sums.length; i++) {
                int sum = 0;
                for (int j = 0; j < 1000; j++) {
                    sum += a[i * 1000 + j];
                }
                sums[i] = sum;
            }
        }

        @GpuKernel
        static void muchOutside(int columns, int[] a, int[] b, int[] c, int[] sums) {
            for (int i = 0; i < sums.length; i++) {
                int sum = b[i] + c[i] + b[i + 1] + c[i + 1] + b[i + 2];
                for (int j = 0; j < columns; j++) {
                    sum += a[j] ^ i;
                }
                sums[i] = sum;
            }
        }
    }

    private static Gpu cpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cpu"))
                .findFirst()
                .orElseThrow();
    }

    private static float[] numbers(int count) {
        SplittableRandom random = new SplittableRandom(count);
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = (float) random.nextDouble(-9, 100);
        }
        return numbers;
    }

    /** {@return the sum of numbers in the order of reductions} */
    private static float reduced(float[] numbers) {
        float[] level = numbers;
        do {
            float[] chunks = new float[Math.ceilDiv(level.length, ReductionKernel.CHUNK)];
            for (int chunk = 0; chunk < chunks.length; chunk++) {
                int first = chunk * ReductionKernel.CHUNK;
                float[] lanes = new float[ReductionKernel.LANES];
                Arrays.fill(lanes, -0f);
                for (int i = first; i < Math.min(first + ReductionKernel.CHUNK, level.length); i++) {
                    lanes[(i - first) % lanes.length] += level[i];
                }
                for (int distance = lanes.length / 2; distance > 0; distance /= 2) {
                    for (int lane = 0; lane < distance; lane++) {
                        lanes[lane] += lanes[lane + distance];
                    }
                }
                chunks[chunk] = lanes[0];
            }
            level = chunks;
        } while (level.length > 1);
        return level[0];
    }

    /** The bits tell which loop was split. */
    @ParameterizedTest
    @CsvSource({
        "4, 65536, true",
        "32, 65536, true",
        "33, 65536, false",
        "4, 65535, false",
        "1, 65535, false",
        "33, 67584, true",
        "33, 67583, false"
    })
    void theOrderOfSumsFollowsFromTheCounts(int rows, int columns, boolean isSplit) {
        float[] a = numbers(rows * columns);
        float[] sums = new float[rows];
        cpu().run(() -> Kernel.of(Ops.class, "rowSums").launch(columns, a, sums));
        float[] expected = new float[rows];
        Ops.rowSums(columns, a, expected);
        if (isSplit) {
            float[] inOrder = expected.clone();
            for (int i = 0; i < rows; i++) {
                expected[i] = 1 + reduced(Arrays.copyOfRange(a, i * columns, (i + 1) * columns));
            }
            assertThat(expected).isNotEqualTo(inOrder);
        }
        assertThat(sums).isEqualTo(expected);
    }

    /** Threads are counted, not the iterations of the outermost loop alone. */
    @ParameterizedTest
    @CsvSource({"73727, false", "73728, true"})
    void loopsThatAreSplitTogetherCountTogether(int inside, boolean isSplit) {
        float[] a = numbers(inside);
        float[] b = numbers(6 * inside);
        float[] c = new float[36];
        float[] inOrder = new float[36];
        Ops.floatProduct(6, 6, inside, a, b, inOrder);
        cpu().run(() -> Kernel.of(Ops.class, "floatProduct").launch(6, 6, inside, a, b, c));
        assertThat(Arrays.equals(c, inOrder)).isEqualTo(!isSplit);
        for (int j = 0; isSplit && j < 6; j++) {
            float[] products = new float[inside];
            for (int k = 0; k < inside; k++) {
                products[k] = a[k] * b[k * 6 + j] * 1;
            }
            assertThat(c[6 + j]).isEqualTo(0f + reduced(products));
        }
    }

    /** Where the order of what is outside shows, the loop inside is exact but must be split on every device alike. */
    @Test
    void whatIsOutsideIsInTheLoopsOrderWhereItIsNotSplit() {
        int rows = 3;
        float[] a = numbers(rows * MANY);
        int[] least = new int[rows];
        int[] expectedLeast = new int[rows];
        float expected = Ops.total(rows, MANY, a, expectedLeast);
        Object total = cpu().call(() -> Kernel.of(Ops.class, "total").launch(rows, MANY, a, least));
        assertThat(least).isEqualTo(expectedLeast);
        assertThat(total).isEqualTo(expected);
        assertThat(Kernel.of(Ops.class, "total").schedule())
                .contains("or, where")
                .doesNotContain("on a CPU");
    }

    @ParameterizedTest
    @CsvSource({
        "ROUNDED, 4, 65536, 0, true",
        "ROUNDED, 4, 65536, 2, true",
        "ROUNDED, 32, 65536, 64, true",
        "ROUNDED, 33, 65536, 64, false",
        "ROUNDED, 16, 1048576, 2, true",
        "ROUNDED, 64, 262144, 2, true",
        "ROUNDED, 256, 65536, 2, false",
        "ROUNDED, 1024, 16384, 2, false",
        "ROUNDED, 1, 65535, 2, false",
        "ROUNDED, 0, 65536, 2, false",
        "ROUNDED, 1048576, 9223372036854775807, 2, false",
        "EXACT, 4, 65536, 0, true",
        "EXACT, 64, 262144, 0, true",
        "EXACT, 256, 65536, 0, false",
        "EXACT, 4, 65536, 64, false",
        "EXACT, 4, 2097152, 8, true",
        "EXACT, 4, 2097151, 8, false",
        "EXACT, 4, 2097152, 7, false",
        "EXACT, 1, 524288, 1, false",
        "EXACT, 1, -5, 0, false",
    })
    void theRule(Sums sums, long outside, long inside, int cores, boolean holds) {
        assertThat(SplitRule.holds(sums, outside, inside, cores)).isEqualTo(holds);
    }

    @Test
    void theScheduleTellsBothForms() {
        assertThat(Kernel.of(Ops.class, "product").schedule().replaceAll("line \\d+", "line"))
                .isEqualTo("""
                kernel SplitInnerTest.Ops.product
                  line, loop over i: parallel over i, j, 1 iteration a thread
                    line, loop over j: parallel, together with the loop around it
                      line, loop over k: in the thread; not parallel too, since it carries 'sum'
                  or, where inner >= 65536 and inner >= 2048 * (rows * columns), on a CPU \
                inner >= 524288 * (rows * columns) and it has twice as many cores as rows * columns:
                    line, loop over i: on the host, launches: rows; not parallel, since the loops in it are
                      line, loop over j: parallel over j, 1 iteration a thread
                        line, loop over k: in the thread; not parallel too, since it carries 'sum'
                      or, where inner >= 65536 and inner >= 2048 * columns, on a CPU \
                inner >= 524288 * columns and it has twice as many cores as columns:
                        line, loop over j: on the host, launches: columns; not parallel, since the loops in it are
                          line, loop over k: parallel over k, 64 iterations a thread; reduces a sum 'sum'
                """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "forced",
                "marked",
                "triangle",
                "dependent",
                "dependentPairs",
                "unsure",
                "atomicOutside",
                "few",
                "muchOutside"
            })
    void thereIsOneFormWhereTheOtherIsImpossibleOrOfNoUse(String kernel) {
        assertThat(Kernel.of(Ops.class, kernel).schedule())
                .contains("parallel over i")
                .doesNotContain("or, where");
    }

    @Test
    void eachKindOfLoopInside() {
        int rows = 3;
        int columns = MANY;
        int[] a = new SplittableRandom(1).ints((long) rows * columns).toArray();
        List<Object[]> outcomes = new ArrayList<>();
        for (int way = 0; way < 2; way++) {
            Object[] arguments = {
                columns, a.clone(), new float[rows], new int[rows * columns], new int[256], new int[rows]
            };
            if (way == 0) {
                cpu().run(() -> Kernel.of(Ops.class, "kinds").launch(arguments));
            } else {
                Ops.kinds(
                        columns,
                        (int[]) arguments[1],
                        (float[]) arguments[2],
                        (int[]) arguments[3],
                        (int[]) arguments[4],
                        (int[]) arguments[5]);
            }
            outcomes.add(arguments);
        }
        assertThat(Kernel.of(Ops.class, "kinds").schedule()).contains("on the host, launches: 4 * sums.length");
        assertThat(Arrays.deepEquals(outcomes.getFirst(), outcomes.getLast())).isTrue();
    }

    /** Also after loops of which it must be known in which form they run. */
    @Test
    void whatALaterLoopNeedsIsAskedBeforeAnythingIsDone() {
        float[] a = numbers(4 * MANY);
        float[] sums = new float[4];
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cpu().run(() -> Kernel.of(Ops.class, "moves").launch(MANY, 3, a, sums)))
                .withMessageContaining("LoopCondition");
        assertThat(sums).containsOnly(0);
    }

    /** Most launches never need the other form. */
    @Test
    void theOtherFormIsCompiledWhenItIsNeeded() throws NoSuchMethodException {
        List<String> compiled = new ArrayList<>();
        Program program = ProgramCompiler.compile(
                Ops.class.getDeclaredMethod("rowSums", int.class, float[].class, float[].class),
                (step, function) -> compiled.add(function.name()));
        LaunchedNest other = program.nests().getLast();
        assertThat(other.isRare()).isTrue();
        assertThat(compiled).doesNotContain(other.launched().name()).isNotEmpty();
        other.program();
        assertThat(compiled).contains(other.launched().name());
    }
}
