package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Reductions and scans of warps, blocks and grids, by bits, the order of their additions being defined. */
abstract class CollectiveContract {
    private final KernelContract contract;

    CollectiveContract(KernelContract contract) {
        this.contract = contract;
    }

    private void launch(String kernel, Launch launch, Object... arguments) {
        contract.gpu().run(() -> Kernel.of(CollectiveKernels.class, kernel).launch(launch, arguments));
    }

    /** {@return every power of two to the limit, with its neighbours} */
    private static IntStream aroundPowersOfTwo(int most) {
        return IntStream.iterate(1, power -> power <= most, power -> 2 * power)
                .flatMap(power -> IntStream.rangeClosed(power - 1, power + 1))
                .filter(size -> size >= 1 && size <= most)
                .distinct();
    }

    @ParameterizedTest
    @EnumSource(
            value = ElementType.class,
            names = {"INT", "LONG", "FLOAT", "DOUBLE"})
    final void warpsAndBlocksOfEverySize(ElementType element) {
        aroundPowersOfTwo(1024).forEach(threads -> check(element, 1, Launch.of(1, threads), threads));
    }

    @ParameterizedTest
    @EnumSource(
            value = ElementType.class,
            names = {"INT", "LONG", "FLOAT", "DOUBLE"})
    final void severalBlocksOfEveryShape(ElementType element) {
        check(element, 5, Launch.of(5, 96), 96);
        check(element, 3, Launch.grid(3).block(7, 5, 2), 70);
        check(element, 2, Launch.grid(2).block(1, 3, 64), 192);
    }

    private void check(ElementType element, int blocks, Launch launch, int threads) {
        Object in = values(element, blocks * threads);
        String type = element.arrayClass().componentType().getName();
        String plural = Character.toUpperCase(type.charAt(0)) + type.substring(1) + "s";
        for (boolean ofBlock : List.of(false, true)) {
            Object expected = CollectiveDefinition.of(element).results(in, threads, ofBlock);
            Object out = ArrayBits.zeros(element, 5 * blocks * threads);
            launch((ofBlock ? "block" : "warp") + plural, launch, in, out);
            assertThat(ArrayBits.bytes(out))
                    .as("%s threads, of block: %s", threads, ofBlock)
                    .isEqualTo(ArrayBits.bytes(expected));
        }
    }

    /** {@return numbers of very different sizes and both signs, zeros of both signs among them, but no NaN} */
    private static Object values(ElementType element, int length) {
        Random random = new Random(length);
        Object array = ArrayBits.zeros(element, length);
        for (int i = 0; i < length; i++) {
            double real = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(-5, 6));
            boolean zero = random.nextInt(8) == 0;
            switch (element) {
                case INT -> Array.setInt(array, i, random.nextInt());
                case LONG -> Array.setLong(array, i, random.nextLong());
                case FLOAT -> Array.setFloat(array, i, zero ? -0f : (float) real);
                default -> Array.setDouble(array, i, zero ? -0d : real);
            }
        }
        return array;
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 33", "4, 100", "2, 1024"})
    final void maybeCalledAgainAndAgain(int blocks, int threads) {
        int[] expected = new int[blocks * threads];
        for (int i = 0; i < expected.length; i++) {
            for (int turn = 1; turn <= 20; turn++) {
                expected[i] += turn * turn * (threads * (threads - 1) / 2) + turn * (i % threads + 1);
            }
        }
        int[] out = new int[expected.length];
        launch("again", Launch.of(blocks, threads), (Object) out);
        assertThat(out).isEqualTo(expected);
    }

    final IntStream lengths() {
        return aroundPowersOfTwo(contract.sharesHeap() ? 1 << 12 : 1 << 21);
    }

    @Test
    final void sumsOfGrids() {
        lengths().forEach(length -> {
            int[] in = new Random(length).ints(length).toArray();
            for (int blocks : new int[] {1, 3, 16}) {
                long[] result = new long[1];
                launch("sum", Launch.of(blocks, 128), in, result);
                assertThat(result[0])
                        .as("%s numbers, %s blocks", length, blocks)
                        .isEqualTo(Arrays.stream(in).asLongStream().sum());
            }
        });
    }

    @Test
    final void scansOfGrids() {
        lengths().forEach(length -> {
            int[] in = new Random(length).ints(length).toArray();
            int[] expected = in.clone();
            Arrays.parallelPrefix(expected, Integer::sum);
            int[] out = new int[length];
            launch("scan", Launch.of(5, 64), in, out, new int[5]);
            assertThat(out).as("%s numbers", length).isEqualTo(expected);
        });
    }

    @ParameterizedTest
    @CsvSource({"1, 32", "33, 32", "100, 64", "1000, 256", "1025, 1024"})
    final void threadsMayReturnBeforeABarrier(int length, int threads) {
        int[] in = new Random(length).ints(length).toArray();
        int[] expected = new int[length];
        for (int i = 0; i < length; i++) {
            int first = i / threads * threads;
            expected[i] = (int) Arrays.stream(in, first, Math.min(first + threads, length))
                    .filter(value -> value > 0)
                    .count();
        }
        int[] out = new int[length];
        launch("early", Launch.of(Math.ceilDiv(length, threads), threads), in, out);
        assertThat(out).isEqualTo(expected);
    }
}
