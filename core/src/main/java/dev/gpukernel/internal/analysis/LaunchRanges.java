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
    private final Aim aim;
    private int steps;

    /** What is noted besides faults and branches, which most launches need not know. */
    enum Aim {
        NOTHING,
        /** Operations that may overflow. */
        OVERFLOWS,
        /** What the indices of accesses are. */
        INDICES
    }

    LaunchRanges(Extent extent) {
        this(extent, Aim.NOTHING);
    }

    /**
     * Makes it.
     *
     * @param aim what to note
     */
    LaunchRanges(Extent extent, Aim aim) {
        this.extent = extent;
        this.aim = aim;
    }

    /**
     * What calling a function with certain arguments leads to.
     *
     * @param overflows what may overflow, if that is the aim
     * @param indices of accesses that are done, if that is the aim; of vectors that of the first element
     */
    record Visit(
            boolean faultFree,
            Map<Instr, Ways> ways,
            Set<Instr> overflows,
            Map<Instr, Interval> indices,
            Interval result) {}

    Foresight of(Function function, HostExpression.Arguments arguments) {
        Visit visit = visit(function, arguments);
        return visit == null ? Foresight.NONE : new Foresight(visit.faultFree, visit.ways);
    }

    /** {@return what a launch leads to, {@code null} if it takes too long to tell} */
    @Nullable Visit visit(Function function, HostExpression.Arguments arguments) {
        List<Interval> params = new ArrayList<>();
        for (BlockParam param : function.params()) {
            params.add(
                    param.type() instanceof ArrayType
                            ? Interval.point(arguments.arrayLength(param.index()))
                            : scalar(param, arguments));
        }
        return visit(function, params);
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

    Aim aim() {
        return aim;
    }
}
