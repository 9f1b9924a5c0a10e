package dev.gpukernel.internal.backend;

import dev.gpukernel.internal.ir.Function;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.List;

/**
 * A kernel as a backend gets it to compile.
 *
 * @param function what one thread does, after the passes
 * @param form how it was written
 * @param method the original method
 * @param lookup a lookup with access to the original method
 * @param parameterNames names of its parameters
 * @param maxThreadsPerBlock threads per block to compile for, 0 if not fixed
 * @param distinctArrays whether no two array arguments are the same array; if not, a write through one may change another
 */
public record KernelUnit(
        Function function,
        KernelForm form,
        Method method,
        MethodHandles.Lookup lookup,
        List<String> parameterNames,
        int maxThreadsPerBlock,
        boolean distinctArrays) {}
