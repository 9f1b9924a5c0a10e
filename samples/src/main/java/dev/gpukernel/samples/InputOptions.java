package dev.gpukernel.samples;

import java.util.SplittableRandom;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** How much a sample works on, and on what: options that most samples have. */
final class InputOptions {
    @Option(
            names = "--size",
            paramLabel = "<n>",
            converter = Size.class,
            description = "Number of elements, from 0 to " + Size.MAX + " (default: ${DEFAULT-VALUE}).")
    private int size;

    @Option(names = "--seed", paramLabel = "<n>", description = "Seed of the random input (default: ${DEFAULT-VALUE}).")
    private long seed = 42;

    InputOptions(int defaultSize) {
        size = defaultSize;
    }

    int size() {
        return size;
    }

    long seed() {
        return seed;
    }

    /** {@return the generator of a sample's input; its first values are the same for every size} */
    SplittableRandom random() {
        return new SplittableRandom(seed);
    }

    /** {@return numbers from -1 up to 1} */
    static float[] floats(SplittableRandom random, int size) {
        float[] result = new float[size];
        for (int i = 0; i < size; i++) {
            result[i] = 2 * random.nextFloat() - 1;
        }
        return result;
    }

    /** A number of elements that a Java array can have. */
    static final class Size implements ITypeConverter<Integer> {
        /** The longest array that every JVM allows. */
        static final int MAX = Integer.MAX_VALUE - 8;

        /** Called by picocli. */
        Size() {}

        @Override
        public Integer convert(String text) {
            return new IntRange(0, MAX).parse(text);
        }
    }
}
