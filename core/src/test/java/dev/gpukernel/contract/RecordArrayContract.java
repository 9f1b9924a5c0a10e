package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuException;
import dev.gpukernel.GpuGraph;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.device.Grid;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrays of records, on the host and on a device: contents, which elements stay the objects that they are, null, and exceptions. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@SuppressWarnings({"NullAway", "ReferenceEquality"}) // what callers without null checks may do; the very same records
public abstract class RecordArrayContract {
    /** {@return the device to launch on} */
    protected abstract Gpu gpu();

    /** {@return whether a launch that throws leaves host arrays as Java does, and not as they were} */
    protected boolean leavesAsJava() {
        return false;
    }

    record Pair(int left, int right) {}

    record Named(Pair pair, byte id) {}

    /** What its constructor makes of what it made is something else. */
    record Counted(int count) {
        Counted {
            count++;
        }
    }

    /** Its constructor accepts whatever it made, and refuses the rest. */
    record Positive(int value) {
        Positive {
            if (value < 1) {
                throw new IllegalArgumentException("not positive");
            }
        }
    }

    @GpuKernel
    static void swapEven(Pair[] pairs, Pair[] out) {
        for (int i = 0; i < pairs.length; i++) {
            if (pairs[i].left() % 2 == 0) {
                out[i] = new Pair(pairs[i].right(), pairs[i].left());
            }
        }
    }

    @GpuKernel
    static void swapEvenOfThreads(Pair[] pairs, Pair[] out) {
        int i = Grid.x();
        if (i < pairs.length && pairs[i].left() % 2 == 0) {
            out[i] = new Pair(pairs[i].right(), pairs[i].left());
        }
    }

    @GpuKernel
    static void filled(Pair[] out, int from) {
        for (int i = 0; i < out.length; i++) {
            out[i] = new Pair(from + i, -i);
        }
    }

    @GpuKernel
    static void filledOfThreads(Pair[] out, int from) {
        if (Grid.x() < out.length) {
            out[Grid.x()] = new Pair(from + Grid.x(), -Grid.x());
        }
    }

    @GpuKernel
    static void doubled(Named[] all) {
        for (int i = 0; i < all.length; i++) {
            Named one = all[i];
            all[i] = new Named(new Pair(2 * one.pair().left(), one.pair().right()), (byte) (one.id() + 1));
        }
    }

