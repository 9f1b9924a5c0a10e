package dev.gpukernel.contract;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.Launch;
import dev.gpukernel.device.ThreadState;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A launch of a kernel with objects, which leads to what plain Java makes of them, for objects of all classes.
 *
 * @param owner class that declares the kernel
 * @param kernel its name
 * @param threads of a grid kernel, 0 for plain loops
 * @param arguments makes what it is called with, the receiver first
 */
record LaunchedCase(Class<?> owner, String kernel, int threads, Supplier<@Nullable Object[]> arguments) {
    /** Classes with kernels, and with functions that these call. */
    private static final String KERNELS = LaunchedCase.class.getPackageName()
            + "\\.(InstanceKernels|ObjectResultKernels|StaticFieldKernels|Passed).*";

    @Override
    public String toString() {
        return owner.getSimpleName() + "." + kernel;
    }

    private Method method() {
        return Stream.of(owner.getDeclaredMethods())
                .filter(method -> method.getName().equals(kernel) && method.isAnnotationPresent(GpuKernel.class))
                .findFirst()
                .orElseThrow();
    }

    /** {@return what plain Java makes of the objects, and what it returns or throws} */
    String expected() {
        @Nullable Object[] passed = arguments.get();
        Method method = method();
        method.setAccessible(true);
        boolean isStatic = method.getParameterCount() == passed.length;
        Object receiver = isStatic ? null : passed[0];
        @Nullable Object[] others = isStatic ? passed : Arrays.copyOfRange(passed, 1, passed.length);
        return outcome(passed, () -> {
            if (threads == 0) {
                return method.invoke(receiver, others);
            }
            for (int i = 0; i < threads; i++) {
                ThreadState thread = new ThreadState();
                thread.threadX = i;
                thread.blockDimX = threads;
                ScopedValue.where(ThreadState.CURRENT, thread).call(() -> method.invoke(receiver, others));
            }
            return null;
        });
    }

    @SuppressWarnings("NullAway") // An object may be null.
    String launched() {
        @Nullable Object[] passed = arguments.get();
        Kernel found = Kernel.of(owner, kernel);
        return outcome(passed, () -> {
            if (threads == 0) {
                return found.launch(passed);
            }
            found.launch(Launch.covering(threads), passed);
            return null;
        });
    }

    private interface Work {
        @Nullable Object run() throws Throwable;
    }

    private String outcome(@Nullable Object[] passed, Work work) {
        @Nullable Object[] all = Arrays.copyOf(passed, passed.length + 1);
        String thrown = "";
        try {
            all[passed.length] = work.run();
        } catch (InvocationTargetException e) {
            thrown = text(Objects.requireNonNull(e.getCause()));
        } catch (Throwable e) {
            thrown = text(e);
        }
        return ObjectText.of(Stream.concat(Stream.of(all), staticFields()).toArray()) + thrown;
    }

    /** {@return what the static fields of the kernel's class hold, and of those inside it, that are not final} */
    private Stream<@Nullable Object> staticFields() {
        Class<?> outermost = owner.getNestHost();
        return StaticState.of(Stream.concat(Stream.of(outermost), Stream.of(outermost.getDeclaredClasses()))
                        .toList())
                .now();
    }

    private static String text(Throwable thrown) {
        String place = Stream.of(thrown.getStackTrace())
                .filter(frame -> frame.getClassName().matches(KERNELS))
                .limit(2)
                .map(StackTraceElement::toString)
                .collect(Collectors.joining(", "));
        return thrown.getClass().getName() + ": " + thrown.getMessage() + " at " + place;
    }

    /**
     * Launches all.
     *
     * @param gpu where
     * @param mayRefuse whether the device may refuse launches, up to half of them
     * @return what differs from plain Java
     */
    static List<String> differences(Gpu gpu, List<LaunchedCase> cases, boolean mayRefuse) {
        List<String> differences = new ArrayList<>();
        int refused = 0;
        for (LaunchedCase each : cases) {
            String outcome = gpu.call(each::launched);
            if (mayRefuse && isRefusal(outcome)) {
                refused++;
                continue;
            }
            String difference = difference(each.expected(), outcome);
            if (!difference.isEmpty()) {
                differences.add(each + ": " + difference);
            }
        }
        if (refused > cases.size() / 2) {
            differences.add(refused + " of " + cases.size() + " were refused");
        }
        return differences;
    }

    private static boolean isRefusal(String outcome) {
        return outcome.contains(KernelRejectedException.class.getName()) || outcome.contains("[TornadoUnsupported]");
    }

    /** {@return the first lines that differ, empty if none do} */
    private static String difference(String expected, String actual) {
        List<String> wanted = expected.lines().toList();
        List<String> found = actual.lines().toList();
        for (int i = 0; i < Math.max(wanted.size(), found.size()); i++) {
            String one = i < wanted.size() ? wanted.get(i) : "nothing";
            String other = i < found.size() ? found.get(i) : "nothing";
            if (!one.equals(other)) {
                return "line %s is '%s' in place of '%s'".formatted(i, other, one);
            }
        }
        return "";
    }
}
