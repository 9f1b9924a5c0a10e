package dev.gpukernel.oracle;

import dev.gpukernel.internal.backend.KernelForm;
import java.lang.reflect.Method;
import java.util.List;

/**
 * A random kernel.
 *
 * @param seed what it was made from; the same seed makes the same kernel
 * @param className binary name of its class
 * @param source the class's source, with one method, {@link #METHOD}
 * @param form how it is written
 * @param parameters its parameters
 */
public record GeneratedKernel(long seed, String className, String source, KernelForm form, List<Parameter> parameters) {
    /** Name of the method of every generated kernel. */
    public static final String METHOD = "kernel";

    /** Name of the parameter that bounds the loop, or the threads that do anything; not every kernel has it. */
    static final String BOUND = "n";

    /**
     * A parameter.
     *
     * @param name its name
     * @param type a primitive type or an array of one
     */
    public record Parameter(String name, Class<?> type) {}

    /**
     * Finds the kernel's method.
     *
     * @param classes where its class was compiled to
     * @return the method
     */
    public Method method(ClassLoader classes) {
        Class<?>[] types = parameters.stream().map(Parameter::type).toArray(Class<?>[]::new);
        try {
            return classes.loadClass(className).getDeclaredMethod(METHOD, types);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("no class or method of " + className, e);
        }
    }
}
