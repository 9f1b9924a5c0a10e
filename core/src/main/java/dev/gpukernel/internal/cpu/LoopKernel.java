package dev.gpukernel.internal.cpu;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Cooperation;
import dev.gpukernel.internal.analysis.Foresight;
import dev.gpukernel.internal.analysis.Foresight.Ways;
import dev.gpukernel.internal.analysis.Histogram;
import dev.gpukernel.internal.analysis.IterationGuard;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.backend.WholeMethodException;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.jvm.LoopCode;
import dev.gpukernel.internal.jvm.LoopFault;
import dev.gpukernel.internal.jvm.NotEmittableException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A plain loop's iterations compiled for themselves, so that any thread can run any of them. */
final class LoopKernel {
    /** Most codes made for launches of different kinds. */
    private static final int MOST_CODES = 8;

    /** So many launches alike are timed, then one of so many. */
    private static final int TIMED_AT_FIRST = 256;

    private static final int TIMED_OF = 16;

    private final KernelUnit unit;
    private final Function function;
    private final @Nullable IterationGuard guard;
    private final LoopCode general;

    /** For workers that have arrays of their own for the histograms; {@code null} if there are none. */
    private final @Nullable LoopKernel alone;

    private final List<Histogram> histograms;
    private final List<Access.Use> uses;

    /** Whether all iterations take about as long, as none has a loop of its own or calls a function. */
    private final boolean isEven;

    private final Plan unplanned;
    private final Map<Map<Instr, Ways>, LoopCode> codes = new HashMap<>();
    private volatile @Nullable Experience last;

    /**
     * How to run a launch.
     *
     * @param code the code for it
     * @param faultFree whether no iteration can fault
     */
    record Plan(LoopCode code, boolean faultFree) {}

    /**
     * What is known of launches with the same integers, lengths and number of iterations. What several threads learn at the same time may
     * be lost: it only says what is worth while.
     */
    static final class Experience {
        private final long[] key;

        /** How to run such a launch, {@code null} as long as none was worth looking at. */
        private volatile @Nullable Plan plan;

        /** Nanoseconds that an iteration took in the last of them that was timed, 0 before. */
        private volatile double pace;

        /** Nanoseconds that all of them took, about. */
        private volatile long spent;

        /** How many there were, and how many of them before the last that was timed. */
        private int launches;

        private int timed;

        private Experience(long[] key) {
            this.key = key;
        }

        @Nullable Plan plan() {
            return plan;
        }

        double pace() {
            return pace;
        }

        long spent() {
            return spent;
        }

        /** {@return whether to look at the clock in the launch that begins} The code of the first gets faster; then, looking takes as long as a small loop. */
        boolean isNextToBeTimed() {
            int next = launches + 1;
            return next <= TIMED_AT_FIRST || next % TIMED_OF == 0;
        }

        /** Counts a launch. */
        void count() {
            launches++;
        }

        /** Adds what a launch has shown that was timed. */
        @SuppressWarnings("NonAtomicVolatileUpdate") // see above
        void add(double shownPace, long nanos) {
            pace = shownPace;
            spent += nanos * Math.max(1, launches - timed);
            timed = launches;
        }
    }

    private LoopKernel(
            KernelUnit unit,
            Function function,
            @Nullable IterationGuard guard,
            LoopCode general,
            @Nullable LoopKernel alone) {
        this.unit = unit;
        this.alone = alone;
        this.histograms = Histogram.of(function);
        this.function = function;
        this.guard = guard;
        this.general = general;
        this.uses = Access.uses(function);
        this.isEven = Loop.of(function).isEmpty() && function.calledFunctions().isEmpty();
        this.unplanned = new Plan(general, !function.effects().mayFault());
    }

    /**
     * Compiles a loop.
     *
     * @param unit a loop
     * @return its iterations
     * @throws WholeMethodException if it can only run as it is written
     */
    static LoopKernel of(KernelUnit unit) {
        KernelUnit.Turns turns =
                Objects.requireNonNull(unit.nest(), "a loop").turns().get();
        Function function = turns.iteration();
        // What is printed is printed in order.
        if (Cooperation.prints(function)) {
            throw new WholeMethodException();
        }
        Function alone = turns.alone();
        try {
            return of(unit, function, alone == null ? null : of(unit, alone, null));
        } catch (NotEmittableException _) {
            throw new WholeMethodException();
        }
    }

