package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.GpuGraph;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Launches stand alone: what happens in one reaches only those who wait for it, whatever the threads, streams and arrays are. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class IsolationContract {
    private static final int LENGTH = 4096;

    /** {@return the device to launch on} */
    protected abstract Gpu gpu();

    /** {@return how many threads may fault in one launch at most, as a power of two} */
    protected int mostFaults() {
        return 16;
    }

    /** {@return whether launches return before they are done} */
    protected boolean isAsynchronous() {
        return gpu().backend().equals("cuda");
    }

    @Test
    final void everyExceptionIsOfTheThreadsOwnLaunch() throws Exception {
        new FaultTrial(gpu()).two(300);
    }

    @Test
    final void threadsThatDoEverythingAtOnceGetWhatIsTheirs() throws Exception {
        new FaultTrial(gpu()).mixed(8, 3000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    final void theLowestOfManyFaultsIsReported(boolean grid) {
        for (int power = 10; power <= mostFaults(); power += power < 16 ? 2 : 4) {
            int length = 1 << power;
            try (GpuArray<int[]> from = gpu().allocate(int[].class, length);
                    GpuArray<int[]> to = gpu().allocate(int[].class, length)) {
                for (int first : new int[] {0, 1, 33, length / 2, length - 1}) {
                    assertThatThrownBy(() -> {
                                shift(grid, from, to, length - first);
                                to.copyTo(new int[length]);
                            })
                            .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                            .hasMessage("Index %s out of bounds for length %s", length, length)
                            .satisfies(thrown -> assertThat(thrown.getSuppressed())
                                    .extracting(Throwable::getMessage)
                                    .filteredOn(note -> !grid || !isAsynchronous())
                                    .allSatisfy(note ->
                                            assertThat(note).contains(isAsynchronous() ? "iteration " + first : "")));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    final void theFirstOfManyLaunchesThatFaultIsReported(boolean resident) {
        int[] from = new int[60];
        int[] to = new int[9];
        assertThatThrownBy(() -> {
                    if (resident) {
                        try (GpuArray<int[]> fromThere = gpu().upload(from);
                                GpuArray<int[]> there = gpu().upload(to);
                                GpuArray<int[]> otherThere = gpu().upload(to)) {
                            FaultTrial.kernel("steps").launch(fromThere, there, otherThere, 3000);
                            there.copyTo(to);
                        }
                    } else {
                        gpu().run(() -> FaultTrial.kernel("steps").launch(from, to, new int[9], 3000));
                    }
                })
                .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                .hasMessage("Index 60 out of bounds for length 60");
    }

    /** Nothing of a call comes after what throws, also where its loops have no array in common. */
    @Test
    final void theFirstLoopOfACallThatThrowsIsTheOneThatIsTold() {
        Kernel sum = FaultTrial.kernel("lookAndSum");
        Kernel store = FaultTrial.kernel("lookAndStore");
        gpu().run(() -> {
            for (int count : new int[] {20, 21}) {
                assertTooFar(() -> sum.launch(new int[10], 11, new int[20], count), "Index 10 ");
                assertTooFar(() -> store.launch(new int[10], 11, new int[20], count), "Index 10 ");
                try (GpuArray<int[]> from = gpu().allocate(int[].class, 10);
                        GpuArray<int[]> other = gpu().allocate(int[].class, 20)) {
                    assertTooFar(() -> sum.launch(from, 11, other, count), "Index 10 ");
                    assertTooFar(
                            () -> {
                                store.launch(from, 11, other, count);
                                other.toHost();
                            },
                            "Index 10 ");
                    assertThat(from.toHost()).containsOnly(0);
                }
            }
            assertTooFar(() -> sum.launch(new int[10], 10, new int[20], 21), "Index 20 ");
        });
    }

    private static void assertTooFar(ThrowingCallable launch, String message) {
        assertThatExceptionOfType(ArrayIndexOutOfBoundsException.class)
                .isThrownBy(launch)
                .withMessageStartingWith(message);
    }

    @Test
    final void everyArrayKeepsItsFault() {
        int count = 1200;
        List<GpuArray<int[]>> to = new ArrayList<>();
        try (GpuArray<int[]> from = gpu().allocate(int[].class, 64)) {
            for (int i = 0; i < count; i++) {
                GpuArray<int[]> array = gpu().allocate(int[].class, 65 + i);
                to.add(array);
                if (isAsynchronous()) {
                    shift(true, from, array, 2 + i);
                } else {
                    assertThatThrownBy(() -> shift(true, from, array, array.length() - 63))
                            .isInstanceOf(ArrayIndexOutOfBoundsException.class);
                }
            }
            for (GpuArray<int[]> array : isAsynchronous() ? to : List.<GpuArray<int[]>>of()) {
                assertThatThrownBy(array::toHost)
                        .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                        .hasMessage("Index %s out of bounds for length %s", array.length(), array.length());
            }
        } finally {
            to.forEach(GpuArray::close);
        }
    }

    private static void shift(boolean grid, GpuArray<int[]> from, GpuArray<int[]> to, int by) {
        if (grid) {
            FaultTrial.kernel("shiftGrid").launch(Launch.covering(from.length()), from, to, by);
        } else {
            FaultTrial.kernel("shiftLoop").launch(from, to, by);
        }
    }

    @Test
    final void copiesSeeLaunchesAsAWhole() throws Exception {
        AtomicReference<@Nullable Throwable> failed = new AtomicReference<>();
        try (GpuArray<int[]> numbers = gpu().allocate(int[].class, 1 << 16)) {
            Thread writer = Thread.ofPlatform().start(() -> {
                try {
                    for (int i = 0; i < 200; i++) {
                        FaultTrial.kernel("fill").launch(numbers, i, 0);
                    }
                } catch (Throwable thrown) {
                    failed.set(thrown);
                }
            });
            int[] host = new int[1 << 16];
            while (writer.isAlive()) {
                numbers.copyTo(host);
                int first = host[0];
                assertThat(Arrays.stream(host).allMatch(number -> number == first))
                        .as("all of one launch")
                        .isTrue();
            }
            writer.join();
        }
        assertThat(failed).hasValue(null);
    }

    @Test
    final void aFaultIsThrownOnceByWhatWaitsForItFirst() {
        Gpu gpu = gpu();
        try (GpuArray<int[]> from = gpu.allocate(int[].class, LENGTH);
                GpuArray<int[]> to = gpu.allocate(int[].class, LENGTH);
                GpuArray<int[]> other = gpu.allocate(int[].class, LENGTH)) {
            FaultTrial.kernel("copy").launch(from, other);
            Throwable thrown = catchThrowable(() -> {
                shift(true, from, to, 1);
                assertThat(other.toHost()).containsOnly(0);
                assertThat(from.toHost()).containsOnly(0);
                to.toHost();
            });
            assertThat(thrown).isInstanceOf(ArrayIndexOutOfBoundsException.class);
            to.toHost();
            gpu.synchronize();
        }
    }

    @Test
    final void whatNothingWaitsForIsLogged() throws Exception {
        if (!isAsynchronous()) {
            return;
        }
        try (LoggedFaults logged = new LoggedFaults()) {
            GpuArray<int[]> from = gpu().allocate(int[].class, LENGTH);
            GpuArray<int[]> to = gpu().allocate(int[].class, LENGTH);
            GpuArray<int[]> copy = gpu().allocate(int[].class, LENGTH);
            shift(true, from, to, 9);
            FaultTrial.kernel("copy").launch(to, copy);
            from.close();
            to.close();
            Thread.sleep(300);
            assertThat(logged.awaited(0)).as("while a copy can be read").isZero();
            copy.close();
            assertThat(logged.awaited(1)).isEqualTo(1);
        }
    }

    @Test
    final void whatIsComputedFromAFaultHasItToo() {
        Gpu gpu = gpu();
        try (GpuArray<int[]> from = gpu.allocate(int[].class, LENGTH);
                GpuArray<int[]> to = gpu.allocate(int[].class, LENGTH);
                GpuArray<int[]> copy = gpu.allocate(int[].class, LENGTH);
                GpuArray<int[]> copyOfCopy = gpu.allocate(int[].class, LENGTH)) {
            Throwable thrown = catchThrowable(() -> {
                shift(true, from, to, LENGTH - 7);
                FaultTrial.kernel("copy").launch(to, copy);
                FaultTrial.kernel("copyGrid").launch(Launch.covering(LENGTH), copy, copyOfCopy);
                copyOfCopy.toHost();
            });
            assertThat(thrown)
                    .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                    .hasMessageContaining("Index " + LENGTH + " ");
            to.toHost();
        }
    }

    /** What is computed from very many faults has the first of them. */
    @Test
    final void aLaunchPassesSoManyFaultsOn() {
        if (!isAsynchronous()) {
            return;
        }
        Gpu gpu = gpu();
        try (GpuArray<int[]> from = gpu.allocate(int[].class, LENGTH);
                GpuArray<int[]> one = gpu.allocate(int[].class, LENGTH);
                GpuArray<int[]> two = gpu.allocate(int[].class, LENGTH)) {
            Throwable thrown = catchThrowable(() -> {
                for (int i = 1; i <= 20; i++) {
                    shift(true, from, i == 1 ? one.slice(0, 7) : one, i);
                    shift(true, from, two, 20 + i);
                }
                FaultTrial.kernel("copyGrid").launch(Launch.covering(LENGTH), one, two);
                two.toHost();
            });
            assertThat(thrown)
                    .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                    .hasMessage("Index 7 out of bounds for length 7");
            assertThat(thrown.getSuppressed())
                    .filteredOn(ArrayIndexOutOfBoundsException.class::isInstance)
                    .hasSize(31);
            assertThat(catchThrowable(gpu::synchronize).getSuppressed())
                    .filteredOn(ArrayIndexOutOfBoundsException.class::isInstance)
                    .hasSize(7);
            gpu.synchronize();
        }
    }

    @Test
    final void streamsAndEventsThrowWhatTheyWaitFor() {
        Gpu gpu = gpu();
        try (GpuArray<int[]> from = gpu.allocate(int[].class, LENGTH);
                GpuArray<int[]> to = gpu.allocate(int[].class, LENGTH);
                GpuStream stream = gpu.newStream();
                GpuStream other = gpu.newStream();
                GpuEvent before = gpu.newEvent();
                GpuEvent after = gpu.newEvent()) {
            Launch launch = Launch.covering(LENGTH).on(stream);
            Runnable faulty = () -> FaultTrial.kernel("shiftGrid").launch(launch, from, to, 3);
            for (Runnable waiting : new Runnable[] {stream::synchronize, after::synchronize, to::toHost}) {
                before.record(stream);
                Throwable thrown = catchThrowable(() -> {
                    faulty.run();
                    after.record(stream);
                    before.synchronize();
                    other.synchronize();
                    gpu.synchronize();
                    waiting.run();
                });
                assertThat(thrown).isInstanceOf(ArrayIndexOutOfBoundsException.class);
                stream.synchronize();
                to.toHost();
            }
        }
    }

    @Test
    final void reductionsThrowTheirOwnFaultsOnly() {
        Gpu gpu = gpu();
        try (GpuArray<int[]> index = gpu.allocate(int[].class, LENGTH);
                GpuArray<int[]> from = gpu.allocate(int[].class, LENGTH);
                GpuArray<int[]> to = gpu.allocate(int[].class, LENGTH)) {
            Throwable thrown = catchThrowable(() -> {
                shift(true, from, to, 5);
                assertThat(FaultTrial.kernel("sum").launch(index, from)).isEqualTo(0);
                FaultTrial.kernel("sum").launch(index, to);
            });
            assertThat(thrown).isInstanceOf(ArrayIndexOutOfBoundsException.class);
            assertThat(FaultTrial.kernel("sum").launch(index, to)).isEqualTo(0);
        }
    }

    private static void look(GpuArray<int[]> from, int by) {
        FaultTrial.kernel("lookGrid").launch(Launch.covering(from.length()), from, by);
    }

    @Test
    final void whatOnlyReadLeavesItsFaultWithWhatItRead() {
        if (!isAsynchronous()) {
            return;
        }
        try (GpuArray<int[]> from = gpu().allocate(int[].class, LENGTH);
                GpuArray<int[]> to = gpu().allocate(int[].class, LENGTH)) {
            look(from, 1);
            shift(true, from, to, 0);
            assertThat(to.toHost()).containsOnly(0);
            assertThatThrownBy(from::toHost).isInstanceOf(ArrayIndexOutOfBoundsException.class);
            assertThat(from.toHost()).containsOnly(0);
        }
    }

    @Test
    final void whatOnlyReadsHidesNoFaultOfWhatWrote() {
        if (!isAsynchronous()) {
            return;
        }
        try (GpuArray<int[]> from = gpu().allocate(int[].class, LENGTH);
                GpuArray<int[]> to = gpu().allocate(int[].class, LENGTH);
                GpuArray<int[]> copy = gpu().allocate(int[].class, LENGTH)) {
            shift(true, from, to, 1);
            look(to, 0);
            shift(true, to, copy, 0);
            assertThatThrownBy(copy::toHost).isInstanceOf(ArrayIndexOutOfBoundsException.class);
        }
    }

    /** More slices than are looked through each time, of which the first and the last element have faults. */
    @Test
    final void everySliceKeepsItsFault() {
        if (!isAsynchronous()) {
            return;
        }
        int count = 100;
        try (GpuArray<int[]> from = gpu().allocate(int[].class, 1);
                GpuArray<int[]> whole = gpu().allocate(int[].class, count)) {
            for (int faulty : new int[] {0, count - 1}) {
                for (int i = 0; i < count; i++) {
                    shift(true, from, whole.slice(i, i + 1), i == faulty ? 1 : 0);
                }
                assertThatThrownBy(whole::toHost)
                        .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                        .hasMessage("Index 1 out of bounds for length 1");
                assertThat(whole.toHost()).containsOnly(0);
            }
        }
    }

    @Test
    final void aGraphLeavesItsFaultWithTheElementsThatItWrites() {
        if (!isAsynchronous()) {
            return;
        }
        try (GpuArray<int[]> from = gpu().allocate(int[].class, 10);
                GpuArray<int[]> whole = gpu().allocate(int[].class, 100);
                GpuGraph graph = gpu().record(() -> {
                    shift(true, from, whole.slice(0, 30), 21);
                    shift(true, from, whole.slice(5, 15), 0);
                    shift(true, from, whole.slice(60, 90), 0);
                })) {
            for (int element : new int[] {0, 25, 89}) {
                graph.launch();
                assertThat(whole.slice(40, 50).toHost()).containsOnly(0);
                assertThatThrownBy(() -> whole.slice(element, element + 1).toHost())
                        .isInstanceOf(ArrayIndexOutOfBoundsException.class);
                assertThat(whole.toHost()).containsOnly(0);
            }
        }
    }

    /** Its memory is used again. */
    @Test
    final void anArrayHasNoFaultOfAnotherThatIsClosed() throws InterruptedException {
        if (!isAsynchronous()) {
            return;
        }
        try (LoggedFaults logged = new LoggedFaults();
                GpuArray<int[]> from = gpu().allocate(int[].class, LENGTH)) {
            for (int i = 0; i < 10; i++) {
                GpuArray<int[]> to = gpu().allocate(int[].class, LENGTH);
                shift(true, from, to, 1);
                to.close();
                try (GpuArray<int[]> next = gpu().allocate(int[].class, LENGTH)) {
                    assertThat(next.toHost()).containsOnly(0);
                }
            }
            assertThat(logged.awaited(10)).isEqualTo(10);
        }
    }

    @Test
    final void arraysAreClosedWhileOthersUseThem() throws Exception {
        for (int i = 0; i < 50; i++) {
            GpuArray<int[]> numbers = gpu().allocate(int[].class, LENGTH);
            AtomicReference<@Nullable Throwable> failed = new AtomicReference<>();
            Thread user = Thread.ofPlatform().start(() -> {
                try {
                    while (true) {
                        FaultTrial.kernel("increment").launch(numbers);
                        numbers.toHost();
                    }
                } catch (Throwable thrown) {
                    failed.set(thrown);
                }
            });
            Thread.sleep(i % 5);
            numbers.close();
            user.join();
            assertThat(failed.get()).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
            assertThrows(IllegalStateException.class, numbers::toHost);
        }
    }

    @Test
    final void launchesOfSeveralStreamsOnOneArrayAreInOrder() {
        Gpu gpu = gpu();
        try (GpuArray<int[]> counts = gpu.allocate(int[].class, LENGTH);
                GpuStream first = gpu.newStream();
                GpuStream second = gpu.newStream()) {
            for (int i = 0; i < 100; i++) {
                GpuStream stream = i % 3 == 0 ? first : i % 3 == 1 ? second : gpu.defaultStream();
                FaultTrial.kernel("incrementGrid")
                        .launch(Launch.covering(LENGTH).on(stream), counts);
            }
            assertThat(counts.toHost()).containsOnly(100);
        }
    }
}
