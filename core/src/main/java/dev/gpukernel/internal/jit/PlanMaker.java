package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.Executable;
import dev.gpukernel.internal.backend.Grain;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.KernelSource;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.WholeMethodException;
import dev.gpukernel.internal.intrinsic.GridOperations;
import dev.gpukernel.internal.ir.Function;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes plans of a kernel: has a device compile what is launched of it. */
final class PlanMaker {
    private final String name;
    private final KernelSource source;
    private final CudaFunctionSources libraries;

    /**
     * Makes it.
     *
     * @param source the kernel
     */
    PlanMaker(KernelSource source) {
        this.name = source.name();
        this.source = source;
        this.libraries = new CudaFunctionSources(source.loader());
    }

    /**
     * Makes a plan.
     *
     * @param gpu the device
     * @param compiled the kernel, optimised as the device wants it
     * @param arrays what holds of the arrays
     */
    KernelPlan make(DeviceGpu gpu, Program compiled, ArrayFacts arrays) {
        if (compiled.form() == KernelForm.LOOP
                && (source.method() == null || !gpu.raw().runsWholeMethods())) {
            try {
                return loops(gpu, compiled, arrays);
            } catch (WholeMethodException e) {
                if (source.method() == null) {
                    throw e;
                }
                // Some loops are too large for the JVM to compile, for one.
            }
        }
        return whole(gpu, compiled, arrays);
    }

    /** Makes a plan of a grid kernel whose threads the device runs in turn. */
    KernelPlan inTurn(DeviceGpu gpu, Program compiled, ArrayFacts arrays) {
        KernelUnit unit = unit(compiled, arrays).forThreadsInTurn();
        return KernelPlan.whole(compiled, plan(gpu, unit, compiled.nanos(), arrays));
    }

    /** Makes a plan of a kernel that the device runs as it is written. */
    KernelPlan whole(DeviceGpu gpu, Program compiled, ArrayFacts arrays) {
        return KernelPlan.whole(compiled, plan(gpu, unit(compiled, arrays), compiled.nanos(), arrays));
    }

    private Plan plan(DeviceGpu gpu, KernelUnit alone, long nanosBefore, ArrayFacts arrays) {
        KernelUnit unit = alone.with(libraries.of(alone.function()));
        long start = System.nanoTime();
        FlightEvents.Compiled event = FlightEvents.compilation();
        Executable executable =
                SizedExecutable.isFor(gpu.raw(), unit) ? new SizedExecutable(gpu, unit) : gpu.compile(unit);
        Watcher.printCode(name, executable.code());
        long nanos = System.nanoTime() - start + nanosBefore;
        if (event != null) {
            event.end(name, gpu);
        }
        // What native code counts with, its author knows.
        boolean countsLongs = unit.function().isDeclared()
                || (unit.form() == KernelForm.GRID && GridOperations.countLongs(unit.function()));
        boolean isFlat = unit.nest() == null || unit.nest().axes().size() == 1;
        int width = isFlat ? NestShape.WIDTH : NestShape.width(unit.function());
        return new Plan(
                executable, gpu, arrays, name, unit.maxThreadsPerBlock(), countsLongs, unit.grain(), width, nanos);
    }

    private KernelPlan loops(DeviceGpu gpu, Program compiled, ArrayFacts arrays) {
        NestUnits units = units(compiled, arrays, gpu.raw().sharesHeap());
        Map<Function, KernelPlan.NestPlan> nests = new ConcurrentHashMap<>();
        Plan first = null;
        for (LaunchedNest nest : compiled.nests()) {
            if (!nest.isRare()) {
                KernelPlan.NestPlan plan = nest(gpu, units, nest.program(), first == null ? compiled.nanos() : 0);
                first = first == null ? plan.plan() : first;
                nests.put(nest.launched(), plan);
            }
        }
        Objects.requireNonNull(first, "a kernel has a loop");
        return new KernelPlan(compiled, first, nests, nest -> nest(gpu, units, nest.program(), 0));
    }

    private KernelPlan.NestPlan nest(DeviceGpu gpu, NestUnits units, NestProgram nest, long nanosBefore) {
        long start = System.nanoTime();
        KernelUnit unit = units.of(nest);
        Plan plan = plan(gpu, unit, nanosBefore + System.nanoTime() - start, units.arrays());
        boolean hasChunks =
                nest.combine() != null && (units.inTurns() || nest.threads().chunks() != null);
        Plan chunks = hasChunks ? plan(gpu, units.ofChunks(nest), 0, ArrayFacts.USUAL) : null;
        return new KernelPlan.NestPlan(
                nest,
                plan,
                single(gpu, units, nest),
                chunks,
                scan(gpu, units, nest),
                proven(gpu, units, nest, plan),
                pieces(gpu, units, nest),
                histograms(gpu, units, nest));
    }

    private @Nullable Made<Plan> single(DeviceGpu gpu, NestUnits units, NestProgram nest) {
        Supplier<Function> code = units.inTurns() ? null : nest.threads().single();
        return code == null ? null : new Made<>(() -> plan(gpu, units.ofSingle(nest, code.get()), 0, units.arrays()));
    }

    private KernelPlan.@Nullable ScanPlan scan(DeviceGpu gpu, NestUnits units, NestProgram nest) {
        return nest.scans() == null
                ? null
                : new KernelPlan.ScanPlan(
                        plan(gpu, units.ofTotals(nest), 0, units.arrays()),
                        plan(gpu, units.ofPrefixes(nest), 0, ArrayFacts.USUAL));
    }

    @SuppressWarnings("ReferenceEquality") // the very same code
    private @Nullable ProvenPlan proven(DeviceGpu gpu, NestUnits units, NestProgram nest, Plan usual) {
        // The CPU backend analyses each launch itself.
        NestProgram.Proven proven = units.inTurns() ? null : nest.threads().proven();
        if (proven == null) {
            return null;
        }
        boolean isUsual = proven.threads() == nest.threads().code();
        return new ProvenPlan(
                nest,
                proven,
                new Made<>(() -> isUsual ? usual : plan(gpu, units.ofProven(nest, proven), 0, units.arrays())));
    }

    private @Nullable PiecePlan pieces(DeviceGpu gpu, NestUnits units, NestProgram nest) {
        Supplier<List<Function>> code =
                gpu.raw().pieceBytes() == 0 ? null : nest.threads().piece();
        return code == null
                ? null
                : new PiecePlan(nest, code, made -> plan(gpu, units.ofPiece(nest, made), 0, units.arrays()));
    }

    private @Nullable HistogramPlans histograms(DeviceGpu gpu, NestUnits units, NestProgram nest) {
        return units.inTurns() || !units.arrays().distinct() || !HistogramPlans.areSuitable(nest)
                ? null
                : new HistogramPlans(
                        nest,
                        gpu.raw().info().limits(),
                        (threads, grain) -> plan(gpu, units.ofShared(nest, threads, grain), 0, units.arrays()));
    }

    /** {@return a kernel's loops as backends get them} */
    NestUnits units(Program compiled, ArrayFacts arrays, boolean inTurns) {
        return new NestUnits(compiled, source, source.blockSize(), arrays, inTurns);
    }

    /** {@return a kernel as backends get it that is launched as one} */
    KernelUnit unit(Program compiled, ArrayFacts arrays) {
        return new KernelUnit(
                compiled.function(),
                compiled.form(),
                null,
                source,
                compiled.parameterNames(),
                source.blockSize(),
                arrays.distinct(),
                Grain.ONE);
    }
}
