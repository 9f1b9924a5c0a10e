package dev.gpukernel.internal.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.internal.cuda.FakeChannel.Direction;
import dev.gpukernel.internal.cuda.FakeChannel.Speed;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class StagedCopyTest {
    private static final int PIECE = 64;
    private static final int SLICE = 16;

    private static ExecutorService threads;

    @BeforeAll
    static void startThreads() {
        threads = Executors.newFixedThreadPool(4);
    }

    @AfterAll
    static void stopThreads() {
        threads.shutdownNow();
    }

    /** Every combination of size, ring, device speed and number of helpers. */
    static Stream<Arguments> shapes() {
        return Stream.of(1, 15, 16, 17, 64, 65, 128, 255, 257, 1000, 6400)
                .flatMap(bytes -> Stream.of(1, 2, 3, 4)
                        .flatMap(chunks -> Stream.of(Speed.values())
                                .flatMap(speed -> Stream.of(0, 1, 4)
                                        .map(helpers -> Arguments.of(bytes, chunks, speed, helpers)))));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void everyByteArrivesOnTheDevice(int bytes, int chunks, Speed speed, int helpers) {
        byte[] source = random(bytes);
        byte[] expected = source.clone();
        FakeChannel channel = new FakeChannel(new byte[bytes], chunks, PIECE, Direction.TO_DEVICE, speed);

        StagedCopy.in(plan(bytes), array(source), channel, threads, helpers);
        new Random(1).nextBytes(source);
        channel.drain();

        assertThat(channel.device).isEqualTo(expected);
        assertThat(channel.transferredAt).hasSize(plan(bytes).pieces()).isSorted();
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void everyByteArrivesInTheArray(int bytes, int chunks, Speed speed, int helpers) {
        byte[] target = new byte[bytes];
        FakeChannel channel = new FakeChannel(random(bytes), chunks, PIECE, Direction.FROM_DEVICE, speed);

        StagedCopy.out(plan(bytes), array(target), channel, threads, helpers);

        assertThat(target).isEqualTo(channel.device);
        assertThat(channel.transferredAt).hasSize(plan(bytes).pieces()).isSorted();
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void aRingIsReusedWhileItsLastTransfersRun(int bytes, int chunks, Speed speed, int helpers) {
        byte[] target = new byte[bytes];
        byte[] source = random(bytes);
        FakeChannel channel = new FakeChannel(new byte[bytes], chunks, PIECE, Direction.TO_DEVICE, speed);

        StagedCopy.in(plan(bytes), array(source), channel, threads, helpers);
        StagedCopy.out(plan(bytes), array(target), channel.back(), threads, helpers);

        assertThat(target).isEqualTo(source);
    }

    @Test
    void helpersThatNeverComeAreNotWaitedFor() {
        byte[] source = random(1000);
        FakeChannel channel = new FakeChannel(new byte[1000], 4, PIECE, Direction.TO_DEVICE, Speed.AT_ONCE);

        StagedCopy.in(plan(1000), array(source), channel, helper -> {}, 4);

        assertThat(channel.device).isEqualTo(source);
    }

    @Test
    void helpersThatComeTooLateFindNothingToDo() {
        byte[] source = random(1000);
        FakeChannel channel = new FakeChannel(new byte[1000], 4, PIECE, Direction.TO_DEVICE, Speed.AT_ONCE);
        Runnable[] late = {() -> {}};

        StagedCopy.in(plan(1000), array(source), channel, helper -> late[0] = helper, 1);
        byte[] arrived = channel.device.clone();
        new Random(1).nextBytes(source);
        late[0].run();

        assertThat(channel.device).isEqualTo(arrived);
    }

    @Test
    void aFailingTransferIsThrownAndNoHelperRunsOn() {
        AtomicInteger touching = new AtomicInteger();
        StagingChannel failing = new StagingChannel() {
            private final byte[] memory = new byte[PIECE];

            @Override
            public int chunks() {
                return 4;
            }

            @Override
            public MemorySegment memory(int chunk) {
                touching.incrementAndGet();
                return MemorySegment.ofArray(memory);
            }

            @Override
            public void await(int chunk) {}

            @Override
            public void transfer(int chunk, long deviceOffset, long bytes) {
                throw new IllegalArgumentException("device lost");
            }
        };

        assertThatThrownBy(() -> StagedCopy.in(plan(6400), array(random(6400)), failing, threads, 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("device lost");
        assertThat(touching.get())
                .as("slices of the pieces open at the first transfer")
                .isBetween(4, 3 * 4);
    }

    @Test
    void anExecutorThatIsShutDownFailsTheCopy() {
        FakeChannel channel = new FakeChannel(new byte[1000], 4, PIECE, Direction.TO_DEVICE, Speed.AT_ONCE);

        assertThatThrownBy(() -> StagedCopy.in(
                        plan(1000),
                        array(random(1000)),
                        channel,
                        helper -> {
                            throw new RejectedExecutionException();
                        },
                        4))
                .isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void anInterruptIsKeptForTheCaller() {
        byte[] target = new byte[6400];
        FakeChannel channel = new FakeChannel(random(6400), 4, PIECE, Direction.FROM_DEVICE, Speed.AT_ONCE);

        Thread.currentThread().interrupt();
        StagedCopy.out(plan(6400), array(target), channel, threads, 4);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(target).isEqualTo(channel.device);
    }

    private static CopyPlan plan(int bytes) {
        return new CopyPlan(bytes, PIECE, SLICE);
    }

    private static HeapArray array(byte[] bytes) {
        return HeapArray.of(bytes, 0, bytes.length);
    }

    private static byte[] random(int bytes) {
        byte[] result = new byte[bytes];
        new Random(bytes).nextBytes(result);
        return result;
    }
}
