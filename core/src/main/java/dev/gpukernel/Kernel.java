package dev.gpukernel;

import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A kernel, compiled when it is first launched on a device. Usable from several threads.
 *
 * <p>Generated launchers hold one for each kernel. A test or a shell makes its own:
 *
 * <pre>{@code
 * Kernel.of(VectorOps.class, "saxpy").launch(2f, x, y);
 * }</pre>
 */
public interface Kernel {
    /**
     * Finds a kernel by name.
     *
     * @param declaringClass class that declares it
     * @param name name of the annotated method
     * @return the kernel
     * @throws IllegalArgumentException if the class has no kernel of that name, or several
     */
    static Kernel of(Class<?> declaringClass, String name) {
        Objects.requireNonNull(declaringClass, "declaringClass");
        Objects.requireNonNull(name, "name");
        return Engine.get().kernel(declaringClass, name);
    }

    /**
     * Finds a kernel by name, with the access rights of its class. Generated launchers call this.
     *
     * @param lookup a lookup with package access to the class
     * @param declaringClass class that declares it
     * @param name name of the annotated method
     * @return the kernel
     * @throws IllegalArgumentException if the class has no kernel of that name, or several
     */
    static Kernel of(MethodHandles.Lookup lookup, Class<?> declaringClass, String name) {
        Objects.requireNonNull(lookup, "lookup");
        Objects.requireNonNull(declaringClass, "declaringClass");
        Objects.requireNonNull(name, "name");
        return Engine.get().kernel(lookup, declaringClass, name);
    }

    /**
     * Finds one of several kernels of a name by its signature, with the access rights of its class. Generated launchers call this.
     *
     * @param lookup a lookup with package access to the class
     * @param declaringClass class that declares it
     * @param name name of the annotated method
     * @param parameterTypes types of its parameters
     * @return the kernel
     * @throws IllegalArgumentException if the class has no such kernel
     */
    static Kernel of(MethodHandles.Lookup lookup, Class<?> declaringClass, String name, Class<?>... parameterTypes) {
        Objects.requireNonNull(lookup, "lookup");
        Objects.requireNonNull(declaringClass, "declaringClass");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(parameterTypes, "parameterTypes");
        return Engine.get().kernel(lookup, declaringClass, name, parameterTypes);
    }

    /** {@return class and method, such as {@code VectorOps.saxpy}} */
    String name();

    /** {@return a launch of a plain-loop kernel, waiting for its arguments} */
    KernelCall call();

    /**
     * A launch of a grid kernel, waiting for its arguments.
     *
     * @param launch its shape
     * @return the call
     */
    KernelCall call(Launch launch);

    /**
     * Runs a plain-loop kernel.
     *
     * @param arguments one for each parameter; arrays either all on the host, buffers among them, or all {@link GpuArray}s
     * @return what it returns, {@code null} for nothing; an array as a {@link GpuArray} if arrays were passed as those
     * @throws KernelRejectedException if it contains what cannot run on a GPU
     */
    @Nullable Object launch(Object... arguments);

    /**
     * Runs a grid kernel.
     *
     * @param launch its shape
     * @param arguments one for each parameter; arrays either all on the host, buffers among them, or all {@link GpuArray}s
     * @throws KernelRejectedException if it contains what cannot run on a GPU
     */
    void launch(Launch launch, Object... arguments);

    /** {@return the intermediate representation after the compiler's passes, as text} */
    String ir();

    /**
     * The code for a device of compute capability 7.5, or for the device that ran it last.
     *
     * @return PTX
     */
    String ptx();

    /**
     * How the loops of a plain-loop kernel run, one line for each, in the order of the source: split among threads, in each thread,
     * by one thread, or on the host, with the number of launches that the host then makes, and why not better.
     *
     * <pre>{@code
     * kernel Stencils.jacobi
     *   line 12, loop over step: on the host, launches: 2 * steps; not parallel, since …
     *     line 13, loop over y: parallel over y, x, 1 iteration a thread
     *       line 14, loop over x: parallel, together with the loop around it
     *     line 18, loop over i: parallel over i, 4 iterations a thread
     * }</pre>
     *
     * <p>Iterations a thread are those of a GPU. A CPU divides the iterations among its cores. The text is for reading, and its words
     * may change.
     *
     * @return one or more lines
     * @throws KernelRejectedException if it contains what cannot run on a GPU
     */
    String schedule();

    /** {@return registers that each thread takes on the GPU that ran it last, empty if none has} */
    OptionalInt registers();

    /** {@return what is known of its last run, empty if it has not run} */
    Optional<KernelRun> lastRun();
}
