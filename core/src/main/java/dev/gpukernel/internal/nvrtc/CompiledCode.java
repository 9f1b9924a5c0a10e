package dev.gpukernel.internal.nvrtc;

import java.util.Map;

/**
 * What CUDA C was compiled to.
 *
 * @param code a cubin, or PTX for a GPU that is newer than the compiler
 * @param names names of kernels in the code, by the expressions that name them in CUDA C
 * @param log what the compiler said, warnings for example
 * @param isKept whether it was compiled in an earlier run and read from disk
 * @param nanos how long it took
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CompiledCode(byte[] code, Map<String, String> names, String log, boolean isKept, long nanos) {
    /** Copies the names. */
    public CompiledCode {
        names = Map.copyOf(names);
    }
}
