package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Affine;
import dev.gpukernel.internal.backend.DeviceLimits;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The shape of a launch of a loop nest of two or three axes. A block is wide along x, where neighbouring threads touch neighbouring
 * elements, unless there are few iterations; it is square where neighbours along y share what memory moves at once, as they do in a
 * transpose, and where half as many elements are as many bytes. A grid has few blocks along y: of a nest of two axes, what is beyond
 * lies along z.
 */
final class NestShape {
    /** Threads along x in a block: those of a warp. */
    static final int WIDTH = 32;

    /** The same where a block is square. */
    private static final int SQUARE = 16;

    private NestShape() {}

    /** Throws if a number is beyond its limit. */
    interface Check {
        void check(String what, long value, long most);
    }

    /** {@return how many threads a block of a nest has along x, if there are enough iterations} */
    static int width(Function thread) {
        List<Access> accesses = Access.in(thread.blocks());
        List<Value> rows = thread.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .filter(instr -> instr.op() instanceof Op.Iteration(Axis axis) && axis == Axis.Y)
                .flatMap(instr -> instr.users().stream())
                .filter(user -> user.op() instanceof Op.Convert)
                .map(Value.class::cast)
                .toList();
        boolean isLarge = accesses.stream()
                .anyMatch(
                        access -> ((ArrayType) access.array().type()).element().bytes() == Long.BYTES);
        boolean isAlongY = accesses.stream().anyMatch(access -> isContiguous(access.index(), rows));
        return isLarge || isAlongY ? SQUARE : WIDTH;
    }

    private static boolean isContiguous(@Nullable Value index, List<Value> variables) {
        return index != null
                && variables.stream()
                        .map(variable -> Affine.nearly(index, variable))
                        .anyMatch(affine -> affine != null && Math.abs(affine.step()) == 1);
    }

    static Shape of(long[] counts, int axes, int width, int threads, DeviceLimits limits, Check check) {
        int x = (int) Math.min(Math.min(width, threads), roundedUp(counts[0]));
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
