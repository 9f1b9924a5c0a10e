package dev.gpukernel.contract;

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
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Threads that launch at the same time, with faults and without: every exception must reach the thread whose launch it is of, and
 * every result must be right. Each bad index is used once, so that a message tells the launch.
 */
final class FaultTrial {
    private static final int LENGTH = 1000;

    private final Gpu gpu;
    private final AtomicLong launches = new AtomicLong();
    private final AtomicLong faults = new AtomicLong();
    private final AtomicLong unread = new AtomicLong();
    private final AtomicLong increments = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> wrong = new AtomicReference<>();
    private final AtomicLong nextBadIndex = new AtomicLong(LENGTH);

    FaultTrial(Gpu gpu) {
        this.gpu = gpu;
    }

    /** What one thread does again and again. */
    interface Step {
        void run(SplittableRandom random) throws Exception;
    }

    /** {@return figures of what was done} */
    String figures() {
        return "%,d launches, %,d faults, %,d of them unread".formatted(launches.get(), faults.get(), unread.get());
    }

    /** Two threads with arrays of their own on the default stream, only one of them with faults. */
    void two(int rounds) throws Exception {
        run(
                List.of(random -> faultyOnOwnArrays(random, random.nextBoolean()), this::rightOnOwnArrays),
                round -> round < rounds);
    }

