package dev.gpukernel.internal.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.internal.cuda.CopierPool.Chunks;
import dev.gpukernel.internal.cuda.CopierPool.Copier;
import dev.gpukernel.internal.cuda.PipelineSizes.Way;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What waits for what on the device. Runs on a {@link FakeDriver} only, each of whose streams can be held while the others go on. */
@Tag("gpu")
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class CopyPipelineTest {
    /** So many bytes go one way in a copy; a thread has chunks for all of them. */
    private static final int STEP = 1024;

    private static final PipelineSizes SIZES = new PipelineSizes(2, new Way(STEP, 64), new Way(STEP, 64));
    private static final Chunks CHUNKS = new Chunks(64, 64);
    private static final int LENGTH = 4 * STEP;
    private static final long A_WHILE = 50;

    private static CudaContext context;
    private static HostRegistry registry;
    private static CudaStream start;
    private static CudaStream kernels;
    private static CopierPool copiers;

    @BeforeAll
    static void open() {
        assumeTrue(FakeDriver.isInstalled());
        if (!(CudaDriver.find() instanceof CudaDriver.Present(CudaDriver driver))) {
            throw new AssertionError("the stand-in is there");
        }
        context = CudaContext.retain(driver.devices().getFirst(), Long.MAX_VALUE);
        registry = new HostRegistry(context);
        start = CudaStream.create(context);
        kernels = CudaStream.create(context);
        copiers = new CopierPool(context, STEP, STEP, 2);
    }

    @AfterAll
    static void close() {
        if (FakeDriver.isInstalled()) {
            copiers.close();
            start.close();
            kernels.close();
        }
    }

    /** Pieces that each copy what is there to what comes back, in memory of which there is room for so many at once. */
    private static class Copying implements PipedWork<InterruptedException> {
        final List<List<Span>> in = new ArrayList<>();
        final List<List<Span>> back = new ArrayList<>();
        final DeviceMemory source;
        final DeviceMemory target;
        final int atOnce;

        Copying(DeviceMemory source, DeviceMemory target, int atOnce) {
            this.source = source;
            this.target = target;
            this.atOnce = atOnce;
        }

        /** Adds a piece, with what goes there and what comes back, if anything. */
        Copying piece(@Nullable HeapArray there, byte @Nullable ... here) {
            int place = in.size() % atOnce * LENGTH;
            in.add(there == null ? List.of() : List.of(new Span(there, source.pointer() + place)));
            back.add(here == null ? List.of() : List.of(new Span(whole(here), target.pointer() + place)));
            return this;
        }

        @Override
        public int pieces() {
            return in.size();
        }

        @Override
        public int atOnce() {
            return atOnce;
        }

        @Override
        public CudaStream start() {
            return start;
        }

        @Override
        public CudaStream kernels(int piece) {
            return kernels;
        }

        @Override
        public List<Span> in(int piece) {
            return in.get(piece);
        }

        @Override
        public List<Span> back(int piece) {
            return back.get(piece);
        }

        @Override
        public void launch(int piece) throws InterruptedException {
            long place = piece % atOnce * (long) LENGTH;
            source.copyTo(place, target, place, LENGTH, kernels);
        }

        @Override
        public boolean mayFault() {
            return false;
        }

        @Override
        public void end(int piece) {
            throw new AssertionError("cannot fault");
        }
    }

    private static byte[] random(long seed) {
        byte[] bytes = new byte[LENGTH];
        new SplittableRandom(seed).nextBytes(bytes);
        return bytes;
    }

    private static HeapArray whole(byte... bytes) {
        return HeapArray.of(bytes, 0, bytes.length);
    }

    /** {@return bytes that tell before each of them is copied where that begins} */
    private static HeapArray watched(byte[] bytes, LongConsumer watcher) {
        return new HeapArray() {
            @Override
            public long bytes() {
                return bytes.length;
            }

            @Override
            public void read(long offset, MemorySegment to, long toOffset, long count) {
                watcher.accept(offset);
                whole(bytes).read(offset, to, toOffset, count);
            }

            @Override
            public void write(long offset, MemorySegment from, long fromOffset, long count) {
                throw new AssertionError("only goes there");
            }
        };
    }

    private static DeviceMemory memory(int places) {
        DeviceMemory memory = DeviceMemory.allocate((long) places * LENGTH, start);
        memory.fill((byte) 9, start);
        start.synchronize();
        return memory;
    }

    private static void run(Copying work, Executor executor, int helpers) throws InterruptedException {
        new CopyPipeline<>(work, SIZES, registry, copiers, CHUNKS).run(copiers.take(CHUNKS), executor, helpers);
    }

    /** Runs alone in a thread. */
    private static FutureTask<@Nullable Void> begin(Copying work) {
        return begin(() -> {
            run(work, _ -> {}, 0);
            return null;
        });
    }

    private static FutureTask<@Nullable Void> begin(Callable<@Nullable Void> body) {
        FutureTask<@Nullable Void> task = new FutureTask<>(body);
        Thread.ofPlatform().start(task);
        return task;
    }

    /** {@return a stream of the copier that is taken next} */
    private static CudaStream nextThere() {
        return next().there().stream();
    }

    private static CudaStream nextBack() {
        return next().back().stream();
    }

    private static Copier next() {
        Copier next = copiers.take(CHUNKS);
        copiers.giveBack(next);
        return next;
    }

    /** Waits a while, in which it must not end, and lets it go on. */
    private static void staysUntil(Runnable release, FutureTask<?> task) throws InterruptedException {
        Thread.sleep(A_WHILE);
        boolean isDone = task.isDone();
        release.run();
        assertThat(isDone).isFalse();
    }

    /** The last copy of the piece is late, not the first one, in whichever thread. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPieceFollowsTheLastCopyOfEachThread(boolean helps) throws Exception {
        Copier held = copiers.take(CHUNKS);
        CudaStream stream = held.there().stream();
        CountDownLatch isHeld = new CountDownLatch(1);
        AtomicInteger reads = new AtomicInteger();
        Thread[] holder = new Thread[1];
        Runnable[] release = {() -> {}};
        HeapArray there = watched(random(1), _ -> {
            if (!Thread.currentThread().equals(holder[0])) {
                await(isHeld);
            } else if (reads.incrementAndGet() == 2) {
                release[0] = FakeDriver.hold(stream.handle());
                isHeld.countDown();
            }
        });
        byte[] here = new byte[LENGTH];
        try (DeviceMemory source = memory(1);
                DeviceMemory target = memory(1)) {
            Copying work = new Copying(source, target, 1).piece(there, here);
            Executor executor = help -> {
                Thread thread = new Thread(help);
                holder[0] = thread;
                thread.start();
            };
            FutureTask<@Nullable Void> run = begin(() -> {
                Copier own = helps ? copiers.take(CHUNKS) : held;
                if (helps) {
                    copiers.giveBack(held);
                } else {
                    holder[0] = Thread.currentThread();
                }
                new CopyPipeline<>(work, SIZES, registry, copiers, CHUNKS).run(own, executor, helps ? 1 : 0);
                return null;
            });
            staysUntil(() -> release[0].run(), run);
            run.get();
            assertThat(here).isEqualTo(random(1));
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void copiesThereFollowWhatWasEnqueuedBefore() throws Exception {
        try (DeviceMemory source = memory(1);
                DeviceMemory target = memory(1)) {
            Runnable release = FakeDriver.hold(start.handle());
            source.fill((byte) 3, start);
            byte[] here = new byte[LENGTH];
            FutureTask<@Nullable Void> run = begin(new Copying(source, target, 1).piece(whole(random(2)), here));
            staysUntil(release, run);
            run.get();
            assertThat(here).isEqualTo(random(2));
        }
    }

    @Test
    void aPieceThatNeedsNothingFollowsWhatWasEnqueuedBefore() throws Exception {
        try (DeviceMemory source = memory(1);
                DeviceMemory target = memory(1)) {
            Runnable release = FakeDriver.hold(start.handle());
            source.fill((byte) 3, start);
            byte[] here = new byte[LENGTH];
            FutureTask<@Nullable Void> run = begin(new Copying(source, target, 1).piece(null, here));
            staysUntil(release, run);
            run.get();
            assertThat(here).containsOnly(3);
        }
    }

    @Test
    void whatComesBackFollowsThePiece() throws Exception {
        try (DeviceMemory source = memory(1);
                DeviceMemory target = memory(1)) {
            Runnable release = FakeDriver.hold(kernels.handle());
            byte[] here = new byte[LENGTH];
            FutureTask<@Nullable Void> run = begin(new Copying(source, target, 1).piece(whole(random(3)), here));
            staysUntil(release, run);
            run.get();
            assertThat(here).isEqualTo(random(3));
        }
    }

    /** Nothing comes back of the first piece, so nobody waits for it. */
    @Test
    void copiesFollowThePieceThatHadTheMemoryBefore() throws Exception {
        try (DeviceMemory source = memory(1);
                DeviceMemory kept = memory(2);
                DeviceMemory target = memory(1)) {
            Runnable release = FakeDriver.hold(kernels.handle());
            Copying work = new Copying(source, target, 1) {
                @Override
                public void launch(int piece) throws InterruptedException {
                    source.copyTo(0, kept, (long) piece * LENGTH, LENGTH, kernels);
                    super.launch(piece);
                }
            };
            byte[] here = new byte[2 * LENGTH];
            run(work.piece(whole(random(4))).piece(whole(random(5))), _ -> {}, 0);
            Thread.sleep(A_WHILE);
            release.run();
            new HostCopy(context).copyOut(whole(here), kept.pointer(), kernels);
            assertThat(Arrays.copyOf(here, LENGTH)).isEqualTo(random(4));
            assertThat(Arrays.copyOfRange(here, LENGTH, 2 * LENGTH)).isEqualTo(random(5));
        }
    }

    /** Of three pieces with room for two, the third one waits for what comes back of the first. */
    @Test
    void memoryIsUsedAgainWhenWhatItLeftIsHere() throws Exception {
        try (DeviceMemory source = memory(2);
                DeviceMemory target = memory(2)) {
            Runnable release = FakeDriver.hold(nextBack().handle());
            byte[][] here = new byte[3][LENGTH];
            Copying work = new Copying(source, target, 2)
                    .piece(whole(random(6)), here[0])
                    .piece(whole(random(7)), here[1])
                    .piece(whole(random(8)), here[2]);
            FutureTask<@Nullable Void> run = begin(work);
            staysUntil(release, run);
            run.get();
            assertThat(here).isDeepEqualTo(new byte[][] {random(6), random(7), random(8)});
        }
    }

    /** What failed leaves memory to others, who must not find the device still writing there. */
    @Test
    void afterAFaultNothingIsOnItsWayThere() throws Exception {
        try (DeviceMemory source = memory(1);
                DeviceMemory target = memory(1)) {
            Runnable release = FakeDriver.hold(nextThere().handle());
            assertFaultWaitsFor(release, new Faulting(source, target, 0).piece(whole(random(9))));
        }
    }

    /** The next copy through the same memory would find bytes of this one. */
    @Test
    void afterAFaultNothingIsOnItsWayBack() throws Exception {
        try (DeviceMemory source = memory(2);
                DeviceMemory target = memory(2)) {
            Runnable release = FakeDriver.hold(nextBack().handle());
            assertFaultWaitsFor(
                    release,
                    new Faulting(source, target, 1)
                            .piece(whole(random(10)), new byte[LENGTH])
                            .piece(whole(random(11)), new byte[LENGTH]));
        }
    }

    /** The thread that fails is not the one whose copies are on their way. */
    @Test
    void afterAFaultNothingOfAnyThreadIsOnItsWay() throws Exception {
        Copier held = copiers.take(CHUNKS);
        Runnable release = FakeDriver.hold(held.there().stream().handle());
        CountDownLatch helped = new CountDownLatch(1);
        ThreadLocal<Boolean> isHelper = ThreadLocal.withInitial(() -> false);
        try (DeviceMemory source = memory(1);
                DeviceMemory target = memory(1)) {
            Copying work = new Faulting(source, target, 0).piece(watched(random(12), _ -> {
                if (!isHelper.get()) {
                    await(helped);
                }
            }));
            FutureTask<@Nullable Void> run = begin(() -> {
                Copier own = copiers.take(CHUNKS);
                copiers.giveBack(held);
                new CopyPipeline<>(work, SIZES, registry, copiers, CHUNKS)
                        .run(
                                own,
                                help -> new Thread(() -> {
                                            isHelper.set(true);
                                            help.run();
                                            helped.countDown();
                                        })
                                        .start(),
                                1);
                return null;
            });
            staysUntil(helped::countDown, run);
            staysUntil(release, run);
            assertFaults(run);
        }
    }

    private static void assertFaultWaitsFor(Runnable release, Copying work) throws Exception {
        FutureTask<@Nullable Void> run = begin(work);
        staysUntil(release, run);
        assertFaults(run);
    }

    private static void assertFaults(FutureTask<?> run) throws InterruptedException {
        try {
            run.get();
            throw new AssertionError("faults");
        } catch (ExecutionException failed) {
            assertThat(Objects.requireNonNull(failed.getCause())).isInstanceOf(InterruptedException.class);
        }
    }

    /** A piece of it cannot be launched. */
    private static final class Faulting extends Copying {
        private final int faulting;

        Faulting(DeviceMemory source, DeviceMemory target, int faulting) {
            super(source, target, 2);
            this.faulting = faulting;
        }

        @Override
        public void launch(int piece) throws InterruptedException {
            if (piece == faulting) {
                throw new InterruptedException("faulted");
            }
            super.launch(piece);
        }
    }
}
