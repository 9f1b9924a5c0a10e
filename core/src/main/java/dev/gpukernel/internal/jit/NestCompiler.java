package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.FullWrite;
import dev.gpukernel.internal.analysis.Histogram;
import dev.gpukernel.internal.backend.Grain;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Verifier;
import dev.gpukernel.internal.pass.CheckRemoval;
import dev.gpukernel.internal.pass.Coarsening;
import dev.gpukernel.internal.pass.Coarsening.Coarse;
import dev.gpukernel.internal.pass.FunctionCopy;
import dev.gpukernel.internal.pass.LoopPiece;
import dev.gpukernel.internal.pass.OutlinedNest;
import dev.gpukernel.internal.pass.Pipeline;
import dev.gpukernel.internal.pass.PlainUpdates;
import dev.gpukernel.internal.pass.ReductionChunk;
import dev.gpukernel.internal.pass.ReductionKernel;
import dev.gpukernel.internal.pass.ScanSteps;
import dev.gpukernel.internal.pass.Scans;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Optimises a parallel loop nest. */
final class NestCompiler {
    private final BiConsumer<String, Function> watcher;
    private final ProgramCompiler.Effort effort;

    /**
     * Makes it.
     *
     * @param watcher called with the name of each step and the function after it
     * @param effort how much is done for speed
     */
    NestCompiler(BiConsumer<String, Function> watcher, ProgramCompiler.Effort effort) {
        this.watcher = watcher;
        this.effort = effort;
    }

    /**
     * Optimises what all devices have in common of a nest. The rest is done when a device asks for its form.
     *
     * @param nest the nest
     * @param isAlone whether no run of the kernel launches anything else, which might read what this one only writes
     */
    NestProgram compile(OutlinedNest nest, boolean isAlone) {
        Function code = nest.code();
        watcher.accept("ParallelLoops", code);
        optimise(code);
        Verifier.verify(code);
        Scans scans = nest.scans();
        if (scans != null) {
            optimise(scans.summands());
        }
        Function combine = nest.combine();
        boolean isPlain = combine == null && scans == null;
        code.settle();
        return new NestProgram(
                code,
                Access.uses(code).stream().anyMatch(Access.Use::written),
                combine,
                scans,
                form(code, () -> turns(nest)),
                form(code, () -> isPlain ? threads(nest) : blocks(nest)),
                nest.axes(),
                scans == null && isAlone && nest.axes().size() == 1 ? FullWrite.of(code) : new BitSet(),
                nest.conflicts(),
                nest.ends(),
                nest.conditions());
    }

    /** {@return what makes a form, which may change the code: nobody may look at it meanwhile without the code's lock} */
    private static <T> Made<T> form(Function code, Supplier<T> maker) {
        return new Made<>(() -> {
            synchronized (code) {
                return ProgramCompiler.guarded(code, maker);
            }
        });
    }

    private NestProgram.Turns turns(OutlinedNest nest) {
        Function iteration = nest.iteration();
        optimise(iteration);
        Scans scans = nest.scans();
        Function combine = nest.combine();
        ScanSteps steps = scans == null ? null : ScanSteps.inTurns(iteration, scans, combine);
        Function turns = steps != null
                ? steps.iterations()
                : combine == null ? iteration : ReductionChunk.spread(iteration, combine);
        Verifier.verify(turns);
        return new NestProgram.Turns(
                turns,
                PlainUpdates.of(turns),
                combine == null ? null : ReductionChunk.of(chunks(nest.code(), combine), combine),
                steps);
    }

    private NestProgram.Threads threads(OutlinedNest nest) {
        Function code = nest.code();
        boolean isDeep = nest.axes().size() > 1;
        List<Histogram> histograms = effort.specialises() ? Histogram.of(code) : List.of();
        boolean mayCoarsen = effort.specialises() && !(isDeep && !histograms.isEmpty());
        Coarse coarse = mayCoarsen ? Coarsening.of(code) : null;
        Supplier<Function> single = isDeep && coarse != null ? single(code) : null;
        boolean mayFault = code.effects().mayFault();
        Function checked = mayFault && coarse == null ? FunctionCopy.of(code) : code;
        Supplier<List<Function>> piece = piece(nest, coarse == null);
        Function threads = coarse != null ? seen(coarse) : specialised(code);
        Grain grain = grain(coarse);
        boolean updates = !histograms.isEmpty();
        NestProgram.Proven proven = !mayFault
                ? null
                : isWorthUnchecking(checked, coarse != null, updates)
                        ? unchecked(checked, updates && mayCoarsen)
                        : new NestProgram.Proven(checked, threads, grain);
        return verified(new NestProgram.Threads(threads, grain, single, null, null, proven, piece, histograms));
    }

    /** {@return what makes of an iteration the code of a thread} */
    private Supplier<Function> single(Function iteration) {
        return () -> ProgramCompiler.guarded(iteration, () -> {
            Function thread = FunctionCopy.of(iteration);
            specialise(thread, (_, _) -> {});
            Verifier.verify(thread);
            thread.settle();
            return thread;
        });
    }