    private static LoopKernel of(KernelUnit unit, Function function, @Nullable LoopKernel alone)
            throws NotEmittableException {
        IterationGuard guard = IterationGuard.of(function);
        boolean mayBeLarge = unit.source().mayBeLarge();
        LoopCode general = LoopCode.of(function, guarded(Foresight.NONE, guard), mayBeLarge);
        return new LoopKernel(unit, function, guard, general, alone);
    }

    /** {@return the same for workers that have arrays of their own for histograms, {@code null} if there are none} */
    @Nullable LoopKernel alone() {
        return alone;
    }

    /** {@return the histograms} */
    List<Histogram> histograms() {
        return histograms;
    }

    /** {@return the arrays that a launch may write to besides histograms} */
    @SuppressWarnings("ReferenceEquality") // the very same array
    List<Object> writtenBesides(Object[] arguments) {
        List<Object> written = written(arguments);
        for (Histogram histogram : histograms) {
            written.removeIf(array -> array == arguments[histogram.parameter()]);
        }
        return written;
    }

    /** No iteration beyond the last is run, so that none need ask whether it is one. */
    private static Foresight guarded(Foresight known, @Nullable IterationGuard guard) {
        if (guard == null) {
            return known;
        }
        Map<Instr, Ways> ways = new HashMap<>(known.ways());
        ways.put(guard.branch(), Ways.FIRST);
        return new Foresight(known.faultFree(), ways);
    }

    Function function() {
        return function;
    }

    /** {@return the code that is right for any launch} */
    LoopCode general() {
        return general;
    }

    /** {@return how many iterations a launch has, 0 or less if it should run as it is written} */
    long iterations(LoopArguments arguments, Shape shape) {
        if (guard != null) {
            return guard.count().evaluate(arguments);
        }
        boolean flat = shape.gridY() == 1 && shape.gridZ() == 1 && shape.blockY() == 1 && shape.blockZ() == 1;
        return flat ? (long) shape.gridX() * shape.blockX() : 0;
    }

    /** {@return what launches like this one have shown, as far as they came one after another} */
    Experience experience(LoopArguments arguments, long iterations) {
        Experience experience = last;
        if (experience == null || !arguments.areAlike(experience.key, function, iterations)) {
            experience = new Experience(arguments.key(function, iterations));
            last = experience;
        }
        return experience;
    }

    /** {@return whether all iterations take about as long, so that launches alike do, too} */
    boolean isEven() {
        return isEven;
    }

    /** {@return a plan for which nothing of a launch need be known} */
    Plan unplanned() {
        return unplanned;
    }

    /** {@return a plan for a launch} */
    Plan plan(LoopArguments arguments, long iterations, Experience experience) {
        Plan plan = experience.plan;
        if (plan == null) {
            Foresight foresight = Foresight.of(function(), arguments, iterations);
            plan = foresight.faultFree() ? new Plan(codeFor(foresight), true) : new Plan(general, false);
            experience.plan = plan;
        }
        return plan;
    }

    private synchronized LoopCode codeFor(Foresight foresight) {
        LoopCode made = codes.get(foresight.ways());
        if (made != null || codes.size() == MOST_CODES) {
            return made == null ? general : made;
        }
        LoopCode code;
        try {
            code = LoopCode.of(function(), guarded(foresight, guard));
        } catch (NotEmittableException _) {
            code = general;
        }
        codes.put(foresight.ways(), code);
        return code;
    }

    /** {@return whether a launch may write to the array of a parameter} */
    boolean writes(int parameter) {
        return uses.get(parameter).written();
    }

    /** {@return the arrays that a launch may write to} */
    List<Object> written(Object[] arguments) {
        List<Object> written = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            if (uses.get(i).written()) {
                written.add(arguments[i]);
            }
        }
        return written;
    }

    /** {@return the exception that a fault in the general code stands for} */
    Throwable exception(LoopFault fault) {
        return general.exception(fault, unit.source().loader());
    }
}
