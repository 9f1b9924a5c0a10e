package dev.gpukernel.internal.cpu;

import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.cpu.LoopKernel.Experience;
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

    /**
     * Which part of that it begins with, where launches like this one have shown how long an iteration takes: as that may depend on
     * elements, it looks again soon.
     */
    private static final int FIRST_PARTS = 8;

    /** It takes about so long to find out whether an iteration can fault. */
    private static final long PLAN_NANOS = 200_000;

    /** Code of which that is known gains less by a plan, so that there must be so much more to do. */
    private static final int PLAN_FACTOR = 10;

    private static final int MOST_AT_ONCE = 1 << 28;

    /** Bytes copied in a nanosecond, at least. */
    private static final long COPIED_BYTES = 2;

    private final LoopKernel kernel;
    private final LoopArguments arguments;
    private final Object[] boxed;
    private final long iterations;
    private final Experience experience;
    private final long aloneNanos;
    private final boolean isTimed;
    private final long start;

    /** Nanoseconds for an iteration, 0 if that is not known yet. */
    private double pace;

    private long done;

    /** Nanoseconds since the start when the clock was looked at last. */
    private long elapsed;

    private boolean mayShare = true;
    private boolean mayOwn = true;

    /**
     * Prepares a launch.
     *
     * @param iterations how many, at least 1
     * @param aloneNanos how long the caller runs alone; negative to let workers have all of it
     */
    LoopRun(LoopKernel kernel, LoopArguments arguments, long iterations, long aloneNanos) {
        this(kernel, arguments, iterations, aloneNanos, kernel.experience(arguments, iterations));
    }

    private LoopRun(
            LoopKernel kernel, LoopArguments arguments, long iterations, long aloneNanos, Experience experience) {
        this.kernel = kernel;
        this.arguments = arguments;
        this.boxed = arguments.boxed(kernel.function());
        this.iterations = iterations;
        this.aloneNanos = aloneNanos;
        this.experience = experience;
        this.pace = experience.pace();
        this.isTimed = experience.isNextToBeTimed() || !isShort(kernel, experience, iterations, aloneNanos);
        experience.count();
        this.start = isTimed ? System.nanoTime() : 0;
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
            run(kernel, arguments, iterations);
        } catch (LoopFault fault) {
            throw new KernelFault(kernel.exception(fault));
        } catch (Throwable thrown) {
            throw new KernelFault(replay.shown(thrown));
        }
    }

    /** Runs every iteration; a short loop like many before it without anything made for that. */
    static void run(LoopKernel kernel, LoopArguments arguments, long iterations) throws Throwable {
        Experience experience = kernel.experience(arguments, iterations);
        boolean isPlain = kernel.alone() == null && isShort(kernel, experience, iterations, ALONE_NANOS);
        if (isPlain && !experience.isNextToBeTimed()) {
            experience.count();
            Plan plan = planned(kernel, arguments, iterations, experience);
            plan.code().run(0, (int) iterations, arguments.boxed(kernel.function()));
        } else {
            new LoopRun(kernel, arguments, iterations, ALONE_NANOS, experience).run();
        }
    }

    /**
     * Runs every iteration, or those before the first that faults.
     *
     * @throws LoopFault if an iteration faults
     * @throws Throwable what the JVM itself throws
     */
    void run() throws Throwable {
        boolean isShort = isShort(kernel, experience, iterations, aloneNanos);
        if (isShort && runWithOneHistogram()) {
            done = iterations;
            elapsed = isTimed ? System.nanoTime() - start : 0;
            pace = (double) elapsed / iterations;
        } else if (isTimed) {
            runAll();
        } else {
            planned(kernel, arguments, iterations, experience).code().run(0, (int) iterations, boxed);
        }
        if (!isTimed) {
            return;
        }
        experience.add(pace, done == iterations ? elapsed : System.nanoTime() - start);
    }

    /** {@return whether it takes no longer than the caller works alone, as launches like this one did, whatever elements there are} */
    private static boolean isShort(LoopKernel kernel, Experience experience, long iterations, long aloneNanos) {
        double pace = experience.pace();
        return pace > 0
                && kernel.isEven()
                && aloneNanos > 0
                && pace * iterations <= 2.0 * aloneNanos
                && iterations <= MOST_AT_ONCE;
    }

    /** {@return the plan for the launch as long as the caller has it alone} */
    private static Plan planned(LoopKernel kernel, LoopArguments arguments, long iterations, Experience experience) {
        Plan known = experience.plan();
        Plan alone = known != null && known.faultFree() ? known : kernel.unplanned();
        if (known == null && experience.spent() > planNanos(alone)) {
            Plan plan = kernel.plan(arguments, iterations, experience);
            alone = plan.faultFree() ? plan : alone;
        }
        return alone;
    }

    private void runAll() throws Throwable {
        Plan alone = planned(kernel, arguments, iterations, experience);
        boolean isAlone = isShort(kernel, experience, iterations, aloneNanos) || (WorkerPool.SIZE == 1 && pace > 0);
        for (int step = firstStep(); done < iterations; step = Math.min(2 * step, MOST_AT_ONCE)) {
            if (mayOwn && mayShare && isLong() && isWorthOwning()) {
                mayOwn = false;
                if (runWithOwnHistograms()) {
                    return;
                }
            } else if (mayShare && isLong() && left() > ALONE_NANOS) {
                Plan plan = left() > planNanos(alone) ? kernel.plan(arguments, iterations, experience) : alone;
                if (plan.faultFree() && WorkerPool.SIZE > 1) {
                    share(plan);
                    return;
                } else if (plan.faultFree()) {
                    alone = plan;
                    mayShare = false;
                } else if (isWorthCopying()) {
                    if (runFromCopy()) {
                        return;
                    }
                    mayShare = false;
                }
            }
            // The JVM's vectors begin and end with single elements each time.
            int count = (int) Math.min(isAlone || !mayShare ? MOST_AT_ONCE : step, iterations - done);
            alone.code().run(done, count, boxed);
            done += count;
            elapsed = System.nanoTime() - start;
            pace = (double) elapsed / done;
        }
    }

    /** {@return how long launches must take for a plan to pay} */
    private static long planNanos(Plan without) {
        return without.faultFree() ? PLAN_FACTOR * PLAN_NANOS : PLAN_NANOS;
    }

    private void share(Plan plan) throws Throwable {
        run(new SharedLoop(plan.code(), forWorkers(), done, iterations));
    }

    /**
     * Runs what is shared. What the caller did alone before may have been slow because it was the first, so that it says nothing of later
     * launches, which would be shared for ever, short as they are. Where the caller then does nothing itself, nothing is known.
     */
    private void run(SharedLoop shared) throws Throwable {
        pace = shared.run();
    }

    /** {@return how many iterations the caller begins with} */
    private int firstStep() {
        return pace == 0 ? 1 : (int) Math.clamp(ALONE_NANOS / FIRST_PARTS / pace, 1, MOST_AT_ONCE);
    }

    /** {@return whether it takes longer than the caller works alone, as it does now or as launches like this one did} */
    private boolean isLong() {
        return elapsed >= aloneNanos || (done == 0 && pace * iterations > 2.0 * aloneNanos);
    }

    /** {@return nanoseconds that the rest takes alone, as it seems so far} */
    private double left() {
        return aloneNanos < 0 || pace == 0 ? Double.MAX_VALUE : pace * (iterations - done);
    }

    private boolean isWorthCopying() {
        double saved = left() * (WorkerPool.SIZE - 1) / WorkerPool.SIZE;
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
            run(new SharedLoop(kernel.general(), forWorkers(), done, iterations));
            return true;
        } catch (LoopFault _) {
            before.restore();
            return false;
        }
    }

    /** {@return the arguments for workers, of whom one may come late and look at them when another launch has begun} */
    private Object[] forWorkers() {
        return boxed.clone();
    }

    /** {@return whether it pays to give each worker histograms of its own} */
    private boolean isWorthOwning() {
        LoopKernel alone = kernel.alone();
        if (alone == null) {
            return false;
        }
        long planning = alone.experience(arguments, iterations).plan() == null ? PLAN_NANOS : 0;
        double copying = 2.0 * OwnHistograms.bytes(kernel.histograms(), boxed, WorkerPool.SIZE) / COPIED_BYTES;
        return left() > ALONE_NANOS + planning + copying;
    }

    /**
     * Does all of it in the caller, in histograms of its own: other launches see the updates at the end, and an iteration need not make one
     * that is atomic, which takes longer than all else.
     *
     * @return whether everything is done; else nothing is
     */
    private boolean runWithOneHistogram() throws Throwable {
        LoopKernel alone = kernel.alone();
        if (alone == null
                || experience.spent() < PLAN_NANOS
                || OwnHistograms.bytes(kernel.histograms(), boxed, 1) > iterations * Integer.BYTES) {
            return false;
        }
        Plan plan = alone.plan(arguments, iterations, alone.experience(arguments, iterations));
        OwnHistograms own = plan.faultFree() ? OwnHistograms.of(kernel.histograms(), boxed, 1) : null;
        if (own == null) {
            return false;
        }
        plan.code().run(0, (int) iterations, Objects.requireNonNull(own.take(), "the only one"));
        own.merge();
        return true;
    }

    /** {@return whether everything is done} */
    private boolean runWithOwnHistograms() throws Throwable {
        LoopKernel alone = Objects.requireNonNull(kernel.alone(), "histograms");
        OwnHistograms own = OwnHistograms.of(kernel.histograms(), forWorkers(), WorkerPool.SIZE);
        if (own == null) {
            return false;
        }
        Plan plan = alone.plan(arguments, iterations, alone.experience(arguments, iterations));
        ArraySnapshot before = plan.faultFree() ? null : ArraySnapshot.of(kernel.writtenBesides(boxed));
        if (before == null && !plan.faultFree()) {
            return false;
        }
        try {
            run(new SharedLoop(plan.code(), own::take, done, iterations));
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
