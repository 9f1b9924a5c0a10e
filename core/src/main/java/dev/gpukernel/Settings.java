package dev.gpukernel;

/**
 * The system properties that GpuKernel reads. Each is read when GpuKernel is first used. Upper and lower case are the same in values. A
 * property whose name begins with {@code gpukernel.} and is none of these is a warning in the log, and so is a value that a property does not
 * have.
 */
public final class Settings {
    /**
     * {@value}: the backend that runs kernels. {@code tornado}: TornadoVM, if Java was started with it. {@code cuda}: NVIDIA's
     * driver. {@code cpu}: the machine's own cores. {@code auto}, the default: the first that is available, in this order. A
     * backend asked for by name that is absent is an error.
     */
    public static final String BACKEND = "gpukernel.backend";

    /**
     * {@value}: the number of the backend's device that {@link Gpu#current()} is, 0 by default. Another is an error that lists the
     * devices.
     */
    public static final String DEVICE = "gpukernel.device";

    /**
     * {@value}: how much memory of each device may be taken at most, kept memory included, as bytes or with {@code k}, {@code m},
     * {@code g} or {@code t} for powers of 1024, such as {@code 2g}. By default, all that a device has.
     */
    public static final String MEMORY = "gpukernel.memory";

    /**
     * {@value}: what to print to standard error when a kernel is compiled, separated by commas. {@code ir}: the intermediate
     * representation after each pass that changed it. {@code ptx}: the generated code.
     */
    public static final String PRINT = "gpukernel.print";

    /** {@value}: {@code true} to check the intermediate representation after each pass, {@code false} by default. */
    public static final String VERIFY = "gpukernel.verify";

    /**
     * {@value}: how the CPU runs a kernel. {@code sequential}: the method as it is, a plain loop in the thread that launches it, as it also
     * does if the JVM was started with a debugger. {@code parallel}, the default: as compiled code, over all cores.
     */
    public static final String CPU_LOOPS = "gpukernel.cpu.loops";

    /**
     * {@value}: {@code true} to print to standard error, after a launch whose arrays move in pieces, when each piece moved and ran;
     * {@code false} by default.
     */
    public static final String PIPELINE_TRACE = "gpukernel.pipeline.trace";

    /**
     * {@value}: path of the library that compiles CUDA C at run time (NVRTC, such as {@code libnvrtc.so.13}), or of the folder that it is
     * in. By default, that of a CUDA toolkit, of the system's library path, or of the dependency {@code org.bytedeco:cuda-redist}.
     */
    public static final String NVRTC = "gpukernel.nvrtc";

    /**
     * {@value}: folder that keeps compiled kernels, compiled CUDA C and unpacked libraries from one run to the next; {@code none} to keep no
     * compiled code. By default, {@code gpukernel} in the user's cache folder.
     */
    public static final String CACHE = "gpukernel.cache";

    private Settings() {}
}
