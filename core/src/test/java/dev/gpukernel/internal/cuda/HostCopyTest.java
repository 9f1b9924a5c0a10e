package dev.gpukernel.internal.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.internal.cuda.CopierPool.Chunks;
import dev.gpukernel.internal.cuda.PipelineSizes.Way;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs on a {@link FakeDriver} only, whose streams can be held. */
@Tag("gpu")
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class HostCopyTest {
    private static final Set<Thread.State> RUNNING = Set.of(Thread.State.RUNNABLE, Thread.State.BLOCKED);
    private static final PipelineSizes SIZES = new PipelineSizes(4, new Way(1 << 11, 3), new Way(1 << 12, 2));
    private static final int LENGTH = 300_001;

    private static ExecutorService threads;
    private static CudaContext context;
    private static CudaStream stream;
    private static HostRegistry registry;

    @BeforeAll
    static void open() {
        assumeTrue(FakeDriver.isInstalled());
        if (!(CudaDriver.find() instanceof CudaDriver.Present(CudaDriver driver))) {
            throw new AssertionError("the stand-in is there");
        }
        threads = Executors.newFixedThreadPool(3);
        context = CudaContext.retain(driver.devices().getFirst(), Long.MAX_VALUE);
        stream = CudaStream.create(context);
        registry = new HostRegistry(context);
    }

    @AfterAll
    static void close() {
        if (FakeDriver.isInstalled()) {
            threads.shutdownNow();
            stream.close();
        }
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new SplittableRandom(length).nextBytes(bytes);
        return bytes;
    }

    private static HeapArray whole(byte... bytes) {
        return HeapArray.of(bytes, 0, bytes.length);
    }

    /** Runs it with this thread's copier and those of helpers, each with as few chunks as can be. */
    private static <X extends Exception> void run(PipedWork<X> work, Executor executor) throws X {
        Chunks chunks = new Chunks(1, 1);
        try (CopierPool copiers =
                new CopierPool(context, SIZES.there().chunkBytes(), SIZES.back().chunkBytes(), 4)) {
            new CopyPipeline<>(work, SIZES, registry, copiers, chunks).run(copiers.take(chunks), executor, 3);
        }
    }

    /** What is copied may change as soon as it is on its way. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 511, 4096, 262_144, 262_145, LENGTH, 1_500_000})
    void everyByteGoesThereAndComesBack(int length) {
        byte[] there = random(length);
        byte[] back = new byte[length];
        try (HostCopy copy = new HostCopy(context);
                DeviceMemory memory = DeviceMemory.allocate(length, stream)) {
            for (int i = 0; i < 3; i++) {
                byte[] own = there.clone();
                copy.copyIn(whole(own), memory.pointer(), stream);
                Arrays.fill(own, (byte) 1);
                Arrays.fill(back, (byte) 2);
                copy.copyOut(whole(back), memory.pointer(), stream);
                assertThat(Arrays.mismatch(back, there)).isEqualTo(-1);
            }
        }
    }

    /** The chunks of a copy that is under way are not filled by another stream's. */
    @ParameterizedTest
    @ValueSource(ints = {1000, LENGTH})
    void aStreamThatIsHeldGetsWhatWasCopied(int length) throws InterruptedException {
        byte[] first = random(length);
        byte[] second = random(length + 1);
        byte[] back = new byte[length + 1];
        int most = Math.min(length, 10_000);
        try (HostCopy copy = new HostCopy(context);
                CudaStream held = CudaStream.create(context);
                DeviceMemory ofFirst = DeviceMemory.allocate(length, stream);
                DeviceMemory ofSecond = DeviceMemory.allocate(length + 1, stream)) {
            copy.copyIn(whole(second), ofSecond.pointer(), stream);
            stream.synchronize();
            Runnable release = FakeDriver.hold(held.handle());
            copy.copyIn(HeapArray.of(first, 0, most), ofFirst.pointer(), held);
            Thread other = Thread.ofPlatform().start(() -> copy.copyOut(whole(back), ofSecond.pointer(), stream));
            other.join(50);
            release.run();
            other.join();
            assertThat(Arrays.mismatch(back, second)).isEqualTo(-1);
            byte[] there = new byte[most];
            copy.copyOut(whole(there), ofFirst.pointer(), held);
            assertThat(there).isEqualTo(Arrays.copyOf(first, most));
        }
    }

    /** The next copy fills the same chunk. */
    @Test
    void aChunkThatTheDeviceReadsStillIsNotFilled() throws InterruptedException {
        byte[] first = random(1000);
        byte[] second = random(1001);
        try (HostCopy copy = new HostCopy(context);
                CudaStream held = CudaStream.create(context);
                DeviceMemory ofFirst = DeviceMemory.allocate(first.length, stream);
                DeviceMemory ofSecond = DeviceMemory.allocate(second.length, stream)) {
            Runnable release = FakeDriver.hold(held.handle());
            copy.copyIn(whole(first), ofFirst.pointer(), held);
            Thread other = Thread.ofPlatform().start(() -> copy.copyIn(whole(second), ofSecond.pointer(), stream));
            other.join(50);
            release.run();
            other.join();
            byte[] backOfFirst = new byte[first.length];
            copy.copyOut(whole(backOfFirst), ofFirst.pointer(), held);
            assertThat(backOfFirst).isEqualTo(first);
            byte[] backOfSecond = new byte[second.length];
            copy.copyOut(whole(backOfSecond), ofSecond.pointer(), stream);
            assertThat(backOfSecond).isEqualTo(second);
        }
    }

    /** A piece of work that copies some bytes there and back. */
    private static PipedWork.Copies echo(HeapArray from, HeapArray to, long device, int pieces) {
        return new PipedWork.Copies(
                stream, pieces, List.of(new PipedWork.Span(from, device)), List.of(new PipedWork.Span(to, device)));
    }

    /** Pieces in the middle move nothing, and there is room for one at a time. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void helpersThatComeLateOrNeverAreNotAwaited(int pieces) {
        byte[] there = random(LENGTH);
        byte[] back = new byte[LENGTH];
        try (DeviceMemory memory = DeviceMemory.allocate(LENGTH, stream)) {
            Runnable[] late = {() -> {}};
            run(echo(whole(there), whole(back), memory.pointer(), pieces), helper -> late[0] = helper);
            byte[] arrived = back.clone();
            Arrays.fill(there, (byte) 1);
            late[0].run();
            assertThat(Arrays.mismatch(arrived, random(LENGTH))).isEqualTo(-1);
            assertThat(back).isEqualTo(arrived);
        }
    }

    @Test
    void whatACopyThrowsIsThrownAndEndsTheOthers() {
        AtomicInteger reads = new AtomicInteger();
        List<Thread> failed = new CopyOnWriteArrayList<>();
        HeapArray broken = new HeapArray() {
            @Override
            public long bytes() {
                return LENGTH;
            }

            @Override
            public void read(long offset, MemorySegment target, long targetOffset, long count) {
                boolean isBroken;
                // Nobody counts on before it is known who fails.
                synchronized (failed) {
                    isBroken = reads.incrementAndGet() == 5;
                    if (isBroken) {
                        failed.add(Thread.currentThread());
                    }
                }
                if (isBroken) {
                    throw new IllegalArgumentException("broken");
                }
                // Until the one that failed has said so, and waits for the others or for other work.
                while (failed.stream().anyMatch(thread -> RUNNING.contains(thread.getState()))) {
                    Thread.onSpinWait();
                }
            }

            @Override
            public void write(long offset, MemorySegment source, long sourceOffset, long count) {
                throw new AssertionError("comes back");
            }
        };
        try (DeviceMemory memory = DeviceMemory.allocate(LENGTH, stream)) {
            PipedWork.Copies echo = echo(broken, broken, memory.pointer(), 1);
            assertThatThrownBy(() -> run(echo, threads))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("broken");
            assertThat(reads.get()).isBetween(5, 5 + 3);
        }
    }

    @Test
    void anExecutorThatIsShutDownFailsTheCopy() {
        byte[] bytes = random(LENGTH);
        try (DeviceMemory memory = DeviceMemory.allocate(LENGTH, stream)) {
            PipedWork.Copies echo = echo(whole(bytes), whole(bytes), memory.pointer(), 1);
            assertThatThrownBy(() -> run(echo, _ -> {
                        throw new RejectedExecutionException();
                    }))
                    .isInstanceOf(RejectedExecutionException.class);
        }
    }

    @Test
    void anInterruptIsKeptForTheCaller() {
        byte[] there = random(LENGTH);
        byte[] back = new byte[LENGTH];
        try (DeviceMemory memory = DeviceMemory.allocate(LENGTH, stream)) {
            Thread.currentThread().interrupt();
            run(echo(whole(there), whole(back), memory.pointer(), 1), threads);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(Arrays.mismatch(back, there)).isEqualTo(-1);
        }
    }

    @Test
    void whatMovesAtOnceIsSmallAtBothEnds() {
        Way way = SIZES.back();
        assertThat(way.bytesAtOnce(0)).isEqualTo(1024);
        assertThat(way.bytesAtOnce(9 * 1024)).isEqualTo(2048);
        assertThat(way.bytesAtOnce(1 << 20)).isEqualTo(way.chunkBytes());
        assertThat(way.bytesAtOnce(Long.MAX_VALUE)).isEqualTo(way.chunkBytes());
        assertThat(way.copies(1)).isEqualTo(1);
        assertThat(way.copies(1 << 20)).isEqualTo(1024);
    }
}
