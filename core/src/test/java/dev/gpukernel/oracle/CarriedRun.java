package dev.gpukernel.oracle;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.oracle.CarriedKernel.Expectation;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Runs generated kernels of loops that carry values as Java and on devices, and compares results, arrays and exceptions. */
@SuppressWarnings("InlineFormatString")
final class CarriedRun {
    private static final Pattern NEGATIVE_START = Pattern.compile(": from\\d must be at least (0|-\\d+)\\R");
    /** Argument lists for each kernel: compiling takes longer than running. */
    private static final int ARGUMENT_LISTS = 4;

    /** As many are tried, of which some may be too long. */
    private static final int MOST_LISTS = 64;

    /** Length of arrays up to which a GPU is given what the host launches once for each iteration. */
    private static final int MOST_ON_HOST = 1000;

    private static final String HEAD = """
        package generated;

        import dev.gpukernel.GpuKernel;
        import dev.gpukernel.Sequential;

        final class %s {
            static int mix(int a, int b) {
                return a * 31 ^ b;
            }

            static int pick(int a, int b) {
                return a > b ? a - b : b;
            }

        %s}
        """;

    private final List<Gpu> gpus;
    private final CarriedGenerator generator = new CarriedGenerator();

    /**
     * What became of a kernel.
     *
     * @param refusal how it was refused, if it was
     * @param launches how many launches were compared
     * @param declined how many launches were refused for their arguments
     * @param failure what is wrong
     */
    record Checked(
            CarriedKernel kernel,
            @Nullable KernelRejectedException refusal,
            int launches,
            int declined,
            @Nullable String failure) {
        boolean isRefused() {
            return refusal != null;
        }

        /** {@return the code it was refused with} */
        Optional<Message> code() {
            return Optional.ofNullable(refusal)
                    .map(rejected -> rejected.findings().getFirst().message());
        }

        boolean isFailure() {
            return failure != null;
        }

        @Override
        public String toString() {
            return "seed %d %s: %s%n%s".formatted(kernel.seed(), kernel.pairs(), failure, kernel.source());
        }
    }

    CarriedRun(List<Gpu> gpus) {
        this.gpus = gpus;
    }

