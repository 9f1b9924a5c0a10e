package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.GpuGraph;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.internal.cpu.CpuBackend;
import dev.gpukernel.internal.jit.OtherEngine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Launches that are recorded and done again and again, compared with the kernels' own methods. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class GraphContract {
    private static final int LENGTH = 200;

    /** {@return the device to launch on} */
    protected abstract Gpu gpu();

    private boolean isAsynchronous() {
        return gpu().backend().equals("cuda");
    }

    /** {@return whether the device can run kernels whose blocks wait for each other} */
    protected boolean waitsForGrid() {
        return true;
    }

    /** {@return whether the device can run kernels that print} */
    protected boolean prints() {
        return true;
    }

    static Kernel kernel(String name) {
        return Kernel.of(GraphKernels.class, name);
    }

    private static int[] upTo(int length) {
        return IntStream.range(0, length).toArray();
    }

    private static Launch covering(GpuArray<int[]> array) {
        return Launch.covering(array.length());
    }

    @Test
    final void nothingIsDoneUntilTheGraphIsLaunched() {
        try (GpuArray<int[]> from = gpu().upload(upTo(LENGTH));
                GpuArray<int[]> to = gpu().allocate(int[].class, LENGTH);
                GpuGraph graph = gpu().record(() -> kernel("scale").launch(3, from, to))) {
            assertThat(graph.size()).isEqualTo(1);
            assertThat(graph.device()).isSameAs(gpu());
            assertThat(to.toHost()).containsOnly(0);
            graph.launch();
            int[] expected = new int[LENGTH];
            GraphKernels.scale(3, upTo(LENGTH), expected);
            assertThat(to.toHost()).isEqualTo(expected);
        }
    }

    @Test
    final void aGraphWithoutLaunchesDoesNothing() {
        try (GpuArray<int[]> none = gpu().allocate(int[].class, 0);
                GpuGraph empty = gpu().record(() -> {});
                GpuGraph noThreads = gpu().record(() -> kernel("scale").launch(1, none, none))) {
            empty.launch();
            noThreads.launch();
            assertThat(empty.size()).isZero();
            assertThat(noThreads.size()).isEqualTo(1);
        }
    }

    /** Launches, arguments and their replacements at random, on some arrays of two lengths. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    final void graphsDoWhatTheirMethodsDo(int seed) {
        try (GraphTrial trial = new GraphTrial(gpu(), new SplittableRandom(seed))) {
            trial.run();
        }
    }

    @Test
    final void aFaultIsThrownByWhatWaitsForTheLaunchOfTheGraph() {
        int[] bad = upTo(LENGTH);
        bad[77] = 12_345;
        try (GpuArray<int[]> index = gpu().upload(bad);
                GpuArray<int[]> from = gpu().upload(upTo(LENGTH));
                GpuArray<int[]> to = gpu().allocate(int[].class, LENGTH);
                GpuArray<int[]> apart = gpu().allocate(int[].class, LENGTH);
                GpuGraph graph = gpu().record(() -> {
                    kernel("scale").launch(1, from, from);
                    kernel("gather").launch(covering(to), index, from, to);
                    kernel("scale").launch(1, to, to);
                })) {
            for (int round = 0; round < 20; round++) {
                assertThatThrownBy(() -> {
                            graph.launch();
                            kernel("scale").launch(1, index, apart);
                            apart.toHost();
                            to.toHost();
                        })
                        .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                        .hasMessage("Index 12345 out of bounds for length " + LENGTH)
                        .satisfies(thrown -> assertThat(thrown.getStackTrace()[0].getMethodName())
                                .isEqualTo("gather"));
                to.toHost();
                from.toHost();
            }
            index.copyFrom(upTo(LENGTH));
            graph.launch();
            to.toHost();
        }
    }

    /** Each of several launches that are under way has a fault of its own. */
    @Test
    final void launchesOfOneGraphHaveFaultsOfTheirOwn() {
        if (!isAsynchronous()) {
            return;
        }
        int rounds = 30;
        try (GpuArray<int[]> index = gpu().upload(upTo(LENGTH));
                GpuArray<int[]> from = gpu().upload(upTo(LENGTH));
                GpuArray<int[]> to = gpu().allocate(int[].class, LENGTH);
                GpuStream stream = gpu().newStream();
                GpuGraph graph = gpu().record(() -> kernel("gather").launch(covering(to), index, from, to))) {
            List<GpuEvent> events = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                int[] bad = upTo(LENGTH);
                if (round % 3 == 1) {
                    bad[round] = 1000 + round;
                }
                index.copyFrom(bad);
                stream.run(graph::launch);
                GpuEvent event = gpu().newEvent();
                event.record(stream);
                events.add(event);
            }
            for (int round = 0; round < rounds; round++) {
                GpuEvent event = events.get(round);
                if (round % 3 == 1) {
                    assertThatThrownBy(event::synchronize).hasMessageContaining("Index " + (1000 + round) + " ");
                } else {
                    event.synchronize();
                }
                event.close();
            }
        }
    }

    @Test
    final void severalFaultsOfOneLaunchComeInTheOrderOfItsKernels() {
        int[] bad = upTo(LENGTH);
        bad[9] = -1;
        int[] worse = upTo(LENGTH);
        worse[3] = -2;
        try (GpuArray<int[]> index = gpu().upload(bad);
                GpuArray<int[]> other = gpu().upload(worse);
                GpuArray<int[]> from = gpu().upload(upTo(LENGTH));
                GpuArray<int[]> to = gpu().allocate(int[].class, LENGTH);
                GpuGraph graph = gpu().record(() -> {
                    kernel("gather").launch(covering(to), index, from, to);
                    kernel("gather").launch(covering(to), other, from, to);
                })) {
            assertThatThrownBy(() -> {
                        graph.launch();
                        to.toHost();
                    })
                    .hasMessageStartingWith("Index -1 ")
                    .satisfies(thrown -> {
                        if (isAsynchronous()) {
                            assertThat(thrown.getSuppressed())
                                    .anyMatch(second -> second.toString().contains("Index -2 "));
                        }
                    });
        }
    }

    @Test
    final void aGraphGoesToTheStreamOfItsScope() {
        if (!isAsynchronous()) {
            return;
        }
        int[] bad = upTo(LENGTH);
        bad[5] = -1;
        try (GpuStream stream = gpu().newStream();
                GpuArray<int[]> index = gpu().upload(bad);
                GpuArray<int[]> from = gpu().upload(upTo(LENGTH));
                GpuArray<int[]> to = gpu().allocate(int[].class, LENGTH);
                GpuGraph graph = gpu().record(() -> kernel("gather").launch(covering(to), index, from, to))) {
            stream.run(graph::launch);
            gpu().synchronize();
            assertThatThrownBy(stream::synchronize).hasMessageStartingWith("Index -1 ");
            graph.launch();
            stream.synchronize();
            assertThatThrownBy(gpu()::synchronize).hasMessageStartingWith("Index -1 ");
        }
    }

    /** Streams, threads and launches without a graph, all on the same arrays. */
    @Test
    final void graphsAreInOrderWithEverythingElse() throws InterruptedException {
        int rounds = 50;
        int threads = 4;
        try (GpuArray<int[]> ones =
                        gpu().upload(IntStream.generate(() -> 1).limit(LENGTH).toArray());
                GpuArray<int[]> counts = gpu().allocate(int[].class, LENGTH);
                GpuGraph graph = gpu().record(() -> {
                    kernel("addFirst").launch(LENGTH, ones, counts);
                    kernel("addFirst").launch(LENGTH, ones, counts);
                })) {
            List<Thread> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                boolean isOnStream = i % 2 == 0;
                all.add(Thread.ofPlatform().start(() -> {
                    try (GpuStream stream = gpu().newStream()) {
                        for (int round = 0; round < rounds; round++) {
                            if (isOnStream) {
                                stream.run(graph::launch);
                            } else {
                                graph.launch();
                            }
                            kernel("addFirst").launch(LENGTH, ones, counts);
                        }
                    }
                }));
            }
            for (Thread thread : all) {
                thread.join();
            }
            assertThat(counts.toHost()).containsOnly(3 * rounds * threads);
        }
    }

    @Test
    final void aLoopsIterationsAreCountedAgain() {
        int[] from = upTo(LENGTH);
        int[] expected = new int[LENGTH];
        try (GpuArray<int[]> there = gpu().upload(from);
                GpuArray<int[]> to = gpu().allocate(int[].class, LENGTH);
                GpuGraph graph = gpu().record(() -> kernel("addFirst").launch(0, there, to))) {
            for (int count : new int[] {0, LENGTH, 0, 1, 77, LENGTH}) {
                graph.set("count", count).launch();
                GraphKernels.addFirst(count, from, expected);
                assertThat(to.toHost()).isEqualTo(expected);
            }
            assertThatThrownBy(() -> {
                        graph.set(0, 0, LENGTH + 1);
                        graph.launch();
                        to.toHost();
                    })
                    .isInstanceOf(ArrayIndexOutOfBoundsException.class);
        }
    }

    @Test
    final void arraysAreReplacedEverywhere() {
        try (GpuArray<int[]> from = gpu().upload(upTo(LENGTH));
                GpuArray<int[]> to = gpu().allocate(int[].class, LENGTH);
                GpuArray<int[]> shorter = gpu().upload(upTo(LENGTH / 2));
                GpuArray<int[]> shortTo = gpu().allocate(int[].class, LENGTH / 2);
                GpuGraph graph = gpu().record(() -> {
                    kernel("scale").launch(2, from, to);
                    kernel("weigh").launch(new GraphKernels.Weights(1, 2, 3), to);
                })) {
            graph.replace(to, shortTo).replace(from, shorter);
            graph.set("w", new GraphKernels.Weights(4, 5, 6));
            graph.launch();
            int[] expected = new int[LENGTH / 2];
            GraphKernels.scale(2, upTo(LENGTH / 2), expected);
            GraphKernels.weigh(new GraphKernels.Weights(4, 5, 6), expected);
            assertThat(shortTo.toHost()).isEqualTo(expected);
            assertThat(to.toHost()).containsOnly(0);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> graph.replace(to, shortTo))
                    .withMessageContaining("GraphKernels.scale(factor, from, to), GraphKernels.weigh(w, x)");
        }
    }

    @Test
    final void argumentsThatALaunchWouldRefuseAreRefused() {
        try (GpuArray<int[]> a = gpu().allocate(int[].class, LENGTH);
                GpuArray<int[]> other = gpu().allocate(int[].class, LENGTH);
                GpuArray<float[]> floats = gpu().allocate(float[].class, LENGTH);
                GpuGraph graph = gpu().record(() -> {
                    kernel("rows").launch(a, 10, 10, 20);
                    kernel("scale").launch(1, a, other);
                })) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> graph.set("stride", 5))
                    .withMessageContaining("[LoopCondition]");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> graph.set("stride", 10.5))
                    .withMessageContaining("[ArgumentType]");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> graph.set("a", floats))
                    .withMessageContaining("[ArgumentType]");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> graph.set("a", new int[LENGTH]))
                    .withMessageContaining("GpuArray<int[]>");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> graph.set("none", 5))
                    .withMessageContaining("[GraphArgument] the GpuGraph has no parameter 'none'; it has "
                            + "GraphKernels.rows(a, stride, w, h), GraphKernels.scale(factor, from, to)");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> graph.set(2, "a", a))
                    .withMessageContaining("no launch 2; it has 2 launches");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> graph.set(1, 3, a))
                    .withMessageContaining("no parameter 3 in launch 1");
            graph.launch();
            int[] expected = new int[LENGTH];
            GraphKernels.rows(expected, 10, 10, 20);
            assertThat(a.toHost()).isEqualTo(expected);
        }
    }

    @Test
    final void whatCannotBeRecordedIsRefusedWithItsLine() {
        Gpu gpu = gpu();
        try (GpuArray<int[]> a = gpu.allocate(int[].class, LENGTH);
                GpuArray<int[]> b = gpu.allocate(int[].class, LENGTH);
                GpuEvent event = gpu.newEvent();
                GpuStream stream = gpu.newStream();
                GpuGraph graph = gpu.record(() -> kernel("scale").launch(1, a, b))) {
            int[] host = new int[LENGTH];
            List<Runnable> bodies = List.of(
                    () -> kernel("scale").launch(1, host, host),
                    () -> kernel("gather").launch(Launch.covering(LENGTH), host, host, host),
                    () -> kernel("sum").launch(a),
                    () -> kernel("sumInto").launch(a, b),
                    () -> kernel("stepsOf").launch(a, b),
                    () -> kernel("turn").launch(Launch.covering(LENGTH).on(stream), a, b),
                    () -> stream.run(() -> kernel("scale").launch(1, a, b)),
                    () -> gpu.upload(host),
                    () -> gpu.allocate(int[].class, 3),
                    a::toHost,
                    () -> a.copyTo(host),
                    () -> a.copyFrom(host),
                    a::close,
                    stream::synchronize,
                    stream::close,
                    () -> stream.waitFor(event),
                    () -> event.record(stream),
                    event::synchronize,
                    gpu::synchronize,
                    () -> gpu.runAsync(() -> {}).join(),
                    () -> gpu.record(() -> {}),
                    graph::launch,
                    () -> graph.set("factor", 3));
            for (int i = 0; i < bodies.size(); i++) {
                Runnable body = bodies.get(i);
                assertThatThrownBy(() -> gpu.record(body))
                        .as("body %d", i)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("[NotRecordable]")
                        .hasMessageContaining("GraphContract.java:");
            }
            assertThat(a.isClosed()).isFalse();
            kernel("scale").launch(1, a, b);
            b.toHost();
        }
    }

    @Test
    final void whatAKernelIsRefusedForIsThrownByTheRecording() {
        try (GpuArray<int[]> a = gpu().allocate(int[].class, LENGTH)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> gpu().record(() -> kernel("rows").launch(a, 5, 10, 20)))
                    .withMessageContaining("[LoopCondition]");
            assertThat(a.toHost()).containsOnly(0);
        }
    }

    @Test
    final void arraysOfAnotherDeviceAreRefused() {
        Gpu gpu = gpu();
        Gpu other = OtherEngine.gpu(new CpuBackend());
        try (GpuArray<int[]> a = gpu.upload(upTo(LENGTH));
                GpuArray<int[]> elsewhere = other.allocate(int[].class, LENGTH);
                GpuGraph graph = gpu.record(() -> kernel("weigh").launch(new GraphKernels.Weights(1, 2, 3), a))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() ->
                            gpu.record(() -> kernel("weigh").launch(new GraphKernels.Weights(1, 2, 3), elsewhere)))
                    .withMessageContaining("[DeviceMismatch]");
            for (Runnable replacing : List.<Runnable>of(
                    () -> graph.set("x", elsewhere),
                    () -> graph.set(0, 1, elsewhere),
                    () -> graph.replace(a, elsewhere))) {
                assertThatIllegalArgumentException()
                        .isThrownBy(replacing::run)
                        .withMessageContaining("[DeviceMismatch]");
            }
            graph.launch();
            int[] expected = upTo(LENGTH);
            GraphKernels.weigh(new GraphKernels.Weights(1, 2, 3), expected);
            assertThat(a.toHost()).isEqualTo(expected);
            assertThat(elsewhere.toHost()).containsOnly(0);
        }
    }

    @Test
    final void closedThingsAreRefused() {
        GpuArray<int[]> a = gpu().upload(upTo(LENGTH));
        try (GpuArray<int[]> b = gpu().allocate(int[].class, LENGTH)) {
            GpuGraph graph = gpu().record(() -> kernel("scale").launch(2, a, b));
            graph.launch();
            a.close();
            assertThatIllegalStateException().isThrownBy(graph::launch).withMessageContaining("[ArrayClosed]");
            int[] expected = new int[LENGTH];
            GraphKernels.scale(2, upTo(LENGTH), expected);
            assertThat(b.toHost()).isEqualTo(expected);
            try (GpuArray<int[]> other = gpu().upload(upTo(LENGTH))) {
                graph.replace(a, other).launch();
                graph.close();
                graph.close();
                assertThat(b.toHost()).isEqualTo(expected);
                assertThatIllegalStateException().isThrownBy(graph::launch).withMessageContaining("[ResourceClosed]");
                assertThatIllegalStateException().isThrownBy(() -> graph.set("factor", 3));
            }
        }
    }

    /** A graph that is closed while its launches run leaves their faults to whoever waits. */
    @Test
    final void aGraphMayBeClosedWhileItRuns() {
        int[] bad = upTo(LENGTH);
        bad[5] = -1;
        try (GpuArray<int[]> index = gpu().upload(bad);
                GpuArray<int[]> from = gpu().upload(upTo(LENGTH));
                GpuArray<int[]> to = gpu().allocate(int[].class, LENGTH)) {
            for (int round = 0; round < 20; round++) {
                assertThatThrownBy(() -> {
                            try (GpuGraph graph =
                                    gpu().record(() -> kernel("gather").launch(covering(to), index, from, to))) {
                                graph.launch();
                            }
                            to.toHost();
                        })
                        .hasMessageStartingWith("Index -1 ");
            }
            to.toHost();
        }
    }

    /** Where they wait for each other depends on the stream, which no graph of a driver knows. */
    @Test
    final void blocksThatWaitForEachOtherAreRecordedToo() {
        if (!waitsForGrid()) {
            return;
        }
        try (GpuArray<int[]> x = gpu().upload(upTo(4));
                GpuGraph graph = gpu().record(() -> {
                    kernel("turnAll").launch(Launch.grid(2).block(2), x);
                    kernel("scale").launch(2, x, x);
                })) {
            graph.launch();
            assertThat(x.toHost()).containsExactly(6, 5, 4, 3);
            graph.launch();
            assertThat(x.toHost()).containsExactly(6, 9, 12, 15);
        }
    }

    @Test
    final void whatPrintsIsRecordedToo() throws IOException {
        if (!prints()) {
            return;
        }
        PrintStream before = System.out;
        try (ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                PrintStream taken = new PrintStream(bytes, true, StandardCharsets.UTF_8);
                GpuArray<int[]> x = gpu().upload(upTo(2));
                GpuGraph graph = gpu().record(() -> {
                    kernel("print").launch(Launch.grid(1).block(2), x);
                    kernel("scale").launch(2, x, x);
                    kernel("print").launch(Launch.grid(1).block(2), x);
                })) {
            System.setOut(taken);
            graph.launch();
            graph.launch();
            assertThat(x.toHost()).containsExactly(9, 16);
            assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                    .containsExactly(
                            "x[0] = 0",
                            "x[1] = 1",
                            "x[0] = 2",
                            "x[1] = 5",
                            "x[0] = 3",
                            "x[1] = 6",
                            "x[0] = 8",
                            "x[1] = 15");
        } finally {
            System.setOut(before);
        }
    }
}
