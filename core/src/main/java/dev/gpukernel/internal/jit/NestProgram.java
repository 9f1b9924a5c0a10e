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
 * A parallel loop nest after the passes.
 *
 * @param launched the function that the host's code launches
 * @param iteration what a CPU does for one iteration of the outermost loop, or for one chunk of a reduction
 * @param alone the same where nobody else updates the arrays that only it updates, {@code null} if there are none
 * @param threads what one thread of a GPU does
 * @param grain how many iterations a thread of a GPU does
 * @param reduction what makes it a reduction, or {@code null}
 * @param scan what it takes besides if it has running values, or {@code null}
 * @param proven what one thread of a GPU does if no thread can fault, or {@code null}
 * @param piece makes what one thread of a GPU does of a piece of the loop, null if it runs as a whole only
 * @param histograms arrays that blocks of a GPU may update in their own memory
 * @param axes along which its loops lie, that of the outermost first
 * @param overwritten array parameters whose old contents do not matter if there are as many iterations as elements
 * @param conflicts pairs of parameters that must not be the same array
 * @param ends what must be true of its arguments for each loop, from the outermost, to have as many iterations as are counted
 * @param conditions what must be true of its arguments for more than one iteration
 */
record NestProgram(
        Function launched,
        Function iteration,
        @Nullable Function alone,
        Function threads,
        Grain grain,
        @Nullable Reduction reduction,
        @Nullable Scan scan,
        @Nullable Proven proven,
        @Nullable Supplier<@Nullable Function> piece,
        List<Histogram> histograms,
        List<Axis> axes,
        BitSet overwritten,
        List<AliasConflict> conflicts,
        List<List<Condition>> ends,
        List<Condition> conditions) {
    /**
     * How parts of a reduction are put together.
     *
     * @param combine takes the accumulators of two parts and returns them combined
     * @param chunkIteration what a CPU does for one chunk of what chunks came to
     * @param chunkThreads what one thread of a GPU does of that
     */
    record Reduction(Function combine, Function chunkIteration, Function chunkThreads) {
        /** {@return number of accumulators} */
        int accumulators() {
            return combine.params().size() / 2;
        }
    }

    /**
     * The steps of a loop with running values that come before its iterations.
     *
     * @param scans the running values
     * @param turns the steps as a CPU does them
     * @param blocks the steps as threads of a GPU do them
     */
    record Scan(Scans scans, ScanSteps turns, ScanSteps blocks) {}

    /**
     * Code for launches of which it is known beforehand that all checks pass.
     *
     * @param code what one thread does with checks, to be looked at
     * @param threads the same without
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