    @GpuKernel
    static int sum(Pair[] pairs, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += pairs[i].left();
        }
        return sum;
    }

    /** What it reads of the records matters to nobody, but for null. */
    @GpuKernel
    static void ignored(Pair[] pairs, int[] out) {
        for (int i = 0; i < pairs.length; i++) {
            pairs[i].left();
            out[i] = i;
        }
    }

    @GpuKernel
    static void copied(Pair[] from, Pair[] to) {
        for (int i = 0; i < from.length; i++) {
            to[i] = from[i];
        }
    }

    @GpuKernel
    static void shifted(Pair[] from, Pair[] to) {
        for (int i = 1; i < from.length; i++) {
            to[i] = from[i - 1];
        }
    }

    @GpuKernel
    static int kept(Pair[] from, Pair[] to, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (from[i].left() % 3 != 0) {
                to[kept++] = from[i];
            }
        }
        return kept;
    }

    @GpuKernel
    static void divided(Pair[] pairs, int[] by) {
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = new Pair(pairs[i].left() / by[i], i);
        }
    }

    @GpuKernel
    static void counted(Counted[] all) {
        for (int i = 0; i < all.length; i++) {
            if (i % 2 == 0) {
                all[i] = new Counted(i);
            }
        }
    }

    @GpuKernel
    static void lowered(Positive[] all, Positive[] out, int by) {
        for (int i = 0; i < all.length; i++) {
            out[i] = new Positive(all[i].value() - by);
        }
    }

    @GpuKernel
    static void turns(Pair[] pairs, Pair[] other, int[] lefts, int steps) {
        for (int t = 0; t < steps; t++) {
            for (int i = 0; i < pairs.length; i++) {
                other[i] = new Pair(pairs[i].right() + t, pairs[i].left());
            }
            for (int i = 0; i < pairs.length; i++) {
                pairs[i] = other[pairs.length - 1 - i];
                lefts[i] += pairs[i].left();
            }
        }
    }

    @GpuKernel
    static Pair[] raised(Pair[] pairs, int by) {
        Pair[] raised = new Pair[pairs.length];
        for (int i = 0; i < pairs.length; i++) {
            raised[i] = new Pair(pairs[i].left() + by, pairs[i].right() / by);
        }
        return raised;
    }

    /** The very array, or one in which every second element is null. */
    @GpuKernel
    static Pair[] evenOrAll(Pair[] pairs, boolean areAll) {
        if (areAll) {
            return pairs;
        }
        Pair[] even = new Pair[pairs.length];
        for (int i = 0; i < pairs.length; i++) {
            if (i % 2 == 0) {
                even[i] = pairs[i];
            }
        }
        return even;
    }

    /** Arrays of records in a record, one of them twice, beside other arrays and numbers. */
    @SuppressWarnings("ArrayRecordComponent") // as people write it
    record State(Pair[] pairs, long sum, Stages stages) {}

    @SuppressWarnings("ArrayRecordComponent") // as people write it
    record Stages(Pair[] again, int[] lefts, Named[] named, int[][] rows) {}

    @GpuKernel
    static State state(Pair[] pairs, int by) {
        int n = pairs.length;
        Pair[] raised = new Pair[n];
        Named[] named = new Named[n];
        int[] lefts = new int[n];
        for (int i = 0; i < n; i++) {
            raised[i] = new Pair(pairs[i].left() + by, pairs[i].right() / by);
            lefts[i] = 2 * pairs[i].left();
        }
        for (int i = 0; i < n; i++) {
            if (i % 3 != 0) {
                named[i] = new Named(raised[i], (byte) i);
            }
        }
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += lefts[i];
        }
        if (by > 5) {
            return new State(pairs, sum, new Stages(pairs, lefts, named, new int[2][n]));
        }
        return new State(raised, sum, new Stages(raised, lefts, named, new int[n][1]));
    }

    /** The method itself does it where it prints. */
    @GpuKernel
    static State printing(Pair[] pairs, int by) {
        Pair[] raised = new Pair[pairs.length];
        for (int i = 0; i < pairs.length; i++) {
            raised[i] = new Pair(pairs[i].left() + by, by);
            if (by < 0) {
                System.out.println("element " + i);
            }
        }
        if (by > 5) {
            return new State(pairs, by, new Stages(raised, new int[3], new Named[1], new int[2][3]));
        }
        return new State(raised, by, new Stages(raised, new int[3], new Named[1], new int[2][3]));
    }

    /** Prints, too. */
    @GpuKernel
    static Pair[] printingPairs(Pair[] pairs, int by) {
        if (by > 5) {
            return pairs;
        }
        Pair[] raised = new Pair[pairs.length];
        for (int i = 0; i < pairs.length; i++) {
            if (i % 2 == 0) {
                raised[i] = new Pair(pairs[i].left() + by, by);
            }
            if (by < 0) {
                System.out.println("element " + i);
            }
        }
        return raised;
    }

    private static Kernel kernel(String name) {
        return Kernel.of(RecordArrayContract.class, name);
    }

    private @Nullable Object launch(String name, Object... arguments) {
        return gpu().call(() -> kernel(name).launch(arguments));
    }

    private void launch(Launch launch, String name, Object... arguments) {
        gpu().run(() -> kernel(name).launch(launch, arguments));
    }

    private static Pair[] pairs(int length, int first) {
        return IntStream.range(first, first + length)
                .mapToObj(i -> new Pair(i, 3 * i))
                .toArray(Pair[]::new);
    }

    private static Named[] named(int length) {
        return IntStream.range(0, length)
                .mapToObj(i -> new Named(new Pair(i, -i), (byte) i))
                .toArray(Named[]::new);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 300, 5000})
    final void elementsThatAreNotWrittenStayTheObjectsThatTheyAre(int length) {
        Pair[] pairs = pairs(length, 0);
        Pair[] before = pairs.clone();
        for (boolean threads : new boolean[] {false, true}) {
            Pair[] out = pairs(length, 100);
            Pair[] old = out.clone();
            Pair[] expected = out.clone();
            swapEven(pairs, expected);
            if (threads) {
                launch(Launch.covering(length), "swapEvenOfThreads", pairs, out);
            } else {
                launch("swapEven", pairs, out);
            }
            assertThat(out).containsExactly(expected);
            for (int i = 0; i < length; i++) {
                assertThat(pairs[i]).isSameAs(before[i]);
                assertThat(out[i] == old[i]).isEqualTo(i % 2 != 0);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 300, 5000})
    final void whatIsOnlyWrittenMayBeNull(int length) {
        Pair[] expected = new Pair[length];
        filled(expected, 5);
        Pair[] out = new Pair[length];
        launch("filled", out, 5);
        assertThat(out).containsExactly(expected);
        Pair[] others = new Pair[length];
        launch(Launch.covering(length), "filledOfThreads", others, 5);
        assertThat(others).containsExactly(expected);
        Pair[] some = new Pair[length];
        launch("swapEven", expected, some);
        Pair[] byJava = new Pair[length];
        swapEven(expected, byJava);
        assertThat(some).containsExactly(byJava);
    }

    @Test
    final void recordsInRecordsAreWrittenInPlace() {
        Named[] all = named(300);
        Named[] expected = all.clone();
        doubled(expected);
        launch("doubled", (Object) all);
        assertThat(all).containsExactly(expected);
    }

    /** What a filter keeps is counted before it is stored, by code that asks for the index, too. */
    @Test
    final void aFilterReadsNoElementThatIsNotThere() {
        Pair[] pairs = pairs(1000, 0);
        Pair[] expected = pairs(1500, 7);
        Pair[] to = expected.clone();
        if (!hasRunningValues()) {
            assertThatExceptionOfType(GpuException.class)
                    .isThrownBy(() -> launch("kept", pairs, to, 1000))
                    .withMessageContaining("[TornadoUnsupported]");
            return;
        }
        assertThat(launch("kept", pairs, to, 1000)).isEqualTo(kept(pairs, expected, 1000));
        assertThat(to).containsExactly(expected);
        assertThatExceptionOfType(ArrayIndexOutOfBoundsException.class)
                .isThrownBy(() -> launch("kept", pairs, to, 1001))
                .withMessage("Index 1000 out of bounds for length 1000");
    }

    @Test
    final void nullThatIsReadIsJavas() {
        Pair[] pairs = pairs(10, 0);
        pairs[6] = null;
        assertThat(launch("sum", pairs, 6)).isEqualTo(15);
        assertThatNullPointerException()
                .isThrownBy(() -> launch("sum", pairs, 7))
                .satisfies(thrown ->
                        assertThat(thrown.getStackTrace()[0].getMethodName()).isEqualTo("sum"));
        int[] out = new int[10];
        assertThatNullPointerException().isThrownBy(() -> launch("ignored", pairs, out));
        assertThat(out).containsExactly(0, 1, 2, 3, 4, 5, 0, 0, 0, 0);
        Pair[] copy = pairs(10, 50);
        launch("copied", pairs, copy);
        assertThat(copy).containsExactly(pairs);
        Named[] all = named(4);
        all[2] = new Named(null, (byte) 9);
        assertThatNullPointerException().isThrownBy(() -> launch("doubled", (Object) all));
        assertThat(all[1]).isEqualTo(new Named(new Pair(2, -1), (byte) 2));
        assertThat(all[3]).isEqualTo(new Named(new Pair(3, -3), (byte) 3));
    }

    @Test
    final void gridKernelsThrowWhereTheyReadNull() {
        Pair[] pairs = pairs(10, 0);
        pairs[6] = null;
        Pair[] out = new Pair[10];
        launch(Launch.of(1, 3), "swapEvenOfThreads", pairs, out);
        int left = pairs[0].right();
        int right = pairs[0].left();
        assertThat(out[0]).isEqualTo(new Pair(left, right));
        assertThatNullPointerException()
                .isThrownBy(() -> launch(Launch.covering(10), "swapEvenOfThreads", pairs, out))
                .withMessageContaining("\"pairs[i]\" is null")
                .satisfies(thrown ->
                        assertThat(thrown.getStackTrace()[0].getMethodName()).isEqualTo("swapEvenOfThreads"));
        assertThatNullPointerException()
                .isThrownBy(() -> launch("filled", null, 1))
                .withMessageContaining("[NullArray]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> launch("filled", named(3), 1))
                .withMessageContaining("[ArgumentType]");
    }

    @Test
    final void theSameArrayTwiceIsRightOrRefused() {
        for (int length : new int[] {1, 300}) {
            Pair[] pairs = pairs(length, 0);
            Pair[] expected = pairs(length, 0);
            swapEven(expected, expected);
            launch("swapEven", pairs, pairs);
            assertThat(pairs).containsExactly(expected);
        }
        Pair[] pairs = pairs(300, 0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> launch("shifted", pairs, pairs))
                .withMessageContaining("[AliasedArguments]");
        assertThat(pairs).containsExactly(pairs(300, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 20_000})
    final void anExceptionHalfWayLeavesWhatItLeaves(int length) {
        Pair[] pairs = pairs(length, 0);
        Pair[] old = pairs.clone();
        int[] by = new int[length];
        Arrays.fill(by, 1);
        by[length - 3] = 0;
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> launch("divided", pairs, by))
                .withMessage("/ by zero");
        for (int i = 0; i < length; i++) {
            boolean isDone = leavesAsJava() && i < length - 3;
            assertThat(pairs[i] == old[i]).as("element %s", i).isEqualTo(!isDone);
            assertThat(pairs[i].right()).isEqualTo(isDone ? i : 3 * i);
        }
    }

    @Test
    final void constructorsWithCode() {
        Positive[] all = IntStream.rangeClosed(1, 50).mapToObj(Positive::new).toArray(Positive[]::new);
        Positive[] out = new Positive[50];
        assertThatIllegalArgumentException()
                .isThrownBy(() -> launch("lowered", all, out, 3))
                .withMessage("not positive");
        launch("lowered", all, out, 0);
        assertThat(out).containsExactly(all);
        Counted[] counted = {new Counted(1), new Counted(2), new Counted(3)};
        Counted[] expected = counted.clone();
        assertThatIllegalStateException()
                .isThrownBy(() -> launch("counted", (Object) counted))
                .withMessageContaining("[RecordRemade] the constructor of record Counted");
        for (int i = 0; i < 3; i++) {
            assertThat(counted[i]).isSameAs(expected[i]);
        }
    }

    @Test
    final void loopsOneAfterAnother() {
        Pair[] pairs = pairs(200, 1);
        Pair[] other = new Pair[200];
        int[] lefts = new int[200];
        // The kernel reads what it wrote before, so that null runs as plain Java.
        for (Pair[] buffer : new Pair[][] {pairs(200, 7), other}) {
            Pair[] expected = pairs.clone();
            int[] expectedLefts = lefts.clone();
            turns(expected, buffer.clone(), expectedLefts, 5);
            launch("turns", pairs, buffer, lefts, 5);
            assertThat(pairs).containsExactly(expected);
            assertThat(lefts).containsExactly(expectedLefts);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 300})
    final void onADevice(int length) {
        Pair[] host = pairs(length, 0);
        try (GpuArray<Pair[]> pairs = gpu().upload(host);
                GpuArray<Pair[]> out = gpu().allocate(Pair[].class, length)) {
            assertThat(pairs.length()).isEqualTo(length);
            assertThat(pairs.type()).isEqualTo(Pair[].class);
            assertThat(pairs.device()).isSameAs(gpu());
            assertThat(pairs.toHost()).containsExactly(host);
            assertThat(out.toHost()).containsExactly(new Pair[length]);
            Pair[] expected = new Pair[length];
            swapEven(host, expected);
            kernel("swapEven").launch(pairs, out);
            assertThat(out.toHost()).containsExactly(expected);
            kernel("swapEvenOfThreads").launch(Launch.covering(length), pairs, out);
            assertThat(out.toHost()).containsExactly(expected);
            kernel("filledOfThreads").launch(Launch.covering(length), out, 3);
            filled(expected, 3);
            assertThat(kernel("sum").launch(out, length))
                    .isEqualTo(Arrays.stream(expected).mapToInt(Pair::left).sum());
            Pair[] there = pairs(length, 9);
            out.copyTo(there);
            assertThat(there).containsExactly(expected);
            out.copyFrom(pairs(length, 20));
            kernel("swapEven").launch(out, out);
            Pair[] swapped = pairs(length, 20);
            swapEven(swapped, swapped);
            assertThat(out.toHost()).containsExactly(swapped);
        }
    }

    @Test
    final void nullOnADevice() {
        Pair[] host = pairs(8, 0);
        try (GpuArray<Pair[]> pairs = gpu().upload(host);
                GpuArray<Pair[]> out = gpu().allocate(Pair[].class, 8)) {
            kernel("swapEven").launch(pairs, out);
            // Elements with odd numbers are null still.
            assertThatNullPointerException()
                    .isThrownBy(() -> kernel("swapEvenOfThreads").launch(Launch.covering(8), out, pairs))
                    .withMessageContaining("[NullElement] element 1 of argument 'pairs'");
            assertThatNullPointerException().isThrownBy(() -> kernel("sum").launch(out, 8));
            assertThat(kernel("sum").launch(out, 1)).isEqualTo(0);
            assertThat(out.toHost()[1]).isNull();
            assertThatNullPointerException()
                    .isThrownBy(() -> gpu().record(() -> kernel("copied").launch(out, pairs)))
                    .withMessageContaining("[NullElement]");
            kernel("copied").launch(out, pairs);
            assertThat(pairs.toHost()).containsExactly(out.toHost());
            host[3] = null;
            assertThatNullPointerException()
                    .isThrownBy(() -> gpu().upload(host))
                    .withMessageContaining("[NullElement] element 3 of the host array");
            assertThatNullPointerException().isThrownBy(() -> pairs.copyFrom(host));
            assertThatNullPointerException().isThrownBy(() -> gpu().upload(new Named[] {new Named(null, (byte) 1)}));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 300})
    final void resultsOfADeviceAreThere(int length) {
        Pair[] host = pairs(length, 4);
        for (String kernel : hasPrints() ? List.of("raised", "printingPairs") : List.of("raised")) {
            try (GpuArray<Pair[]> pairs = gpu().upload(host);
                    GpuArray<Pair[]> made =
                            kernel(kernel).call().passGpuArray(pairs).passInt(3).runGpuArray(Pair[].class)) {
                Pair[] expected = kernel.equals("raised") ? raised(host, 3) : printingPairs(host, 3);
                assertThat(made.type()).isEqualTo(Pair[].class);
                assertThat(made.device()).isSameAs(gpu());
                assertThat(made.toHost()).containsExactly(expected);
                kernel("filled").launch(made, 9);
                filled(expected, 9);
                assertThat(kernel("sum").launch(made, length)).isEqualTo(sum(expected, length));
                assertThat(pairs.toHost()).containsExactly(host);
            }
        }
    }

    @Test
    final void aResultOfADeviceMayBeTheVeryArrayOrHoldNull() {
        Pair[] host = pairs(9, 4);
        try (GpuArray<Pair[]> pairs = gpu().upload(host)) {
            assertThat(kernel("evenOrAll").launch(pairs, true)).isSameAs(pairs);
            if (hasSlices()) {
                GpuArray<Pair[]> slice = pairs.slice(2, 6);
                assertThat(kernel("evenOrAll").launch(slice, true)).isSameAs(slice);
                assertThat(kernel("printingPairs").launch(slice, 7)).isSameAs(slice);
                assertThat(kernel("printingPairs").launch(pairs, 7)).isSameAs(pairs);
            }
            try (GpuArray<?> even = (GpuArray<?>) kernel("evenOrAll").launch(pairs, false)) {
                Pair[] expected = evenOrAll(host, false);
                assertThat((Pair[]) even.toHost()).containsExactly(expected);
                assertThatNullPointerException()
                        .isThrownBy(() -> kernel("sum").launch(even, 9))
                        .satisfies(thrown -> assertThat(thrown.getStackTrace()[0].getMethodName())
                                .isEqualTo("sum"));
                // Java does it, with null.
                try (GpuArray<?> again = (GpuArray<?>) kernel("evenOrAll").launch(even, false)) {
                    assertThat((Pair[]) again.toHost()).containsExactly(expected);
                }
                kernel("copied").launch(even, pairs);
                assertThatNullPointerException().isThrownBy(() -> kernel("sum").launch(pairs, 9));
            }
        }
    }

    @Test
    final void anExceptionIsThrownWhereTheResultIsRead() {
        try (GpuArray<Pair[]> pairs = gpu().upload(pairs(300, 4))) {
            assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> {
                try (GpuArray<?> made = (GpuArray<?>) kernel("raised").launch(pairs, 0)) {
                    made.toHost();
                }
            });
            assertThatExceptionOfType(ArithmeticException.class)
                    .isThrownBy(() -> kernel("state").launch(pairs, 0));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 300})
    final void recordsOfArraysOfRecords(int length) {
        Pair[] host = pairs(length, 4);
        for (int by : new int[] {2, 8}) {
            for (String name : hasPrints() ? List.of("state", "printing") : List.of("state")) {
                State expected = name.equals("state") ? state(host, by) : printing(host, by);
                State found = (State) launch(name, host, by);
                requireEqual(found, expected);
                assertThat(found.pairs() == host).isEqualTo(expected.pairs() == host);
                assertThat(found.pairs() == found.stages().again())
                        .isEqualTo(expected.pairs() == expected.stages().again());
                try (GpuArray<Pair[]> pairs = gpu().upload(host)) {
                    long used = gpu().memory().used();
                    State copied =
                            kernel(name).call().passGpuArray(pairs).passInt(by).runObject(State.class);
                    requireEqual(copied, expected);
                    assertThat(copied.pairs() == copied.stages().again())
                            .isEqualTo(expected.pairs() == expected.stages().again());
                    assertThat(gpu().memory().used()).isLessThanOrEqualTo(used);
                }
            }
        }
    }

    private static void requireEqual(State found, State expected) {
        assertThat(found.pairs()).containsExactly(expected.pairs());
        assertThat(found.sum()).isEqualTo(expected.sum());
        assertThat(found.stages().again()).containsExactly(expected.stages().again());
        assertThat(found.stages().lefts()).containsExactly(expected.stages().lefts());
        assertThat(found.stages().named()).containsExactly(expected.stages().named());
        assertThat(found.stages().rows()).isDeepEqualTo(expected.stages().rows());
    }

    /** {@return whether a device has loops with running values} */
    protected boolean hasRunningValues() {
        return true;
    }

    /** {@return whether a device's kernels print} */
    protected boolean hasPrints() {
        return true;
    }

    /** {@return whether a device's arrays have slices} */
    protected boolean hasSlices() {
        return true;
    }

    @Test
    final void slicesAreOfAllComponents() {
        if (!hasSlices()) {
            return;
        }
        try (GpuArray<Pair[]> pairs = gpu().upload(pairs(20, 0))) {
            GpuArray<Pair[]> slice = pairs.slice(4, 9);
            assertThat(slice.toHost()).containsExactly(pairs(5, 4));
            kernel("filled").launch(slice, 100);
            Pair[] expected = new Pair[5];
            filled(expected, 100);
            assertThat(Arrays.copyOfRange(pairs.toHost(), 4, 9)).containsExactly(expected);
            assertThat(pairs.toHost()[9]).isEqualTo(new Pair(9, 27));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> kernel("copied").launch(pairs.slice(0, 3), pairs.slice(1, 4)))
                    .withMessageContaining("[AliasedArguments]");
            kernel("filledOfThreads").launch(Launch.covering(5), slice, 7);
            filled(expected, 7);
            assertThat(slice.toHost()).containsExactly(expected);
            kernel("swapEvenOfThreads").launch(Launch.covering(4), pairs.slice(0, 4), pairs.slice(16, 20));
            assertThat(pairs.toHost()).contains(new Pair(0, 0), new Pair(17, 51), new Pair(6, 2), new Pair(19, 57));
            kernel("shifted").launch(pairs.slice(0, 3), pairs.slice(3, 6));
            assertThat(pairs.toHost()[5]).isEqualTo(new Pair(1, 3));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> kernel("shifted").launch(slice, pairs.slice(4, 9)))
                    .withMessageContaining("[AliasedArguments]");
        }
    }

    @Test
    final void graphsTakeThem() {
        try (GpuArray<Pair[]> pairs = gpu().upload(pairs(5, 0));
                GpuArray<Pair[]> others = gpu().upload(pairs(5, 40));
                GpuArray<Pair[]> out = gpu().allocate(Pair[].class, 5);
                GpuGraph graph = gpu().record(() -> kernel("copied").launch(pairs, out))) {
            graph.launch();
            assertThat(out.toHost()).containsExactly(pairs(5, 0));
            graph.replace(pairs, others).launch();
            assertThat(out.toHost()).containsExactly(pairs(5, 40));
            try (GpuGraph threads =
                    gpu().record(() -> kernel("swapEvenOfThreads").launch(Launch.covering(5), pairs, out))) {
                // What it holds when the graph is launched counts.
                pairs.copyFrom(pairs(5, 60));
                out.copyFrom(pairs(5, 80));
                threads.launch();
                Pair[] expected = pairs(5, 80);
                swapEven(pairs(5, 60), expected);
                assertThat(out.toHost()).containsExactly(expected);
                pairs.copyFrom(pairs(5, 71));
                threads.launch();
                swapEven(pairs(5, 71), expected);
                assertThat(out.toHost()).containsExactly(expected);
            }
        }
    }

    @Test
    final void wrongCopiesAreRefused() {
        GpuArray<Pair[]> pairs = gpu().upload(pairs(5, 0));
        GpuArray<Pair[]> out = gpu().allocate(Pair[].class, 5);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> out.copyTo(IntBuffer.allocate(5)))
                .withMessageContaining("[ArrayType]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> out.copyTo(new Pair[4]))
                .withMessageContaining("[LengthMismatch]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> kernel("copied").launch(out, new Pair[5]))
                .withMessageContaining("[MixedArguments]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gpu().upload(new List<?>[0]))
                .withMessageContaining("[NotPrimitiveArray]");
        out.close();
        assertThat(out.isClosed()).isTrue();
        assertThatIllegalStateException()
                .isThrownBy(() -> kernel("copied").launch(pairs, out))
                .withMessageContaining("[ArrayClosed]");
        pairs.close();
    }
}
