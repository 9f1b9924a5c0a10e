package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.diagnostic.Message;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Finds kernels by name or signature; one object for each method, for as long as its class lives. */
final class KernelFinder {
    private final JitEngine engine;
    private final ClassValue<Map<Method, JitKernel>> kernels = new ClassValue<>() {
        @Override
        protected Map<Method, JitKernel> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    KernelFinder(JitEngine engine) {
        this.engine = engine;
    }

    JitKernel byName(Class<?> type, String name) {
        Method method = only(type, name);
        try {
            return kernel(method, MethodHandles.privateLookupIn(type, MethodHandles.lookup()));
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(
                    Message.KERNEL_CLASS_CLOSED.format(type.getName(), String.valueOf(e.getMessage())), e);
        }
    }

    JitKernel byName(MethodHandles.Lookup lookup, Class<?> type, String name) {
        return kernel(only(type, name), lookup);
    }

    /** {@return the only kernel of a name} */
    private static Method only(Class<?> type, String name) {
        List<Method> found = annotated(type).stream()
                .filter(method -> method.getName().equals(name))
                .toList();
        if (found.isEmpty()) {
            throw notFound(type, "'" + name + "'");
        }
        if (found.size() > 1) {
            throw new IllegalArgumentException(Message.KERNEL_AMBIGUOUS.format(type.getName(), found.size(), name));
        }
        return found.getFirst();
    }

    JitKernel bySignature(MethodHandles.Lookup lookup, Class<?> type, String name, Class<?>[] parameterTypes) {
        return annotated(type).stream()
                .filter(method ->
                        method.getName().equals(name) && Arrays.equals(method.getParameterTypes(), parameterTypes))
                .findFirst()
                .map(method -> kernel(method, lookup))
                .orElseThrow(() -> notFound(
                        type,
                        Arrays.stream(parameterTypes)
                                .map(Class::getSimpleName)
                                .collect(Collectors.joining(", ", "'" + name + "(", ")'"))));
    }

    private JitKernel kernel(Method method, MethodHandles.Lookup lookup) {
        return kernels.get(method.getDeclaringClass())
                .computeIfAbsent(method, key -> new JitKernel(engine, key, lookup));
    }

    private static List<Method> annotated(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class))
                .toList();
    }

    private static IllegalArgumentException notFound(Class<?> type, String what) {
        String known = annotated(type).stream()
                .map(Method::getName)
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return new IllegalArgumentException(Message.KERNEL_NOT_FOUND.format(
                type.getName(), what, known.isEmpty() ? "" : "; its kernels are: " + known));
    }
}
