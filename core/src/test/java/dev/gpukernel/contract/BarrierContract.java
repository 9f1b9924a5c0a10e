package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Barriers and shared memory. */
abstract class BarrierContract {
    private static final int BLOCK = BarrierKernels.BLOCK;

    private final KernelContract contract;

    BarrierContract(KernelContract contract) {
        this.contract = contract;
    }

    private void launch(String kernel, Launch launch, Object... arguments) {
        contract.gpu().run(() -> Kernel.of(BarrierKernels.class, kernel).launch(launch, arguments));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "6, 33", "6, 100", "3, 1024"})
    final void blocksVote(int blocks, int threads) {
        int n = blocks * threads;
        boolean[] in = new boolean[n];
        Random random = new Random(1);
        for (int i = 0; i < n; i++) {
            int block = i / threads;
            in[i] = block % 3 == 0 || (block % 3 == 1 && random.nextBoolean());
        }
        int[] expected = new int[n];
        for (int i = 0; i < n; i++) {
            int first = i / threads * threads;
            expected[i] = (int)
                    IntStream.range(first, first + threads).filter(j -> in[j]).count();
        }
        int[] count = new int[n];
        boolean[] and = new boolean[n];
        boolean[] or = new boolean[n];
        launch("votes", Launch.of(blocks, threads), in, count, and, or);
        assertThat(count).isEqualTo(expected);
        for (int i = 0; i < n; i++) {
            assertThat(and[i]).as("and of %s", i).isEqualTo(expected[i] == threads);
            assertThat(or[i]).as("or of %s", i).isEqualTo(expected[i] > 0);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 1, 1, 1, 1",
        "1, 1, 1, 1024, 1, 1",
        "1, 1, 1, 1, 1024, 1",
        "2, 1, 1, 4, 4, 64",
        "1, 1, 1, 16, 1, 64",
        "3, 5, 2, 7, 3, 5",
        "1, 1, 65535, 1, 1, 1",
        "1, 65535, 1, 2, 1, 1",
        "70000, 1, 1, 1, 1, 1"
    })
    final void blocksOfEveryShapeWait(int gridX, int gridY, int gridZ, int blockX, int blockY, int blockZ) {
        int[] threads = new int[gridX * gridY * gridZ];
        launch("shape", Launch.grid(gridX, gridY, gridZ).block(blockX, blockY, blockZ), (Object) threads);
        assertThat(Arrays.stream(threads).distinct()).containsExactly(blockX * blockY * blockZ);
    }

    @Test
    final void shapesBeyondTheLimitsAreRefused() {
        Gpu.Limits limits = contract.gpu().limits();
        assertThat(catchThrowable(
                        () -> launch("shape", Launch.of(1, limits.threadsPerBlock() + 1), (Object) new int[1])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[LaunchLimit]")
                .hasMessageContaining("threads per block");
        Launch shared = Launch.of(1, 1).sharedBytes(limits.sharedBytesPerBlock() + 1);
        assertThat(catchThrowable(() -> launch("whole", shared, (Object) new int[1])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[LaunchLimit]")
                .hasMessageContaining("shared memory");
    }

    @Test
    final void sharedArraysOfEveryType() {
        int[] out = new int[8 * 3 * BLOCK];
        launch("everyType", Launch.of(3, BLOCK), (Object) out);
        for (int i = 0; i < 3 * BLOCK; i++) {
            int other = i / BLOCK * BLOCK + BLOCK - 1 - i % BLOCK;
            int value = other * 3001 - 70_000;
            assertThat(Arrays.copyOfRange(out, 8 * i, 8 * i + 8))
                    .as("thread %s", i)
                    .containsExactly(value & 1, (byte) value, (char) value, (short) value, value, value, value, value);
        }
    }

    @Test
    final void sharedPlanesOfEveryType() {
        int[] out = new int[4 * BLOCK];
        launch("planes", Launch.of(1, BLOCK), (Object) out);
        for (int i = 0; i < out.length; i++) {
            int thread = i % BLOCK;
            assertThat(out[i]).as("element %s", i).isEqualTo(i / BLOCK * 1000 + thread % 4 * 16 + thread / 4);
        }
    }

    @Test
    final void eachPlaceHasItsArray() {
        int[] out = new int[4 * BLOCK];
        launch("places", Launch.of(2, BLOCK), (Object) out);
        for (int i = 0; i < 2 * BLOCK; i++) {
            int other = BLOCK - 1 - i % BLOCK;
            assertThat(out[i]).isEqualTo(1000 + 2 * other);
            assertThat(out[2 * BLOCK + i]).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 128})
    final void dynamicMemoryIsCutIntoSlices(int n) {
        double[] out = new double[2 * n];
        launch("slices", Launch.of(2, n).sharedBytes(25 * n), n, out);
        for (int i = 0; i < out.length; i++) {
            int other = n - 1 - i % n;
            assertThat(out[i])
                    .as("thread %s", i)
                    .isEqualTo(0.5 * other + 10 * other + 100 * other + 1000 * other + other);
        }
    }

    /** The most that the device has: beyond 48 KB a GPU must be asked for it. */
    @Test
    final void allOfTheDynamicMemory() {
        for (int bytes : new int[] {0, 4, 4096, contract.gpu().limits().sharedBytesPerBlock() / 4 * 4}) {
            int[] out = new int[bytes / 4];
            launch("whole", Launch.of(1, 256).sharedBytes(bytes), (Object) out);
            assertThat(out)
                    .isEqualTo(IntStream.range(0, out.length)
                            .map(i -> (out.length - 1 - i) * (out.length - 1 - i))
                            .toArray());
        }
    }

    @Test
    final void slicesAreChecked() {
        int[] out = {-1};
        launch("slice", Launch.of(1, 1).sharedBytes(64), 32, 8, out);
        assertThat(out).containsExactly(8);
        assertSliceFails(2, 4, "Offset 2 in shared memory is not a multiple of 4");
        assertSliceFails(-4, 4, "Slice of 4 elements at offset -4");
        assertSliceFails(0, -1, "Slice of -1 elements at offset 0");
        assertSliceFails(36, 8, "Slice ends at byte 68 of 64 bytes of shared memory; pass more to Launch.sharedBytes");
        assertSliceFails(
                64,
                Integer.MAX_VALUE,
                "Slice ends at byte 8589934652 of 64 bytes of shared memory; pass more to Launch.sharedBytes");
    }

    private void assertSliceFails(int offset, int length, String message) {
        assertThat(catchThrowable(() -> launch("slice", Launch.of(1, 1).sharedBytes(64), offset, length, new int[1])))
                .isExactlyInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage(message);
    }

    @Test
    final void theOthersGoOnWithoutAThreadThatThrew() {
        int[] index = IntStream.range(0, 3 * BLOCK).map(i -> i % BLOCK).toArray();
        index[BLOCK + 7] = BLOCK;
        index[BLOCK + 40] = BLOCK + 1;
        index[2 * BLOCK] = -1;
        int[] out = new int[3 * BLOCK];
        Throwable thrown = catchThrowable(() -> launch("beyond", Launch.of(3, BLOCK), index, out));
        assertThat(thrown)
                .isExactlyInstanceOf(ArrayIndexOutOfBoundsException.class)
                .hasMessage("Index 64 out of bounds for length 64");
        assertThat(thrown.getStackTrace()[0].getMethodName()).isEqualTo("beyond");
        assertThat(thrown.getSuppressed())
                .extracting(Throwable::getMessage)
                .containsExactly("in block [1, 0, 0], thread [7, 0, 0]");
        Arrays.setAll(index, i -> i % BLOCK);
        launch("beyond", Launch.of(3, BLOCK), index, out);
        assertThat(out)
                .isEqualTo(IntStream.range(0, out.length)
                        .map(i -> i % BLOCK + BLOCK)
                        .toArray());
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 50", "4, 32", "13, 40"})
    final void theWholeGridWaits(int blocks, int threads) {
        int n = blocks * threads;
        int[] front = new int[n];
        launch("wave", Launch.of(blocks, threads), front, new int[n]);
        assertThat(front).containsOnly(20);
    }

    @Test
    final void blocksThatHaveReturnedAreNotWaitedFor() {
        int[] out = new int[9 * 32];
        launch("fewBlocks", Launch.of(9, 32), new int[out.length], out);
        assertThat(out)
                .isEqualTo(IntStream.range(0, out.length)
                        .map(i -> i / 32 % 2 == 0 ? 5 * 32 : 0)
                        .toArray());
    }

    @Test
    final void aGridThatDoesNotFitIsRefusedAndToldTheMost() {
        int[] one = new int[1];
        Launch huge = Launch.of(1_000_000, 1024);
        Throwable thrown = catchThrowable(() -> launch("wave", huge, one, one));
        assertThat(thrown)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[GridSyncSize]")
                .hasMessageContaining("1000000 blocks of 1024 threads");
        assertThat(thrown.getMessage()).containsPattern("only [1-9][0-9]* fit");
    }
}
