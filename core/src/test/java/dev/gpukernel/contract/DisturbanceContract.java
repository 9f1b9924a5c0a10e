package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.GpuGraph;
import dev.gpukernel.GpuStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Launches that others disturb: threads are interrupted, futures cancelled, arrays, streams and graphs closed while others use them.
 * Results stay right, exceptions stay with their launches, and nothing is left over.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class DisturbanceContract {
    private static final int LENGTH = 1000;

    /** {@return the device to launch on} */
    protected abstract Gpu gpu();

    private boolean isAsynchronous() {
        return gpu().backend().equals("cuda");
    }

    private static int[] numbers(int first) {
        return FaultTrial.numbers(first, 1);
    }

    /** What a thread does, and throws. */
    private interface Body {
        void run() throws Exception;
    }

    private static FutureTask<Void> start(boolean virtual, Body body) {
        FutureTask<Void> task = new FutureTask<>(() -> {
            body.run();
            return null;
        });
        if (virtual) {
            Thread.ofVirtual().start(task);
        } else {
            Thread.ofPlatform().start(task);
        }
        return task;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    final void interruptedThreadsGetTheirResults(boolean virtual) throws Exception {
        start(virtual, this::everythingInterrupted).get();
    }

    private void everythingInterrupted() {
        Gpu gpu = gpu();
        Thread.currentThread().interrupt();
        int[] to = new int[LENGTH];
        int[] large = new int[1 << 19];
        gpu.run(() -> {
            FaultTrial.kernel("gatherLoop").launch(numbers(0), numbers(5), to);
            FaultTrial.kernel("fill").launch(large, 3, 1);
            assertThat(FaultTrial.kernel("sum").launch(numbers(0), numbers(0))).isEqualTo((LENGTH - 1) * LENGTH / 2);
        });
        assertThat(to).isEqualTo(numbers(6));
        assertThat(large[large.length - 1]).isEqualTo(large.length + 2);
        try (GpuArray<int[]> index = gpu.upload(numbers(0));
                GpuArray<int[]> there = gpu.allocate(int[].class, LENGTH);
                GpuArray<int[]> other = gpu.allocate(int[].class, LENGTH);
                GpuEvent done = gpu.newEvent()) {
            GpuStream stream = gpu.newStream();
            stream.run(() -> FaultTrial.kernel("gatherLoop").launch(index, index, there));
            done.record(stream);
            done.synchronize();
            stream.synchronize();
            assertThat(there.toHost()).isEqualTo(numbers(1));
            assertThatThrownBy(() -> {
                        stream.run(() -> FaultTrial.kernel("copy").launch(there, index));
                        FaultTrial.kernel("gatherLoop").launch(index, there, other);
                        other.toHost();
                    })
                    .hasMessage("Index %s out of bounds for length %s", LENGTH, LENGTH);
            stream.close();
        }
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    final void cancelledFuturesLeaveTheirBodiesAlone() throws Exception {
        Gpu gpu = gpu();
        for (int round = 0; round < 100; round++) {
            int[] to = new int[LENGTH];
            CountDownLatch began = new CountDownLatch(1);
            CountDownLatch over = new CountDownLatch(1);
            CompletableFuture<?> future = gpu.runAsync(() -> {
                began.countDown();
                FaultTrial.kernel("gatherLoop").launch(numbers(0), numbers(5), to);
                over.countDown();
            });
            began.await();
            future.cancel(true);
            over.await();
            assertThat(to).isEqualTo(numbers(6));
        }
    }

    @Test
    final void whatFollowsAFutureLaunchesToo() {
        Gpu gpu = gpu();
        List<CompletableFuture<int[]>> all = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            int first = i;
            all.add(gpu.callAsync(() -> copied(numbers(first)))
                    .thenApply(once -> gpu.call(() -> copied(once)))
                    .thenCompose(twice -> gpu.callAsync(() -> copied(twice))));
        }
        for (int i = 0; i < all.size(); i++) {
            assertThat(all.get(i).join()).isEqualTo(numbers(i));
        }
        CompletableFuture<int[]> failed = gpu.callAsync(() -> copied(numbers(0)))
                .thenApply(once -> gpu.call(() -> {
                    FaultTrial.kernel("shiftLoop").launch(once, new int[LENGTH], 1);
                    return once;
                }));
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(failed::join)
                .havingCause()
                .withMessage("Index %s out of bounds for length %s", LENGTH, LENGTH);
    }

    private static int[] copied(int[] from) {
        int[] to = new int[from.length];
        FaultTrial.kernel("copy").launch(from, to);
        return to;
    }

    @Test
    final void whatAnotherThreadLaunchesIsNotRecorded() {
        Gpu gpu = gpu();
        try (GpuArray<int[]> counts = gpu.allocate(int[].class, LENGTH);
                GpuArray<int[]> others = gpu.allocate(int[].class, LENGTH);
                GpuGraph graph = gpu.record(() -> {
                    FaultTrial.kernel("increment").launch(counts);
                    CompletableFuture.runAsync(() -> gpu.run(() -> {
                                FaultTrial.kernel("increment").launch(others);
                                FaultTrial.kernel("increment").launch(new int[3]);
                            }))
                            .join();
                    FaultTrial.kernel("increment").launch(counts);
                })) {
            assertThat(graph.size()).isEqualTo(2);
            assertThat(others.toHost()).containsOnly(1);
            assertThat(counts.toHost()).containsOnly(0);
            graph.launch();
            assertThat(others.toHost()).containsOnly(1);
            assertThat(counts.toHost()).containsOnly(2);
        }
    }

    @Test
    final void aFaultInAGraphIsThrownForEachOfItsLaunches() {
        Gpu gpu = gpu();
        int[] bad = numbers(0);
        bad[7] = -3;
        try (GpuArray<int[]> index = gpu.upload(bad);
                GpuArray<int[]> from = gpu.upload(numbers(0));
                GpuArray<int[]> to = gpu.allocate(int[].class, LENGTH);
                GpuGraph graph =
                        gpu.record(() -> FaultTrial.kernel("gatherLoop").launch(index, from, to))) {
            for (int i = 0; i < 20; i++) {
                assertThatThrownBy(() -> {
                            graph.launch();
                            graph.launch();
                            to.toHost();
                        })
                        .hasMessageContaining("Index -3 ")
                        .satisfies(thrown -> assertThat(thrown.getSuppressed())
                                .filteredOn(ArrayIndexOutOfBoundsException.class::isInstance)
                                .hasSize(isAsynchronous() ? 1 : 0));
                to.toHost();
                graph.replace(index, from).launch();
                assertThat(to.toHost()).isEqualTo(numbers(1));
                graph.set("index", index).set("from", from);
            }
        }
    }

    @Test
    final void whatIsComputedFromAFaultInAGraphHasItToo() {
        Gpu gpu = gpu();
        int[] bad = numbers(0);
        bad[7] = -3;
        try (GpuArray<int[]> index = gpu.upload(bad);
                GpuArray<int[]> from = gpu.upload(numbers(0));
                GpuArray<int[]> to = gpu.allocate(int[].class, LENGTH);
                GpuArray<int[]> copy = gpu.allocate(int[].class, LENGTH);
                GpuGraph graph =
                        gpu.record(() -> FaultTrial.kernel("gatherLoop").launch(index, from, to))) {
            assertThatThrownBy(() -> {
                        graph.launch();
                        FaultTrial.kernel("copy").launch(to, copy);
                        copy.toHost();
                    })
                    .hasMessageContaining("Index -3 ");
            to.toHost();
        }
    }

    /** Every launch either is done as a whole or says what was closed. */
    @Test
    final void graphsWhoseArraysAreClosedMeanwhileSaySo() throws Exception {
        Gpu gpu = gpu();
        long before = 0;
        try (GpuArray<int[]> counts = gpu.allocate(int[].class, LENGTH)) {
            for (int round = 0; round < 30; round++) {
                counts.copyFrom(new int[LENGTH]);
                GpuArray<int[]> from = gpu.upload(numbers(0));
                GpuArray<int[]> to = gpu.allocate(int[].class, LENGTH);
                GpuGraph graph = gpu.record(() -> {
                    FaultTrial.kernel("gatherLoop").launch(from, from, to);
                    FaultTrial.kernel("increment").launch(counts);
                });
                AtomicInteger done = new AtomicInteger();
                List<FutureTask<Void>> tasks = new ArrayList<>();
                for (int t = 0; t < 4; t++) {
                    tasks.add(start(t % 2 == 0, () -> launchUntilClosed(graph, done)));
                }
                while (done.get() < 20) {
                    Thread.onSpinWait();
                }
                (round % 3 == 0 ? from : round % 3 == 1 ? to : graph).close();
                for (FutureTask<Void> task : tasks) {
                    task.get();
                }
                assertThat(counts.toHost()).containsOnly(done.get());
                graph.close();
                from.close();
                to.close();
                gpu.synchronize();
                // Places for faults are kept.
                before = round == 0 ? gpu.memory().used() : before;
            }
            assertThat(gpu.memory().used()).isEqualTo(before);
        }
    }

    private void launchUntilClosed(GpuGraph graph, AtomicInteger done) {
        GpuStream stream = gpu().newStream();
        try {
            while (true) {
                stream.run(graph::launch);
                done.incrementAndGet();
            }
        } catch (IllegalStateException closed) {
            assertThat(closed).hasMessageContaining("closed");
        } finally {
            stream.close();
        }
    }

    @Test
    final void aStreamIsClosedWhileOthersLaunchOnIt() throws Exception {
        Gpu gpu = gpu();
        for (int round = 0; round < 20; round++) {
            GpuStream stream = gpu.newStream();
            CountDownLatch launched = new CountDownLatch(8);
            AtomicReference<@Nullable Throwable> wrong = new AtomicReference<>();
            List<FutureTask<Void>> tasks = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                int kind = t;
                tasks.add(start(t % 2 == 0, () -> onStreamUntilClosed(stream, kind, launched, wrong)));
            }
            launched.await();
            stream.close();
            for (FutureTask<Void> task : tasks) {
                task.get();
            }
            assertThat(wrong.get()).isNull();
            assertThatIllegalStateException().isThrownBy(stream::synchronize);
        }
    }

    private void onStreamUntilClosed(
            GpuStream stream, int kind, CountDownLatch launched, AtomicReference<@Nullable Throwable> wrong) {
        try (GpuArray<int[]> index = gpu().upload(numbers(0));
                GpuArray<int[]> there = gpu().allocate(int[].class, LENGTH);
                GpuEvent event = gpu().newEvent()) {
            while (true) {
                int[] to = new int[LENGTH];
                try {
                    if (kind == 0) {
                        stream.run(() -> FaultTrial.kernel("copy").launch(numbers(7), to));
                        assertThat(to).isEqualTo(numbers(7));
                    } else if (kind == 1) {
                        there.copyFrom(to);
                        stream.run(() -> FaultTrial.kernel("copy").launch(index, there));
                        assertThat(there.toHost()).isEqualTo(numbers(0));
                    } else if (kind == 2) {
                        Object sum = stream.<Object>call(
                                () -> FaultTrial.kernel("sum").launch(index, index));
                        assertThat(sum).isEqualTo((LENGTH - 1) * LENGTH / 2);
                    } else {
                        event.record(stream);
                        event.synchronize();
                        stream.synchronize();
                    }
                } catch (IllegalStateException closed) {
                    assertThat(closed).hasMessageContaining("closed");
                    return;
                }
                launched.countDown();
            }
        } catch (Throwable thrown) {
            wrong.compareAndSet(null, thrown);
        }
    }

    /** Whoever is using an event that is closed goes on; whoever comes later is told. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    final void eventsAreClosedWhileTheyAreUsed(boolean virtual) throws Exception {
        Gpu gpu = gpu();
        try (GpuArray<int[]> index = gpu.upload(numbers(0));
                GpuArray<int[]> there = gpu.allocate(int[].class, LENGTH);
                GpuStream stream = gpu.newStream();
                GpuEvent first = gpu.newEvent()) {
            first.record(stream);
            for (int round = 0; round < 60; round++) {
                GpuEvent event = gpu.newEvent();
                stream.run(() -> FaultTrial.kernel("copy").launch(index, there));
                event.record(stream);
                CountDownLatch used = new CountDownLatch(3);
                List<FutureTask<Void>> tasks = new ArrayList<>();
                List<Body> uses = List.of(
                        event::synchronize,
                        event::isDone,
                        () -> event.record(stream),
                        () -> stream.waitFor(event),
                        () -> event.millisSince(first));
                for (Body use : uses) {
                    tasks.add(start(virtual, () -> untilClosed(use, used)));
                }
                used.await();
                event.close();
                event.close();
                for (FutureTask<Void> task : tasks) {
                    task.get();
                }
            }
            assertThat(there.toHost()).isEqualTo(numbers(0));
        }
    }

    private static void untilClosed(Body use, CountDownLatch used) throws Exception {
        while (true) {
            try {
                use.run();
            } catch (IllegalStateException closed) {
                assertThat(closed).hasMessageContaining("[ResourceClosed] GpuEvent");
                return;
            } finally {
                used.countDown();
            }
        }
    }

    /** There are fewer places for launches with host arrays than these threads, and all are free in the end. */
    @Test
    final void faultsLeaveNoPlaceTaken() throws Exception {
        Gpu gpu = gpu();
        List<FutureTask<Void>> tasks = new ArrayList<>();
        for (int t = 0; t < 200; t++) {
            int by = 1 + t;
            tasks.add(start(
                    t % 2 == 0,
                    () -> assertThatThrownBy(() -> gpu.run(() -> FaultTrial.kernel("shiftLoop")
                                    .launch(numbers(0), new int[LENGTH - 1 + by], by + 1)))
                            .hasMessage("Index %s out of bounds for length %s", LENGTH - 1 + by, LENGTH - 1 + by)));
        }
        for (FutureTask<Void> task : tasks) {
            task.get();
        }
        int[] to = new int[LENGTH];
        gpu.run(() -> FaultTrial.kernel("copy").launch(numbers(3), to));
        assertThat(to).isEqualTo(numbers(3));
    }
}
