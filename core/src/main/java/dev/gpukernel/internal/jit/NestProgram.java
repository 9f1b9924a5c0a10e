package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.Condition;
import dev.gpukernel.internal.analysis.Extent;
import dev.gpukernel.internal.analysis.Foresight;
import dev.gpukernel.internal.analysis.Histogram;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.backend.Grain;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import dev.gpukernel.internal.pass.ScanSteps;
import dev.gpukernel.internal.pass.Scans;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A parallel loop nest after the passes, with a form for each kind of device. A form is made when a device first asks for it, once.
 *
 * @param launched the function that the host's code launches
 * @param isWriting whether it writes an array
 * @param combine of a reduction, takes the accumulators of two parts and returns them combined; {@code null} if it is none
 * @param scans the running values, {@code null} if there are none
 * @param inTurns makes what a CPU does
 * @param inThreads makes what a GPU does
 * @param axes along which its loops lie, that of the outermost first
 * @param overwritten array parameters whose old contents do not matter if there are as many iterations as elements
 * @param conflicts pairs of parameters that must not be the same array
 * @param ends what must be true of its arguments for each loop, from the outermost, to have as many iterations as are counted
 * @param conditions what must be true of its arguments for more than one iteration
 */
record NestProgram(
        Function launched,
        boolean isWriting,
        @Nullable Function combine,
        @Nullable Scans scans,
        Made<Turns> inTurns,
        Made<Threads> inThreads,
        List<Axis> axes,
        BitSet overwritten,
        List<AliasConflict> conflicts,
        List<List<Condition>> ends,
        List<Condition> conditions) {
    /** {@return whether an iteration leaves nothing but what it stores} */
    boolean isPlain() {
        return combine == null && scans == null;
    }

    /** {@return how many values the loop carries, of which the last parameters are} */
    int carried() {
        int running = scans == null ? 0 : scans.running().size();
        return running + (combine == null ? 0 : combine.params().size() / 2);
    }

    /** {@return what a CPU does} */
    Turns turns() {
        return inTurns.get();
    }

    /** {@return what a GPU does} */
    Threads threads() {
        return inThreads.get();
    }

    /**
     * What a CPU does.
     *
     * @param iteration one iteration of the outermost loop, or one chunk of a reduction or scan
     * @param alone the same where nobody else updates the arrays that only it updates, {@code null} if there are none
     * @param chunks of a reduction, one chunk of what chunks came to
     * @param scan of running values, all steps; the iterations are the last
     */
    record Turns(
            Function iteration,
            @Nullable Function alone,
            @Nullable Function chunks,
            @Nullable ScanSteps scan) {}

    /**
     * What a GPU does.
     *
     * @param code what one thread does
     * @param grain how many iterations that is
     * @param single makes what a thread does that has one iteration, for nests with few of them along x; null if {@code code} is that, or of no use
     *     there
     * @param chunks of a reduction, what one thread does of what chunks came to, {@code null} if the last block does that
     * @param scan of running values, all steps; the iterations are the last
     * @param proven what one thread does in launches known not to fault, {@code null} if none can
     * @param piece makes what one thread does of a piece of the loop, of one with running values in each step, or nothing; null if it runs as
     *     a whole only
     * @param histograms arrays that blocks may update in their own memory
     */
    record Threads(
            Function code,
            Grain grain,
            @Nullable Supplier<Function> single,
            @Nullable Function chunks,
            @Nullable ScanSteps scan,
            @Nullable Proven proven,
            @Nullable Supplier<List<Function>> piece,
            List<Histogram> histograms) {}

    /**
     * Code for launches of which it is known beforehand that all checks pass.
     *
     * @param code what one thread does in one iteration, to be looked at
     * @param threads what one thread does, without checks or, where that is no faster, as in any launch
     * @param grain how many iterations that is
     */
    record Proven(Function code, Function threads, Grain grain) {
        /**
         * Asks whether a launch is one of them.
         *
         * @param arguments of the launch
         * @param counts numbers of iterations along x, y and z, each at least 1
         * @return whether no thread can fault
         */
        boolean holds(HostExpression.Arguments arguments, long[] counts) {
            return Foresight.of(code, arguments, Extent.ofIterations(counts)).faultFree();
        }
    }
}
