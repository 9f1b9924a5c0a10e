package dev.gpukernel.oracle;

import java.lang.reflect.Method;
import java.util.Arrays;

/** A random kernel, the method {@link #METHOD} of a class of its own. */
interface Generated {
    /** Name of the method of every generated kernel. */
    String METHOD = "kernel";

    /** {@return what it was made from; the same seed makes the same kernel} */
    long seed();

    /** {@return the binary name of its class} */
    String className();

    /** {@return the class's source} */
    String source();

    /**
     * Finds the kernel's method.
     *
     * @param classes where its class was compiled to
     * @return the method
     */
    default Method method(ClassLoader classes) {
        try {
            return Arrays.stream(classes.loadClass(className()).getDeclaredMethods())
                    .filter(method -> method.getName().equals(METHOD))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no method of " + className()));
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("no class " + className(), e);
        }
    }
}
