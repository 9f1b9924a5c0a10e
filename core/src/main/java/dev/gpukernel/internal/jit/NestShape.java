package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.DeviceLimits;
import dev.gpukernel.internal.backend.Shape;

/**
 * The shape of a launch of a loop nest of two or three axes. A block is wide along x, where neighbouring threads touch neighbouring
 * elements, unless there are few iterations. A grid has few blocks along y: of a nest of two axes, what is beyond lies along z.
 */
final class NestShape {
    /** Threads along x in a block: those of a warp. */
    private static final int WIDTH = 32;

    private NestShape() {}

    /** Throws if a number is beyond its limit. */
    interface Check {
        void check(String what, long value, long most);
    }

    static Shape of(long[] counts, int axes, int threads, DeviceLimits limits, Check check) {
        int x = (int) Math.min(Math.min(WIDTH, threads), roundedUp(counts[0]));
        int y = (int) Math.min(threads / x, roundedUp(counts[1]));
        // What few rows leave over goes along x again.
        x = (int) Math.min(Math.max(x, threads / y), roundedUp(counts[0]));
        long gridX = Math.ceilDiv(counts[0], x);
        long gridY = Math.ceilDiv(counts[1], y);
        long gridZ = axes == 2 ? Math.ceilDiv(gridY, limits.gridY()) : counts[2];
        if (axes == 2) {
            gridY = Math.ceilDiv(gridY, gridZ);
        }
        check.check("blocks along x", gridX, limits.gridX());
        check.check("blocks along y", gridY, limits.gridY());
        check.check("blocks along z", gridZ, limits.gridZ());
        return new Shape((int) gridX, (int) gridY, (int) gridZ, x, y, 1, 0);
    }

    /** {@return the least power of two that is not less} */
    private static long roundedUp(long count) {
        return count <= 1 ? 1 : Long.highestOneBit(count - 1) << 1;
    }
}
