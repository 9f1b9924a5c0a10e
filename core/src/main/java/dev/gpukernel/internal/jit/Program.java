package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.pass.ParallelLoop.AliasConflict;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kernel after the passes, before any backend.
 *
 * @param name class and method
 * @param function what one thread does
 * @param form how it was written
 * @param parameterNames names of its parameters
 * @param uses what it does with each parameter
 * @param overwritten array parameters whose old contents do not matter if there are enough threads
 * @param iterations number of iterations of a loop, {@code null} for a grid kernel
 * @param runsWithoutIterations whether a thread must run even if there are no iterations, for what it may throw
 * @param conflicts pairs of parameters that must not be the same array
 * @param nanos time it took to make
 */
record Program(
        String name,
        Function function,
        KernelForm form,
        List<String> parameterNames,
        List<Access.Use> uses,
        BitSet overwritten,
        @Nullable HostExpression iterations,
        boolean runsWithoutIterations,
        List<AliasConflict> conflicts,
        long nanos) {}
