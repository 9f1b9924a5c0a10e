package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gpukernel.GpuException;
import dev.gpukernel.Launch;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Executable;
import dev.gpukernel.internal.backend.Grain;
import dev.gpukernel.internal.backend.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanTest {
    private static final DeviceGpu GPU = new DeviceGpu(new FakeBackend.FakeDevice("fake", 0), 0);

    private static Plan plan(int suggested, int most, int fixed) {
        return plan(FakeBackend.executable(suggested, most), GPU, fixed);
    }

    private static Plan plan(Executable executable, DeviceGpu gpu, int fixed) {
        return new Plan(executable, gpu, ArrayFacts.USUAL, "K.kernel", fixed, false, Grain.ONE, NestShape.WIDTH, 0);
    }

    private static void refuses(Launch launch, String what, long value, int limit) {
        Plan plan = plan(64, 128, 0);
        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> plan.forLaunch(launch))
                    .withMessageContaining(what + " is " + value + ",")
                    .withMessageContaining(" to " + limit + " ");
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "64, 1", "65, 2", "6400, 100"})
    void blocksForIterations(long iterations, int blocks) {
        assertThat(plan(64, 128, 0).forNest(new long[] {iterations, 1, 1}, 1))
                .isEqualTo(new Shape(blocks, 1, 1, 64, 1, 1, 0));
    }

    @Test
    void theKernelsOwnBlockSize() {
        assertThat(plan(64, 128, 32).forNest(new long[] {65, 1, 1}, 1)).isEqualTo(new Shape(3, 1, 1, 32, 1, 1, 0));
        assertThat(plan(64, 128, 32).forLaunch(Launch.covering(65))).isEqualTo(new Shape(3, 1, 1, 32, 1, 1, 0));
    }

    @Test
    void shapesOfOnePlanOneAfterAnother() {
        Plan plan = plan(64, 128, 0);
        assertThat(plan.forNest(new long[] {100, 1, 1}, 1).gridX()).isEqualTo(2);
        assertThat(plan.forNest(new long[] {128, 1, 1}, 1).gridX()).isEqualTo(2);
        assertThat(plan.forNest(new long[] {129, 1, 1}, 1).gridX()).isEqualTo(3);
        assertThat(plan.forNest(new long[] {1, 1, 1}, 1).gridX()).isEqualTo(1);
        Launch launch = Launch.of(7, 8);
        assertThat(plan.forLaunch(launch).gridX()).isEqualTo(7);
        assertThat(plan.forLaunch(launch).gridX()).isEqualTo(7);
        assertThat(plan.forLaunch(Launch.of(5, 8)).gridX()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({"1000, 1, 1", "100, 100, 1", "33, 7, 1", "20, 20, 20", "1, 1, 64", "1, 5, 1"})
    void coveringShapesCoverAndStayInABlock(int width, int height, int depth) {
        Shape shape = plan(64, 128, 0).forLaunch(Launch.covering(width, height, depth));
        assertThat(shape.threadsPerBlock()).isBetween(1L, 64L);
        assertThat((long) shape.gridX() * shape.blockX()).isBetween((long) width, (long) width + shape.blockX() - 1);
        assertThat((long) shape.gridY() * shape.blockY()).isBetween((long) height, (long) height + shape.blockY() - 1);
        assertThat((long) shape.gridZ() * shape.blockZ()).isBetween((long) depth, (long) depth + shape.blockZ() - 1);
    }

    @Test
    void aBlockOfFewThreadsHasOneRowOfANest() {
        assertThat(plan(64, 128, 16).forNest(new long[] {100, 10, 1}, 2)).isEqualTo(new Shape(7, 10, 1, 16, 1, 1, 0));
    }

    @Test
    void exactShapes() {
        Launch launch = Launch.grid(2, 3, 4).block(5, 6, 2).sharedBytes(100);
        assertThat(plan(64, 128, 0).forLaunch(launch)).isEqualTo(new Shape(2, 3, 4, 5, 6, 2, 100));
    }

    @Test
    void limits() {
        refuses(Launch.of(1, 201), "threads per block along x", 201, 200);
        refuses(Launch.grid(1).block(1, 101), "threads per block along y", 101, 100);
        refuses(Launch.grid(1).block(1, 1, 51), "threads per block along z", 51, 50);
        refuses(Launch.grid(1).block(20, 20), "threads per block", 400, 256);
        refuses(Launch.of(1, 129), "threads per block", 129, 128);
        refuses(Launch.of(1001, 1), "blocks along x", 1001, 1000);
        refuses(Launch.grid(1, 501).block(1), "blocks along y", 501, 500);
        refuses(Launch.grid(1, 1, 301).block(1), "blocks along z", 301, 300);
        refuses(Launch.of(1, 1).sharedBytes(4097), "bytes of shared memory per block", 4097, 4096);
    }

    @ParameterizedTest
    @CsvSource({"0, 64", "1024, 32", "2048, 16", "4096, 4"})
    void coveringBlocksAreChosenForTheirDynamicSharedMemory(int bytes, int threads) {
        Plan plan = plan(64, 128, 0);
        Launch launch = Launch.covering(1000).sharedBytes(bytes);
        assertThat(plan.forLaunch(launch))
                .isEqualTo(new Shape(Math.ceilDiv(1000, threads), 1, 1, threads, 1, 1, bytes));
        assertThat(plan.forLaunch(Launch.covering(64))).isEqualTo(new Shape(1, 1, 1, 64, 1, 1, 0));
        assertThat(plan(64, 128, 128).forLaunch(launch)).isEqualTo(new Shape(8, 1, 1, 128, 1, 1, bytes));
    }

    /** A device need not have an answer for what it has not. */
    @Test
    void noBlockSizeIsChosenForMoreSharedMemoryThanThereIs() {
        refuses(Launch.covering(1000).sharedBytes(4097), "bytes of shared memory per block", 4097, 4096);
    }

    @Test
    void sharedArraysBeyondTheDevice() {
        Plan fits = plan(FakeBackend.sharingExecutable(4096), GPU, 0);
        assertThat(fits.forLaunch(Launch.of(1, 1)).threadsPerBlock()).isEqualTo(1);
        Plan plan = plan(FakeBackend.sharingExecutable(4112), GPU, 0);
        for (Launch launch :
                List.of(Launch.of(1, 1), Launch.covering(1), Launch.of(1, 1).sharedBytes(16))) {
            assertThatExceptionOfType(GpuException.class)
                    .isThrownBy(() -> plan.forLaunch(launch))
                    .withMessage(Message.SHARED_TOO_LARGE.format("K.kernel", 4112, GPU, 4096))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(Message.SHARED_TOO_LARGE));
        }
    }

    @Test
    void blocksCannotWaitForEachOtherOnEveryDevice() {
        DeviceGpu plain = new DeviceGpu(FakeBackend.FakeDevice.withoutCooperation(), 0);
        Plan waiting = plan(FakeBackend.waitingExecutable(0, 10), plain, 0);
        for (Launch launch : List.of(Launch.of(1, 32), Launch.covering(1), Launch.of(11, 32))) {
            assertThatExceptionOfType(GpuException.class)
                    .isThrownBy(() -> waiting.forLaunch(launch))
                    .withMessage(Message.GRID_SYNC_UNSUPPORTED.format("K.kernel", plain))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(Message.GRID_SYNC_UNSUPPORTED));
        }
        Plan other = plan(FakeBackend.sharingExecutable(16), plain, 0);
        assertThat(other.forLaunch(Launch.of(11, 32)).gridX()).isEqualTo(11);
    }

    @Test
    void sharedMemoryOfTheKernelCounts() {
        Plan plan = plan(FakeBackend.waitingExecutable(4000, 10), GPU, 0);
        assertThat(plan.forLaunch(Launch.of(1, 1).sharedBytes(96)).sharedBytes())
                .isEqualTo(96);
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> plan.forLaunch(Launch.of(1, 1).sharedBytes(97)))
                .withMessageContaining("bytes of shared memory per block is 4097,")
                .withMessageContaining(" to 4096 ");
    }

    @Test
    void blocksThatWaitForEachOtherMustFit() {
        Plan plan = plan(FakeBackend.waitingExecutable(0, 10), GPU, 0);
        assertThat(plan.forLaunch(Launch.of(10, 32)).gridX()).isEqualTo(10);
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> plan.forLaunch(Launch.grid(11, 2).block(32)))
                .withMessageContaining("[GridSyncSize] kernel K.kernel")
                .withMessageContaining("22 blocks of 32 threads only 10 fit");
    }

    @Test
    void tooManyIterations() {
        Plan plan = plan(64, 128, 0);
        assertThat(plan.forNest(new long[] {64_000, 1, 1}, 1).gridX()).isEqualTo(1000);
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> plan.forNest(new long[] {64_001, 1, 1}, 1))
                .withMessageContaining("blocks along x is 1001");
    }

    @Test
    void isForOneDeviceAndOneWayOfOverlap() {
        Plan plan = plan(64, 128, 0);
        assertThat(plan.isFor(GPU, ArrayFacts.USUAL)).isTrue();
        assertThat(plan.isFor(GPU, new ArrayFacts(false, true))).isFalse();
        assertThat(plan.isFor(new DeviceGpu(new FakeBackend.FakeDevice("fake", 1), 1), ArrayFacts.USUAL))
                .isFalse();
    }
}
