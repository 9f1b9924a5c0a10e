package dev.gpukernel.internal.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.GpuException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs on a {@link FakeDriver} only, whose streams can be held. */
@Tag("gpu")
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class DevicePoolTest {
    private static final int MEGABYTE = 1 << 20;
    private static final long LIMIT = 64L * MEGABYTE;

    private CudaContext context;
    private CudaStream first;
    private CudaStream second;
    private final List<Runnable> held = new ArrayList<>();

    @BeforeEach
    void open() {
        assumeTrue(FakeDriver.isInstalled());
        if (!(CudaDriver.find() instanceof CudaDriver.Present(CudaDriver driver))) {
            throw new AssertionError("the stand-in is there");
        }
        context = CudaContext.retain(driver.devices().getFirst(), LIMIT);
        first = CudaStream.create(context);
        second = CudaStream.create(context);
    }

    @AfterEach
    void close() {
        if (context != null) {
            held.forEach(Runnable::run);
            FakeDriver.limitMemory(Long.MAX_VALUE);
            context.pool().releaseIdle();
            first.close();
            second.close();
            context.close();
        }
    }

    /** Keeps a stream busy until what is returned is run, or the test ends. */
    private Runnable hold(CudaStream stream) {
        Runnable release = FakeDriver.hold(stream.handle());
        held.add(release);
        return release;
    }

    private DeviceMemory allocate(long bytes, CudaStream stream) {
        return DeviceMemory.allocate(bytes, stream);
    }

    /** {@return the address of memory that is freed again} */
    private long freed(long bytes, CudaStream stream) {
        DeviceMemory memory = allocate(bytes, stream);
        long address = memory.pointer();
        memory.close();
        return address;
    }

    @Test
    void sizesAreRoundedUpByAnEighthAtMost() {
        assertThat(DevicePool.size(0)).isEqualTo(256);
        assertThat(DevicePool.size(256)).isEqualTo(256);
        assertThat(DevicePool.size(257)).isEqualTo(512);
        assertThat(DevicePool.size(16L * MEGABYTE + 1)).isEqualTo(18L * MEGABYTE);
        assertThat(DevicePool.size(100_001L * MEGABYTE)).isEqualTo(100_002L * MEGABYTE);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100_000; i++) {
            long bytes = random.nextLong() >>> random.nextInt(24, 63);
            long size = DevicePool.size(bytes);
            assertThat(size).isBetween(bytes, bytes + Math.max(256, bytes / 8));
            assertThat(DevicePool.size(size)).isEqualTo(size);
        }
    }

    @Test
    void whatAStreamFreedItGetsAgainWithoutACallOfTheDriver() {
        long address = freed(1000, first);
        long calls = FakeDriver.ownCalls();
        try (DeviceMemory again = allocate(1020, first)) {
            assertThat(again.pointer()).isEqualTo(address);
        }
        assertThat(FakeDriver.ownCalls()).isEqualTo(calls);
        try (DeviceMemory larger = allocate(1025, first)) {
            assertThat(larger.pointer()).isNotEqualTo(address);
        }
    }

    @Test
    void anotherStreamGetsItOnceTheFirstIsIdle() {
        Runnable release = hold(first);
        long address = freed(1000, first);
        try (DeviceMemory other = allocate(1000, second)) {
            assertThat(other.pointer()).isNotEqualTo(address);
        }
        release.run();
        first.synchronize();
        assertThat(freed(2000, second)).isNotEqualTo(address);
        DeviceMemory own = allocate(1000, second);
        DeviceMemory others = allocate(1000, second);
        assertThat(others.pointer()).isEqualTo(address);
        own.close();
        others.close();
    }

    @Test
    void memoryOfAStreamThatIsClosedIsUsedByOthersOrGivenBack() {
        CudaStream idle = CudaStream.create(context);
        long address = freed(1000, idle);
        idle.close();
        try (DeviceMemory other = allocate(1000, first)) {
            assertThat(other.pointer()).isEqualTo(address);
        }
        CudaStream busy = CudaStream.create(context);
        Runnable release = hold(busy);
        long busyAddress = freed(5000, busy);
        DeviceMemory late = allocate(3000, busy);
        busy.close();
        try (DeviceMemory other = allocate(5000, first)) {
            assertThat(other.pointer()).isNotEqualTo(busyAddress);
        }
        long cached = context.memoryInfo().cached();
        release.run();
        late.close();
        context.synchronize();
        assertThat(context.memoryInfo().used()).isZero();
        assertThat(context.memoryInfo().cached()).isLessThanOrEqualTo(cached);
    }

    @Test
    void nothingRefersToAStreamThatIsClosed() throws InterruptedException {
        WeakReference<CudaStream> closed = closedAfterUse();
        for (int i = 0; i < 100 && !closed.refersTo(null); i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(closed.refersTo(null)).isTrue();
    }

    private WeakReference<CudaStream> closedAfterUse() {
        CudaStream stream = CudaStream.create(context);
        freed(1000, stream);
        stream.close();
        return new WeakReference<>(stream);
    }

    @Test
    void aBlockThatIsTooLargeToKeepIsFreedAfterWhatUsesIt() {
        DeviceMemory large = allocate(LIMIT / 2, first);
        Runnable release = hold(first);
        long before = FakeDriver.deviceBytes();
        large.close();
        // The driver's default stream has nothing to do with it.
        FakeDriver.cuStreamSynchronize(0);
        second.synchronize();
        assertThat(FakeDriver.deviceBytes()).isEqualTo(before);
        release.run();
        first.synchronize();
        assertThat(FakeDriver.deviceBytes()).isEqualTo(before - LIMIT / 2);
    }

    /** Another thread allocates while the driver does. */
    @Test
    void theLimitHoldsForThreadsTogether() {
        List<Throwable> refused = new CopyOnWriteArrayList<>();
        Thread other = Thread.ofPlatform().unstarted(() -> {
            try (DeviceMemory memory = allocate(LIMIT / 2 + 1, second)) {
                memory.fill((byte) 1, second);
            } catch (GpuException expected) {
                refused.add(expected);
            }
        });
        FakeDriver.watch(
                function -> {
                    if (function.equals("cuMemAllocAsync")) {
                        other.start();
                        joined(other);
                    }
                },
                () -> allocate(LIMIT / 2, first).close());
        assertThat(refused).hasSize(1);
    }

    private static void joined(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theLimitHolds() {
        List<DeviceMemory> memories = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            memories.add(allocate(MEGABYTE, i % 2 == 0 ? first : second));
        }
        assertThatThrownBy(() -> allocate(1, first))
                .isInstanceOf(GpuException.class)
                .hasMessageContaining("but 0 of " + LIMIT + " are free");
        assertThat(context.memoryInfo())
                .extracting(CudaContext.MemoryInfo::used, CudaContext.MemoryInfo::peak, CudaContext.MemoryInfo::free)
                .containsExactly(LIMIT, LIMIT, 0L);
        memories.forEach(DeviceMemory::close);
        // What is kept makes room for another size.
        try (DeviceMemory all = allocate(LIMIT, first)) {
            assertThat(all.bytes()).isEqualTo(LIMIT);
        }
        assertThatThrownBy(() -> allocate(LIMIT + 1, first)).isInstanceOf(GpuException.class);
        assertThat(context.memoryInfo().used()).isZero();
    }

    @Test
    void noMoreThanAQuarterIsKeptAndTheOldestGoesFirst() {
        List<DeviceMemory> memories = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            memories.add(allocate(MEGABYTE - 50, first));
        }
        List<Long> pointers = memories.stream().map(DeviceMemory::pointer).toList();
        memories.forEach(DeviceMemory::close);
        long before = FakeDriver.deviceBytes();
        freed(3 * MEGABYTE / 2, second);
        context.synchronize();
        assertThat(FakeDriver.deviceBytes()).isEqualTo(before - 2 * MEGABYTE + 3 * MEGABYTE / 2);
        List<DeviceMemory> again = new ArrayList<>();
        for (int i = 0; i < 14; i++) {
            again.add(allocate(MEGABYTE, first));
        }
        assertThat(again)
                .extracting(DeviceMemory::pointer)
                .containsExactlyElementsOf(pointers.subList(2, 16).reversed());
        again.forEach(DeviceMemory::close);
    }

    @Test
    void whenTheDeviceIsShortWhatIsKeptIsGivenBack() throws InterruptedException {
        FakeDriver.limitMemory(10 * MEGABYTE);
        List<DeviceMemory> memories = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            memories.add(allocate(2 * MEGABYTE, first));
        }
        assertThatThrownBy(() -> allocate(MEGABYTE, second)).isInstanceOf(GpuException.class);
        // The work of a stream uses it still when it is freed.
        Runnable release = hold(first);
        memories.forEach(DeviceMemory::close);
        AtomicReference<@Nullable Throwable> failed = new AtomicReference<>();
        Thread waiting = Thread.ofPlatform().start(() -> {
            try (DeviceMemory all = allocate(9 * MEGABYTE, second)) {
                all.fill((byte) 1, second);
            } catch (Throwable thrown) {
                failed.set(thrown);
            }
        });
        waiting.join(100);
        assertThat(waiting.isAlive()).as("whether it waits for what is freed").isTrue();
        release.run();
        waiting.join();
        assertThat(failed.get()).isNull();
    }

    /** Every block has its own pattern, so that one that two use shows. */
    @Test
    void nothingIsUsedTwiceAtOnce() throws InterruptedException {
        HostCopy copy = new HostCopy(context);
        AtomicReference<@Nullable Throwable> wrong = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            byte pattern = (byte) (t + 1);
            threads.add(Thread.ofPlatform().start(() -> {
                SplittableRandom random = new SplittableRandom(pattern);
                try (CudaStream own = CudaStream.create(context)) {
                    for (int i = 0; i < 400 && wrong.get() == null; i++) {
                        int bytes = 1 << random.nextInt(16, 18);
                        CudaStream stream = random.nextInt(3) == 0 ? first : own;
                        try (DeviceMemory memory = allocate(bytes, stream)) {
                            memory.fill((byte) (pattern + 8 * (i % 8)), stream);
                            byte[] back = new byte[bytes];
                            copy.copyOut(HeapArray.of(back, 0, bytes), memory.pointer(), stream);
                            byte[] expected = new byte[bytes];
                            Arrays.fill(expected, (byte) (pattern + 8 * (i % 8)));
                            assertThat(Arrays.mismatch(back, expected)).isEqualTo(-1);
                            // Still under way when the memory is freed.
                            memory.fill((byte) -pattern, stream);
                            memory.fill((byte) -pattern, stream);
                        }
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
        copy.close();
        assertThat(context.memoryInfo().used()).isZero();
    }
}
