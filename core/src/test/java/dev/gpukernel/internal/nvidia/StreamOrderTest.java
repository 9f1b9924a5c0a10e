package dev.gpukernel.internal.nvidia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.device.Grid;
import dev.gpukernel.internal.cuda.FakeDriver;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs on a {@link FakeDriver} only, where a large launch surely takes longer than a small one. */
@Tag("gpu")
final class StreamOrderTest {
    private static final int LONG = 1 << 17;
    private static final int LESS_LONG = 1 << 15;

    /** Reads an array and writes another. */
    @GpuKernel
    static void copy(int[] from, int[] to) {
        int i = Grid.x();
        if (i < to.length && i < from.length) {
            to[i] = from[i];
        }
    }

    @BeforeEach
    void requireFakeDriver() {
        assumeTrue(FakeDriver.isInstalled());
    }

    /** What a stream does with an array of a long launch on another one. */
    private interface Second {
        void run(GpuStream stream, GpuArray<int[]> read, GpuArray<int[]> written, GpuArray<int[]> small);
    }

    /** {@return whether a long launch is done once another stream has done what it was given after it} */
    private static boolean waits(Second second) {
        Gpu gpu = Gpu.current();
        try (GpuArray<int[]> read = gpu.upload(new int[LONG]);
                GpuArray<int[]> written = gpu.allocate(int[].class, LONG);
                GpuArray<int[]> small = gpu.allocate(int[].class, 32);
                GpuStream first = gpu.newStream();
                GpuStream other = gpu.newStream();
                GpuEvent done = gpu.newEvent()) {
            gpu.synchronize();
            launch(first, read, written);
            done.record(first);
            second.run(other, read, written, small);
            other.synchronize();
            return done.isDone();
        }
    }

    private static void launch(GpuStream stream, GpuArray<int[]> from, GpuArray<int[]> to) {
        Kernel.of(StreamOrderTest.class, "copy")
                .launch(Launch.covering(Math.min(from.length(), to.length())).on(stream), from, to);
    }

    @Test
    void whatOnlyReadsAnArrayRunsSideBySide() {
        assertThat(waits((stream, read, _, small) -> launch(stream, read, small)))
                .isFalse();
    }

    @Test
    void whatWritesAnArrayWaitsForWhatReadsIt() {
        assertThat(waits((stream, read, _, small) -> launch(stream, small, read)))
                .isTrue();
    }

    /** Closing a stream waits for what it was given, and until then others must, too. */
    @Test
    void whatWritesAnArrayWaitsForAStreamThatIsBeingClosed() throws InterruptedException {
        Gpu gpu = Gpu.current();
        for (int round = 0; round < 20; round++) {
            try (GpuArray<int[]> ones = gpu.upload(
                            IntStream.generate(() -> 1).limit(LESS_LONG).toArray());
                    GpuArray<int[]> zeros = gpu.upload(new int[LESS_LONG]);
                    GpuArray<int[]> written = gpu.allocate(int[].class, LESS_LONG)) {
                GpuStream closing = gpu.newStream();
                launch(closing, ones, written);
                Thread thread = Thread.ofVirtual().start(closing::close);
                Thread.sleep(round % 4);
                launch(gpu.defaultStream(), zeros, written);
                assertThat(written.toHost()).containsOnly(0);
                thread.join();
            }
        }
    }

    @Test
    void whatReadsAnArrayWaitsForWhatWritesIt() {
        assertThat(waits((stream, _, written, small) -> launch(stream, written, small)))
                .isTrue();
    }

    @Test
    void whatWritesAnArrayWaitsForWhatReadItThroughOthers() {
        assertThat(waits((stream, read, _, small) -> {
                    launch(Gpu.current().defaultStream(), read, small);
                    launch(stream, small, read);
                }))
                .isTrue();
    }

    /** {@return whether a long launch that writes the first half of an array is done once another stream has done something} */
    private static boolean waits(Before before, SecondOnHalf second) {
        Gpu gpu = Gpu.current();
        try (GpuArray<int[]> read = gpu.upload(new int[LONG]);
                GpuArray<int[]> whole = gpu.allocate(int[].class, 2 * LONG);
                GpuArray<int[]> some = gpu.allocate(int[].class, 32);
                GpuArray<int[]> small = gpu.allocate(int[].class, 32);
                GpuStream first = gpu.newStream();
                GpuStream other = gpu.newStream();
                GpuEvent done = gpu.newEvent()) {
            before.run(first, whole, some);
            gpu.synchronize();
            launch(first, read, whole.slice(0, LONG));
            done.record(first);
            second.run(other, whole, small);
            other.synchronize();
            return done.isDone();
        }
    }

    /** What is done with an array before. */
    private interface Before {
        void run(GpuStream first, GpuArray<int[]> whole, GpuArray<int[]> some);
    }

    /** What another stream does with an array meanwhile. */
    private interface SecondOnHalf {
        void run(GpuStream other, GpuArray<int[]> whole, GpuArray<int[]> small);
    }

    private static final SecondOnHalf READS =
            (other, whole, small) -> launch(other, whole.slice(LONG, 2 * LONG), small);
    private static final SecondOnHalf WRITES =
            (other, whole, small) -> launch(other, small, whole.slice(LONG, 2 * LONG));

