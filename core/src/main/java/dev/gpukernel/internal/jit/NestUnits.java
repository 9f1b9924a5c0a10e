package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.backend.Grain;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.pass.HistogramKernel;
import dev.gpukernel.internal.pass.ReductionKernel;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parallel loop nests of a kernel as backends get them.
 *
 * @param program the kernel
 * @param method its method
 * @param lookup a lookup with access to it
 * @param blockSize threads per block to compile for, 0 if not fixed
 * @param distinctArrays whether no two array arguments are the same array
 */
record NestUnits(Program program, Method method, MethodHandles.Lookup lookup, int blockSize, boolean distinctArrays) {
    /** {@return whether a kernel's only loop does all that the kernel does, with the kernel's own arguments} */
    static boolean isWhole(Program program) {
        Function host = program.function();
        if (program.nests().size() != 1) {
            return false;
        }
        NestProgram nest = program.nests().getFirst().program();
        return nest.reduction() == null
                && nest.scan() == null
                && nest.launched().params().size() == host.params().size()
                && Loop.of(host).isEmpty()
                && host.blocks().stream()
                        .flatMap(block -> block.instrs().stream())
                        .noneMatch(instr -> instr.op() instanceof Op.Store);
    }

    KernelUnit of(NestProgram nest) {
        if (nest.reduction() == null && nest.scan() == null) {
            return of(nest, nest.threads(), nest.grain());
        }
        KernelUnit unit = reducing(nest.threads(), nest.iteration(), nest.alone(), distinctArrays);
        return nest.scan() == null
                ? unit
                : unit.withResidentBlocks(nest.scan().blocks().residentBlocks());
    }

    /** {@return a nest for launches in which no thread can fault} */
    KernelUnit ofProven(NestProgram nest, NestProgram.Proven proven) {
        return of(nest, proven.threads(), proven.grain());
    }

    /** {@return a nest for launches of pieces} */
    KernelUnit ofPiece(NestProgram nest, Function threads) {
        return nest.reduction() == null
                ? of(nest, threads, Grain.ONE)
                : reducing(threads, nest.iteration(), null, distinctArrays);
    }

    /** {@return a nest whose blocks update histograms in their own memory} */
    KernelUnit ofShared(NestProgram nest, Function threads, Grain grain) {
        KernelUnit.Nest whole = new KernelUnit.Nest(nest.iteration(), nest.alone(), nest.axes(), false);
        return unit(threads, KernelForm.LOOP, whole, HistogramKernel.THREADS, true, grain);
    }

    private KernelUnit of(NestProgram nest, Function threads, Grain grain) {
        KernelUnit.Nest whole = new KernelUnit.Nest(nest.iteration(), nest.alone(), nest.axes(), isWhole(program));
        return unit(threads, KernelForm.LOOP, whole, blockSize, distinctArrays, grain);
    }

    /** {@return the reduction of what chunks came to} */
    KernelUnit ofChunks(NestProgram.Reduction reduction) {
        return reducing(reduction.chunkThreads(), reduction.chunkIteration(), null, true);
    }

    /** {@return what blocks add to running values} */
    KernelUnit ofTotals(NestProgram.Scan scan) {
        return reducing(scan.blocks().totals(), scan.turns().totals(), null, distinctArrays);
    }

    /** {@return what running values are before each block} */
    KernelUnit ofPrefixes(NestProgram.Scan scan) {
        return reducing(scan.blocks().prefixes(), scan.turns().prefixes(), null, true);
    }

    private KernelUnit reducing(Function threads, Function iteration, @Nullable Function alone, boolean distinct) {
        KernelUnit.Nest nest = new KernelUnit.Nest(iteration, alone, List.of(Axis.X), false);
        return unit(threads, KernelForm.LOOP, nest, ReductionKernel.LANES, distinct, Grain.ONE);
    }

    private KernelUnit unit(
            Function threads, KernelForm form, KernelUnit.Nest nest, int block, boolean distinct, Grain grain) {
        return new KernelUnit(threads, form, nest, method, lookup, program.parameterNames(), block, distinct, grain);
    }
}
