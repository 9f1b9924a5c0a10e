package dev.gpukernel.corpus;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.Shape;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A kernel of the corpus with arguments to launch it with.
 *
 * @param owner the class that declares it
 * @param name its name; no other kernel of the class has it
 * @param form how it is written
 * @param shape the launch; of a plain loop, one thread
 * @param thrown what the launch throws, or {@code null} if nothing
 * @param arguments makes fresh arguments, always the same: arrays, boxed primitives and records
 */
public record CorpusKernel(
        Class<?> owner,
        String name,
        KernelForm form,
        Shape shape,
        @Nullable Class<? extends Throwable> thrown,
        Supplier<List<Object>> arguments) {

    /** {@return the kernel's method} */
    public Method method() {
        return methodIn(owner);
    }

    /** {@return the method that is this kernel in a class made of the same source} */
    Method methodIn(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.getName().equals(name) && method.isAnnotationPresent(GpuKernel.class))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no kernel " + this));
    }

    /** {@return class and name, such as {@code HashKernels.adler32}} */
    @Override
    public String toString() {
        return owner.getSimpleName() + "." + name;
    }
}
