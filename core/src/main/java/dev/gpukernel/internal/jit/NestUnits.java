package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.backend.Grain;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.KernelSource;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.KernelUnit.Turns;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.pass.HistogramKernel;
import dev.gpukernel.internal.pass.ReductionKernel;
import dev.gpukernel.internal.pass.ScanSteps;
import dev.gpukernel.internal.pass.VectorSplitting;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The parallel loop nests of a kernel as backends get them.
 *
 * @param program the kernel
 * @param source what it comes from
 * @param blockSize threads per block to compile for, 0 if not fixed
 * @param arrays what holds of array arguments
 * @param inTurns whether they are for a device that does iterations in turn, and has no use for threads
 */
record NestUnits(Program program, KernelSource source, int blockSize, ArrayFacts arrays, boolean inTurns) {
    /** {@return whether a kernel's only loop does all that the kernel does, with the kernel's own arguments} */
    static boolean isWhole(Program program) {
        Function host = program.function();
        if (program.nests().size() != 1) {
            return false;
        }
        NestProgram nest = program.nests().getFirst().program();
        return nest.isPlain()
                && nest.launched().params().size() == host.params().size()
                && !program.returnsObject()
                && Loop.of(host).isEmpty()
                && !changesArrays(host);
    }

    private static boolean changesArrays(Function host) {
        for (Instr instr : host.instrs()) {
            if (instr.op() instanceof Op.Store || instr.op() instanceof Op.MakeArray) {
                return true;
            }
        }
        return false;
    }

    KernelUnit of(NestProgram nest) {
        Supplier<Turns> turns = turns(nest);
        if (nest.isPlain()) {
            Grain grain = inTurns ? Grain.ONE : nest.threads().grain();
            return plain(nest, code(() -> nest.threads().code(), turns), turns, grain);
        }
        KernelUnit unit = reducing(() -> nest.threads().code(), turns, arrays);
        if (inTurns) {
            return unit;
        }
        ScanSteps steps = nest.threads().scan();
        return unit.withResidentBlocks(
                steps == null ? ReductionKernel.residentBlocks(nest.launched()) : steps.residentBlocks());
    }

    /** {@return a nest for launches in which no thread can fault} */
    KernelUnit ofProven(NestProgram nest, NestProgram.Proven proven) {
        return plain(nest, proven.threads(), turns(nest), proven.grain());
    }

    /** {@return a nest for launches with few iterations along x} */
    KernelUnit ofSingle(NestProgram nest, Function threads) {
        return plain(nest, threads, turns(nest), Grain.ONE);
    }

    /** {@return a nest for launches of pieces} */
    KernelUnit ofPiece(NestProgram nest, Function threads) {
        if (nest.isPlain()) {
            return plain(nest, threads, turns(nest), Grain.ONE);
        }
        KernelUnit unit = reducing(() -> threads, turns(nest), arrays);
        return nest.scans() == null ? unit.withResidentBlocks(ReductionKernel.residentBlocks(nest.launched())) : unit;
    }

    /** {@return a nest whose blocks update histograms in their own memory} */
    KernelUnit ofShared(NestProgram nest, Function threads, Grain grain) {
        KernelUnit.Nest whole = new KernelUnit.Nest(turns(nest), nest.axes(), false);
        return unit(threads, whole, HistogramKernel.THREADS, arrays, grain);
    }

    /** {@return the reduction of what chunks came to} */
    KernelUnit ofChunks(NestProgram nest) {
        return reducing(
                () -> known(nest.threads().chunks()),
                () -> new Turns(known(nest.turns().chunks()), null),
                ArrayFacts.USUAL);
    }

    /** {@return what blocks add to running values} */
    KernelUnit ofTotals(NestProgram nest) {
        return reducing(
                () -> known(nest.threads().scan()).totals(),
                () -> new Turns(known(nest.turns().scan()).totals(), null),
                arrays);
    }

    /** {@return what running values are before each block} */
    KernelUnit ofPrefixes(NestProgram nest) {
        return reducing(
                () -> known(nest.threads().scan()).prefixes(),
                () -> new Turns(known(nest.turns().scan()).prefixes(), null),
                ArrayFacts.USUAL);
    }

    private static Supplier<Turns> turns(NestProgram nest) {
        return () -> new Turns(nest.turns().iteration(), nest.turns().alone());
    }

    private static <T> T known(@Nullable T form) {
        return Objects.requireNonNull(form, "of this kind of loop");
    }

    private Function code(Supplier<Function> threads, Supplier<Turns> turns) {
        return inTurns ? turns.get().iteration() : threads.get();
    }

    private KernelUnit plain(NestProgram nest, Function code, Supplier<Turns> turns, Grain grain) {
        KernelUnit.Nest whole = new KernelUnit.Nest(turns, nest.axes(), isWhole(program));
        return unit(code, whole, blockSize, arrays, grain);
    }

    private KernelUnit reducing(Supplier<Function> threads, Supplier<Turns> turns, ArrayFacts facts) {
        KernelUnit.Nest nest = new KernelUnit.Nest(turns, List.of(Axis.X), false);
        return unit(code(threads, turns), nest, ReductionKernel.LANES, facts, Grain.ONE);
    }

    private KernelUnit unit(Function code, KernelUnit.Nest nest, int block, ArrayFacts facts, Grain grain) {
        Function own = facts.aligned() ? code : VectorSplitting.of(code);
        return new KernelUnit(
                own, KernelForm.LOOP, nest, source, program.parameterNames(), block, facts.distinct(), grain);
    }
}
