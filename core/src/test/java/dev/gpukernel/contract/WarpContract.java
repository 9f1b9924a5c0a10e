package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.reflect.Array;
import java.util.Random;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shuffles, votes and reductions of warps, against their definition. */
abstract class WarpContract {
    private static final int SIZE = 32;

    private final KernelContract contract;

    WarpContract(KernelContract contract) {
        this.contract = contract;
    }

    private void launch(String kernel, Launch launch, Object... arguments) {
        contract.gpu().run(() -> Kernel.of(WarpKernels.class, kernel).launch(launch, arguments));
    }

    /** {@return the numbers of the threads in the warp of one, whose block is not more than a warp longer than full warps} */
    private static IntStream warp(int thread, int threadsPerBlock) {
        int block = thread / threadsPerBlock * threadsPerBlock;
        int first = block + (thread - block) / SIZE * SIZE;
        return IntStream.range(first, Math.min(first + SIZE, block + threadsPerBlock));
    }

    private static int lane(int thread, int threadsPerBlock) {
        return thread % threadsPerBlock % SIZE;
    }

    @ParameterizedTest
    @CsvSource({"INT, shuffleInts", "LONG, shuffleLongs", "FLOAT, shuffleFloats", "DOUBLE, shuffleDoubles"})
    final void shuffles(ElementType element, String kernel) {
        int n = 256;
        for (int mask : new int[] {0, 1, 16, 31, 21}) {
            Object in = ArrayBits.random(element, n, 1);
            int[] lanes = new Random(2).ints(n).toArray();
            int[] distances = new Random(3).ints(n, 0, SIZE).toArray();
            Object out = ArrayBits.zeros(element, 4 * n);
            Object expected = ArrayBits.zeros(element, 4 * n);
            for (int i = 0; i < n; i++) {
                int lane = i % SIZE;
                int first = i - lane;
                Array.set(expected, i, Array.get(in, first + (lanes[i] & SIZE - 1)));
                Array.set(expected, n + i, Array.get(in, lane - distances[i] >= 0 ? i - distances[i] : i));
                Array.set(expected, 2 * n + i, Array.get(in, lane + distances[i] < SIZE ? i + distances[i] : i));
                Array.set(expected, 3 * n + i, Array.get(in, first + (lane ^ mask)));
            }
            launch(kernel, Launch.of(2, n / 2), in, lanes, distances, mask, out);
            assertThat(ArrayBits.bytes(out)).isEqualTo(ArrayBits.bytes(expected));
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 32", "3, 7", "2, 40", "2, 256", "1, 1023"})
    final void votes(int blocks, int threads) {
        int n = blocks * threads;
        Random random = new Random(4);
        boolean[] in = new boolean[n];
        int[] few = new int[n];
        long[] manyBits = new long[n];
        for (int i = 0; i < n; i++) {
            // Some warps agree, some do not.
            in[i] = i / 64 % 3 == 0 ? i / 192 % 2 == 0 : random.nextBoolean();
            few[i] = random.nextInt(4) - 2;
            manyBits[i] = (long) random.nextInt(3) << 40;
        }
        int[] expected = new int[6 * n];
        for (int i = 0; i < n; i++) {
            int self = i;
            expected[i] = warp(i, threads).allMatch(j -> in[j]) ? 1 : 0;
            expected[n + i] = warp(i, threads).anyMatch(j -> in[j]) ? 1 : 0;
            expected[2 * n + i] = mask(i, threads, j -> in[j]);
            expected[3 * n + i] = mask(i, threads, j -> few[j] == few[self]);
            expected[4 * n + i] = mask(i, threads, j -> manyBits[j] == manyBits[self]);
            expected[5 * n + i] = Integer.bitCount(expected[2 * n + i]);
        }
        int[] out = new int[6 * n];
        launch("votes", Launch.of(blocks, threads), in, few, manyBits, out);
        assertThat(out).isEqualTo(expected);
    }

    private static int mask(int thread, int threadsPerBlock, IntPredicate condition) {
        return warp(thread, threadsPerBlock)
                .filter(condition)
                .map(j -> 1 << lane(j, threadsPerBlock))
                .sum();
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 32", "3, 7", "2, 40", "2, 256"})
    final void reduces(int blocks, int threads) {
        int n = blocks * threads;
        int[] in = new Random(5).ints(n).toArray();
        IntBinaryOperator[] operators = {
            Integer::sum, Math::min, Math::max, (a, b) -> a & b, (a, b) -> a | b, (a, b) -> a ^ b
        };
        int[] expected = new int[6 * n];
        for (int k = 0; k < operators.length; k++) {
            for (int i = 0; i < n; i++) {
                expected[k * n + i] =
                        warp(i, threads).map(j -> in[j]).reduce(operators[k]).orElseThrow();
            }
        }
        int[] out = new int[6 * n];
        launch("reductions", Launch.of(blocks, threads), in, out);
        assertThat(out).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "5, 1, 1", "8, 4, 2", "7, 5, 3", "1, 64, 1", "32, 32, 1"})
    final void numbersLanesAlongXFirst(int x, int y, int z) {
        int n = x * y * z;
        int[] lane = new int[n];
        int[] size = new int[n];
        int[] active = new int[n];
        launch("lanes", Launch.grid(1).block(x, y, z), lane, size, active);
        assertThat(lane).isEqualTo(IntStream.range(0, n).map(i -> i % SIZE).toArray());
        assertThat(size).containsOnly(SIZE);
        for (int i = 0; i < n; i++) {
            assertThat(active[i] >>> lane[i] & 1).as("thread %s", i).isEqualTo(1);
            assertThat(active[i] & ~mask(i, n, _ -> true)).as("thread %s", i).isZero();
        }
    }

    @Test
    final void lanesThatHaveReturnedDoNotVote() {
        int[] out = new int[100];
        launch("evenLanes", Launch.of(2, 50), (Object) out);
        for (int i = 0; i < out.length; i++) {
            int expected = mask(i, 50, j -> j % 50 % 2 == 0);
            assertThat(out[i]).as("thread %s", i).isEqualTo(i % 2 == 0 ? expected : 0);
        }
    }

    @Test
    final void partsOfAWarpWaitForThemselves() {
        int[] out = new int[64];
        launch("halves", Launch.of(1, 64), new int[64], out);
        int[] expected = IntStream.range(0, 64)
                .map(i -> 3 * (i % SIZE < 16 ? i ^ 15 : i ^ 1) + 3 * (i ^ 31))
                .toArray();
        assertThat(out).isEqualTo(expected);
    }
}