    /**
     * Runs kernels, compiled together as one class.
     *
     * @param seeds what they are made from, at least one
     * @param begun told each kernel before it is compiled for the devices
     * @return what became of them
     */
    List<Checked> run(long[] seeds, Consumer<Generated> begun) {
        List<CarriedKernel> kernels =
                LongStream.of(seeds).mapToObj(generator::generate).toList();
        String name = "Carried" + seeds[0];
        String methods = kernels.stream().map(CarriedKernel::source).collect(Collectors.joining("\n"));
        String source = HEAD.formatted(name, methods);
        Map<String, Method> compiled;
        try {
            Class<?> owner = InMemoryCompiler.compile(Map.of("generated." + name, source))
                    .loadClass("generated." + name);
            compiled = Arrays.stream(owner.getDeclaredMethods())
                    .collect(Collectors.toMap(Method::getName, Function.identity()));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
        List<Checked> checked = new ArrayList<>();
        for (CarriedKernel kernel : kernels) {
            begun.accept(kernel);
            Method method = compiled.get(kernel.name());
            if (method == null) {
                throw new IllegalStateException("no " + kernel.name());
            }
            method.setAccessible(true);
            checked.add(check(kernel, method));
        }
        return checked;
    }

    private Checked check(CarriedKernel kernel, Method method) {
        int launches = 0;
        int declined = 0;
        boolean isSlow = gpus.stream().anyMatch(CarriedRun::isGpu) && isOnHost(method);
        int lists = 0;
        for (int i = 0; i < MOST_LISTS && lists < ARGUMENT_LISTS; i++) {
            CarriedArguments arguments = CarriedArguments.of(kernel, i);
            if (isSlow && longest(arguments) > MOST_ON_HOST) {
                continue;
            }
            lists++;
            Outcome java = java(method, CarriedArguments.copies(arguments.values()));
            for (Gpu gpu : gpus) {
                Outcome outcome;
                try {
                    outcome = launched(gpu, method, arguments);
                } catch (KernelRejectedException e) {
                    return new Checked(kernel, e, 0, 0, rejection(kernel, e));
                }
                launches++;
                if (kernel.expectation() == Expectation.REFUSED) {
                    return new Checked(kernel, null, launches, declined, "must be refused");
                }
                boolean declines = isDeclined(kernel, outcome, arguments, java);
                if (declines) {
                    declined++;
                    Optional<String> late = changed(arguments.values(), outcome.arguments());
                    if (late.isPresent()) {
                        String what = "arguments %d %s on %s: refused too late, %s"
                                .formatted(i, numbers(kernel, arguments), gpu, late.get());
                        return new Checked(kernel, null, launches, declined, what);
                    }
                    continue;
                }
                Optional<String> difference = difference(gpu, arguments, java, outcome);
                if (difference.isPresent()) {
                    String what =
                            "arguments %d %s on %s: %s".formatted(i, numbers(kernel, arguments), gpu, difference.get());
                    return new Checked(kernel, null, launches, declined, what);
                }
            }
        }
        return new Checked(kernel, null, launches, declined, null);
    }

    /** {@return whether the host launches something once for each iteration of a loop: thousands take a GPU a minute} */
    private static boolean isOnHost(Method method) {
        try {
            return Kernel.of(method.getDeclaringClass(), method.getName())
                    .schedule()
                    .contains("on the host");
        } catch (KernelRejectedException _) {
            return false;
        }
    }

    private static int longest(CarriedArguments arguments) {
        return arguments.values().stream()
                .filter(value -> value.getClass().isArray())
                .mapToInt(Array::getLength)
                .max()
                .orElse(0);
    }

    private static @Nullable String rejection(CarriedKernel kernel, KernelRejectedException rejection) {
        boolean known =
                rejection.findings().stream().allMatch(finding -> kernel.codes().contains(finding.message()));
        return kernel.expectation() != Expectation.ACCEPTED && known ? null : "is rejected: " + rejection.getMessage();
    }

    /**
     * Whether a launch was refused for arguments that it may be refused for. Where a flag or what stands under a best value's comparison
     * is asked ahead, an array that is too short is refused before an iteration throws, or even if none gets there; and remainders are
     * known only of variables that are not negative.
     */
    private static boolean isDeclined(CarriedKernel kernel, Outcome outcome, CarriedArguments arguments, Outcome java) {
        String message = outcome.fault() == null ? null : outcome.fault().message();
        if (message == null) {
            return false;
        }
        if (message.startsWith("[LoopCondition]")) {
            boolean asksAhead = arguments.isShort()
                    && (kernel.kinds().contains(CarriedKind.BEST)
                            || kernel.kinds().contains(CarriedKind.BITS));
            boolean isShort = message.contains(".length") && (java.fault() != null || asksAhead);
            return arguments.odd() || isShort || NEGATIVE_START.matcher(message).find();
        }
        return message.startsWith("[AliasedArguments]") && arguments.aliased();
    }

    private static Outcome java(Method method, List<Object> arguments) {
        try {
            return new Outcome(arguments, method.invoke(null, arguments.toArray()), null);
        } catch (InvocationTargetException e) {
            return failed(arguments, method, e.getTargetException());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Outcome failed(List<Object> arguments, Method method, Throwable thrown) {
        String owner = method.getDeclaringClass().getName();
        return new Outcome(arguments, Outcome.Fault.of(thrown, owner, method.getName(), null));
    }

    private static Outcome launched(Gpu gpu, Method method, CarriedArguments arguments) {
        List<Object> copies = CarriedArguments.copies(arguments.values());
        Kernel kernel = Kernel.of(method.getDeclaringClass(), method.getName());
        try {
            Object result = arguments.onDevice()
                    ? gpu.call(() -> onDevice(gpu, kernel, copies))
                    : gpu.call(() -> kernel.launch(copies.toArray()));
            return new Outcome(copies, result, null);
        } catch (KernelRejectedException e) {
            throw e;
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            return failed(copies, method, e);
        }
    }

    /** Launches with arrays on the device, and copies them back, also if the launch fails and the device is the CPU. */
    private static @Nullable Object onDevice(Gpu gpu, Kernel kernel, List<Object> values) {
        IdentityHashMap<Object, Uploaded> arrays = new IdentityHashMap<>();
        Object[] passed = values.stream()
                .map(value -> value.getClass().isArray()
                        ? arrays.computeIfAbsent(value, host -> Uploaded.of(gpu, host)).slice
                        : value)
                .toArray();
        boolean ends = false;
        // Of its own: who waits for the default stream takes the faults of all threads that launch there.
        try (GpuStream stream = gpu.newStream()) {
            Object result = stream.call(() -> kernel.launch(passed));
            stream.synchronize();
            ends = true;
            return result;
        } finally {
            if (ends || !isGpu(gpu)) {
                arrays.forEach((host, array) -> array.copyTo(host));
            }
            arrays.values().forEach(array -> array.whole.close());
        }
    }

    /** An array on a device, as a slice of a longer one that may begin anywhere. */
    private record Uploaded(GpuArray<Object> whole, GpuArray<Object> slice) {
        static Uploaded of(Gpu gpu, Object host) {
            int length = Array.getLength(host);
            boolean hasSlices = !gpu.backend().equals("tornado");
            int beside = hasSlices ? length % 7 : 0;
            GpuArray<Object> whole = gpu.upload(padded(host, beside));
            return new Uploaded(whole, hasSlices ? whole.slice(beside, beside + length) : whole);
        }

        private static Object padded(Object host, int beside) {
            int length = Array.getLength(host);
            Object padded = Array.newInstance(host.getClass().componentType(), beside + length + beside);
            System.arraycopy(host, 0, padded, beside, length);
            return padded;
        }

        void copyTo(Object host) {
            slice.copyTo(host);
            Object expected = padded(host, (whole.length() - slice.length()) / 2);
            if (!Arrays.deepEquals(new Object[] {expected}, new Object[] {whole.toHost()})) {
                throw new IllegalStateException("something beside a slice was changed");
            }
        }
    }

    private static Optional<String> difference(Gpu gpu, CarriedArguments arguments, Outcome java, Outcome outcome) {
        Optional<String> difference = java.describeDifference(outcome);
        if (difference.isPresent() || outcome.fault() == null) {
            return difference;
        }
        return changed(isGpu(gpu) ? arguments.values() : java.arguments(), outcome.arguments())
                .map(changed -> "after " + outcome.fault() + " " + changed);
    }

    private static Optional<String> changed(List<Object> expected, List<Object> arguments) {
        return new Outcome(expected, null).describeDifference(new Outcome(arguments, null));
    }

    private static boolean isGpu(Gpu gpu) {
        return gpu.computeCapability().isPresent();
    }

    private static String numbers(CarriedKernel kernel, CarriedArguments arguments) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < kernel.parameters().size(); i++) {
            Object value = arguments.values().get(i);
            String text = value.getClass().isArray() ? "[" + Array.getLength(value) + "]" : value.toString();
            texts.add(kernel.parameters().get(i) + "=" + text);
        }
        return texts + (arguments.aliased() ? " aliased" : "") + (arguments.onDevice() ? " on the device" : "");
    }
}
