package dev.gpukernel.internal.array.kernel;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Finds the library's own kernels, which no launchers are generated for. */
public final class LibraryKernels {
    private static final Map<Name, Kernel> FOUND = new ConcurrentHashMap<>();

    private LibraryKernels() {}

    private record Name(Class<?> owner, String method, Class<?> array) {}

    /**
     * {@return a kernel}
     *
     * @param owner the class that it is in
     * @param method its name
     * @param array type of its first parameter, by which methods of one name differ
     */
    public static Kernel of(Class<?> owner, String method, Class<?> array) {
        return FOUND.computeIfAbsent(new Name(owner, method, array), LibraryKernels::find);
    }

    private static Kernel find(Name name) {
        for (Method method : name.owner.getDeclaredMethods()) {
            if (method.getName().equals(name.method)
                    && method.getParameterCount() > 0
                    && method.getParameterTypes()[0] == name.array) {
                return Kernel.of(MethodHandles.lookup(), name.owner, name.method, method.getParameterTypes());
            }
        }
        throw new IllegalStateException("no kernel " + name);
    }

    /** {@return whether a device runs the threads of a block at once, so that grid kernels are what it is good at} */
    public static boolean runsBlocks(Gpu gpu) {
        return gpu.computeCapability().isPresent();
    }

    /** {@return whether warps of a device multiply matrices of doubles as {@link dev.gpukernel.device.WarpProduct} says, by an instruction} */
    public static boolean multipliesInWarps(Gpu gpu) {
        return gpu.computeCapability().filter("9.0"::equals).isPresent();
    }

    /** {@return whether a device runs loops as a JVM compiles them} */
    public static boolean runsLoops(Gpu gpu) {
        return gpu.backend().equals("cpu");
    }
}
