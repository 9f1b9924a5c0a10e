package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.diagnostic.Message;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Launches of every shape from 1×1×1 to the limits, and with every kind of shared memory. */
abstract class ShapeContract {
    /** Most blocks along x on a device that runs one after another: 2^31-1 would keep a core busy for many seconds. */
    private static final int MOST_BLOCKS_IN_TURN = 1 << 20;

    private final KernelContract contract;

    ShapeContract(KernelContract contract) {
        this.contract = contract;
    }

    private void launch(String kernel, Launch launch, Object... arguments) {
        contract.gpu().run(() -> Kernel.of(ShapeKernels.class, kernel).launch(launch, arguments));
    }

    /** {@return blocks of one thread, and of as many as there can be in every shape whose sides are powers of two} */
    private List<Launch> blocks() {
        Gpu.Limits limits = contract.gpu().limits();
        List<Launch> blocks = new ArrayList<>();
        blocks.add(Launch.grid(1).block(1, 1, 1));
        for (int z = 1; z <= limits.block().z(); z *= 2) {
            for (int y = 1; y * z <= limits.threadsPerBlock(); y *= 2) {
                blocks.add(Launch.grid(1).block(limits.threadsPerBlock() / y / z, y, z));
            }
        }
        return blocks;
    }

    @ParameterizedTest
    @ValueSource(strings = {"inBlock", "acrossBlock"})
    final void largestBlocksOfEveryShape(String kernel) {
        List<Launch> blocks = blocks();
        assertThat(blocks).hasSizeGreaterThan(50);
        for (Launch launch : blocks) {
            Launch.Extent block = launch.block();
            int[] expected = new int[(int) block.count()];
            Arrays.setAll(expected, i -> {
                int x = i % block.x();
                int y = i / block.x() % block.y();
                int z = i / block.x() / block.y();
                return (z << 20 | y << 10 | x) + 1;
            });
            int[] places = new int[expected.length];
            launch(kernel, launch, (Object) places);
            assertThat(places).as("%s", launch).isEqualTo(expected);
        }
    }

    @Test
    final void largestGridsAlongEachAxis() {
        Launch.Extent most = contract.gpu().limits().grid();
        int alongX = contract.sharesHeap() ? MOST_BLOCKS_IN_TURN : most.x();
        for (Launch.Extent grid : List.of(
                new Launch.Extent(1, 1, 1),
                new Launch.Extent(alongX, 1, 1),
                new Launch.Extent(1, most.y(), 1),
                new Launch.Extent(1, 1, most.z()))) {
            int[] place = new int[6];
            launch("last", Launch.grid(grid.x(), grid.y(), grid.z()).block(1), (Object) place);
            assertThat(place)
                    .as("%s", grid)
                    .containsExactly(grid.x() - 1, grid.y() - 1, grid.z() - 1, grid.x(), grid.y(), grid.z());
        }
    }

