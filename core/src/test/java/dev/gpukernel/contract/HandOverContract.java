package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Launch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A stream that waits for another one's event waits for the launches before it, and so takes their faults. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class HandOverContract {
    private static final int LENGTH = 1024;

    /** {@return the device to launch on} */
    protected abstract Gpu gpu();

    /** Streams, each of which may wait for the one before. */
    private static final class Streams implements AutoCloseable {
        final GpuArray<int[]> from;
        final GpuArray<int[]> to;
        final GpuStream first;
        final GpuStream second;
        final GpuStream third;
        final GpuEvent one;
        final GpuEvent two;

        Streams(Gpu gpu) {
            from = gpu.allocate(int[].class, LENGTH);
            to = gpu.allocate(int[].class, LENGTH);
            first = gpu.newStream();
            second = gpu.newStream();
            third = gpu.newStream();
            one = gpu.newEvent();
            two = gpu.newEvent();
        }

        /** Launches on the first stream what throws for a number. */
        void fail(int by) {
            FaultTrial.kernel("shiftGrid").launch(Launch.covering(LENGTH).on(first), from, to, by);
        }

        /** Waits for everything, and throws what nothing threw before. */
        void settle() {
            first.synchronize();
            second.synchronize();
            third.synchronize();
            to.toHost();
        }

        @Override
        public void close() {
            one.close();
            two.close();
            third.close();
            second.close();
            first.close();
            to.close();
            from.close();
        }
    }

    @Test
    final void whatWaitsThroughEventsThrowsOnce() {
        try (Streams streams = new Streams(gpu());
                GpuEvent early = gpu().newEvent()) {
            List<Runnable> waiting = List.of(
                    streams.third::synchronize,
                    streams.second::synchronize,
                    streams.two::synchronize,
                    streams.one::synchronize,
                    streams.first::synchronize);
            for (Runnable wait : waiting) {
                Throwable thrown = catchThrowable(() -> {
                    early.record(streams.second);
                    streams.fail(LENGTH);
                    streams.one.record(streams.first);
                    streams.second.waitFor(streams.one);
                    streams.two.record(streams.second);
                    streams.third.waitFor(streams.two);
                    early.synchronize();
                    gpu().synchronize();
                    wait.run();
                });
                assertThat(thrown)
                        .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                        .hasMessageStartingWith("Index " + LENGTH + " ");
                streams.settle();
            }
        }
    }

    @Test
    final void whatComesAfterTheEventIsNotPassedOn() {
        try (Streams streams = new Streams(gpu())) {
            for (int i = 0; i < 40; i++) {
                boolean[] reached = new boolean[1];
                Throwable thrown = catchThrowable(() -> {
                    streams.one.record(streams.first);
                    streams.fail(1);
                    streams.second.waitFor(streams.one);
                    streams.third.waitFor(streams.one);
                    streams.second.synchronize();
                    streams.third.synchronize();
                    reached[0] = true;
                    streams.first.synchronize();
                });
                assertThat(thrown).isInstanceOf(ArrayIndexOutOfBoundsException.class);
                assertThat(reached[0]).isEqualTo(gpu().backend().equals("cuda"));
                streams.settle();
            }
        }
    }

    /** An array orders streams too, but what uses it does not follow from all that came before. */
    @Test
    final void anArrayPassesOnNothingThatItDoesNotFollowFrom() {
        try (Streams streams = new Streams(gpu())) {
            boolean[] reached = new boolean[1];
            Throwable thrown = catchThrowable(() -> {
                streams.fail(1);
                FaultTrial.kernel("incrementGrid")
                        .launch(Launch.covering(LENGTH).on(streams.second), streams.from);
                streams.second.synchronize();
                assertThat(streams.from.toHost()).containsOnly(1);
                reached[0] = true;
                streams.first.synchronize();
            });
            assertThat(thrown).isInstanceOf(ArrayIndexOutOfBoundsException.class);
            assertThat(reached[0]).isEqualTo(gpu().backend().equals("cuda"));
        }
    }

    /** Streams that wait for each other in turn, again and again, and of which only one is ever waited for. */
    @Test
    final void faultsGoFarAndNoneIsLost() {
        try (Streams streams = new Streams(gpu())) {
            int faults = 0;
            for (int i = 0; i < 300; i++) {
                boolean faulty = i % 50 == 7;
                Throwable thrown = catchThrowable(() -> {
                    if (faulty) {
                        streams.fail(1);
                    }
                    streams.one.record(streams.first);
                    streams.second.waitFor(streams.one);
                    streams.two.record(streams.second);
                    streams.first.waitFor(streams.two);
                    streams.third.waitFor(streams.two);
                });
                faults += thrown == null ? 0 : 1;
            }
            Throwable thrown = catchThrowable(streams.third::synchronize);
            faults += thrown == null ? 0 : 1 + thrown.getSuppressed().length - notes(thrown);
            assertThat(faults).isEqualTo(6);
            streams.settle();
        }
    }

    private static int notes(Throwable thrown) {
        return (int) List.of(thrown.getSuppressed()).stream()
                .filter(suppressed -> !(suppressed instanceof ArrayIndexOutOfBoundsException))
                .count();
    }

    @Test
    final void threadsWithStreamsOfTheirOwnGetTheirOwnFaults() throws InterruptedException {
        AtomicReference<@Nullable Throwable> wrong = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int own = t;
            threads.add(Thread.ofPlatform().start(() -> {
                try (Streams streams = new Streams(gpu())) {
                    for (int i = 0; i < 60 && wrong.get() == null; i++) {
                        int by = LENGTH * (1 + own + 4 * i);
                        Throwable thrown = catchThrowable(() -> {
                            streams.fail(by);
                            streams.one.record(streams.first);
                            streams.second.waitFor(streams.one);
                            streams.second.synchronize();
                        });
                        assertThat(thrown).hasMessage("Index %s out of bounds for length %s", by, LENGTH);
                        streams.settle();
                    }
                } catch (Throwable thrown) {
                    wrong.compareAndSet(null, thrown);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(wrong.get()).isNull();
    }
}
