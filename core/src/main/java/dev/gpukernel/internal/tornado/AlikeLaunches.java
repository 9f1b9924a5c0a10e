package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.analysis.Extent;
import dev.gpukernel.internal.analysis.FullWrite;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.pass.ExitJoining;
import dev.gpukernel.internal.pass.Specialisation;
import java.util.BitSet;

/** Launches of a kernel that have all in common but what is in the arrays. TornadoVM compiles for them alone, so their code is, too. */
final class AlikeLaunches implements HostExpression.Arguments {
    private final KernelUnit unit;
    private final PlanKey key;
    private final long[] values;

    /**
     * Makes them.
     *
     * @param unit the kernel for any launch
     * @param key the grid and the arrays
     * @param values by parameter: the bits of a scalar, or the length of an array
     */
    AlikeLaunches(KernelUnit unit, PlanKey key, long[] values) {
        this.unit = unit;
        this.key = key;
        this.values = values.clone();
    }

    @Override
    public long scalarBits(int parameter) {
        return values[parameter];
    }

    @Override
    public long arrayLength(int parameter) {
        return values[parameter];
    }

    /** {@return code for these launches} */
    TornadoCode code(TornadoDevice device) {
        Extent extent = extent();
        Specialisation special = Specialisation.of(unit.function(), this, extent);
        if (device.generator() == Generator.CUDA_C) {
            // Only a loop that is left at its head becomes one of C.
            new ExitJoining().run(special.function());
        }
        return new TornadoCode(device, unit.withFunction(special.function()), extent, overwritten(special.faultFree()));
    }

    /** {@return how many there are along each axis: of iterations, as many as threads, some of which may be past the last} */
    private Extent extent() {
        Shape shape = key.shape();
        long[] blocks = {shape.gridX(), shape.gridY(), shape.gridZ()};
        long[] threads = {shape.blockX(), shape.blockY(), shape.blockZ()};
        long[] iterations = {blocks[0] * threads[0], blocks[1] * threads[1], blocks[2] * threads[2]};
        if (axes() == 2) {
            // Blocks that are too many along y lie along z.
            iterations[1] *= blocks[2];
        }
        return Extent.ofGrid(iterations, blocks, threads);
    }

    private int axes() {
        KernelUnit.Nest nest = unit.nest();
        return nest == null ? 0 : nest.axes().size();
    }

    /** {@return the array parameters of whose old contents nothing is left, whatever name they are read by} */
    private BitSet overwritten(boolean faultFree) {
        BitSet overwritten = new BitSet();
        if (faultFree && axes() <= 1 && key.areDistinct()) {
            long threads = (long) key.shape().gridX() * key.shape().blockX();
            FullWrite.of(unit.function()).stream()
                    .filter(param -> values[param] <= threads)
                    .forEach(overwritten::set);
        }
        return overwritten;
    }
}
