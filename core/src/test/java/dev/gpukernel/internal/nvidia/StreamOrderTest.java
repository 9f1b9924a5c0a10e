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
}
