package dev.gpukernel.internal.backend;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.MathMode;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kernel that is a method.
 *
 * @param method the method; one without the annotation has its defaults
 * @param lookup a lookup with access to it
 * @param loader of the classes that its code and that of the objects and functions names which it takes
 */
public record KernelMethod(
        Method method,
        MethodHandles.Lookup lookup,
        @Nullable ClassLoader loader) implements KernelSource {
    /**
     * Makes one that takes no objects.
     *
     * @param method the method
     * @param lookup a lookup with access to it
     */
    public KernelMethod(Method method, MethodHandles.Lookup lookup) {
        this(method, lookup, method.getDeclaringClass().getClassLoader());
    }

    @Override
    public String name() {
        return owner().getSimpleName() + "." + method.getName();
    }

    @Override
    public List<Class<?>> parameterTypes() {
        return List.of(method.getParameterTypes());
    }

    @Override
    public Class<?> resultType() {
        return method.getReturnType();
    }

    @Override
    public int blockSize() {
        GpuKernel annotation = annotation();
        return annotation == null ? 0 : annotation.blockSize();
    }

    @Override
    public boolean isChecked() {
        GpuKernel annotation = annotation();
        return annotation == null || annotation.checked();
    }

    @Override
    public boolean isFast() {
        GpuKernel annotation = annotation();
        return annotation != null && annotation.math() == MathMode.FAST;
    }

    @Override
    public Class<?> owner() {
        return method.getDeclaringClass();
    }

    private @Nullable GpuKernel annotation() {
        return method.getAnnotation(GpuKernel.class);
    }
}
