package dev.gpukernel.internal.jit;

import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.internal.frontend.FrontEnd;
import dev.gpukernel.internal.frontend.FrontEnd.ReadKernel;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.frontend.Variant;
import java.lang.reflect.Method;

/** Makes the code of a kernel that passes begin with. */
@FunctionalInterface
public interface KernelReader {
    /**
     * Makes the code, a new one each time, as passes change it.
     *
     * @param outlining which of what it calls shall be functions
     * @param checksIndices whether indices are checked in any case
     * @param variant what arguments it is made for
     * @return the code
     * @throws KernelRejectedException with everything in it that cannot run on a GPU
     */
    ReadKernel read(Outlining outlining, boolean checksIndices, Variant variant);

    /** {@return what reads a method's class file} */
    static KernelReader of(Method method) {
        return (outlining, checksIndices, variant) ->
                ProgramCompiler.complete(FrontEnd.reading(method, outlining, checksIndices, variant));
    }
}
