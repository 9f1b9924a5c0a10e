package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

    /** The loop has no body: its test must not be taken for one at the end. */
    @GpuKernel
    static int lastOfMany(int[] n) {
        int last = 100;
        for (int i = 0; i < n[0]; i++) {
            last = i & 15;
        }
        return last;
    }

    @Test
    void theBoundOfALoopWithoutABodyIsAnElement() {
        Kernel kernel = Kernel.of(LoopEndsTest.class, "lastOfMany");
        for (int n : new int[] {Integer.MIN_VALUE, 0, 1, LENGTH}) {
            assertThat(kernel.launch(new int[] {n})).as("n = %d", n).isEqualTo(lastOfMany(new int[] {n}));
        }
        assertThatThrownBy(() -> kernel.launch(new int[0]))
                .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                .hasMessage("Index 0 out of bounds for length 0");
    }

    @GpuKernel
    static int lastBeforeTheEnd(int n, int[] end) {
        int last = 100;
        int i = -1;
        while (++i < n) {
            last = i & 15;
        }
        end[0] = i;
        return last;
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 1, LENGTH})
    void aTestOfTheNextNumberIsTheFirst(int n) {
        int[] java = new int[1];
        int[] device = new int[1];
        int last = lastBeforeTheEnd(n, java);
        assertThat(Kernel.of(LoopEndsTest.class, "lastBeforeTheEnd").launch(n, device))
                .isEqualTo(last);
        assertThat(device).isEqualTo(java);
    }

    /** The host computes the sign, in a loop of its own, up to where the search ends. */
    @GpuKernel
    static long signAt(int[] x, long from, long to) {
        long at = -1;
        int sign = 1;
        for (long i = from; i <= to; i++) {
            sign = -sign;
            if (x[(int) (i - from)] == 31) {
                at = i - from;
                break;
            }
        }
        return at * sign;
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -7, Long.MAX_VALUE - 20})
    void aSearchEndsBeforeItsVariableOverflows(long from) {
        int[] x = new int[LENGTH];
        x[13] = 31;
        assertThat(Kernel.of(LoopEndsTest.class, "signAt").launch(x, from, Long.MAX_VALUE))
                .isEqualTo(signAt(x, from, Long.MAX_VALUE));
    }

    @Test
    void aSearchAcrossAnOverflowIsRefused() {
        int[] x = new int[LENGTH];
        x[13] = 31;
        Kernel kernel = Kernel.of(LoopEndsTest.class, "signAt");
        assertThat(signAt(x, Long.MAX_VALUE - 3, Long.MAX_VALUE)).isEqualTo(13);
        assertThatThrownBy(() -> kernel.launch(x, Long.MAX_VALUE - 3, Long.MAX_VALUE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[LoopCondition]")
                .hasMessageContaining("variable 'i' must not overflow");
    }

    /** What the inner loop's second test computes from an element, it checks first. */
    @GpuKernel
    static int quotients(int[] x, int[] steps, int[] found, int[] bits) {
        int sum = 0;
        int last = -1;
        for (int i = 0; i < x.length; i++) {
            sum += steps[i];
            for (int k = 0; k < (sum & 3); k++) {
                if (100 / x[i] == 33) {
                    last = i;
                    break;
                }
            }
            bits[i & 7] |= sum;
        }
        found[0] = last;
        return sum;
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0})
    void aDivisorOfASecondTestIsAnElement(int zero) {
        int[] x = divisors(zero);
        int[] steps = steps();
        int[] java = new int[1];
        int[] device = new int[1];
        int[] javaBits = new int[8];
        int[] bits = new int[8];
        int sum = quotients(x, steps, java, javaBits);
        assertThat(Kernel.of(LoopEndsTest.class, "quotients").launch(x, steps, device, bits))
                .isEqualTo(sum);
        assertThat(device).isEqualTo(java);
        assertThat(bits).isEqualTo(javaBits);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, LENGTH - 1})
    void aDivisorOfASecondTestIsChecked(int zero) {
        int[] x = divisors(zero);
        int[] steps = steps();
        Kernel kernel = Kernel.of(LoopEndsTest.class, "quotients");
        assertThatThrownBy(() -> quotients(x, steps, new int[1], new int[8])).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> kernel.launch(x, steps, new int[1], new int[8]))
                .isInstanceOf(ArithmeticException.class)
                .hasMessage("/ by zero");
    }

    private static int[] divisors(int zero) {
        int[] x = new int[LENGTH];
        Arrays.setAll(x, i -> i == zero ? 0 : i % 5 == 3 ? 3 : 7);
        return x;
    }

    /** {@return steps of the sum, the first 0: so the first iteration divides by nothing} */
    private static int[] steps() {
        int[] steps = new int[LENGTH];
        Arrays.setAll(steps, i -> i % 3);
        return steps;
    }
}
