package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.setting.Spelling;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Finds kernels by name or signature; one object for each method, for as long as its class lives. */
final class KernelFinder {
    /** A message shall stay short. */
    private static final int MOST_LISTED = 6;

    private final JitEngine engine;
    private final ClassValue<Map<Method, Kernel>> kernels = new ClassValue<>() {
        @Override
        protected Map<Method, Kernel> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    KernelFinder(JitEngine engine) {
        this.engine = engine;
    }

    Kernel byName(Class<?> type, String name) {
        return kernel(only(type, name), inside(type, MethodHandles.lookup()));
    }

    Kernel byName(MethodHandles.Lookup lookup, Class<?> type, String name) {
        return kernel(only(type, name), lookup);
    }

    /** {@return the only kernel of a name} */
    private static Method only(Class<?> type, String name) {
        List<Method> found = annotated(type).stream()
                .filter(method -> method.getName().equals(name))
                .sorted(Comparator.comparing(method -> signature(name, method.getParameterTypes())))
                .toList();
        if (found.isEmpty()) {
            throw notFound(type, name, "'" + name + "'");
        }
        if (found.size() > 1) {
            throw new IllegalArgumentException(
                    Message.KERNEL_AMBIGUOUS.format(type.getName(), found.size(), name, listed(found)));
        }
        return found.getFirst();
    }

    Kernel bySignature(MethodHandles.Lookup lookup, Class<?> type, String name, Class<?>[] parameterTypes) {
        return annotated(type).stream()
                .filter(method ->
                        method.getName().equals(name) && Arrays.equals(method.getParameterTypes(), parameterTypes))
                .findFirst()
                .map(method -> kernel(method, lookup))
                .orElseThrow(() -> notFound(type, name, "'" + signature(name, parameterTypes) + "'"));
    }

    private Kernel kernel(Method method, MethodHandles.Lookup lookup) {
        return kernels.get(method.getDeclaringClass()).computeIfAbsent(method, key -> make(key, lookup));
    }

    private Kernel make(Method method, MethodHandles.Lookup lookup) {
        MethodHandles.Lookup reaching =
                Modifier.isPrivate(method.getModifiers()) ? inside(method.getDeclaringClass(), lookup) : lookup;
        return ObjectKernel.is(method)
                ? new ObjectKernel(engine, method, reaching)
                : new JitKernel(engine, method, reaching);
    }

    /** {@return a lookup with access to all of a class} */
    static MethodHandles.Lookup inside(Class<?> type, MethodHandles.Lookup lookup) {
        try {
            return MethodHandles.privateLookupIn(type, lookup);
        } catch (IllegalAccessException _) {
            // The launcher's module may not look in there, but this one.
            return inside(type);
        }
    }

    private static MethodHandles.Lookup inside(Class<?> type) {
        // A module that opens a package to this one is not read by it for that.
        KernelFinder.class.getModule().addReads(type.getModule());
        try {
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        } catch (IllegalAccessException e) {
            throw closed(type, e);
        }
    }

    /** {@return what is said of a class that cannot be reached} */
    static IllegalArgumentException closed(Class<?> type, IllegalAccessException e) {
        // A function's class is hidden behind the one that makes it.
        String name = type.getNestHost().isHidden() || !type.isHidden()
                ? type.getName()
                : "a function of " + type.getNestHost().getName();
        return new IllegalArgumentException(
                Message.KERNEL_CLASS_CLOSED.format(name, String.valueOf(e.getMessage())), e);
    }

    private static List<Method> annotated(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class))
                .toList();
    }

    private static IllegalArgumentException notFound(Class<?> type, String name, String what) {
        List<Method> nearest = annotated(type).stream()
                .sorted(Comparator.<Method>comparingInt(method -> Spelling.distance(method.getName(), name))
                        .thenComparing(method -> signature(method.getName(), method.getParameterTypes())))
                .toList();
        String known = nearest.isEmpty() ? "" : "; its kernels are: " + listed(nearest);
        return new IllegalArgumentException(Message.KERNEL_NOT_FOUND.format(type.getName(), what, known));
    }

    /** {@return the signatures of the first kernels of some, and how many more there are} */
    private static String listed(List<Method> methods) {
        String first = methods.stream()
                .limit(MOST_LISTED)
                .map(method -> signature(method.getName(), method.getParameterTypes()))
                .collect(Collectors.joining(", "));
        int more = methods.size() - MOST_LISTED;
        return more <= 0 ? first : first + " and " + more + " more";
    }

    private static String signature(String name, Class<?>[] parameterTypes) {
        return Arrays.stream(parameterTypes)
                .map(type -> type == null ? "null" : type.getSimpleName())
                .collect(Collectors.joining(", ", name + "(", ")"));
    }
}
