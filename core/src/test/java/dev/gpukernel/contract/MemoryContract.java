package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuException;
import dev.gpukernel.Launch;
import dev.gpukernel.diagnostic.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** How much memory arrays take, and what happens where there is too little. */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class MemoryContract {
    private static final int LIMIT = 32 << 20;
    private static final int FLOATS = LIMIT / Float.BYTES;

    /**
     * {@return a device that shares no memory with that of other tests}
     *
     * @param limit bytes that it may take
     */
    protected abstract Gpu limited(long limit);

    @Test
    final void figuresFollowTheArrays() {
        Gpu gpu = limited(LIMIT);
        long before = gpu.memory().used();
        assertThat(gpu.memory().total()).isEqualTo(LIMIT);
        GpuArray<float[]> array = gpu.allocate(float[].class, FLOATS / 2);
        assertThat(gpu.memory().used() - before).isBetween(LIMIT / 2L, LIMIT / 2 * 9 / 8L);
        assertThat(gpu.memory().free()).isBetween(0L, LIMIT / 2L);
        assertThat(gpu.freeMemory()).isEqualTo(gpu.memory().free());
        array.close();
        array.close();
        gpu.synchronize();
        assertThat(gpu.memory())
                .satisfies(now -> assertThat(now.used()).isEqualTo(before))
                .satisfies(now -> assertThat(now.peak()).isBetween(LIMIT / 2L, LIMIT * 9 / 16L + before))
                .satisfies(now -> assertThat(now.cached()).isNotNegative());
    }

    @Test
    final void arraysThatNothingRefersToMakeRoom() {
        allocateAndForget();
    }

    private void allocateAndForget() {
        Gpu gpu = limited(LIMIT);
        for (int i = 0; i < 9; i++) {
            GpuArray<float[]> array = gpu.allocate(float[].class, FLOATS * 2 / 5);
            assertThat(array.length()).isEqualTo(FLOATS * 2 / 5);
        }
    }

    @Test
    final void anInterruptedThreadFindsTheirRoomToo() {
        try {
            Thread.currentThread().interrupt();
            allocateAndForget();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    final void tooMuchIsRefusedWithTheLargestArraysAndTheirPlaces() {
        Gpu gpu = limited(LIMIT);
        try (GpuArray<float[]> large = gpu.allocate(float[].class, FLOATS / 2);
                GpuArray<int[]> second = gpu.upload(new int[FLOATS / 4]);
                GpuArray<byte[]> small = gpu.upload(new byte[100])) {
            refuses(gpu, FLOATS / 2)
                    .withMessageContaining(LIMIT / 2 + " bytes are needed on " + gpu)
                    .withMessageContaining("of " + LIMIT + " are free")
                    .withMessageContaining("3 GpuArrays have " + (LIMIT / 4 * 3 + 100))
                    .withMessageMatching("(?s).* float\\[" + FLOATS / 2 + "\\] with " + LIMIT / 2
                            + ", allocated at \\S*MemoryContract.tooMuchIs\\w+\\(MemoryContract.java:\\d+\\); int\\["
                            + FLOATS / 4 + "\\] with " + LIMIT / 4
                            + ", allocated at \\S*MemoryContract.tooMuchIs\\w+\\(MemoryContract.java:\\d+\\); byte\\[100\\]"
                            + " with 100(; TornadoVM takes [^\\n]*)?\\R.*");
            assertThat(large.length() + second.length() + small.length()).isPositive();
        }
        refuses(gpu, FLOATS + 1).withMessageNotContaining("GpuArrays have");
        gpu.allocate(float[].class, FLOATS * 3 / 4).close();
    }

    private static ThrowableAssertAlternative<GpuException> refuses(Gpu gpu, int floats) {
        return assertThatExceptionOfType(GpuException.class)
                .isThrownBy(() -> gpu.allocate(float[].class, floats))
                .satisfies(thrown -> assertThat(thrown.code()).isEqualTo(Message.OUT_OF_DEVICE_MEMORY));
    }

    /** On a device that shares the heap, host arrays take none of its memory. Plain loops run in pieces. */
    @Test
    final void aLaunchThatNeedsTooMuchLeavesNothingBehind() {
        Gpu gpu = limited(LIMIT);
        if (!gpu.backend().equals("cuda")) {
            return;
        }
        int[] numbers = new int[FLOATS * 3 / 5];
        gpu.run(() -> {
            FaultTrial.kernel("copy").launch(new int[100], new int[100]);
            long before = gpu.memory().used();
            assertThatExceptionOfType(GpuException.class)
                    .isThrownBy(() -> FaultTrial.kernel("copyGrid")
                            .launch(Launch.covering(numbers.length), numbers, numbers.clone()));
            assertThat(gpu.memory().used()).isEqualTo(before);
            int[] ones = new int[FLOATS / 4];
            ones[7] = 1;
            int[] copy = new int[FLOATS / 4];
            FaultTrial.kernel("copy").launch(ones, copy);
            assertThat(copy[7]).isEqualTo(1);
            assertThat(gpu.memory().used()).isEqualTo(before);
        });
    }

    @Test
    final void threadsThatFillItTogetherAllGetTheirs() throws InterruptedException {
        Gpu gpu = limited(LIMIT);
        AtomicReference<@Nullable Throwable> failed = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int pattern = t;
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    for (int i = 0; i < 50 && failed.get() == null; i++) {
                        int length = FLOATS / 5 - 500_000 * (i % 3);
                        int[] host = new int[length];
                        host[length - 1] = pattern;
                        try (GpuArray<int[]> array = gpu.upload(host)) {
                            assertThat(array.toHost()[length - 1]).isEqualTo(pattern);
                        }
                    }
                } catch (Throwable thrown) {
                    failed.compareAndSet(null, thrown);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failed.get()).isNull();
    }
}
