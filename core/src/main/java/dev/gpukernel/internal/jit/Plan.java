package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuException;
import dev.gpukernel.Launch;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.DeviceLimits;
import dev.gpukernel.internal.backend.Executable;
import dev.gpukernel.internal.backend.Grain;
import dev.gpukernel.internal.backend.Shape;
import org.jspecify.annotations.Nullable;

/** A kernel on a device: the executable, what it took to make it, and the shapes it is launched in. */
final class Plan {
    private final Executable executable;
    private final DeviceGpu gpu;
    private final ArrayFacts arrays;
    private final String kernel;
    private final int fixedBlock;
    private final boolean countsLongs;
    private final Grain grain;

    /** Threads of a block along x, of a nest of several loops. */
    private final int width;

    private final long compileNanos;
    private final Times untimed = new Times.InPlace(this, 0);
    private volatile @Nullable Shaped last;

    Plan(
            Executable executable,
            DeviceGpu gpu,
            ArrayFacts arrays,
            String kernel,
            int fixedBlock,
            boolean countsLongs,
            Grain grain,
            int width,
            long compileNanos) {
        this.executable = executable;
        this.gpu = gpu;
        this.arrays = arrays;
        this.kernel = kernel;
        this.fixedBlock = fixedBlock;
        this.countsLongs = countsLongs;
        this.grain = grain;
        this.width = width;
        this.compileNanos = compileNanos;
    }

    /** The shape that a launch had, so that the next equal one need not be worked out again: of a grid kernel, or by numbers of iterations. */
    private record Shaped(@Nullable Launch launch, long x, long y, long z, Shape shape) {
        Shaped(Launch launch, Shape shape) {
            this(launch, 0, 0, 0, shape);
        }

        Shaped(long[] counts, Shape shape) {
            this(null, counts[0], counts[1], counts[2], shape);
        }

        /** {@return whether a launch has the same shape, on whatever stream} */
        boolean isOf(Launch other) {
            return launch != null
                    && (launch == other
                            || (launch.isCovering() == other.isCovering()
                                    && launch.sharedBytes() == other.sharedBytes()
                                    && launch.sizeX() == other.sizeX()
                                    && launch.grid().equals(other.grid())
                                    && launch.block().equals(other.block())));
        }

        boolean isOf(long[] counts) {
            return launch == null && counts[0] == x && counts[1] == y && counts[2] == z;
        }
    }

    /** {@return whether it is the plan for a device and what holds of the arrays} */
    boolean isFor(DeviceGpu other, ArrayFacts otherArrays) {
        return gpu == other && arrays.equals(otherArrays);
    }

    /** {@return what must hold of the arrays} */
    ArrayFacts arrays() {
        return arrays;
    }

    Executable executable() {
        return executable;
    }

    DeviceGpu gpu() {
        return gpu;
    }

    /** {@return nanoseconds that front end, passes, code generation and loading took} */
    long compileNanos() {
        return compileNanos;
    }

    /** {@return a run whose steps were not timed} */
    Times untimed() {
        return untimed;
    }

    /** {@return threads per block when it is up to us} */
    private int blockSize(int sharedBytes) {
        return fixedBlock > 0 ? fixedBlock : executable.suggestedBlockSize(sharedBytes);
    }

    /** {@return how many threads along x, or iterations, there are at least in a launch} */
    long iterations(Shape shape) {
        return grain.iterations((long) shape.gridX() * shape.blockX());
    }

    /**
     * The shape for a loop nest.
     *
     * @param counts numbers of iterations along x, y and z, each at least 1; there may be more of them than it has axes
     * @param axes how many of these are counted
     */
    Shape forNest(long[] counts, int axes) {
        Shaped known = last;
        if (known != null && known.isOf(counts)) {
            return known.shape;
        }
        int block = blockSize(0);
        Shape shape = axes == 1
                ? forBlocks(Math.ceilDiv(grain.threads(counts[0]), block), block)
                : NestShape.of(
                        threads(counts), axes, width, block, gpu.raw().info().limits(), this::check);
        last = new Shaped(counts, shape);
        return shape;
    }

    private long[] threads(long[] counts) {
        long[] threads = counts.clone();
        threads[0] = grain.threads(counts[0]);
        return threads;
    }

    /** The shape for so many blocks of so many threads. */
    Shape forBlocks(long blocks, int threads) {
        check("blocks along x", blocks, gpu.raw().info().limits().gridX());
        return new Shape((int) blocks, 1, 1, threads, 1, 1, 0);
    }

