package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.analysis.Foresight.Ways;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the ranges of integers for a launch, of which all scalars and lengths are known, in the kernel and what it calls. */
final class LaunchRanges {
    /** Most instructions looked at, each as often as it is looked at. */
    private static final int MOST_STEPS = 200_000;

    private final Extent extent;
    private final boolean seeksOverflows;
    private int steps;

    LaunchRanges(Extent extent) {
        this(extent, false);
    }

    /**
     * Makes it.
     *
     * @param seeksOverflows whether to find what may overflow, too, which most launches need not know
     */
    LaunchRanges(Extent extent, boolean seeksOverflows) {
        this.extent = extent;
        this.seeksOverflows = seeksOverflows;
    }

    /** What calling a function with certain arguments leads to. */
    record Visit(boolean faultFree, Map<Instr, Ways> ways, Set<Instr> overflows, Interval result) {}

    Foresight of(Function function, HostExpression.Arguments arguments) {
        List<Interval> params = new ArrayList<>();
        for (BlockParam param : function.params()) {
            params.add(
                    param.type() instanceof ArrayType
                            ? Interval.point(arguments.arrayLength(param.index()))
                            : scalar(param, arguments));
        }
        Visit visit = visit(function, params);
        return visit == null ? Foresight.NONE : new Foresight(visit.faultFree, visit.ways);
    }

    private static Interval scalar(BlockParam param, HostExpression.Arguments arguments) {
        ScalarType type = (ScalarType) param.type();
        return type.isFloating() ? Interval.of(type) : Interval.point(arguments.scalarBits(param.index()));
    }

    /**
     * Looks at one call of a function.
     *
     * @param params for each parameter its range, for an array that of its length
     * @return what it leads to, {@code null} if it takes too long to tell
     */
    @Nullable Visit visit(Function function, List<Interval> params) {
        return new FunctionRanges(this, function, params).run();
    }

    /** {@return whether there is time for another step} */
    boolean step() {
        return ++steps <= MOST_STEPS;
    }

    Extent extent() {
        return extent;
    }

    boolean seeksOverflows() {
        return seeksOverflows;
    }
}
