package dev.gpukernel.internal.cpu;

import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.cpu.LoopKernel.Plan;
import dev.gpukernel.internal.jvm.LoopFault;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One launch of a loop. The caller begins, iteration by iteration; if it is not done soon, the workers take over.
 *
 * <p>What faults leaves the arrays as the loop leaves them, one iteration after the other up to the one that faults. So workers
 * take over only if no iteration can fault, or from a copy of the arrays: if one then faults, everything is made what it was
 * when they took over, and the caller goes on alone from there.
 */
final class LoopRun {
    /** How long the caller runs alone: about what it costs to wake the workers. */
    static final long ALONE_NANOS = 20_000;

    /** It takes about so long to find out whether an iteration can fault. */
    private static final long PLAN_NANOS = 200_000;

    /** Code of which that is known gains less by a plan, so that there must be so much more to do. */
    private static final int PLAN_FACTOR = 10;

    /** Bytes copied in a nanosecond, at least. */
    private static final long COPIED_BYTES = 2;

    private final LoopKernel kernel;
    private final LoopArguments arguments;
    private final Object[] boxed;
    private final long iterations;
    private final long aloneNanos;
    private final long start = System.nanoTime();
    private long done;
    private boolean mayShare = true;
    private boolean mayOwn = true;

    LoopRun(LoopKernel kernel, LoopArguments arguments, long iterations) {
        this(kernel, arguments, iterations, ALONE_NANOS);
    }

    /**
     * Prepares a launch.
     *
     * @param iterations how many, at least 1
     * @param aloneNanos how long the caller runs alone; negative to let workers have all of it
     */
    LoopRun(LoopKernel kernel, LoopArguments arguments, long iterations, long aloneNanos) {
        this.kernel = kernel;
        this.arguments = arguments;
        this.boxed = arguments.boxed(kernel.function());
        this.iterations = iterations;
        this.aloneNanos = aloneNanos;
    }

    /**
     * Runs a launch.
     *
     * @throws KernelFault if an iteration ends with an exception
     */
    static void launch(LoopKernel kernel, FaultReplay replay, LoopArguments arguments, Shape shape) throws KernelFault {
        long iterations = kernel.iterations(arguments, shape);
        if (iterations <= 0) {
            return;
        }
        try {
            new LoopRun(kernel, arguments, iterations).run();
        } catch (LoopFault fault) {
            throw new KernelFault(kernel.exception(fault));
        } catch (Throwable thrown) {
            throw new KernelFault(replay.shown(thrown));
        }
    }

    /**
     * Runs every iteration, or those before the first that faults.
     *
     * @throws LoopFault if an iteration faults
     * @throws Throwable what the JVM itself throws
     */
    void run() throws Throwable {
        Plan known = kernel.known(arguments, iterations);
        Plan alone = known != null && known.faultFree() ? known : kernel.unplanned();
        long planned = alone.faultFree() ? PLAN_FACTOR * PLAN_NANOS : PLAN_NANOS;
        for (int step = 1; done < iterations; step = Math.min(2 * step, 1 << 28)) {
            long elapsed = System.nanoTime() - start;
            if (mayOwn && mayShare && elapsed >= aloneNanos && isWorthOwning(elapsed)) {
                mayOwn = false;
                if (runWithOwnHistograms()) {
                    return;
                }
            } else if (mayShare && elapsed >= aloneNanos && isWorthWaking(elapsed)) {
                Plan plan = left(elapsed) > planned ? kernel.plan(arguments, iterations) : alone;
                if (plan.faultFree()) {
                    new SharedLoop(plan.code(), boxed, done, iterations).run();
                    return;
                }
                if (isWorthCopying(elapsed)) {
                    if (runFromCopy()) {
                        return;
                    }
                    mayShare = false;
                }
            }
            int count = (int) Math.min(step, iterations - done);
            alone.code().run(done, count, boxed);
            done += count;
        }
    }

    /** {@return nanoseconds that the rest takes alone, as it seems so far} */
    private double left(long elapsed) {
        return aloneNanos < 0 || done == 0 ? Double.MAX_VALUE : (double) elapsed / done * (iterations - done);
    }

    private boolean isWorthWaking(long elapsed) {
        return left(elapsed) > ALONE_NANOS;
    }

    private boolean isWorthCopying(long elapsed) {
        double saved = left(elapsed) * (WorkerPool.SIZE - 1) / WorkerPool.SIZE;
        double copying = (double) ArraySnapshot.bytes(kernel.written(boxed)) / COPIED_BYTES;
        return saved > copying + ALONE_NANOS;
    }

    /** {@return whether everything is done} */
    private boolean runFromCopy() throws Throwable {
        List<Object> written = kernel.written(boxed);
        @Nullable ArraySnapshot before = ArraySnapshot.of(written);
        if (before == null) {
            return false;
        }
        try {
            new SharedLoop(kernel.general(), boxed, done, iterations).run();
            return true;
        } catch (LoopFault _) {
            before.restore();
            return false;
        }
    }

    /** {@return whether it pays to give each worker histograms of its own} */
    private boolean isWorthOwning(long elapsed) {
        long bytes = kernel.alone() == null ? Long.MAX_VALUE : OwnHistograms.bytes(kernel.histograms(), boxed);
        return bytes != Long.MAX_VALUE && left(elapsed) > ALONE_NANOS + PLAN_NANOS + 2.0 * bytes / COPIED_BYTES;
    }

    /** {@return whether everything is done} */
    private boolean runWithOwnHistograms() throws Throwable {
        LoopKernel alone = Objects.requireNonNull(kernel.alone(), "histograms");
        OwnHistograms own = OwnHistograms.of(kernel.histograms(), boxed);
        if (own == null) {
            return false;
        }
        Plan plan = alone.plan(arguments, iterations);
        ArraySnapshot before = plan.faultFree() ? null : ArraySnapshot.of(kernel.writtenBesides(boxed));
        if (before == null && !plan.faultFree()) {
            return false;
        }
        try {
            new SharedLoop(plan.code(), own::take, done, iterations).run();
        } catch (LoopFault fault) {
            if (before == null) {
                throw fault;
            }
            before.restore();
            mayShare = false;
            return false;
        }
        own.merge();
        return true;
    }
}
