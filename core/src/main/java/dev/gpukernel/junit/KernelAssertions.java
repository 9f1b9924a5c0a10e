package dev.gpukernel.junit;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuException;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.Launch;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs a kernel on every device and as plain Java, and compares all bits. Needs nothing of JUnit: what differs is an {@link AssertionError}.
 *
 * <pre>{@code
 * KernelAssertions.assertSameAsJava(VectorOps.class, "saxpy", 2f, x, y);
 * }</pre>
 *
 * <p>Each run gets copies of the arrays; those that are passed stay as they are. An array that is passed twice is one array in each run, too.
 * Compared are the result, the elements of all arrays, and an exception by its class and message. After an exception, a GPU leaves arrays as they
 * were, so they are compared on the CPU only. All NaNs are the same; -0 and 0 are not.
 */
public final class KernelAssertions {
    private static final String CPU = "cpu";

    private KernelAssertions() {}

    /**
     * Checks a kernel of plain loops: on every device of {@link Gpu#all()}, it does what its method does.
     *
     * @param declaringClass class that declares it
     * @param kernel name of its method, which must be static
     * @param arguments primitive values, arrays, and records of these
     * @throws AssertionError if a device does something else, naming the device, the place and both values
     * @throws IllegalArgumentException if there is no such kernel, it is no static method, or an argument cannot be copied
     * @throws KernelRejectedException if it cannot be compiled
     * @throws GpuException if a device cannot run it
     */
    public static void assertSameAsJava(Class<?> declaringClass, String kernel, Object... arguments) {
        Method method = method(declaringClass, kernel);
        Kernel compiled = Kernel.of(declaringClass, kernel);
        Run expected = Run.of(arguments, copies -> invoke(method, copies));
        for (Gpu gpu : Gpu.all()) {
            Run actual = Run.of(arguments, copies -> launch(gpu, () -> compiled.launch(copies)));
            compare(kernel, gpu, "plain Java", expected, actual, gpu.backend().equals(CPU));
        }
    }

    /**
     * Checks a grid kernel, which plain Java does not call: on every device of {@link Gpu#all()}, it does what it does on the CPU, which runs its
     * method for one thread after another between barriers.
     *
     * @param declaringClass class that declares it
     * @param kernel name of its method, which must be static
     * @param launch grid and blocks
     * @param arguments as those of {@link #assertSameAsJava}
     * @throws AssertionError if a device does something else, naming the device, the place and both values
     * @throws IllegalArgumentException if there is no such kernel, it is no static method, or an argument cannot be copied
     * @throws KernelRejectedException if it cannot be compiled
     * @throws GpuException if a device cannot run it
     */
    public static void assertSameOnAllDevices(
            Class<?> declaringClass, String kernel, Launch launch, Object... arguments) {
        Objects.requireNonNull(launch, "launch");
        method(declaringClass, kernel);
        Kernel compiled = Kernel.of(declaringClass, kernel);
        List<Gpu> all = Gpu.all();
        Gpu cpu = all.stream()
                .filter(gpu -> gpu.backend().equals(CPU))
                .findFirst()
                .orElseThrow();
        Run expected = Run.of(arguments, copies -> launchGrid(cpu, compiled, launch, copies));
        for (Gpu gpu : all) {
            if (!gpu.backend().equals(CPU)) {
                Run actual = Run.of(arguments, copies -> launchGrid(gpu, compiled, launch, copies));
                compare(kernel, gpu, "the CPU", expected, actual, false);
            }
        }
    }

    private static Method method(Class<?> declaringClass, String kernel) {
        List<Method> found = Arrays.stream(declaringClass.getDeclaredMethods())
                .filter(method -> method.getName().equals(kernel) && method.isAnnotationPresent(GpuKernel.class))
                .toList();
        if (found.size() != 1 || !Modifier.isStatic(found.getFirst().getModifiers())) {
            throw new IllegalArgumentException(declaringClass.getName() + " has "
                    + (found.isEmpty() ? "no kernel " : "several kernels, or one that is not static: ") + kernel);
        }
        Method method = found.getFirst();
        method.setAccessible(true);
        return method;
    }

    private static @Nullable Object launch(Gpu gpu, Supplier<@Nullable Object> launch) {
        @Nullable Object[] result = new Object[1];
        gpu.run(() -> result[0] = launch.get());
        return result[0];
    }

    @SuppressWarnings("NullAway") // a launch refuses null by the argument's name
    private static @Nullable Object launchGrid(Gpu gpu, Kernel kernel, Launch launch, @Nullable Object[] arguments) {
        gpu.run(() -> kernel.launch(launch, arguments));
        return null;
    }

    private static @Nullable Object invoke(Method method, @Nullable Object[] arguments) throws Throwable {
        try {
            return method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    private interface Body {
        @Nullable Object run(@Nullable Object[] arguments) throws Throwable;
    }

    /**
     * What a run left.
     *
     * @param arguments its copies of the arguments
     * @param result what came back
     * @param thrown what it threw
     */
    @SuppressWarnings("ArrayRecordComponent") // compared element by element, never as a record
    private record Run(
            @Nullable Object[] arguments,
            @Nullable Object result,
            @Nullable Throwable thrown) {
        @SuppressWarnings("IllegalCatch") // whatever a kernel throws
        static Run of(@Nullable Object[] arguments, Body body) {
            @Nullable Object[] copies = Values.copies(arguments);
            try {
                return new Run(copies, body.run(copies), null);
            } catch (GpuException | KernelRejectedException e) {
                throw e;
            } catch (Throwable e) {
                return new Run(copies, null, e);
            }
        }

        private String outcome() {
            return thrown == null ? "returned" : "threw " + thrown;
        }
    }

    private static void compare(String kernel, Gpu gpu, String other, Run expected, Run actual, boolean afterThrow) {
        String where = "kernel %s on %s (%s %d)".formatted(kernel, gpu.name(), gpu.backend(), gpu.ordinal());
        Throwable thrown = expected.thrown;
        if (!describe(thrown).equals(describe(actual.thrown))) {
            AssertionError error = new AssertionError(
                    "%s %s, but %s %s".formatted(where, actual.outcome(), other, expected.outcome()), actual.thrown);
            if (thrown != null) {
                error.addSuppressed(thrown);
            }
            throw error;
        }
        if (thrown == null || afterThrow) {
            for (int i = 0; i < expected.arguments.length; i++) {
                fail(where, other, Values.difference("argument " + i, expected.arguments[i], actual.arguments[i]));
            }
        }
        fail(where, other, Values.difference("the result", expected.result, actual.result));
    }

    private static String describe(@Nullable Throwable thrown) {
        return thrown == null ? "" : thrown.getClass().getName() + ": " + thrown.getMessage();
    }

    private static void fail(String where, String other, @Nullable String difference) {
        if (difference != null) {
            throw new AssertionError(where + " differs from " + other + ": " + difference);
        }
    }
}
