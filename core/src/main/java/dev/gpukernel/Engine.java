package dev.gpukernel;

import dev.gpukernel.diagnostic.Message;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * What the public classes call to get their work done; found as a service, so that nothing here depends on the compiler.
 *
 * <p>Not for users.
 */
public interface Engine {
    /**
     * {@return the engine}
     *
     * @throws GpuException if a library that it needs is not there
     */
    static Engine get() {
        Engine engine = Holder.ENGINE;
        if (engine == null) {
            throw new GpuException(Message.LIBRARY_MISSING, Holder.LIBRARY);
        }
        return engine;
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
        /** Of the last jar that is needed. Without it, the engine fails somewhere inside, and says only that. */
        private static final String LIBRARY = "org.objectweb.asm.tree.ClassNode";

        private static final @Nullable Engine ENGINE = hasLibrary() ? find() : null;

        private Holder() {}

        private static Engine find() {
            return ServiceLoader.load(Engine.class, Engine.class.getClassLoader())
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(
                            "gpukernel-core is incomplete: no service of " + Engine.class.getName()));
        }

        private static boolean hasLibrary() {
            try {
                Class.forName(LIBRARY, true, Engine.class.getClassLoader());
                return true;
            } catch (ClassNotFoundException | LinkageError _) {
                return false;
            }
        }
    }
}
