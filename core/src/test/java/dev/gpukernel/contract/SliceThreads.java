package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Kernel;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

/** Threads that do things at random with slices of one array: of their own elements, and of elements that all of them increase. */
final class SliceThreads implements AutoCloseable {
    /** Elements of each thread. */
    private static final int OWN = 40;

    /** Elements of all. */
    private static final int COMMON = 100;

    private final int threads;
    private final int rounds;
    private final Gpu gpu;
    private final GpuArray<int[]> whole;
    private final AtomicIntegerArray begun = new AtomicIntegerArray(COMMON);
    private final AtomicIntegerArray done = new AtomicIntegerArray(COMMON);

    SliceThreads(Gpu gpu, int threads, int rounds) {
        this.gpu = gpu;
        this.threads = threads;
        this.rounds = rounds;
        this.whole = gpu.allocate(int[].class, COMMON + threads * OWN);
    }

    private static Kernel kernel(String name) {
        return Kernel.of(SliceKernels.class, name);
    }

    private GpuArray<int[]> own(int thread, int from, int to) {
        int start = COMMON + thread * OWN;
        return whole.slice(start + from, start + to);
    }

    /** Does what one thread does. */
    void run(int thread) {
        Random random = new Random(thread);
        int[] expected = new int[OWN];
        try (GpuStream first = gpu.newStream();
                GpuStream second = gpu.newStream()) {
            for (int round = 0; round < rounds; round++) {
                GpuStream stream = random.nextInt(3) == 0 ? gpu.defaultStream() : random.nextBoolean() ? first : second;
                stream.run(() -> step(thread, random, expected));
            }
            assertThat(own(thread, 0, OWN).toHost()).isEqualTo(expected);
        }
    }

    private void step(int thread, Random random, int[] expected) {
        int from = random.nextInt(OWN);
        int to = random.nextInt(from, OWN + 1);
        switch (random.nextInt(8)) {
            case 0 -> {
                int[] some = random.ints(to - from).toArray();
                own(thread, from, to).copyFrom(some);
                System.arraycopy(some, 0, expected, from, some.length);
            }
            case 1 -> assertThat(own(thread, from, to).toHost()).isEqualTo(Arrays.copyOfRange(expected, from, to));
            case 2 ->
                assertThat(kernel("sum").launch(own(thread, from, to)))
                        .isEqualTo(Arrays.stream(expected, from, to).sum());
            case 3 -> {
                int length = Math.min(from, OWN - from);
                SliceTrial.launch("scaleGrid", own(thread, 0, length), own(thread, from, from + length));
                SliceTrial.apply(3, expected, 0, from, length);
            }
            case 4 -> fault(thread, expected);
            case 5 -> readCommon(random);
            case 6 -> {
                increaseCommon(random);
                SliceTrial.increment(expected, from, to - from);
                kernel("increment").launch(own(thread, from, to));
            }
            default -> increaseCommon(random);
        }
    }

    /** Throws an exception that no other thread throws. */
    private void fault(int thread, int[] expected) {
        int length = 5 + thread;
        assertThatThrownBy(() -> {
                    SliceTrial.launch("scaleGrid", own(thread, 0, length), own(thread, length, OWN));
                    own(thread, OWN - 1, OWN).toHost();
                })
                .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                .hasMessage("Index %s out of bounds for length %s", length, length)
                .hasNoCause();
        own(thread, 0, OWN).copyFrom(expected);
    }

    private void increaseCommon(Random random) {
        int from = random.nextInt(COMMON);
        int to = random.nextInt(from, COMMON + 1);
        IntStream.range(from, to).forEach(begun::incrementAndGet);
        kernel("increment").launch(whole.slice(from, to));
        IntStream.range(from, to).forEach(done::incrementAndGet);
    }

    private void readCommon(Random random) {
        int from = random.nextInt(COMMON);
        int to = random.nextInt(from, COMMON + 1);
        int[] least = IntStream.range(from, to).map(done::get).toArray();
        int[] there = whole.slice(from, to).toHost();
        for (int i = 0; i < there.length; i++) {
            assertThat(there[i]).isBetween(least[i], begun.get(from + i));
        }
    }

    /** Asks whether no increase was lost. */
    void requireSums() {
        int[] all = whole.slice(0, COMMON).toHost();
        assertThat(all).isEqualTo(IntStream.range(0, COMMON).map(done::get).toArray());
        assertThat(whole.toHost()).hasSize(COMMON + threads * OWN);
    }

    @Override
    public void close() {
        whole.close();
    }
}
