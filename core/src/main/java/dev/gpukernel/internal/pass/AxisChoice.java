package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Affine;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Function;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses along which axis of the grid each loop of a nest lies: along x that in whose neighbouring iterations most accesses touch
 * neighbouring elements, of equals the innermost.
 */
final class AxisChoice {
    private AxisChoice() {}

    /**
     * Chooses.
     *
     * @param code the code of the nest
     * @param loops its loops, the outermost first
     * @return an axis for each
     */
    static List<Axis> of(Function code, List<CountedLoop> loops) {
        List<Access> accesses = Access.in(code.blocks());
        CountedLoop nearest = loops.getLast();
        for (CountedLoop loop : loops.reversed()) {
            if (contiguous(accesses, loop) > contiguous(accesses, nearest)) {
                nearest = loop;
            }
        }
        List<CountedLoop> order = new ArrayList<>(loops.reversed());
        order.remove(nearest);
        order.addFirst(nearest);
        return loops.stream().map(loop -> Axis.of(order.indexOf(loop))).toList();
    }

    /** {@return how many accesses touch neighbouring elements in neighbouring iterations} */
    private static long contiguous(List<Access> accesses, CountedLoop loop) {
        return accesses.stream()
                .map(Access::index)
                .filter(index -> index != null && isContiguous(Affine.nearly(index, loop.variable())))
                .count();
    }

    private static boolean isContiguous(@Nullable Affine index) {
        return index != null && Math.abs(index.step()) == 1;
    }
}
