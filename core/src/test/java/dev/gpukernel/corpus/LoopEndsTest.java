package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is looked at beyond the end of a loop, and what is used of it behind that end. */
class LoopEndsTest {
    private static final int LENGTH = 1000;
    private static final int SHORTER = 762;

    /** Elements of x are loaded where one is stored, and again where the loop ends. */
    @GpuKernel
    static void untilLarge(int[] x, boolean[] chosen, long[] found, int n, int[] marks, long[] out, int[] numbers) {
        int at = -1;
        long count = 0;
        for (int i = 0; i < n; i++) {
            if (chosen[i] || x[i] > 20) {
                out[(int) count] = x[i] * 5L;
                count++;
            }
            if (x[i] > 48) {
                marks[i] += 100;
                at = i;
                break;
            }
            marks[i] += 1;
            numbers[i] = i;
        }
        found[0] = at;
        found[1] = count;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 300, 761})
    void elementsBehindTheEndAreNotReached(int end) {
        int[] x = new int[SHORTER];
        x[end] = 49;
        boolean[] chosen = new boolean[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            chosen[i] = i % 3 == 0;
        }
        int[] marks = new int[LENGTH];
        long[] out = new long[LENGTH];
        long[] found = new long[2];
        untilLarge(x, chosen, found, LENGTH, marks, out, new int[LENGTH]);
        int[] deviceMarks = new int[LENGTH];
        long[] deviceOut = new long[LENGTH];
        long[] deviceFound = new long[2];
        Kernel.of(LoopEndsTest.class, "untilLarge")
                .launch(x, chosen, deviceFound, LENGTH, deviceMarks, deviceOut, new int[LENGTH]);
        assertThat(deviceFound).isEqualTo(found);
        assertThat(deviceMarks).isEqualTo(marks);
        assertThat(deviceOut).isEqualTo(out);
    }

    /** Whether a flag is set is decided in each iteration, and behind the loop. */
    @GpuKernel
    static int flagBehindTheTest(int[] x, int n, int[] seen) {
        boolean any = false;
        int count = 0;
        int i = 0;
        do {
            any = x[i] > 3 || any;
            if (x[i] / (any ? 2 : 5) < 7) {
                count++;
            }
        } while (++i < n);
        seen[0] = any ? 1 : 0;
        return count;
    }

    @Test
    void conditionsAreUsedBehindLoops() {
        int[] x = new int[LENGTH];
        Arrays.setAll(x, i -> i % 40 - 37);
        for (int n : new int[] {0, 1, 38, 39, LENGTH}) {
            int[] java = new int[1];
            int[] device = new int[1];
            int count = flagBehindTheTest(x, n, java);
            assertThat(Kernel.of(LoopEndsTest.class, "flagBehindTheTest").launch(x, n, device))
                    .as("n = %d", n)
                    .isEqualTo(count);
            assertThat(device).isEqualTo(java);
        }
    }
}
