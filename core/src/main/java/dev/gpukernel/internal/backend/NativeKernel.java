package dev.gpukernel.internal.backend;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kernel in native code. It gets arrays as their addresses alone.
 *
 * @param module the code
 * @param kernel what it is called there
 * @param parameterTypes primitive types, arrays of them, and memory segments
 */
public record NativeKernel(NativeModule module, String kernel, List<Class<?>> parameterTypes) implements KernelSource {
    /** Copies the list. */
    public NativeKernel {
        parameterTypes = List.copyOf(parameterTypes);
    }

    @Override
    public String name() {
        return kernel;
    }

    @Override
    public Class<?> resultType() {
        return void.class;
    }

    @Override
    public int blockSize() {
        return 0;
    }

    @Override
    public boolean isChecked() {
        return false;
    }

    @Override
    public boolean isFast() {
        return false;
    }

    @Override
    public Class<?> owner() {
        return NativeKernel.class;
    }

    @Override
    public MethodHandles.Lookup lookup() {
        return MethodHandles.lookup();
    }

    @Override
    public @Nullable Method method() {
        return null;
    }
}
