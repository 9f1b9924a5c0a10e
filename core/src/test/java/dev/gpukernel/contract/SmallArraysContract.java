package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRun;
import dev.gpukernel.internal.backend.StagingBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Host arrays that move together because they are small, and those that are just too large for that. */
public abstract class SmallArraysContract {
    /** So many ints fit a staging buffer. */
    private static final int FIT = StagingBuffer.CAPACITY / Integer.BYTES;

    /** {@return the device to launch on} */
    protected abstract Gpu gpu();

    /** Of four arrays, the first is read, the second read and written, the third written, the fourth neither. */
    @GpuKernel
    static void fourWays(long[] read, int[] both, int[] written, byte[] neither, int count) {
        for (int i = 0; i < count; i++) {
            both[i] += (int) read[i] + neither.length;
            written[i] = both[i] ^ 5;
        }
    }

    @GpuKernel
    static void next(int[] from, int[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = from[i] + 1;
        }
    }

    @GpuKernel
    static void gathered(int[] x, int[] index, int[][] y) {
        for (int i = 0; i < y.length; i++) {
            for (int j = 0; j < y[i].length; j++) {
                y[i][j] += x[index[j]];
            }
        }
    }

    /** An element goes to and fro again and again. */
    @GpuKernel
    static void sums(int width, int[] x, int[] y) {
        for (int i = 0; i < y.length; i++) {
            for (int j = 0; j < width; j++) {
                y[i] += x[(i + j) % x.length];
            }
        }
    }

    @GpuKernel
    static int sumAndClear(int[] numbers, int[] index) {
        int sum = 0;
        for (int i = 0; i < index.length; i++) {
            sum += numbers[index[i]];
        }
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = 0;
        }
        return sum;
    }

    private static Kernel kernel(String name) {
        return Kernel.of(SmallArraysContract.class, name);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 64, 65, 1000})
    final void everyArrayMovesAsItMust(int length) {
        long[] read = IntStream.range(0, length).asLongStream().map(i -> i * i).toArray();
        int[] both = IntStream.range(0, length).toArray();
        int[] written = new int[length];
        // What the count leaves must come back as it was.
        Arrays.fill(written, 77);
        byte[] neither = new byte[length + 3];
        int count = length / 2;
        int[] expectedBoth = both.clone();
        int[] expectedWritten = written.clone();
        fourWays(read, expectedBoth, expectedWritten, neither, count);
        gpu().run(() -> kernel("fourWays").launch(read, both, written, neither, count));
        assertThat(both).isEqualTo(expectedBoth);
        assertThat(written).isEqualTo(expectedWritten);
    }

    /** One launch after another finds in the staging buffer what the one before left there. */
    @ParameterizedTest
    @ValueSource(ints = {1, 65, 1000})
    final void whatALaunchThatFaultsWritesIsDropped(int length) {
        int[] x = IntStream.range(0, length).toArray();
        int[] index = IntStream.range(0, length).map(i -> length - 1 - i).toArray();
        int[][] y = {x.clone(), index.clone(), x.clone()};
        int[] bad = index.clone();
        bad[length / 2] = -1;
        for (int i = 0; i < 3; i++) {
            int[][] expected = Arrays.stream(y).map(int[]::clone).toArray(int[][]::new);
            assertThatThrownBy(() -> gpu().run(() -> kernel("gathered").launch(x, bad, y)))
                    .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                    .hasMessage("Index -1 out of bounds for length " + length);
            if (keepsArrays()) {
                assertThat(y).isDeepEqualTo(expected);
            } else {
                Arrays.setAll(y, row -> expected[row].clone());
            }
            gathered(x, index, expected);
            gpu().run(() -> kernel("gathered").launch(x, index, y));
            assertThat(y).isDeepEqualTo(expected);
            int[] sums = x.clone();
            int[] expectedSums = x.clone();
            sums(5, index, expectedSums);
            gpu().run(() -> kernel("sums").launch(5, index, sums));
            assertThat(sums).isEqualTo(expectedSums);
        }
    }

    /** {@return whether host arrays are as they were after a launch that threw} Plain Java leaves what it wrote until then. */
    private boolean keepsArrays() {
        return !gpu().backend().equals("cpu");
    }

    @Test
    final void whatFitsJustSoAndWhatDoesNotGiveTheSame() {
        for (int length : new int[] {FIT / 2 - 1, FIT / 2, FIT / 2 + 1}) {
            int[] from = IntStream.range(0, length).toArray();
            int[] to = new int[length];
            gpu().run(() -> kernel("next").launch(from, to));
            assertThat(to).isEqualTo(IntStream.rangeClosed(1, length).toArray());
        }
        int[] alone = new int[FIT];
        gpu().run(() -> kernel("next").launch(alone, alone));
        assertThat(alone).containsOnly(1);
    }

    @Test
    final void launchesInTurnLeaveNothingToEachOther() {
        for (int length = 300; length > 0; length -= 37) {
            int[] numbers = IntStream.range(0, length).toArray();
            int[] index = IntStream.range(0, length).map(i -> i / 2).toArray();
            Object sum = gpu().<Object>call(() -> kernel("sumAndClear").launch(numbers, index));
            assertThat(sum).isEqualTo(Arrays.stream(index).sum());
            assertThat(numbers).containsOnly(0);
            int[] kept = IntStream.range(0, length).toArray();
            index[length / 2] = length;
            assertThatThrownBy(() -> gpu().run(() -> kernel("sumAndClear").launch(kept, index)))
                    .isInstanceOf(ArrayIndexOutOfBoundsException.class);
            assertThat(kept).isEqualTo(IntStream.range(0, length).toArray());
        }
    }

    @Test
    final void theBytesThatMovedAreCounted() {
        int[] from = new int[10];
        gpu().run(() -> kernel("next").launch(from, new int[10]));
        KernelRun run = kernel("next").lastRun().orElseThrow();
        boolean moves = !gpu().backend().equals("cpu");
        assertThat(run.bytesToDevice()).isEqualTo(moves ? 40 : 0);
        assertThat(run.bytesToHost()).isEqualTo(moves ? 40 : 0);
    }
}