    /** Whatever the streams did with the whole array before. */
    @Test
    void slicesWithoutACommonElementAreUsedSideBySide() {
        List<Before> before = List.of(
                (_, _, _) -> {},
                (_, whole, _) -> whole.toHost(),
                (first, whole, some) -> launch(first, some, whole),
                (first, whole, some) -> launch(first, whole, some),
                (first, whole, some) -> {
                    launch(first, some, whole.slice(0, LONG));
                    launch(Gpu.current().defaultStream(), some, whole);
                    launch(first, whole, some);
                },
                (first, whole, some) -> {
                    for (int i = 0; i < 40; i++) {
                        launch(first, some, whole.slice(LONG + i, LONG + i + 20));
                    }
                });
        for (int i = 0; i < before.size(); i++) {
            assertThat(waits(before.get(i), READS)).as("reads, %s", i).isFalse();
            assertThat(waits(before.get(i), WRITES)).as("writes, %s", i).isFalse();
            assertThat(waits(
                            before.get(i),
                            (_, whole, _) -> whole.slice(LONG, LONG + 1).toHost()))
                    .as("copies, %s", i)
                    .isFalse();
            assertThat(waits(before.get(i), (other, whole, small) -> {
                        launch(other, small, whole.slice(LONG + 4, LONG + 8));
                        whole.slice(LONG + 3, LONG + 10).toHost();
                        launch(other, whole.slice(LONG, LONG + 6), small);
                    }))
                    .as("all of it, %s", i)
                    .isFalse();
        }
    }

    @Test
    void slicesWithACommonElementAreUsedInOrder() {
        Before nothing = (_, _, _) -> {};
        assertThat(waits(nothing, (other, whole, small) -> launch(other, whole.slice(LONG - 1, LONG + 1), small)))
                .isTrue();
        assertThat(waits(nothing, (other, whole, small) -> launch(other, small, whole.slice(LONG - 1, LONG + 1))))
                .isTrue();
        assertThat(waits(nothing, (_, whole, _) -> whole.slice(LONG - 1, LONG).toHost()))
                .isTrue();
        assertThat(waits(nothing, (_, whole, _) -> whole.toHost())).isTrue();
        assertThat(waits(nothing, (other, whole, small) -> {
                    launch(other, small, whole.slice(LONG, 2 * LONG));
                    launch(Gpu.current().defaultStream(), whole, small);
                    launch(other, small, whole.slice(0, 1));
                }))
                .isTrue();
    }

    /** The end of what read it first is marked when the stream goes on to other elements. */
    @Test
    void whatWritesASliceWaitsForWhatReadItAgain() {
        Gpu gpu = Gpu.current();
        try (GpuArray<int[]> read = gpu.upload(new int[LONG]);
                GpuArray<int[]> whole = gpu.allocate(int[].class, 2 * LONG);
                GpuArray<int[]> small = gpu.allocate(int[].class, 32);
                GpuStream first = gpu.newStream();
                GpuStream other = gpu.newStream();
                GpuEvent done = gpu.newEvent()) {
            GpuArray<int[]> slice = whole.slice(LONG, LONG + 32);
            gpu.synchronize();
            launch(first, slice, small);
            launch(first, read, whole.slice(0, LONG));
            launch(first, slice, small);
            done.record(first);
            launch(other, read, slice);
            other.synchronize();
            assertThat(done.isDone()).isTrue();
        }
    }

    /** More slices than it is worth to tell apart are ordered as one array, and nothing is lost. */
    @Test
    void veryManySlicesAreInOrder() {
        Gpu gpu = Gpu.current();
        int count = 1000;
        try (GpuArray<int[]> whole = gpu.allocate(int[].class, 3L * count);
                GpuArray<int[]> ones = gpu.upload(new int[] {1, 1, 1});
                GpuStream first = gpu.newStream();
                GpuStream second = gpu.newStream()) {
            for (int i = 0; i < count; i++) {
                launch(i % 2 == 0 ? first : second, ones, whole.slice(3L * i, 3L * i + 2));
                launch(
                        i % 3 == 0 ? first : second,
                        whole.slice(3 * i + 1, 3 * i + 2),
                        whole.slice(3 * i + 2, 3 * i + 3));
            }
            assertThat(whole.toHost()).containsOnly(1);
        }
    }

    /** Memory that is used again is that of an array whose slices nothing works on any more. */
    @Test
    void anArrayThatIsClosedWaitsForAllItsSlices() {
        Gpu gpu = Gpu.current();
        int[] ones = IntStream.generate(() -> 1).limit(2 * LESS_LONG).toArray();
        try (GpuArray<int[]> zeros = gpu.upload(new int[LESS_LONG]);
                GpuStream first = gpu.newStream();
                GpuStream second = gpu.newStream()) {
            for (int round = 0; round < 10; round++) {
                GpuArray<int[]> whole = gpu.upload(ones);
                launch(round % 2 == 0 ? first : second, zeros, whole.slice(0, LESS_LONG));
                launch(round % 2 == 0 ? second : first, zeros, whole.slice(LESS_LONG, 2 * LESS_LONG));
                whole.close();
                try (GpuArray<int[]> again = gpu.upload(ones)) {
                    gpu.synchronize();
                    first.synchronize();
                    second.synchronize();
                    assertThat(again.toHost()).isEqualTo(ones);
                }
            }
        }
    }
}
