package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.Histogram;
import dev.gpukernel.internal.backend.DeviceLimits;
import dev.gpukernel.internal.backend.Grain;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.pass.HistogramKernel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A nest whose blocks update histograms in memory of their own, for launches with so few elements that there is room for them. */
final class HistogramPlans {
    /** Most bytes of a block for several copies of each element, a little more than 32 of 256 ints: with more, fewer blocks run at a time. */
    private static final int MOST_COPIED_BYTES = 33 * 1024;

    /** Most bytes of a block. */
    private static final int MOST_BYTES = 64 * 1024;

    /** For each element that a block adds to the array in the end, it should update at least so many. */
    private static final long LEAST_UPDATES = 4;

    private final NestProgram nest;
    private final DeviceLimits limits;
    private final BiFunction<Function, Grain, Plan> compile;
    private final Map<Form, Plan> plans = new HashMap<>();

    /** Whether checks are left out, and how many copies there are. */
    private record Form(boolean isProven, int shift) {}

    /**
     * How to launch.
     *
     * @param plan what
     * @param shape in which shape
     * @param counts the numbers that it has as its last parameters
     */
    @SuppressWarnings("ArrayRecordComponent") // for one launch
    record Chosen(Plan plan, Shape shape, long[] counts) {}

    /**
     * Makes it.
     *
     * @param nest the nest
     * @param limits of the device
     * @param compile compiles the code of a thread
     */
    HistogramPlans(NestProgram nest, DeviceLimits limits, BiFunction<Function, Grain, Plan> compile) {
        this.nest = nest;
        this.limits = limits;
        this.compile = compile;
    }

    /** {@return whether a nest has histograms that can be in the memory of blocks} */
    static boolean areSuitable(NestProgram nest) {
        return !nest.threads().histograms().isEmpty()
                && nest.threads().histograms().stream()
                                .map(Histogram::element)
                                .distinct()
                                .count()
                        == 1;
    }

    /**
     * Chooses for a launch.
     *
     * @param isProven whether no thread can fault
     * @param operands of the nest, the iterations counted
     * @return how to launch, {@code null} if elements are better updated where they are
     */
    @Nullable Chosen find(boolean isProven, Operands operands) {
        long[] counts = operands.counts();
        long iterations = operands.iterations();
        long elements = 0;
        for (Histogram histogram : nest.threads().histograms()) {
            elements += operands.arrayLength(histogram.parameter());
        }
        int bytes = nest.threads().histograms().getFirst().element().bytes();
        boolean isShort = HistogramKernel.sharedBytes(elements, bytes, 0) <= MOST_BYTES;
        if (elements == 0 || !isShort || iterations == Long.MAX_VALUE) {
            return null;
        }
        int shift = 0;
        while (shift < HistogramKernel.MOST_SHIFT
                && HistogramKernel.sharedBytes(elements, bytes, shift + 1) <= MOST_COPIED_BYTES) {
            shift++;
        }
        int shared = (int) HistogramKernel.sharedBytes(elements, bytes, shift);
        Grain grain = grain(isProven);
        int axes = nest.axes().size();
        long threads = axes == 1 ? grain.threads(counts[0]) : iterations;
        if (iterations / (LEAST_UPDATES * elements) < limits.multiprocessors()
                || shared > limits.sharedBytesPerBlock()) {
            return null;
        }
        Plan plan = compiled(new Form(isProven, shift));
        long blocks = Math.min(
                plan.executable().mostBlocks(HistogramKernel.THREADS, shared),
                Math.ceilDiv(threads, HistogramKernel.THREADS));
        blocks = Math.min(blocks, iterations / (LEAST_UPDATES * elements));
        Shape shape = new Shape(Math.clamp(blocks, 1, limits.gridX()), 1, 1, HistogramKernel.THREADS, 1, 1, shared);
        return new Chosen(plan, shape, axes == 1 ? new long[] {threads} : Arrays.copyOf(counts, axes));
    }

    private Grain grain(boolean isProven) {
        return isProven ? proven().grain() : nest.threads().grain();
    }

    private NestProgram.Proven proven() {
        return Objects.requireNonNull(nest.threads().proven(), "asked for");
    }

    private synchronized Plan compiled(Form form) {
        return plans.computeIfAbsent(form, _ -> {
            Function work = form.isProven ? proven().threads() : nest.threads().code();
            return compile.apply(
                    HistogramKernel.of(work, nest.axes(), nest.threads().histograms(), form.shift),
                    grain(form.isProven));
        });
    }

    /** {@return what was compiled} */
    synchronized Stream<Plan> known() {
        return List.copyOf(plans.values()).stream();
    }
}
