package dev.gpukernel.internal.cpu;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.gpukernel.internal.backend.Backend;
import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.Executable;
import dev.gpukernel.internal.backend.Grain;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.KernelMethod;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;

/** Compiles a kernel of {@link CpuKernels} and launches it on arrays. */
final class CpuLaunch implements AutoCloseable {
    private final Device device =
            ((Backend.Probe.Present) new CpuBackend().probe()).devices().getFirst();
    private final Stream stream = device.newStream();
    private final Executable executable;

    CpuLaunch(KernelForm form, String name) {
        this(form, name, MethodHandles.lookup());
    }

    CpuLaunch(KernelForm form, String name, MethodHandles.Lookup lookup) {
        executable = device.compile(unit(form, name, lookup));
    }

    private static KernelUnit unit(KernelForm form, String name, MethodHandles.Lookup lookup) {
        Function function = new Function("CpuKernels." + name);
        new Builder(function).atEnd(function.addBlock()).ret();
        return new KernelUnit(
                function, form, null, new KernelMethod(method(name), lookup), List.of(), 0, false, Grain.ONE);
    }

    static Method method(String name) {
        return Arrays.stream(CpuKernels.class.getDeclaredMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    Executable executable() {
        return executable;
    }

    static Shape shape(int blocks, int threads) {
        return new Shape(blocks, 1, 1, threads, 1, 1, 0);
    }

    void run(Shape shape, Object... arrays) throws KernelFault {
        try (Invocation invocation = executable.newInvocation()) {
            for (int i = 0; i < arrays.length; i++) {
                invocation.setArray(i, device.wrap(arrays[i]));
            }
            launch(invocation, shape);
        }
    }

    void launch(Invocation invocation, Shape shape) throws KernelFault {
        invocation.launch(shape, stream);
        stream.synchronize();
    }

    Throwable fault(Shape shape, Object... arrays) {
        return catchThrowableOfType(KernelFault.class, () -> run(shape, arrays)).thrown();
    }

    @Override
    public void close() {
        executable.close();
        stream.close();
    }
}