    /** {@return what blocks do that put together what their threads come to} */
    private NestProgram.Threads blocks(OutlinedNest nest) {
        Function code = nest.code();
        Function combine = nest.combine();
        Scans scans = nest.scans();
        // In plain code there is no counter: what chunks come to is reduced by a launch of its own, as it is beside
        // running values.
        boolean isWhole = scans == null && effort.specialises();
        Function chunks =
                combine == null || isWhole ? null : reducing(ReductionKernel.of(chunks(code, combine), combine));
        if (scans == null) {
            Function checked = Objects.requireNonNull(combine, "a reduction");
            Supplier<List<Function>> piece = piece(nest, false);
            return verified(new NestProgram.Threads(
                    reducing(isWhole ? ReductionKernel.whole(code, checked) : ReductionKernel.spread(code, checked)),
                    Grain.ONE,
                    null,
                    chunks,
                    null,
                    null,
                    piece,
                    List.of()));
        }
        ScanSteps blocks = ScanSteps.inBlocks(code, scans, combine);
        for (Function step : steps(blocks)) {
            watcher.accept("ScanKernel", step);
            Pipeline.run(Pipeline.OPTIMISE, step, watcher);
            specialised(step);
        }
        return verified(new NestProgram.Threads(
                blocks.iterations(), Grain.ONE, null, chunks, blocks, null, piece(nest, false), List.of()));
    }

    private static NestProgram.Threads verified(NestProgram.Threads made) {
        Verifier.verify(made.code());
        made.code().settle();
        return made;
    }

    /**
     * {@return what makes the code of a piece, null where there is none}
     *
     * @param changes whether the nest's code is changed from now on
     */
    private @Nullable Supplier<List<Function>> piece(OutlinedNest nest, boolean changes) {
        if (!effort.specialises()) {
            return null;
        }
        Function code = changes ? FunctionCopy.of(nest.code()) : nest.code();
        Function combine = nest.combine();
        Scans scans = nest.scans();
        if (scans != null) {
            return () -> steps(LoopPiece.ofScan(code, scans, combine));
        }
        return () -> Stream.ofNullable(
                        combine == null ? LoopPiece.of(code, nest.axes()) : LoopPiece.ofReduction(code, combine))
                .toList();
    }

    private static List<Function> steps(@Nullable ScanSteps scan) {
        return scan == null ? List.of() : List.of(scan.totals(), scan.prefixes(), scan.iterations());
    }

    private static Grain grain(@Nullable Coarse coarse) {
        return coarse == null ? Grain.ONE : new Grain(coarse.iterations(), coarse.mostSkipped());
    }

    /**
     * {@return whether code without checks is faster}
     *
     * @param checked the code of an iteration
     * @param isCoarse whether a thread asks once for several of them
     * @param updates whether it updates histograms, for which each check costs as much as the update
     */
    private boolean isWorthUnchecking(Function checked, boolean isCoarse, boolean updates) {
        if (updates) {
            return checked.callsOnlyRare();
        }
        // To a device that gets plain code, each check costs memory for what it may report.
        return !isCoarse && (!effort.specialises() || CheckRemoval.isWorthwhile(checked));
    }

    private NestProgram.Proven unchecked(Function checked, boolean mayCoarsen) {
        Function unchecked = FunctionCopy.of(checked);
        new CheckRemoval().run(unchecked);
        Coarse coarse = mayCoarsen ? Coarsening.of(unchecked) : null;
        if (coarse == null && effort.specialises()) {
            specialise(unchecked, (_, _) -> {});
        }
        return new NestProgram.Proven(checked, coarse == null ? unchecked : coarse.function(), grain(coarse));
    }

    private Function seen(Coarse coarse) {
        watcher.accept("Coarsening", coarse.function());
        return coarse.function();
    }

    private void optimise(Function function) {
        Pipeline.run(Pipeline.OPTIMISE, function, watcher);
        if (effort == ProgramCompiler.Effort.FAST) {
            Pipeline.run(Pipeline.APPROXIMATE, function, watcher);
        }
    }

    private Function specialised(Function function) {
        if (effort.specialises()) {
            specialise(function, watcher);
        }
        return function;
    }

    private static void specialise(Function function, BiConsumer<String, Function> watcher) {
        Pipeline.run(Pipeline.SPECIALISE, function, watcher);
        if (function.callsOnlyRare()) {
            Pipeline.run(Pipeline.WIDEN, function, watcher);
        }
    }

    private static Function chunks(Function iteration, Function combine) {
        return ReductionKernel.ofChunks(iteration.name() + "_chunks", combine);
    }

    private Function reducing(Function threads) {
        watcher.accept("ReductionKernel", threads);
        Pipeline.run(Pipeline.OPTIMISE, threads, watcher);
        return specialised(threads);
    }
}
