package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuGraph;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Slices of arrays: what one may do with an array, and how they are one with it. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class SliceContract {
    private static final int LENGTH = 1000;

    /** {@return the device to launch on} */
    protected abstract Gpu gpu();

    /** {@return whether all kernels run, and not only those of integers without histograms} */
    protected boolean runsAll() {
        return true;
    }

    private static Kernel kernel(String name) {
        return Kernel.of(SliceKernels.class, name);
    }

    private static int[] numbers(int first, int length) {
        return IntStream.range(first, first + length).toArray();
    }

    @Test
    final void aSliceIsAnArrayOfItsOwnWithElementsOfTheWhole() {
        try (GpuArray<int[]> whole = gpu().upload(numbers(0, LENGTH));
                GpuArray<int[]> slice = whole.slice(10, 30)) {
            assertThat(slice.length()).isEqualTo(20);
            assertThat(slice.type()).isEqualTo(int[].class);
            assertThat(slice.device()).isEqualTo(whole.device());
            assertThat(slice.toHost()).isEqualTo(numbers(10, 20));
            assertThat(slice.toString()).contains("int[20]", "10 to 30");
            slice.copyFrom(numbers(500, 20));
            assertThat(Arrays.copyOfRange(whole.toHost(), 9, 32))
                    .startsWith(9, 500)
                    .endsWith(519, 30, 31);
            whole.copyFrom(numbers(7, LENGTH));
            int[] host = new int[20];
            slice.copyTo(host);
            assertThat(host).isEqualTo(numbers(17, 20));
            assertThatIllegalArgumentException().isThrownBy(() -> slice.copyTo(new int[LENGTH]));
            assertThatIllegalArgumentException().isThrownBy(() -> slice.copyFrom(new int[19]));
            GpuArray<int[]> inner = slice.slice(5, 20).slice(1, 4);
            assertThat(inner.toHost()).isEqualTo(numbers(23, 3));
            assertThat(whole.slice(0, LENGTH).toHost()).isEqualTo(whole.toHost());
            assertThat(whole.slice(LENGTH, LENGTH).toHost()).isEmpty();
        }
    }

    @Test
    final void badRangesAreRefusedWithTheirNumbers() {
        try (GpuArray<int[]> whole = gpu().upload(new int[10])) {
            GpuArray<int[]> slice = whole.slice(2, 8);
            int[][] bad = {{-1, 3}, {3, 7}, {5, 4}, {0, Integer.MAX_VALUE}, {Integer.MIN_VALUE, 0}, {7, 7}};
            for (int[] range : bad) {
                assertThatExceptionOfType(IndexOutOfBoundsException.class)
                        .isThrownBy(() -> slice.slice(range[0], range[1]))
                        .withMessageContainingAll("" + range[0], "" + range[1], "6");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 100, 257})
    final void kernelsRunOnSlicesThatBeginAnywhere(int length) {
        Gpu gpu = gpu();
        for (int from = 0; from < 9; from++) {
            for (int to = 300; to < 305; to++) {
                int[] expected = numbers(1, LENGTH);
                SliceTrial.apply(3, expected, from, to, length);
                for (String name : List.of("scale", "scaleGrid")) {
                    try (GpuArray<int[]> whole = gpu.upload(numbers(1, LENGTH))) {
                        SliceTrial.launch(name, whole.slice(from, from + length), whole.slice(to, to + length));
                        assertThat(whole.toHost())
                                .as("%s from %s to %s", name, from, to)
                                .isEqualTo(expected);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 10, 101})
    final void pairsOfSlicesThatBeginAnywhere(int length) {
        if (!runsAll()) {
            return;
        }
        for (int from = 0; from < 5; from++) {
            for (int to = 300; to < 305; to++) {
                int[] expected = numbers(1, LENGTH);
                int[] part = Arrays.copyOfRange(expected, to, to + length);
                int sum = SliceKernels.pairs(Arrays.copyOfRange(expected, from, from + length), part);
                System.arraycopy(part, 0, expected, to, length);
                try (GpuArray<int[]> whole = gpu().upload(numbers(1, LENGTH))) {
                    Object result =
                            kernel("pairs").launch(whole.slice(from, from + length), whole.slice(to, to + length));
                    assertThat(result).as("%s from %s to %s", length, from, to).isEqualTo(sum);
                    assertThat(whole.toHost())
                            .as("%s from %s to %s", length, from, to)
                            .isEqualTo(expected);
                }
            }
        }
    }

    @Test
    final void elementsOfAllTypesAreMoved() {
        if (!runsAll()) {
            return;
        }
        for (int start = 0; start < 5; start++) {
            SliceTrial.mix(gpu(), LENGTH, start, 403 + start);
        }
    }

    @Test
    final void sumsAndRunningSumsAndHistogramsAreThoseOfTheSlice() {
        try (GpuArray<int[]> whole = gpu().upload(numbers(0, LENGTH))) {
            GpuArray<int[]> slice = whole.slice(3, 203);
            assertThat(kernel("sum").launch(slice))
                    .isEqualTo(IntStream.range(3, 203).sum());
            kernel("running").launch(slice, whole.slice(301, 501));
            if (runsAll()) {
                kernel("count").launch(slice, whole.slice(601, 609));
            }
            int[] host = whole.toHost();
            for (int i = 0; i < 200; i++) {
                assertThat(host[301 + i])
                        .isEqualTo(IntStream.rangeClosed(3, 3 + i).sum());
            }
            int each = runsAll() ? 25 : 0;
            assertThat(Arrays.copyOfRange(host, 601, 609))
                    .isEqualTo(IntStream.range(601, 609).map(x -> x + each).toArray());
            assertThat(host[600]).isEqualTo(600);
            assertThat(host[609]).isEqualTo(609);
        }
    }

    /** A scan of one block takes fewer steps. None keeps what it was passed for the next launch. */
    @Test
    final void runningSumsOfShortSlicesLeaveNothingForLongOnes() {
        try (GpuArray<int[]> whole = gpu().upload(numbers(0, LENGTH))) {
            kernel("running").launch(whole.slice(3, 203), whole.slice(301, 501));
        }
        int length = runsAll() ? 9000 : 10;
        try (GpuArray<int[]> whole = gpu().upload(numbers(0, 2 * length + 1))) {
            kernel("running").launch(whole.slice(1, length), whole.slice(length + 1, 2L * length));
            int[] sums = numbers(1, length - 1);
            Arrays.parallelPrefix(sums, Integer::sum);
            assertThat(Arrays.copyOfRange(whole.toHost(), length + 1, 2 * length))
                    .isEqualTo(sums);
        }
    }

    @Test
    final void loopsThatTheHostRepeatsWorkOnSlices() {
        int[] expected = numbers(0, LENGTH);
        int[] x = Arrays.copyOfRange(expected, 5, 105);
        int[] y = Arrays.copyOfRange(expected, 211, 311);
        SliceKernels.steps(x, y, 7);
        System.arraycopy(x, 0, expected, 5, 100);
        System.arraycopy(y, 0, expected, 211, 100);
        try (GpuArray<int[]> whole = gpu().upload(numbers(0, LENGTH))) {
            kernel("steps").launch(whole.slice(5, 105), whole.slice(211, 311), 7);
            assertThat(whole.toHost()).isEqualTo(expected);
        }
    }

    @Test
    final void aKernelMayReturnASlice() {
        try (GpuArray<int[]> whole = gpu().upload(new int[10])) {
            GpuArray<int[]> slice = whole.slice(3, 6);
            assertThat(kernel("increment").launch(slice)).isSameAs(slice);
            assertThat(whole.toHost()).containsExactly(0, 0, 0, 1, 1, 1, 0, 0, 0, 0);
        }
    }

    @Test
    @SuppressWarnings("NullAway") // what callers without null checks may do
    final void slicesStandBesideNull() {
        int[] ones = new int[10];
        Arrays.fill(ones, 1);
        try (GpuArray<int[]> whole = gpu().upload(ones)) {
            kernel("addAll").launch(whole.slice(0, 3), null, whole.slice(5, 8));
            assertThat(whole.toHost()).containsExactly(1, 1, 1, 1, 1, 2, 2, 2, 1, 1);
            kernel("addAll").launch(whole.slice(5, 8), null, whole.slice(5, 8));
            assertThat(whole.toHost()).containsExactly(1, 1, 1, 1, 1, 4, 4, 4, 1, 1);
            refusesOverlap(() -> kernel("addAll").launch(whole.slice(4, 7), null, whole.slice(5, 8)));
            assertThat(whole.toHost()).containsExactly(1, 1, 1, 1, 1, 4, 4, 4, 1, 1);
        }
    }

    private static void refusesOverlap(Callable<?> launch) {
        assertThatIllegalArgumentException().isThrownBy(launch::call).withMessageContaining("[AliasedArguments]");
    }

    @Test
    final void slicesThatShareElementsAreNoticed() {
        try (GpuArray<int[]> whole = gpu().upload(numbers(0, LENGTH))) {
            GpuArray<int[]> slice = whole.slice(10, 30);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> kernel("scale").launch(2, slice, whole.slice(29, 49)))
                    .withMessageContaining("[AliasedArguments]")
                    .withMessageContaining("elements 10 to 30 and 29 to 49 of one array")
                    .withMessageContaining("'from' and 'to', and writes 'to'");
            refusesOverlap(() -> kernel("scale").launch(2, whole, slice));
            refusesOverlap(() -> kernel("scale").launch(2, slice.slice(0, 5), slice.slice(4, 9)));
            assertThatThrownBy(() -> kernel("scaleGrid").launch(Launch.covering(20), 2, slice, whole))
                    .hasMessageContaining("[AliasedArguments]");
            kernel("scale").launch(2, whole, whole.slice(7, 7));
            assertThat(whole.toHost()).isEqualTo(numbers(0, LENGTH));
            // As with one array that is passed twice.
            kernel("scale").launch(2, slice, whole.slice(5, 40).slice(5, 25));
            int[] expected = numbers(0, LENGTH);
            SliceTrial.apply(2, expected, 10, 10, 20);
            assertThat(whole.toHost()).isEqualTo(expected);
            refusesOverlap(() -> kernel("shift").launch(slice, whole.slice(10, 30)));
            if (runsAll()) {
                try (GpuArray<float[]> floats = gpu().upload(new float[] {1, 2, 3, 4})) {
                    assertThat(kernel("dot").launch(floats.slice(0, 3), floats.slice(1, 4)))
                            .isEqualTo(20f);
                }
            }
        }
    }

    @Test
    final void exceptionsTellIndicesOfTheSlice() {
        try (GpuArray<int[]> whole = gpu().upload(numbers(0, LENGTH))) {
            GpuArray<int[]> to = whole.slice(500, 600);
            assertThatThrownBy(() -> {
                        kernel("scale").launch(3, whole.slice(7, 47), to);
                        whole.toHost();
                    })
                    .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                    .hasMessage("Index 40 out of bounds for length 40");
            whole.toHost();
            assertThatThrownBy(() -> {
                        SliceTrial.launch("scaleGrid", whole.slice(7, 47), to);
                        assertThat(whole.slice(0, 500).toHost()).isEqualTo(numbers(0, 500));
                        whole.slice(599, 700).toHost();
                    })
                    .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                    .hasMessage("Index 40 out of bounds for length 40");
            whole.toHost();
        }
    }

    @Test
    final void closingFollowsTheWhole() {
        GpuArray<int[]> whole = gpu().upload(numbers(0, LENGTH));
        GpuArray<int[]> slice = whole.slice(10, 30);
        GpuArray<int[]> inner = slice.slice(5, 10);
        GpuArray<int[]> other = whole.slice(10, 30);
        slice.close();
        slice.close();
        assertThat(List.of(slice.isClosed(), inner.isClosed(), other.isClosed(), whole.isClosed()))
                .containsExactly(true, true, false, false);
        assertThatIllegalStateException().isThrownBy(slice::toHost).withMessageContaining("20 int elements is closed");
        assertThatIllegalStateException().isThrownBy(() -> inner.slice(0, 1));
        assertThatIllegalStateException().isThrownBy(() -> kernel("sum").launch(inner));
        assertThat(other.toHost()).isEqualTo(numbers(10, 20));
        kernel("scale").launch(1, other, whole.slice(100, 120));
        whole.close();
        assertThat(other.isClosed()).isTrue();
        assertThatIllegalStateException().isThrownBy(other::toHost);
        assertThatIllegalStateException().isThrownBy(() -> other.copyFrom(new int[20]));
        assertThatIllegalStateException().isThrownBy(() -> kernel("sum").launch(other));
        other.close();
    }

    @Test
    final void memoryStaysAsLongAsASliceIsReachable() throws InterruptedException {
        Gpu gpu = gpu();
        GpuArray<int[]> slice = sliceOfAnArrayThatNothingElseRefersTo();
        System.gc();
        for (int round = 0; round < 20; round++) {
            Thread.sleep(5);
            try (GpuArray<int[]> another = gpu.upload(new int[LENGTH])) {
                assertThat(another.length()).isEqualTo(LENGTH);
            }
        }
        assertThat(slice.toHost()).isEqualTo(numbers(4, 7));
        assertThat(slice.isClosed()).isFalse();
    }

    private GpuArray<int[]> sliceOfAnArrayThatNothingElseRefersTo() {
        return gpu().upload(numbers(0, LENGTH)).slice(1, 20).slice(3, 10);
    }

    @Test
    final void memoryIsFreedOnceNothingIsReachable() throws InterruptedException {
        Gpu gpu = gpu();
        long before = gpu.memory().used();
        int bytes = 4 << 20;
        assertThat(bytesOfAnArrayOfWhichASliceIsUsed(bytes)).isGreaterThanOrEqualTo(before + bytes);
        for (int round = 0; gpu.memory().used() >= before + bytes; round++) {
            assertThat(round).isLessThan(500);
            System.gc();
            Thread.sleep(10);
        }
    }

    private long bytesOfAnArrayOfWhichASliceIsUsed(int bytes) {
        GpuArray<int[]> slice =
                gpu().allocate(int[].class, bytes / Integer.BYTES).slice(1, 20);
        assertThat(slice.toHost()).containsOnly(0);
        return gpu().memory().used();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    final void launchesOfSeveralStreamsAreInOrder(long seed) {
        Gpu gpu = gpu();
        Random random = new Random(seed);
        int[] expected = numbers(0, LENGTH);
        try (GpuStream one = gpu.newStream();
                GpuStream two = gpu.newStream();
                GpuArray<int[]> whole = gpu.upload(expected)) {
            List<GpuStream> streams = List.of(one, two, gpu.defaultStream());
            for (int i = 0; i < 60; i++) {
                streams.get(random.nextInt(3)).run(() -> SliceTrial.step(random, whole, expected));
                if (random.nextInt(5) == 0) {
                    int from = random.nextInt(LENGTH);
                    int to = from + random.nextInt(LENGTH - from);
                    assertThat(whole.slice(from, to).toHost()).isEqualTo(Arrays.copyOfRange(expected, from, to));
                }
            }
            assertThat(whole.toHost()).isEqualTo(expected);
        }
    }

    @Test
    final void threadsWorkOnSlicesOfOneArray() throws Exception {
        try (GpuArray<int[]> whole = gpu().upload(new int[LENGTH]);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<@Nullable Object>> tasks = IntStream.range(0, 10)
                    .<Callable<@Nullable Object>>mapToObj(task -> () -> {
                        GpuArray<int[]> slice = whole.slice(100L * task, 100L * task + 99 - task);
                        for (int i = 0; i < 30; i++) {
                            kernel("increment").launch(slice);
                        }
                        assertThat(slice.toHost()).containsOnly(30);
                        return null;
                    })
                    .toList();
            for (var done : threads.invokeAll(tasks)) {
                done.get();
            }
            assertThat(Arrays.stream(whole.toHost()).filter(x -> x == 30).count())
                    .isEqualTo(10 * 99 - 45);
        }
    }

    /** Each waits for what faulted with one of its elements, and for nothing else. */
    @Test
    final void faultsAreThoseOfTheSlice() {
        try (GpuArray<int[]> whole = gpu().upload(numbers(0, LENGTH));
                GpuArray<int[]> copy = gpu().allocate(int[].class, 50)) {
            GpuArray<int[]> shorter = whole.slice(0, 40);
            for (Runnable waiting : List.<Runnable>of(
                    () -> whole.slice(600, 601).toHost(),
                    () -> whole.slice(700, 800).slice(0, 0).toHost(),
                    () -> kernel("sum").launch(whole.slice(550, 620)),
                    () -> {
                        kernel("scale").launch(1, whole.slice(700, 750), copy);
                        copy.toHost();
                    },
                    whole::toHost)) {
                assertThatThrownBy(() -> {
                            SliceTrial.launch("scaleGrid", shorter, whole.slice(600, 700));
                            SliceTrial.launch("scaleGrid", shorter.slice(0, 39), whole.slice(700, 800));
                            kernel("increment").launch(whole.slice(500, 600));
                            kernel("increment").launch(whole.slice(800, 900));
                            assertThat(whole.slice(0, 500).toHost()).isEqualTo(numbers(0, 500));
                            whole.slice(500, 600).toHost();
                            kernel("sum").launch(whole.slice(800, LENGTH));
                            waiting.run();
                        })
                        .isInstanceOf(ArrayIndexOutOfBoundsException.class);
                // All that is left, unless that was thrown as well.
                Throwable left = Assertions.catchThrowable(whole::toHost);
                assertThat(left == null || left instanceof ArrayIndexOutOfBoundsException)
                        .isTrue();
                whole.toHost();
                copy.toHost();
            }
        }
    }

    /**
     * Each thread has elements of its own, of which it knows what they are; other elements are everybody's, and only ever increased, so
     * that what is read is bounded by what was done before and what was begun.
     */
    @Test
    final void threadsDoAnythingWithSlicesOfOneArray() throws Exception {
        int threads = 6;
        SliceThreads trial = new SliceThreads(gpu(), threads, runsAll() ? 150 : 60);
        try (ExecutorService executor =
                Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            List<Callable<@Nullable Object>> tasks = IntStream.range(0, threads)
                    .<Callable<@Nullable Object>>mapToObj(thread -> () -> {
                        trial.run(thread);
                        return null;
                    })
                    .toList();
            for (var done : executor.invokeAll(tasks)) {
                done.get();
            }
            trial.requireSums();
        } finally {
            trial.close();
        }
    }

    @Test
    final void graphsHaveSlices() {
        Gpu gpu = gpu();
        int[] expected = numbers(0, LENGTH);
        try (GpuArray<int[]> whole = gpu.upload(expected);
                GpuArray<int[]> apart = gpu.upload(numbers(5000, 100));
                GpuGraph graph = gpu.record(() -> {
                    kernel("scale").launch(2, whole.slice(4, 104), whole.slice(200, 300));
                    SliceTrial.launch("scaleGrid", whole.slice(200, 300), whole.slice(404, 504));
                    kernel("increase").launch(whole.slice(450, 500));
                })) {
            for (int i = 0; i < 3; i++) {
                graph.launch();
                SliceTrial.apply(2, expected, 4, 200, 100);
                SliceTrial.apply(3, expected, 200, 404, 100);
                SliceTrial.increment(expected, 450, 50);
            }
            assertThat(whole.toHost()).isEqualTo(expected);

            // Any slice of the same elements is the one to replace, here by one that begins elsewhere in 16 bytes.
            graph.replace(whole.slice(200, 300), whole.slice(603, 703));
            graph.launch();
            SliceTrial.apply(2, expected, 4, 603, 100);
            SliceTrial.apply(3, expected, 603, 404, 100);
            SliceTrial.increment(expected, 450, 50);
            assertThat(whole.toHost()).isEqualTo(expected);

            graph.set(0, "from", apart.slice(1, 100));
            assertThatThrownBy(() -> {
                        graph.launch();
                        whole.toHost();
                    })
                    .hasMessage("Index 99 out of bounds for length 99");
            graph.set(0, "from", apart);
            whole.copyFrom(expected);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> graph.set(0, "from", whole.slice(604, 704)))
                    .withMessageContaining("[AliasedArguments]");
            assertThatIllegalArgumentException().isThrownBy(() -> graph.replace(whole, apart));
            GpuArray<int[]> closed = whole.slice(800, 900);
            graph.set(1, "to", closed);
            graph.launch();
            closed.close();
            assertThatIllegalStateException().isThrownBy(graph::launch).withMessageContaining("closed");
            graph.set(1, "to", whole.slice(800, 900));
            graph.launch();
            int[] host = whole.toHost();
            assertThat(host[800]).isEqualTo(30000);
            assertThat(host[603 + 99]).isEqualTo(2 * 5099 + 99);
        }
    }
}