    @Test
    final void moreThreadsThanIntsCount() {
        boolean isFast = contract.sharesHeap() || contract.backendName().equals("cuda");
        long n = isFast ? (1L << 31) + 1001 : 1001;
        long[] places = new long[20];
        long[] size = new long[1];
        launch("lastLongs", Launch.covering(n), n, places, size);
        assertThat(places).isEqualTo(LongStream.range(n - 20, n).toArray());
        assertThat(size[0]).isBetween(n, n + 1023);
        // As many threads again take a CPU half a minute.
        if (contract.backendName().equals("cuda")) {
            launch("lastLongs", Launch.of(1 << 22, 513), 513L << 22, places, size);
            assertThat(places[19]).isEqualTo((513L << 22) - 1);
            assertThat(size[0]).isEqualTo(513L << 22);
        }
        for (Launch launch : List.of(Launch.covering(1L << 31), Launch.of(1 << 22, 512))) {
            for (String kernel : List.of("last", "longsAndInts")) {
                Object argument = kernel.equals("last") ? new int[6] : places;
                assertThat(catchThrowable(() -> launch(kernel, launch, argument)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContainingAll(
                                Message.LAUNCH_LIMIT.code(), "threads along x is 2147483648", "1 to 2147483647");
            }
        }
    }

    @Test
    final void theBlockSizeOfAKernelIsItsBound() {
        int bound = ShapeKernels.BOUND;
        int[] size = new int[4];
        launch("bounded", Launch.covering(3 * bound + 1), (Object) size);
        assertThat(size).containsOnly(bound);
        launch("bounded", Launch.of(4, bound - 1), (Object) size);
        assertThat(size).containsOnly(bound - 1);
        Throwable thrown = catchThrowable(() -> launch("bounded", Launch.of(4, bound + 1), (Object) size));
        assertThat(thrown)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("[" + Message.LAUNCH_LIMIT.code() + "]")
                .hasMessageContaining("threads per block is " + (bound + 1) + ", but must be from 1 to " + bound)
                .hasMessageContaining("ShapeKernels.bounded");
        assertThat(size).containsOnly(bound - 1);
    }

    /** More shared memory for each block leaves room for fewer of them, so that larger ones keep the device busier. */
    @Test
    final void coveringLaunchesWithSharedMemory() {
        int most = contract.gpu().limits().sharedBytesPerBlock();
        int usual = turnRound(4 * 1024);
        int alone = turnRound(most);
        if (contract.backendName().equals("cuda")) {
            assertThat(alone).isGreaterThan(usual);
        } else {
            assertThat(alone).isGreaterThanOrEqualTo(usual);
        }
    }

    /** {@return the block size that was chosen} */
    private int turnRound(int sharedBytes) {
        int[] in = new Random(sharedBytes).ints(10_000).toArray();
        int[] out = new int[in.length];
        int[] blockSize = new int[1];
        launch("turnRound", Launch.covering(in.length).sharedBytes(sharedBytes), in, out, blockSize);
        int size = blockSize[0];
        int[] expected = new int[in.length];
        Arrays.setAll(expected, i -> {
            int first = i / size * size;
            int end = Math.min(first + size, in.length);
            return in[first + end - 1 - i];
        });
        assertThat(out).as("blocks of %s", size).isEqualTo(expected);
        return size;
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "0, 1024", "4, 100", "4096, 256"})
    final void manyIntsAndMore(int moreBytes, int threads) {
        int many = ShapeKernels.MANY_INTS;
        int more = moreBytes / 4;
        int[] out = new int[many + more];
        launch("manyInts", Launch.of(2, threads).sharedBytes(moreBytes), (Object) out);
        assertThat(out)
                .isEqualTo(IntStream.range(0, out.length)
                        .map(i -> i < many ? 3 * (many - 1 - i) : -(more - 1 - (i - many)))
                        .toArray());
    }

    @Test
    final void arraysOfTheKernelCountAmongSharedMemory() {
        int most = contract.gpu().limits().sharedBytesPerBlock();
        int own = ShapeKernels.MANY_INTS * Integer.BYTES;
        assumeTrue(own <= most, "the device has less shared memory than the kernel takes");
        int[] out = new int[ShapeKernels.MANY_INTS + (most - own) / 4];
        launch("manyInts", Launch.of(1, 32).sharedBytes((most - own) / 16 * 16), (Object) out);
        assertThat(out[0]).isEqualTo(3 * (ShapeKernels.MANY_INTS - 1));
        Launch tooLarge = Launch.covering(32).sharedBytes(most - own + 16);
        Throwable thrown = catchThrowable(() -> launch("manyInts", tooLarge, (Object) out));
        assertThat(thrown)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("[" + Message.LAUNCH_LIMIT.code() + "]")
                .hasMessageContaining("bytes of shared memory per block is " + (most + 16))
                .hasMessageContaining(String.valueOf(most));
    }
}
