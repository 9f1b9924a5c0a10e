package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuGraph;
import dev.gpukernel.Kernel;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plain loops over thousands of steps, with host arrays and with arrays on the device, compared with their methods. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class RepeatContract {
    private static final int LENGTH = 33;

    /** {@return the device to launch on} */
    protected abstract Gpu gpu();

    /** {@return how many launches graphs did so far, -1 if that is not known} */
    protected long launchesOfGraphs() {
        return -1;
    }

    private static Kernel kernel(String name) {
        return Kernel.of(RepeatKernels.class, name);
    }

    private static int[] values(int seed) {
        return new SplittableRandom(seed).ints(LENGTH).toArray();
    }

    /** A kernel with its numbers, and two arrays. */
    private interface Method {
        @Nullable Object call(int[] u, int[] v);
    }

    /** Runs a kernel with both kinds of arrays; {@return how many launches graphs did with arrays on the device} */
    private long check(String name, Method method, Object... numbers) {
        int[] u = values(1);
        int[] v = values(2);
        Object expected = method.call(u, v);
        int[] hostU = values(1);
        int[] hostV = values(2);
        assertThat(gpu().<Boolean>call(
                                () -> Objects.equals(kernel(name).launch(arguments(numbers, hostU, hostV)), expected)))
                .isTrue();
        assertThat(hostU).isEqualTo(u);
        assertThat(hostV).isEqualTo(v);
        try (GpuArray<int[]> thereU = gpu().upload(values(1));
                GpuArray<int[]> thereV = gpu().upload(values(2))) {
            long before = launchesOfGraphs();
            assertThat(kernel(name).launch(arguments(numbers, thereU, thereV))).isEqualTo(expected);
            long inGraphs = launchesOfGraphs() - before;
            assertThat(thereU.toHost()).isEqualTo(u);
            assertThat(thereV.toHost()).isEqualTo(v);
            return inGraphs;
        }
    }

    private static Object[] arguments(Object[] numbers, Object... arrays) {
        Object[] all = Arrays.copyOf(numbers, numbers.length + arrays.length);
        System.arraycopy(arrays, 0, all, numbers.length, arrays.length);
        return all;
    }

    private static @Nullable Object nothing(Runnable body) {
        body.run();
        return null;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 255, 256, 257, 288, 350, 352, 353, 500, 1000, 1024, 3001})
    final void stepsOfTwoLoops(int steps) {
        long inGraphs = check("smooth", (u, v) -> nothing(() -> RepeatKernels.smooth(steps, u, v)), steps);
        requireGraphs(inGraphs, 2L * steps);
        check("swing", (u, v) -> nothing(() -> RepeatKernels.swing(steps, u, v)), steps);
    }

    /** Nearly all that is launched in a long loop is launched by graphs. */
    private void requireGraphs(long inGraphs, long launches) {
        if (launchesOfGraphs() >= 0) {
            long least = launches - 512 - 64 - 128;
            assertThat(inGraphs).isBetween(Math.max(0, least), Math.max(0, launches - 512));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7, 64, 65, 200, 1000})
    final void stepsOfWhichSomeAreOthers(int every) {
        check("now", (u, v) -> nothing(() -> RepeatKernels.now(2000, every, u, v)), 2000, every);
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "1, 3", "3, 7", "21, 5", "7, 31", "1, 31", "12345678, 29", "-1, 4"})
    final void patternsOfSteps(int bits, int period) {
        long inGraphs = check(
                "pattern",
                (u, v) -> nothing(() -> RepeatKernels.pattern(3000, bits, period, u, v)),
                3000,
                bits,
                period);
        requireGraphs(inGraphs, 3000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 50, 129, 700, 5000})
    final void sumsInBetween(int every) {
        int[] u = values(1);
        int expected = RepeatKernels.sums(900, every, u);
        try (GpuArray<int[]> there = gpu().upload(values(1))) {
            assertThat(kernel("sums").launch(900, every, there)).isEqualTo(expected);
            assertThat(there.toHost()).isEqualTo(u);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 50, 129, 700})
    final void elementsInBetween(int every) {
        check("touch", (u, v) -> nothing(() -> RepeatKernels.touch(1500, every, u, v)), 1500, every);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 50, 129, 700})
    final void elementsAreWrittenInBetween(int every) {
        check("write", (u, v) -> nothing(() -> RepeatKernels.write(1500, every, u, v)), 1500, every);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 50, 129, 700})
    final void arraysAreMadeInBetween(int steps) {
        int times = 1500 / steps;
        check("renew", (u, v) -> nothing(() -> RepeatKernels.renew(times, steps, u, v)), times, steps);
    }

    @Test
    final void stepsThatAreAlikeInTheEnd() {
        long inGraphs = check("calmDown", (u, v) -> nothing(() -> RepeatKernels.calmDown(3000, 700, u, v)), 3000, 700);
        if (launchesOfGraphs() >= 0) {
            assertThat(inGraphs).isGreaterThan(2000);
        }
    }

    /** Steps go wrong at any place of a graph, and the first of them is told. */
    @ParameterizedTest
    @ValueSource(ints = {10, 270, 300, 333, 500, 777, 1200})
    final void faultsOfLateSteps(int room) {
        int[] index = IntStream.range(0, LENGTH).toArray();
        int[] from = new int[LENGTH + room];
        int[] to = new int[LENGTH];
        String message = "Index " + from.length + " out of bounds for length " + from.length;
        // The JVM may leave the message out of what it throws often.
        assertThatThrownBy(() -> RepeatKernels.climb(2000, index.clone(), from, to))
                .isInstanceOf(ArrayIndexOutOfBoundsException.class);
        int[] host = index.clone();
        assertThatThrownBy(() -> gpu().run(() -> kernel("climb").launch(2000, host, from, new int[LENGTH])))
                .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                .hasMessage(message);
        try (GpuArray<int[]> there = gpu().upload(index);
                GpuArray<int[]> thereFrom = gpu().upload(from);
                GpuArray<int[]> thereTo = gpu().upload(to)) {
            assertThatThrownBy(() -> {
                        kernel("climb").launch(2000, there, thereFrom, thereTo);
                        thereTo.toHost();
                    })
                    .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                    .hasMessage(message);
        }
    }

    /** What the host throws comes after all that was launched before. */
    @ParameterizedTest
    @ValueSource(ints = {5, 600, 700, 1001})
    final void whatTheHostThrowsInALateStep(int until) {
        int[] expected = values(1);
        assertThatThrownBy(() -> RepeatKernels.stop(3000, until, expected)).isInstanceOf(IllegalStateException.class);
        try (GpuArray<int[]> there = gpu().upload(values(1))) {
            assertThatThrownBy(() -> kernel("stop").launch(3000, until, there))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(there.toHost()).isEqualTo(expected);
        }
    }

    @Test
    final void graphsOfLongKernelsAreRecordedLaunchByLaunch() {
        int[] u = values(1);
        int[] v = values(2);
        RepeatKernels.smooth(600, u, v);
        RepeatKernels.smooth(600, u, v);
        try (GpuArray<int[]> thereU = gpu().upload(values(1));
                GpuArray<int[]> thereV = gpu().upload(values(2));
                GpuGraph graph = gpu().record(() -> kernel("smooth").launch(600, thereU, thereV))) {
            graph.launch();
            graph.launch();
            assertThat(thereU.toHost()).isEqualTo(u);
            assertThat(thereV.toHost()).isEqualTo(v);
        }
    }
}
