package dev.gpukernel.internal.array;

import dev.gpukernel.Engine;
import dev.gpukernel.Kernel;
import dev.gpukernel.internal.jit.ElementFunction;
import dev.gpukernel.internal.jit.JitEngine;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The kernels of expressions that were used last. Those that apply a function are kept with its class, for as long as that lives. */
final class KernelCache {
    private static final int MOST_KERNELS = 1024;

    private record Key(Structure structure, boolean mayBeLarge) {}

    private final Map<Key, Kernel> usual = newestOf(MOST_KERNELS);
    private final ClassValue<Map<Key, Kernel>> ofFunctions = new ClassValue<>() {
        @Override
        protected Map<Key, Kernel> computeValue(Class<?> type) {
            return newestOf(MOST_KERNELS);
        }
    };

    private static Map<Key, Kernel> newestOf(int most) {
        return Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, Kernel> eldest) {
                return size() > most;
            }
        });
    }

    /**
     * Finds a kernel.
     *
     * @param structure what it computes
     * @param mayBeLarge whether the JVM may have to interpret it
     */
    Kernel kernel(Structure structure, boolean mayBeLarge) {
        Class<?> owner = owner(structure);
        Map<Key, Kernel> kernels = owner == null ? usual : ofFunctions.get(owner);
        return kernels.computeIfAbsent(new Key(structure, mayBeLarge), made -> {
            ExpressionKernel source = new ExpressionKernel(made.structure, made.mayBeLarge);
            return ((JitEngine) Engine.get()).kernel(source, source);
        });
    }

    /** {@return the class of a function that an expression applies, null if it applies none} */
    static @Nullable Class<?> owner(Structure structure) {
        ElementFunction function = structure.function();
        return function == null ? null : function.owner();
    }
}
