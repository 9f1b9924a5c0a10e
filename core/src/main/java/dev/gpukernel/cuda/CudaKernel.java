package dev.gpukernel.cuda;

import dev.gpukernel.Kernel;
import dev.gpukernel.KernelCall;
import dev.gpukernel.KernelRun;
import dev.gpukernel.Launch;
import dev.gpukernel.array.NdArray;
import dev.gpukernel.diagnostic.Message;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A kernel of CUDA C. It is launched as one of Java is: with host arrays, buffers and memory segments it returns when results are in them,
 * with {@code GpuArray}s when it is enqueued, after what uses the same arrays. It may be recorded into a graph, and cut arrays are slices.
 *
 * <p>Safe for use by several threads.
 */
public final class CudaKernel {
    private final Kernel kernel;
    private final List<CudaParameter> parameters;

    CudaKernel(Kernel kernel, List<CudaParameter> parameters) {
        this.kernel = kernel;
        this.parameters = List.copyOf(parameters);
    }

    /** {@return its name, as it was asked for} */
    public String name() {
        return kernel.name();
    }

    /** {@return what it was declared with} */
    public List<CudaParameter> parameters() {
        return parameters;
    }

    /**
     * Launches it.
     *
     * @param launch blocks and threads, shared memory, and a stream if it is not to be the default one
     * @param arguments one for each parameter: for a value a number, which is converted as Java converts arguments; for a pointer an array, a
     *     buffer or a memory segment of the host, a {@code GpuArray}, or for one that is only read an {@code NdArray}. Arrays of the host and
     *     of a device are not mixed.
     * @throws IllegalArgumentException if an argument is of another type, or there are more or fewer; nothing was launched then
     * @throws dev.gpukernel.GpuException if the device runs no CUDA C, or fails
     */
    public void launch(Launch launch, Object... arguments) {
        kernel.launch(launch, hasNdArray(arguments) ? withMemory(arguments) : arguments);
    }

    private static boolean hasNdArray(Object[] arguments) {
        for (Object argument : arguments) {
            if (argument instanceof NdArray<?>) {
                return true;
            }
        }
        return false;
    }

    /** {@return arguments with the memory of expressions in place of these} */
    private Object[] withMemory(Object[] arguments) {
        Object[] passed = arguments.clone();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof NdArray<?> array) {
                if (i < parameters.size() && parameters.get(i).isWritten()) {
                    throw new IllegalArgumentException(Message.ARGUMENT_TYPE.format(
                            i + 1, name(), "an NdArray, which never changes", i + 1, "in(…) or a GpuArray"));
                }
                passed[i] = array.asGpuArray();
            }
        }
        return passed;
    }

    /**
     * Begins a launch, which takes its arguments in order. It makes no garbage, where boxing numbers for {@link #launch} does.
     *
     * @param launch blocks and threads, shared memory, and a stream if it is not to be the default one
     * @return the launch, waiting for its arguments
     */
    public KernelCall call(Launch launch) {
        return kernel.call(launch);
    }

    /** {@return registers that each thread takes on the GPU that ran it last, empty if none has} */
    public OptionalInt registers() {
        return kernel.registers();
    }

    /** {@return what is known of its last run, empty if it has not run} */
    public Optional<KernelRun> lastRun() {
        return kernel.lastRun();
    }

    @Override
    public String toString() {
        return "raw kernel " + name();
    }
}
