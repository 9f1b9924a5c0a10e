package dev.gpukernel.cuda;

import dev.gpukernel.Gpu;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.NativeCode;
import dev.gpukernel.internal.backend.NativeModule;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.jit.JitEngine;
import java.lang.reflect.Array;
import java.util.Objects;

/**
 * A {@code __device__} or {@code __constant__} variable of a module on a GPU. Setting and reading it wait for everything that was started on
 * the device, as kernels that use it do not say so: set it before a loop of launches, not inside.
 *
 * @param <A> type of an array of its elements
 */
public final class CudaVariable<A> {
    private final Gpu gpu;
    private final NativeCode code;
    private final String name;
    private final Class<A> type;
    private final int length;

    /** What the code stays loaded for. */
    private final NativeModule module;

    private CudaVariable(Gpu gpu, NativeModule module, NativeCode code, String name, Class<A> type, int length) {
        this.gpu = gpu;
        this.module = module;
        this.code = code;
        this.name = name;
        this.type = type;
        this.length = length;
    }

    static <A> CudaVariable<A> of(Gpu gpu, NativeModule module, NativeCode code, String name, Class<A> type) {
        Objects.requireNonNull(name, "name");
        ElementType element = ElementType.ofArray(type);
        if (element == null) {
            throw new IllegalArgumentException(Message.CUDA_VARIABLE_SIZE.format(
                    name, code.variableBytes(name), type + " is no array of primitives"));
        }
        long bytes = code.variableBytes(name);
        if (bytes % element.bytes() != 0) {
            throw new IllegalArgumentException(Message.CUDA_VARIABLE_SIZE.format(
                    name, bytes, "an element of " + type.getSimpleName() + " has " + element.bytes()));
        }
        return new CudaVariable<>(gpu, module, code, name, type, Math.toIntExact(bytes / element.bytes()));
    }

    /** {@return how many elements it has} */
    public int length() {
        return length;
    }

    /**
     * Sets it, after everything that was started on the device, and before everything that is started after this.
     *
     * @param elements as many as it has
     * @throws IllegalArgumentException if there are more or fewer
     */
    public void set(A elements) {
        JitEngine.copy(gpu, code, name, type.cast(elements), false);
    }

    /** {@return what it holds after everything that was started on the device} */
    public A get() {
        A elements = type.cast(Array.newInstance(type.componentType(), length));
        JitEngine.copy(gpu, code, name, elements, true);
        return elements;
    }

    @Override
    public String toString() {
        return "variable " + name + " of " + module.name() + " on " + gpu;
    }
}
