package dev.gpukernel.internal.backend;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a kernel comes from, besides its code: a Java method, or an expression that was never written as one. */
public interface KernelSource {
    /** {@return class and method, or what stands for them in messages} */
    String name();

    /** {@return types of what a call passes, without the receiver of an instance method} */
    List<Class<?>> parameterTypes();

    /** {@return type of what it returns, {@code void.class} for nothing} */
    Class<?> resultType();

    /** {@return threads per block to compile for, 0 if not fixed} */
    int blockSize();

    /** {@return whether indices are checked} */
    boolean isChecked();

    /** {@return whether code for the JVM may be larger than the JVM compiles, as nothing else can run it} */
    default boolean mayBeLarge() {
        return false;
    }

    /** {@return whether results may be others than Java's} */
    boolean isFast();

    /** {@return the class that it belongs to, beside which launchers are generated} */
    Class<?> owner();

    /** {@return the loader of the classes that its code names, of exceptions among them; {@code null} for the JDK's} */
    default @Nullable ClassLoader loader() {
        return owner().getClassLoader();
    }

    /** {@return a lookup with access to all that it names} */
    MethodHandles.Lookup lookup();

    /** {@return the method that does the same as plain Java, {@code null} if there is none, so that its code is all there is} */
    @Nullable Method method();
}
