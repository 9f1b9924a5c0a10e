package dev.gpukernel;

import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.ServiceLoader;

/**
 * What the public classes call to get their work done; found as a service, so that nothing here depends on the compiler.
 *
 * <p>Not for users.
 */
public interface Engine {
    /** {@return the engine} */
    static Engine get() {
        return Holder.ENGINE;
    }

    /** {@return see {@link Gpu#current()}} */
    Gpu current();

    /** {@return see {@link Gpu#backends()}} */
    List<Gpu.BackendStatus> backends();

    /**
     * See {@link Kernel#of(Class, String)}.
     *
     * @param declaringClass class that declares it
     * @param name name of the annotated method
     * @return the kernel
     */
    Kernel kernel(Class<?> declaringClass, String name);

    /**
     * See {@link Kernel#of(MethodHandles.Lookup, Class, String)}.
     *
     * @param lookup a lookup with package access to the class
     * @param declaringClass class that declares it
     * @param name name of the annotated method
     * @return the kernel
     */
    Kernel kernel(MethodHandles.Lookup lookup, Class<?> declaringClass, String name);

    /**
     * See {@link Kernel#of(MethodHandles.Lookup, Class, String, Class[])}.
     *
     * @param lookup a lookup with package access to the class
     * @param declaringClass class that declares it
     * @param name name of the annotated method
     * @param parameterTypes types of its parameters
     * @return the kernel
     */
    Kernel kernel(MethodHandles.Lookup lookup, Class<?> declaringClass, String name, Class<?>... parameterTypes);

    /** The engine, loaded when it is first asked for. */
    final class Holder {
        private static final Engine ENGINE = ServiceLoader.load(Engine.class, Engine.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "gpukernel-core is incomplete: no service of " + Engine.class.getName()));

        private Holder() {}
    }
}
