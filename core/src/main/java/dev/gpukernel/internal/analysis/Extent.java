package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Intrinsic;
import org.jspecify.annotations.Nullable;

/** How many iterations, blocks and threads a launch has along x, y and z, as far as that is known beforehand. */
public final class Extent {
    private final long[] iterations;
    private final long @Nullable [] blocks;
    private final long @Nullable [] threads;

    private Extent(long[] iterations, long @Nullable [] blocks, long @Nullable [] threads) {
        this.iterations = iterations;
        this.blocks = blocks;
        this.threads = threads;
    }

    /**
     * Of a launch of whose grid nothing is known.
     *
     * @param iterations number of iterations along each axis, at least 1
     * @return the extent
     */
    public static Extent ofIterations(long... iterations) {
        return new Extent(iterations.clone(), null, null);
    }

    /**
     * Of a launch whose grid is known.
     *
     * @param iterations number of iterations along each axis, at least 1
     * @param blocks number of blocks along each axis
     * @param threads number of threads of a block along each axis
     * @return the extent
     */
    public static Extent ofGrid(long[] iterations, long[] blocks, long[] threads) {
        return new Extent(iterations.clone(), blocks.clone(), threads.clone());
    }

    /** {@return the numbers of the iterations along an axis} */
    Interval iterations(Axis axis) {
        return below(iterations[axis.index()]);
    }

    /** {@return how many iterations there are of all loops together} */
    long iterations() {
        long all = 1;
        for (long along : iterations) {
            all = product(all, along);
        }
        return all;
    }

    /** {@return the product of two counts, or the greatest number if it is greater} */
    public static long product(long count, long other) {
        long product = count * other;
        return Math.multiplyHigh(count, other) == 0 && product >= 0 ? product : Long.MAX_VALUE;
    }

    /** {@return what an intrinsic that tells a thread's place may give, or {@code null} for another or if nothing is known} */
    @Nullable Interval place(Intrinsic intrinsic) {
        if (blocks == null || threads == null) {
            return null;
        }
        String text = intrinsic.text().replace("Long", "");
        int axis = "xyz".indexOf(Character.toLowerCase(text.charAt(text.length() - 1)));
        if (axis < 0) {
            return null;
        }
        return switch (text.substring(0, text.length() - 1)) {
            case "Grid." -> below(blocks[axis] * threads[axis]);
            case "Grid.size" -> Interval.point(blocks[axis] * threads[axis]);
            case "BlockIdx." -> below(blocks[axis]);
            case "GridDim." -> Interval.point(blocks[axis]);
            case "ThreadIdx." -> below(threads[axis]);
            case "BlockDim." -> Interval.point(threads[axis]);
            default -> null;
        };
    }

    private static Interval below(long count) {
        return new Interval(0, Math.max(0, count - 1));
    }
}
