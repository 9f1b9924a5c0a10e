package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.ir.Function;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A kernel on a device.
 *
 * @param program the kernel as it was compiled for the device
 * @param first the plan of its first nest, which stands for the kernel in what is told of it
 * @param nests its nests by the functions that the host's code launches, as far as they were needed; none of a grid kernel, and if the
 *     device runs the whole method
 * @param compiler makes the others
 */
record KernelPlan(Program program, Plan first, Map<Function, NestPlan> nests, Compiler compiler) {
    /** Compiles a nest that has not been needed before. */
    interface Compiler {
        /** {@return how a nest is launched} */
        NestPlan compile(LaunchedNest nest);
    }

    /** {@return a nest by the function that the host's code launches} */
    NestPlan nest(Function launched) {
        NestPlan known = nests.get(launched);
        return known != null ? known : nests.computeIfAbsent(launched, key -> compiler.compile(program.nest(key)));
    }

    /**
     * A kernel that is launched as one.
     *
     * @param program the kernel
     * @param method its plan
     */
    static KernelPlan whole(Program program, Plan method) {
        return new KernelPlan(program, method, Map.of(), nest -> {
            throw new IllegalStateException("the method runs as a whole");
        });
    }

    /** {@return whether the device runs the method as it is written, by the first plan: as a grid kernel, or in one thread} */
    boolean isWhole() {
        return nests.isEmpty();
    }

    /**
     * A nest on a device.
     *
     * @param program the nest
     * @param plan how it is launched
     * @param single how it is launched if there are few iterations along x, {@code null} if that makes no difference
     * @param chunks of a reduction, reduces what chunks came to; {@code null} if it is none, or if its last block does that
     * @param scan of a loop with running values, the steps before its iterations; {@code null} if there are none
     * @param proven how it is launched if no thread can fault, or {@code null} if that makes no difference
     * @param pieces how pieces of it are launched, or {@code null} if it cannot be cut
     * @param histograms how it is launched with histograms in the memory of blocks, or {@code null} if it has none
     */
    record NestPlan(
            NestProgram program,
            Plan plan,
            @Nullable Made<Plan> single,
            @Nullable Plan chunks,
            @Nullable ScanPlan scan,
            @Nullable ProvenPlan proven,
            @Nullable PiecePlan pieces,
            @Nullable HistogramPlans histograms) {
        /** {@return what was compiled of it} */
        Stream<Plan> plans() {
            return Stream.of(
                            Stream.of(plan),
                            single == null ? Stream.<Plan>empty() : single.known(),
                            proven == null ? Stream.<Plan>empty() : proven.known(),
                            histograms == null ? Stream.<Plan>empty() : histograms.known())
                    .flatMap(plans -> plans);
        }
    }

    /**
     * What comes before the iterations of a loop with running values.
     *
     * @param totals what blocks add to the running values
     * @param prefixes what the running values are before each block
     */
    record ScanPlan(Plan totals, Plan prefixes) {}

    /** {@return what was compiled of it} */
    List<Plan> plans() {
        return isWhole()
                ? List.of(first)
                : nests.values().stream().flatMap(NestPlan::plans).toList();
    }
}
