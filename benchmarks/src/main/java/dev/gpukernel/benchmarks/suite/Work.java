package dev.gpukernel.benchmarks.suite;

import dev.gpukernel.Launch;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * What a kernel of the suite is run with.
 *
 * @param arguments those of the kernel, in both languages
 * @param extras what its twin takes after them
 * @param shapes launches of the twin, one after another
 */
record Work(List<Object> arguments, List<Object> extras, List<Shape> shapes) {
    /** Blocks as they are usual, by the number of dimensions. */
    private static final int[][] BLOCKS = {{256}, {16, 16}, {8, 8, 4}};

    /**
     * The shape of a launch.
     *
     * @param blocksX blocks along x
     * @param blocksY blocks along y
     * @param blocksZ blocks along z
     * @param threadsX threads of a block along x
     * @param threadsY threads of a block along y
     * @param threadsZ threads of a block along z
     */
    record Shape(int blocksX, int blocksY, int blocksZ, int threadsX, int threadsY, int threadsZ) {
        /**
         * Reads threads, {@code n x n}, which blocks of 256, 16 by 16 or 8 by 8 by 4 cover, or blocks and threads, {@code n/64 of 32 x 8}.
         */
        static Shape parse(String text, ToIntFunction<String> number) {
            String[] halves = text.split(" of ", -1);
            int[] first = sizes(halves[0], number);
            int[] block = halves.length > 1 ? sizes(halves[1], number) : BLOCKS[first.length - 1];
            int[] blocks = first.clone();
            for (int i = 0; halves.length == 1 && i < blocks.length; i++) {
                blocks[i] = Math.ceilDiv(first[i], block[i]);
            }
            return new Shape(at(blocks, 0), at(blocks, 1), at(blocks, 2), at(block, 0), at(block, 1), at(block, 2));
        }

        private static int[] sizes(String text, ToIntFunction<String> number) {
            return Stream.of(text.split(" x ", -1)).mapToInt(number).toArray();
        }

        private static int at(int[] sizes, int dimension) {
            return dimension < sizes.length ? sizes[dimension] : 1;
        }

        int threads() {
            return threadsX * threadsY * threadsZ;
        }

        Launch launch() {
            return Launch.grid(blocksX, blocksY, blocksZ).block(threadsX, threadsY, threadsZ);
        }
    }
}
