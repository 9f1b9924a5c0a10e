package dev.gpukernel.internal.analysis;

import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Made-up arguments of a kernel: to see whether a condition is ever true, and to find iterations that meet. Always the same ones,
 * small ones first.
 */
final class SampleArguments implements HostExpression.Arguments {
    /** Least and greatest argument, and how many samples. */
    private record Scale(int least, int most, int samples) {
        int random(Random random) {
            // For conditions that are true of powers of two, or of what fits in a few bits.
            return most == POWERS ? 1 << random.nextInt(least, 12) : random.nextInt(least, most + 1);
        }
    }

    /** Stands for powers of two. */
    private static final int POWERS = -1;

    /** From here on they are like what kernels are called with. */
    private static final Scale USUAL = new Scale(10, 200, 32);

    private static final List<Scale> SCALES = List.of(
            new Scale(4, 4, 1),
            new Scale(1, 1, 1),
            new Scale(2, 2, 1),
            new Scale(3, 9, 24),
            new Scale(0, 4, 8),
            USUAL,
            new Scale(1000, 5000, 16),
            new Scale(10, 30, 16),
            new Scale(4, POWERS, 32));

    private final Random random;
    private final Scale scale;
    /** What was asked for, scalars by their position, lengths by its complement. */
    private final TreeMap<Integer, Integer> asked = new TreeMap<>();

    private SampleArguments(Scale scale, long seed) {
        this.scale = scale;
        this.random = new Random(seed);
    }

    static List<SampleArguments> all() {
        return from(0);
    }

    /** {@return those like what kernels are called with: a condition that is true of small numbers alone is of no use} */
    static List<SampleArguments> usual() {
        return from(SCALES.indexOf(USUAL));
    }

    private static List<SampleArguments> from(int first) {
        return IntStream.range(first, SCALES.size())
                .boxed()
                .flatMap(i -> Stream.iterate(0, k -> k < SCALES.get(i).samples, k -> k + 1)
                        .map(k -> new SampleArguments(SCALES.get(i), 31L * i + k)))
                .toList();
    }

    @Override
    public long scalarBits(int parameter) {
        return asked.computeIfAbsent(parameter, key -> scale.random(random));
    }

    @Override
    public long arrayLength(int parameter) {
        return asked.computeIfAbsent(
                ~parameter,
                key -> scale.least == scale.most || scale.most == POWERS
                        ? scale.random(random)
                        : random.nextInt(scale.least, 2 * scale.most));
    }

    /** {@return whether a scalar or, by its complement, a length was asked for} */
    boolean isAsked(int position) {
        return asked.containsKey(position);
    }
}