    /**
     * Many threads that do everything there is.
     *
     * @param threads how many
     * @param millis for how long
     */
    void mixed(int threads, long millis) throws Exception {
        long end = System.nanoTime() + millis * 1_000_000;
        try (LoggedFaults logged = new LoggedFaults();
                Shared shared = new Shared(gpu)) {
            List<Step> steps = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                steps.add(random -> mixed(random, shared));
            }
            run(steps, _ -> System.nanoTime() < end);
            int[] expected = new int[LENGTH];
            Arrays.fill(expected, (int) increments.get());
            require(Arrays.equals(shared.counts.toHost(), expected), "increments of a shared array were lost");
            if (isAsynchronous()) {
                long count = logged.awaited(unread.get());
                require(count == unread.get(), count + " faults logged of " + unread.get());
            }
        }
    }

    private boolean isAsynchronous() {
        return gpu.backend().equals("cuda");
    }

    /** Arrays that all threads use: a table that they read, and counts that all change. */
    private static final class Shared implements AutoCloseable {
        final GpuArray<int[]> table;
        final GpuArray<int[]> counts;
        final GpuArray<int[]> identity;

        Shared(Gpu gpu) {
            table = gpu.upload(numbers(0, 3));
            counts = gpu.allocate(int[].class, LENGTH);
            identity = gpu.upload(numbers(0, 1));
        }

        @Override
        public void close() {
            table.close();
            counts.close();
            identity.close();
        }
    }

    private void mixed(SplittableRandom random, Shared shared) throws Exception {
        switch (random.nextInt(15)) {
            case 0 -> faultyOnOwnArrays(random, true);
            case 1 -> faultyOnOwnArrays(random, false);
            case 2 -> rightOnOwnArrays(random);
            case 3 -> hostArrays(random, false);
            case 4 -> hostArrays(random, true);
            case 5 -> ownStream(random, shared, false);
            case 6 -> ownStream(random, shared, true);
            case 7 -> reduction(random, shared, false);
            case 8 -> reduction(random, shared, true);
            case 9 -> increment(random, shared);
            case 10 -> closedUnread(random, shared);
            case 11 -> chain(random, shared);
            case 12 -> graph(random, shared, false);
            case 13 -> graph(random, shared, true);
            default -> closedInUse(random, shared);
        }
    }

    private void rightOnOwnArrays(SplittableRandom random) {
        int add = random.nextInt(1 << 20);
        try (GpuArray<int[]> index = gpu.upload(numbers(0, 1));
                GpuArray<int[]> from = gpu.upload(numbers(add, 1));
                GpuArray<int[]> to = gpu.allocate(int[].class, LENGTH)) {
            gather(random.nextBoolean(), index, from, to, null);
            require(Arrays.equals(to.toHost(), numbers(add + 1, 1)), "a result is wrong");
        }
    }

    private void faultyOnOwnArrays(SplittableRandom random, boolean grid) {
        int[] bad = numbers(0, 1);
        String expected = spoil(bad, random);
        try (GpuArray<int[]> index = gpu.upload(bad);
                GpuArray<int[]> from = gpu.upload(numbers(0, 1));
                GpuArray<int[]> to = gpu.allocate(int[].class, LENGTH)) {
            requireFault(expected, () -> {
                gather(grid, index, from, to, null);
                to.toHost();
            });
            if (isAsynchronous()) {
                to.toHost();
            }
        }
    }

    private void hostArrays(SplittableRandom random, boolean faulty) {
        int[] index = numbers(0, 1);
        String expected = faulty ? spoil(index, random) : "";
        int[] to = new int[LENGTH];
        Runnable launch = () -> gpu.run(() -> {
            launches.incrementAndGet();
            if (random.nextBoolean()) {
                kernel("gatherLoop").launch(index, numbers(7, 1), to);
            } else {
                kernel("gatherGrid").launch(Launch.covering(LENGTH), index, numbers(7, 1), to);
            }
        });
        if (faulty) {
            requireFault(expected, launch);
        } else {
            launch.run();
            require(Arrays.equals(to, numbers(8, 1)), "a result in a host array is wrong");
        }
    }

    private void ownStream(SplittableRandom random, Shared shared, boolean faulty) {
        int[] numbers = numbers(0, 1);
        String expected = faulty ? spoil(numbers, random) : "";
        try (GpuArray<int[]> index = gpu.upload(numbers);
                GpuArray<int[]> to = gpu.allocate(int[].class, LENGTH);
                GpuEvent event = gpu.newEvent()) {
            GpuStream stream = gpu.newStream();
            int way = random.nextInt(4);
            Runnable launch = () -> {
                gather(true, index, shared.table, to, stream);
                event.record(stream);
                switch (way) {
                    case 0 -> to.toHost();
                    case 1 -> stream.synchronize();
                    case 2 -> event.synchronize();
                    default -> stream.close();
                }
            };
            if (faulty) {
                requireFault(expected, launch);
            } else {
                launch.run();
                require(Arrays.equals(to.toHost(), numbers(1, 3)), "a result on a stream is wrong");
            }
            stream.close();
        }
    }

    private void reduction(SplittableRandom random, Shared shared, boolean faulty) {
        int[] numbers = numbers(0, 1);
        String expected = faulty ? spoil(numbers, random) : "";
        try (GpuArray<int[]> index = gpu.upload(numbers)) {
            Runnable launch = () -> {
                launches.incrementAndGet();
                Object sum = kernel("sum").launch(index, shared.table);
                require(Objects.equals(sum, 3 * (LENGTH - 1) * LENGTH / 2), "a sum is wrong");
            };
            if (faulty) {
                requireFault(expected, launch);
            } else {
                launch.run();
            }
        }
    }

    private void increment(SplittableRandom random, Shared shared) {
        launches.incrementAndGet();
        if (random.nextBoolean()) {
            kernel("increment").launch(shared.counts);
        } else {
            GpuStream stream = gpu.newStream();
            kernel("incrementGrid").launch(Launch.covering(LENGTH).on(stream), shared.counts);
            stream.close();
        }
        increments.incrementAndGet();
    }

    private void closedUnread(SplittableRandom random, Shared shared) {
        int[] numbers = numbers(0, 1);
        String expected = spoil(numbers, random);
        GpuArray<int[]> index = gpu.upload(numbers);
        GpuArray<int[]> to = gpu.allocate(int[].class, LENGTH);
        if (isAsynchronous()) {
            gather(random.nextBoolean(), index, shared.table, to, null);
            faults.incrementAndGet();
            unread.incrementAndGet();
        } else {
            requireFault(expected, () -> gather(random.nextBoolean(), index, shared.table, to, null));
        }
        to.close();
        index.close();
    }

    /** What is computed from a result that a fault left unfinished has the same fault. */
    private void chain(SplittableRandom random, Shared shared) {
        int[] numbers = numbers(0, 1);
        String expected = spoil(numbers, random);
        try (GpuArray<int[]> index = gpu.upload(numbers);
                GpuArray<int[]> first = gpu.allocate(int[].class, LENGTH);
                GpuArray<int[]> second = gpu.allocate(int[].class, LENGTH);
                GpuArray<int[]> apart = gpu.allocate(int[].class, LENGTH)) {
            requireFault(expected, () -> {
                gather(random.nextBoolean(), index, shared.table, first, null);
                launches.addAndGet(2);
                kernel("copy").launch(first, second);
                kernel("copy").launch(shared.table, apart);
                require(Arrays.equals(apart.toHost(), numbers(0, 3)), "what did not follow from a fault is wrong");
                second.toHost();
            });
        }
    }

    /** A graph is launched some times; one of the launches may be with bad indices. */
    private void graph(SplittableRandom random, Shared shared, boolean faulty) {
        int[] numbers = numbers(0, 1);
        String expected = faulty ? spoil(numbers, random) : "";
        try (GpuArray<int[]> index = gpu.upload(numbers);
                GpuArray<int[]> first = gpu.allocate(int[].class, LENGTH);
                GpuArray<int[]> second = gpu.allocate(int[].class, LENGTH);
                GpuArray<int[]> counts = gpu.allocate(int[].class, LENGTH);
                GpuGraph graph = gpu.record(() -> {
                    kernel("increment").launch(counts);
                    gather(random.nextBoolean(), shared.identity, shared.table, first, null);
                    kernel("copy").launch(first, second);
                })) {
            AtomicInteger count = new AtomicInteger();
            for (int i = random.nextInt(12); i > 0; i--) {
                launch(graph, random, count);
            }
            if (faulty) {
                requireFault(expected, () -> {
                    graph.set("index", index);
                    launch(graph, random, count);
                    graph.set(1, 0, shared.identity);
                    launch(graph, random, count);
                    second.toHost();
                });
                graph.set("index", shared.identity);
            }
            launch(graph, random, count);
            int[] expectedCounts = new int[LENGTH];
            Arrays.fill(expectedCounts, count.get());
            require(Arrays.equals(second.toHost(), numbers(1, 3)), "a result of a graph is wrong");
            require(Arrays.equals(counts.toHost(), expectedCounts), "a graph was not launched as often as asked");
        }
    }

    private void launch(GpuGraph graph, SplittableRandom random, AtomicInteger count) {
        count.incrementAndGet();
        launches.addAndGet(graph.size());
        if (random.nextBoolean()) {
            graph.launch();
        } else {
            GpuStream stream = gpu.newStream();
            try {
                stream.run(graph::launch);
            } finally {
                stream.close();
            }
        }
    }

    private void closedInUse(SplittableRandom random, Shared shared) {
        GpuArray<int[]> to = gpu.allocate(int[].class, LENGTH);
        gather(random.nextBoolean(), shared.identity, shared.table, to, null);
        to.close();
        try {
            to.toHost();
            require(false, "a closed array was copied");
        } catch (IllegalStateException _) {
            // As it should be.
        }
    }

    private void gather(
            boolean grid, GpuArray<int[]> index, GpuArray<int[]> from, GpuArray<int[]> to, @Nullable GpuStream stream) {
        launches.incrementAndGet();
        if (grid) {
            Launch launch = Launch.covering(LENGTH);
            kernel("gatherGrid").launch(stream == null ? launch : launch.on(stream), index, from, to);
        } else {
            kernel("gatherLoop").launch(index, from, to);
        }
    }

    /** Puts an index that nobody else uses at a random place and higher ones after it; {@return the message it must lead to} */
    private String spoil(int[] index, SplittableRandom random) {
        int bad = (int) (LENGTH + nextBadIndex.addAndGet(LENGTH) % (Integer.MAX_VALUE - 2 * LENGTH));
        int place = random.nextInt(index.length);
        for (int i = place; i < index.length; i++) {
            index[i] = bad + i - place;
        }
        return "Index " + bad + " out of bounds for length " + LENGTH;
    }

    private void requireFault(String expected, Runnable launch) {
        try {
            launch.run();
        } catch (ArrayIndexOutOfBoundsException thrown) {
            require(expected.equals(thrown.getMessage()), "expected '" + expected + "', not '" + thrown + "'");
            faults.incrementAndGet();
            return;
        }
        require(false, "a fault was lost: " + expected);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new AssertionError(message);
        }
    }

    static int[] numbers(int first, int step) {
        int[] numbers = new int[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            numbers[i] = first + i * step;
        }
        return numbers;
    }

    static Kernel kernel(String name) {
        return Kernel.of(FaultKernels.class, name);
    }

    /** Says whether a thread goes on. */
    private interface More {
        boolean after(int rounds);
    }

    private void run(List<Step> steps, More more) throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (Step step : steps) {
            SplittableRandom random =
                    new SplittableRandom(ThreadLocalRandom.current().nextLong());
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    for (int round = 0; wrong.get() == null && more.after(round); round++) {
                        step.run(random);
                    }
                } catch (Throwable thrown) {
                    wrong.compareAndSet(null, thrown);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Throwable thrown = wrong.get();
        if (thrown != null) {
            throw new AssertionError(figures() + ": " + thrown, thrown);
        }
    }
}
