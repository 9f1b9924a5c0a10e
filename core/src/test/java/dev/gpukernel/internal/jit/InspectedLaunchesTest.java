package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Launches of few iterations, for which what is asked of arguments is not true but iterations are independent all the same. */
class InspectedLaunchesTest {
    private static final int SIZE = 400;

    private static Kernel kernel(String name) {
        return Kernel.of(InspectedLaunchesTest.class, name);
    }

    @GpuKernel
    static void shifted(int n, int k, int step, int[] x) {
        for (int i = 0; i < n; i++) {
            x[i * step] = x[i * step + k] + i;
        }
    }

    @GpuKernel
    static void rows(int n, int from, int width, int[] x) {
        for (int i = 1; i < n + 1; i++) {
            for (int j = from; j < width; j++) {
                x[i * (n + 1) + j] += 3 * x[i] + i;
            }
        }
    }

    @GpuKernel
    static void everyOther(int n, int k, int m, int[] x) {
        for (int i = 0; i < n; i++) {
            if (i % 2 == m) {
                x[i + k] = x[i] + 1;
            }
        }
    }

    @GpuKernel
    static void apart(int n, int k, int unused, int[] x, int[] y) {
        for (int i = 0; i < n; i++) {
            x[i] = y[i] + i;
            x[i + k] += 2;
        }
    }

    private static int[] numbers() {
        int[] x = new int[SIZE];
        Arrays.setAll(x, i -> i * 7 + 1);
        return x;
    }

    private static void plain(String kernel, int a, int b, int c, int[] x) {
        switch (kernel) {
            case "shifted" -> shifted(a, b, c, x);
            case "rows" -> rows(a, b, c, x);
            case "everyOther" -> everyOther(a, b, c, x);
            default -> throw new IllegalArgumentException(kernel);
        }
    }

    /** Whether iterations are really independent: the loop comes to the same in the other order, of whatever is in the array. */
    @ParameterizedTest
    @ValueSource(strings = {"shifted", "rows", "everyOther"})
    void areRightOrRefused(String name) {
        int accepted = 0;
        int refused = 0;
        for (int a = 0; a < 8; a++) {
            for (int b = 0; b < 10; b++) {
                for (int c = 0; c < 6; c++) {
                    int[] expected = numbers();
                    plain(name, a, b, c, expected);
                    int[] found = numbers();
                    try {
                        kernel(name).launch(a, b, c, found);
                        assertThat(found).as("%s %d %d %d", name, a, b, c).isEqualTo(expected);
                        accepted++;
                    } catch (IllegalArgumentException e) {
                        assertThat(e).hasMessageStartingWith("[LoopCondition]");
                        assertThat(found).isEqualTo(numbers());
                        refused++;
                    }
                }
            }
        }
        assertThat(accepted).isGreaterThan(refused);
        assertThat(refused).isPositive();
    }

    private static void isRefused(Consumer<int[]> launch) {
        int[] x = new int[1 << 20];
        assertThatThrownBy(() -> launch.accept(x))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("[LoopCondition]");
        assertThat(x).containsOnly(0);
    }

    /** Each of these is refused by what is asked for: the step leaves room that the question does not see. */
    @Test
    void ofFewIterationsAreSeen() {
        int[] expected = numbers();
        shifted(50, 3, 4, expected);
        int[] found = numbers();
        kernel("shifted").launch(50, 3, 4, found);
        assertThat(found).isEqualTo(expected);
        isRefused(x -> kernel("shifted").launch(50, 4, 4, x));
        everyOther(100, 33, 0, expected);
        kernel("everyOther").launch(100, 33, 0, found);
        assertThat(found).isEqualTo(expected);
        // Of so many iterations the question alone decides.
        isRefused(x -> kernel("everyOther").launch(100_000, 33, 0, x));
    }

    /** The same array for both is another question. */
    @Test
    void ofOneArrayTwiceAreNot() {
        int[] one = numbers();
        int[] expected = numbers();
        apart(4, 9, 0, expected, numbers());
        kernel("apart").launch(4, 9, 0, one, numbers());
        assertThat(one).isEqualTo(expected);
        for (int k = 0; k < 9; k++) {
            int[] both = numbers();
            int[] asJava = numbers();
            apart(6, k, 0, asJava, asJava);
            try {
                kernel("apart").launch(6, k, 0, both, both);
                assertThat(both).isEqualTo(asJava);
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).containsAnyOf("[AliasedArguments]", "[LoopCondition]");
                assertThat(both).isEqualTo(numbers());
            }
        }
    }
}
