package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Condition;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Function;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A parallel loop nest of a kernel, taken out of it.
 *
 * @param iteration what is done for one iteration of the outermost loop, the others inside it
 * @param code what is done for one iteration of all its loops; of a reduction, its last parameters are the accumulators, which it returns
 * @param combine takes the accumulators of two parts of a reduction and returns them combined; null if it is none
 * @param scans which of what it carries are running values; null if none is
 * @param axes along which its loops lie, that of the outermost loop first
 * @param conflicts pairs of parameters that must not be the same array
 * @param ends what must be true of its arguments for the number of iterations to be what Java makes of each loop, from the outermost;
 *     what is said of an inner loop does not matter if one around it has no iterations
 * @param conditions what must be true of its arguments for more than one iteration
 */
public record OutlinedNest(
        Function iteration,
        Function code,
        @Nullable Function combine,
        @Nullable Scans scans,
        List<Axis> axes,
        List<AliasConflict> conflicts,
        List<List<Condition>> ends,
        List<Condition> conditions) {
    /** Copies the lists. */
    public OutlinedNest {
        axes = List.copyOf(axes);
        conflicts = List.copyOf(conflicts);
        ends = List.copyOf(ends);
        conditions = List.copyOf(conditions);
    }

    /**
     * Two array parameters whose accesses conflict if both are the same array.
     *
     * @param first position of the one that is passed first, whichever is given first
     * @param second position of the other
     * @param reason which accesses
     */
    public record AliasConflict(int first, int second, String reason) {
        /** Brings them into order: who looks for a pair knows the order of parameters alone. */
        public AliasConflict {
            int given = first;
            first = Math.min(given, second);
            second = Math.max(given, second);
        }
    }
}
