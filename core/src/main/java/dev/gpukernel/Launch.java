package dev.gpukernel;

import dev.gpukernel.diagnostic.Message;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The shape of a launch of a grid kernel: how many blocks, how many threads in each, and where. Immutable; make it once and
 * use it often.
 *
 * <p>The limits that depend on the device are checked when a kernel is launched with it.
 */
public final class Launch {
    private final boolean covering;
    private final long sizeX;
    private final Extent grid;
    private final Extent block;
    private final int sharedBytes;
    private final @Nullable GpuStream stream;

    private Launch(
            boolean covering, long sizeX, Extent grid, Extent block, int sharedBytes, @Nullable GpuStream stream) {
        this.covering = covering;
        this.sizeX = sizeX;
        this.grid = grid;
        this.block = block;
        this.sharedBytes = sharedBytes;
        this.stream = stream;
    }

    /**
     * A one-dimensional launch.
     *
     * @param blocks number of blocks, at least 1
     * @param threads threads in each block, at least 1
     * @return the launch
     * @throws IllegalArgumentException if one of them is less than 1
     */
    public static Launch of(int blocks, int threads) {
        return grid(blocks).block(threads);
    }

    /**
     * A one-dimensional launch of at least {@code size} threads, its block size chosen for kernel, device and
     * {@link #sharedBytes(int)}. The kernel must guard against the surplus threads of the last block.
     *
     * @param size number of threads needed; 0 launches nothing
     * @return the launch
     * @throws IllegalArgumentException if the size is negative
     */
    public static Launch covering(long size) {
        return covering(size, 1, 1);
    }

    /**
     * A two-dimensional launch of at least {@code width} by {@code height} threads.
     *
     * @param width threads needed along x; 0 launches nothing
     * @param height threads needed along y; 0 launches nothing
     * @return the launch
     * @throws IllegalArgumentException if a size is negative
     */
    public static Launch covering(int width, int height) {
        return covering(width, height, 1);
    }

    /**
     * A three-dimensional launch of at least {@code width} by {@code height} by {@code depth} threads.
     *
     * @param width threads needed along x; 0 launches nothing
     * @param height threads needed along y; 0 launches nothing
     * @param depth threads needed along z; 0 launches nothing
     * @return the launch
     * @throws IllegalArgumentException if a size is negative
     */
    public static Launch covering(int width, int height, int depth) {
        return covering((long) width, height, depth);
    }

    private static Launch covering(long width, int height, int depth) {
        requireNotNegative("width of the launch", width);
        requireNotNegative("height of the launch", height);
        requireNotNegative("depth of the launch", depth);
        Extent size = new Extent((int) Math.min(width, Integer.MAX_VALUE), height, depth);
        return new Launch(true, width, size, new Extent(1, 1, 1), 0, null);
    }

    /**
     * Starts a launch from its number of blocks; {@link Grid#block(int)} completes it.
     *
     * @param x number of blocks, at least 1
     * @return what {@code block} completes
     */
    public static Grid grid(int x) {
        return grid(x, 1, 1);
    }

    /**
     * Starts a launch from its numbers of blocks; {@link Grid#block(int, int)} completes it.
     *
     * @param x number of blocks along x, at least 1
     * @param y number of blocks along y, at least 1
     * @return what {@code block} completes
     */
    public static Grid grid(int x, int y) {
        return grid(x, y, 1);
    }

    /**
     * Starts a launch from its numbers of blocks; {@link Grid#block(int, int, int)} completes it.
     *
     * @param x number of blocks along x, at least 1
     * @param y number of blocks along y, at least 1
     * @param z number of blocks along z, at least 1
     * @return what {@code block} completes
     */
    public static Grid grid(int x, int y, int z) {
        requirePositive("blocks along x", x);
        requirePositive("blocks along y", y);
        requirePositive("blocks along z", z);
        return new Grid(new Extent(x, y, z));
    }

    /**
     * The same launch on a stream.
     *
     * @param newStream where to enqueue it
     * @return the launch
     */
    public Launch on(GpuStream newStream) {
        Objects.requireNonNull(newStream, "stream");
        return new Launch(covering, sizeX, grid, block, sharedBytes, newStream);
    }

    /**
     * The same launch with dynamic shared memory.
     *
     * @param bytes bytes of shared memory for each block, at least 0
     * @return the launch
     * @throws IllegalArgumentException if it is negative
     */
    public Launch sharedBytes(int bytes) {
        requireNotNegative("shared memory per block", bytes);
        return new Launch(covering, sizeX, grid, block, bytes, stream);
    }

    /** {@return whether the block size is still to be chosen; {@link #grid()} then holds the threads needed} */
    public boolean isCovering() {
        return covering;
    }

    /** {@return number of threads along x, those needed if {@link #isCovering()}} */
    public long sizeX() {
        return sizeX;
    }

    /**
     * {@return numbers of blocks, or the numbers of threads needed if {@link #isCovering()}, of those along x no more than an int holds}
     */
    public Extent grid() {
        return grid;
    }

    /** {@return threads in each block; 1×1×1 if {@link #isCovering()}} */
    public Extent block() {
        return block;
    }

    /** {@return bytes of dynamic shared memory for each block} */
    public int sharedBytes() {
        return sharedBytes;
    }

    /** {@return where to enqueue it, or {@code null} for the device's default stream} */
    public @Nullable GpuStream stream() {
        return stream;
    }

    @Override
    public String toString() {
        return covering ? "covering " + sizeX + "×" + grid.y + "×" + grid.z : grid + " blocks of " + block;
    }

    private static void requirePositive(String what, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(Message.LAUNCH_LIMIT.format(what, value, 1, "the device's limit", ""));
        }
    }

    private static void requireNotNegative(String what, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(Message.NEGATIVE_SIZE.format(what, value));
        }
    }

    /**
     * Three sizes.
     *
     * @param x along x
     * @param y along y
     * @param z along z
     */
    public record Extent(int x, int y, int z) {
        /** {@return how many there are in all} */
        public long count() {
            return (long) x * y * z;
        }

        @Override
        public String toString() {
            return x + "×" + y + "×" + z;
        }
    }

    /** Numbers of blocks, waiting for the size of a block. */
    public static final class Grid {
        private final Extent grid;

        private Grid(Extent grid) {
            this.grid = grid;
        }

        /**
         * Completes the launch.
         *
         * @param x threads in each block, at least 1
         * @return the launch
         * @throws IllegalArgumentException if it is less than 1
         */
        public Launch block(int x) {
            return block(x, 1, 1);
        }

        /**
         * Completes the launch.
         *
         * @param x threads along x in each block, at least 1
         * @param y threads along y in each block, at least 1
         * @return the launch
         * @throws IllegalArgumentException if one is less than 1
         */
        public Launch block(int x, int y) {
            return block(x, y, 1);
        }

        /**
         * Completes the launch.
         *
         * @param x threads along x in each block, at least 1
         * @param y threads along y in each block, at least 1
         * @param z threads along z in each block, at least 1
         * @return the launch
         * @throws IllegalArgumentException if one is less than 1
         */
        public Launch block(int x, int y, int z) {
            requirePositive("threads per block along x", x);
            requirePositive("threads per block along y", y);
            requirePositive("threads per block along z", z);
            return new Launch(false, (long) grid.x * x, grid, new Extent(x, y, z), 0, null);
        }
    }
}