    /**
     * The shape for a launch, within the limits of device and kernel.
     *
     * @param launch not empty
     * @throws IllegalArgumentException if it is beyond a limit
     * @throws GpuException if the device cannot run the kernel in any shape
     */
    Shape forLaunch(Launch launch) {
        Shaped known = last;
        if (known != null && known.isOf(launch)) {
            return known.shape;
        }
        // Before the block size is chosen, which depends on it.
        checkShared(launch.sharedBytes());
        Shape shape = launch.isCovering() ? covering(launch) : exactly(launch);
        checkLimits(shape);
        last = new Shaped(launch, shape);
        return shape;
    }

    private static Shape exactly(Launch launch) {
        Launch.Extent grid = launch.grid();
        Launch.Extent block = launch.block();
        return new Shape(grid.x(), grid.y(), grid.z(), block.x(), block.y(), block.z(), launch.sharedBytes());
    }

    /** Blocks are wide along x, where neighbouring threads touch neighbouring elements. */
    private Shape covering(Launch launch) {
        Launch.Extent size = launch.grid();
        int threads = blockSize(launch.sharedBytes());
        int x = size.y() == 1 && size.z() == 1 ? threads : Math.min(threads, 32);
        int y = size.z() == 1 ? threads / x : Math.max(1, Math.min(threads / x, 4));
        int z = size.z() == 1 ? 1 : Math.max(1, threads / (x * y));
        long blocks = Math.ceilDiv(launch.sizeX(), x);
        check("blocks along x", blocks, gpu.raw().info().limits().gridX());
        return new Shape(
                (int) blocks, Math.ceilDiv(size.y(), y), Math.ceilDiv(size.z(), z), x, y, z, launch.sharedBytes());
    }

    private void checkLimits(Shape shape) {
        DeviceLimits limits = gpu.raw().info().limits();
        check("threads per block along x", shape.blockX(), limits.blockX());
        check("threads per block along y", shape.blockY(), limits.blockY());
        check("threads per block along z", shape.blockZ(), limits.blockZ());
        check("threads per block", shape.threadsPerBlock(), limits.threadsPerBlock());
        if (shape.threadsPerBlock() > executable.maxThreadsPerBlock()) {
            throw limit(
                    "threads per block",
                    shape.threadsPerBlock(),
                    executable.maxThreadsPerBlock(),
                    "kernel " + kernel + " on " + gpu);
        }
        check("blocks along x", shape.gridX(), limits.gridX());
        check("blocks along y", shape.gridY(), limits.gridY());
        check("blocks along z", shape.gridZ(), limits.gridZ());
        if (!countsLongs) {
            check("threads along x", (long) shape.gridX() * shape.blockX(), Integer.MAX_VALUE);
        }
        check("threads along y", (long) shape.gridY() * shape.blockY(), Integer.MAX_VALUE);
        check("threads along z", (long) shape.gridZ() * shape.blockZ(), Integer.MAX_VALUE);
        if (executable.waitsForGrid()) {
            checkGridSync(shape);
        }
    }

    private void checkShared(int asked) {
        int most = gpu.raw().info().limits().sharedBytesPerBlock();
        if (executable.sharedBytes() > most) {
            throw new GpuException(Message.SHARED_TOO_LARGE, kernel, executable.sharedBytes(), gpu, most);
        }
        check("bytes of shared memory per block", executable.sharedBytes() + asked, most);
    }

    private void checkGridSync(Shape shape) {
        if (!gpu.raw().info().limits().blocksMayWait()) {
            throw new GpuException(Message.GRID_SYNC_UNSUPPORTED, kernel, gpu);
        }
        long most = executable.mostBlocks((int) shape.threadsPerBlock(), shape.sharedBytes());
        if (shape.blocks() > most) {
            throw new IllegalArgumentException(
                    Message.GRID_SYNC_SIZE.format(kernel, shape.blocks(), shape.threadsPerBlock(), most, gpu));
        }
    }

    private void check(String what, long value, long most) {
        if (value > most) {
            throw limit(what, value, most, gpu.toString());
        }
    }

    private static IllegalArgumentException limit(String what, long value, long most, String whose) {
        int least = what.startsWith("bytes") ? 0 : 1;
        return new IllegalArgumentException(Message.LAUNCH_LIMIT.format(what, value, least, most, " on " + whose));
    }
}
