package dev.gpukernel.oracle;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuRegistration;
import dev.gpukernel.GpuRegistration.Reading;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.Launch;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.cpu.JavaThreads;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.jit.LargeForms;
import dev.gpukernel.oracle.LaunchedKernel.Expectation;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Runs generated kernels as Java and launches them on devices, and compares results, arrays and exceptions. */
final class LaunchRun {
    /** Argument lists for each kernel: compiling takes longer than running. */
    private static final int ARGUMENT_LISTS = 4;

    /** As many are tried, of which some may be too long. */
    private static final int MOST_LISTS = 64;

    /** Length of arrays up to which a GPU is given what the host launches once for each iteration. */
    private static final int MOST_ON_HOST = 1000;

    /** Why loops are refused that run once. */
    private static final Set<Message> OF_ONE_ITERATION = Set.of(Message.LOOP_SHAPE, Message.NOT_A_KERNEL);

    private final List<Gpu> gpus;
    private final LongFunction<? extends LaunchedKernel> generator;

    /**
     * What became of a kernel.
     *
     * @param refusal how it was refused, if it was
     * @param launches how many launches were compared
     * @param declined how many launches were refused for their arguments
     * @param failure what is wrong
     */
    record Checked(
            LaunchedKernel kernel,
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
            return "%s: seed %d %s%n%s".formatted(kernel.className(), kernel.seed(), failure, kernel.source());
        }
    }

    /**
     * Makes a run.
     *
     * @param generator makes the kernel of a seed
     * @param gpus devices to run them on
     */
    LaunchRun(LongFunction<? extends LaunchedKernel> generator, List<Gpu> gpus) {
        this.generator = generator;
        this.gpus = gpus;
    }

    /**
     * Runs kernels, compiled together.
     *
     * @param seeds what they are made from, at least one
     * @param begun told each kernel before it is compiled for the devices
     * @return what became of them
     */
    List<Checked> run(long[] seeds, Consumer<Generated> begun) {
        List<? extends LaunchedKernel> kernels =
                LongStream.of(seeds).mapToObj(generator).toList();
        ClassLoader classes = InMemoryCompiler.compile(kernels.stream()
                .collect(Collectors.toMap(Generated::className, Generated::source, (source, _) -> source)));
        List<Checked> checked = new ArrayList<>();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // The interpreter finds the classes of what exceptions hold there.
        thread.setContextClassLoader(classes);
        try {
            for (LaunchedKernel kernel : kernels) {
                begun.accept(kernel);
                Method method = kernel.method(classes);
                method.setAccessible(true);
                checked.add(check(kernel, method));
            }
        } finally {
            thread.setContextClassLoader(before);
        }
        return checked;
    }

    /**
     * Runs the kernels of the seeds from 0 on, in parallel.
     *
     * @param count how many
     * @param batch how many are compiled together
     * @return what became of them
     */
    List<Checked> runFirst(int count, int batch) {
        return LongStream.range(0, Math.ceilDiv(count, batch))
                .parallel()
                .mapToObj(number -> run(
                        LongStream.range(number * batch, Math.min((number + 1) * batch, count))
                                .toArray(),
                        _ -> {}))
                .flatMap(List::stream)
                .toList();
    }

    private Checked check(LaunchedKernel kernel, Method method) {
        int launches = 0;
        int declined = 0;
        boolean isSlow = gpus.stream().anyMatch(LaunchRun::isGpu) && isOnHost(method);
        int lists = 0;
        for (int i = 0; i < MOST_LISTS && lists < ARGUMENT_LISTS; i++) {
            LaunchArguments arguments = kernel.arguments(i, method);
            if (isSlow && longest(arguments) > MOST_ON_HOST) {
                continue;
            }
            lists++;
            Ran java = java(kernel, method, arguments);
            for (Gpu gpu : gpus) {
                Outcome outcome;
                try {
                    outcome = launched(gpu, kernel, method, arguments);
                } catch (KernelRejectedException e) {
                    return new Checked(kernel, e, 0, 0, rejection(kernel, method, e));
                }
                launches++;
                if (kernel.expectation() == Expectation.REFUSED
                        && !(kernel.mayRunOnHost() && isWithoutElements(method))) {
                    return new Checked(kernel, null, launches, declined, "must be refused");
                }
                String refusal =
                        outcome.fault() == null ? null : outcome.fault().message();
                if (refusal != null && arguments.mayBeRefused(refusal, java.outcome())) {
                    declined++;
                    // Launches before it may have been accepted.
                    if (java.before().stream()
                            .noneMatch(before ->
                                    changed(before, outcome.arguments()).isEmpty())) {
                        String what =
                                "arguments %d %s on %s: refused too late".formatted(i, numbers(kernel, arguments), gpu);
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

    /** {@return whether the host goes through a loop by itself, as it does if that touches no elements: the order is then Java's} */
    private static boolean isWithoutElements(Method method) {
        return Kernel.of(method.getDeclaringClass(), method.getName())
                .schedule()
                .contains("on the host, without launches");
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

    private static int longest(LaunchArguments arguments) {
        return arguments.values().stream()
                .filter(value -> value.getClass().isArray())
                .mapToInt(Array::getLength)
                .max()
                .orElse(0);
    }

    private static @Nullable String rejection(LaunchedKernel kernel, Method method, KernelRejectedException rejection) {
        boolean known =
                rejection.findings().stream().allMatch(finding -> kernel.codes().contains(finding.message()));
        boolean isExpected = kernel.expectation() != Expectation.ACCEPTED && known;
        return isExpected
                        || RemainingLoops.areNone(method, Outlining.USUAL, rejection)
                        || alwaysThrows(kernel, method, rejection)
                ? null
                : "is rejected: " + rejection.getMessage();
    }

    /** {@return whether a loop is said to be none as every launch throws in its first iteration} */
    private static boolean alwaysThrows(LaunchedKernel kernel, Method method, KernelRejectedException rejection) {
        return rejection.findings().stream().allMatch(finding -> OF_ONE_ITERATION.contains(finding.message()))
                && IntStream.range(0, MOST_LISTS)
                        .allMatch(i -> java(kernel, method, kernel.arguments(i, method))
                                        .outcome()
                                        .fault()
                                != null);
    }

    /**
     * What launches in a row led to in Java.
     *
     * @param before what the arguments held before each
     */
    private record Ran(Outcome outcome, List<List<Object>> before) {}

    private static Ran java(LaunchedKernel kernel, Method method, LaunchArguments arguments) {
        List<Object> values = Oracle.copies(arguments.values());
        RowPlaces rows = new RowPlaces(arguments, values);
        List<List<Object>> before = new ArrayList<>();
        Object result = null;
        try {
            for (int i = 0; i < arguments.launches(); i++) {
                before.add(contents(arguments, Oracle.copies(values), rows.in(values)));
                result = takesFields(kernel, method)
                        ? InstanceKernel.call(
                                method, kernel.parameters(), values, passed -> invokeWith(kernel, method, passed))
                        : invoke(kernel, method, values.toArray());
            }
            return new Ran(new Outcome(contents(arguments, values, rows.in(values)), result, null), before);
        } catch (InvocationTargetException e) {
            return new Ran(failed(kernel, arguments, values, rows, e.getTargetException()), before);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@return whether what it is given is in fields: of an object, or of the class of a kernel that says so} */
    private static boolean takesFields(LaunchedKernel kernel, Method method) {
        return kernel instanceof InstanceKernel || !Modifier.isStatic(method.getModifiers());
    }

    /** Runs a method, or as many threads of it as are launched. */
    private static @Nullable Object invoke(LaunchedKernel kernel, Method method, Object[] values)
            throws InvocationTargetException, IllegalAccessException {
        if (!kernel.isGrid()) {
            return method.invoke(null, values);
        }
        Throwable thrown = kernel.hasWarps()
                ? JavaThreads.run(
                        method, values, kernel.shape(), kernel.source().contains("Grid.sync"))
                : GridFault.exceptionOf(JavaGrid.run(kernel.shape(), () -> callThread(method, values)));
        if (thrown != null) {
            throw new InvocationTargetException(thrown);
        }
        return null;
    }

    /** Runs a static method, or one on the object that is passed alone. */
    private static @Nullable Object invokeWith(LaunchedKernel kernel, Method method, Object[] passed)
            throws InvocationTargetException, IllegalAccessException {
        return kernel.isGrid() || Modifier.isStatic(method.getModifiers())
                ? invoke(kernel, method, passed)
                : method.invoke(passed[0]);
    }

    private static void callThread(Method method, Object[] values) {
        try {
            method.invoke(null, values);
        } catch (InvocationTargetException e) {
            throw (RuntimeException) e.getTargetException();
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable Object launch(LaunchedKernel generated, Kernel kernel, Object[] passed) {
        if (!generated.isGrid()) {
            return kernel.launch(passed);
        }
        Shape shape = generated.shape();
        Launch launch = Launch.grid(shape.gridX(), shape.gridY(), shape.gridZ())
                .block(shape.blockX(), shape.blockY(), shape.blockZ())
                .sharedBytes(shape.sharedBytes());
        kernel.launch(launch, passed);
        return null;
    }

    /** {@return arguments with arrays in place of segments, and at last which row is where} */
    private static List<Object> contents(LaunchArguments arguments, List<Object> values, int[] rows) {
        List<Object> contents = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            contents.add(arguments.array(i, values.get(i)));
        }
        contents.add(rows);
        return contents;
    }

    private static Outcome failed(
            LaunchedKernel kernel, LaunchArguments arguments, List<Object> values, RowPlaces rows, Throwable thrown) {
        Outcome.Fault fault = Outcome.Fault.of(thrown, kernel.className(), Generated.METHOD, null);
        return new Outcome(contents(arguments, values, rows.in(values)), fault.withNames(values, kernel.parameters()));
    }

    private static Outcome launched(Gpu gpu, LaunchedKernel generated, Method method, LaunchArguments arguments) {
        List<Object> copies = Oracle.copies(arguments.values());
        RowPlaces rows = new RowPlaces(arguments, copies);
        Kernel kernel = Kernel.of(method.getDeclaringClass(), method.getName());
        try {
            boolean isOnDevice = IntStream.range(0, copies.size()).anyMatch(arguments::isOnDevice);
            Object result = gpu.call(() -> takesFields(generated, method)
                    ? ofInstance(kernel, generated, method, arguments, copies)
                    : isOnDevice
                            ? onDevice(gpu, generated, kernel, arguments, copies)
                            : arguments.areLarge()
                                    ? LargeForms.<@Nullable Object, RuntimeException>call(
                                            () -> onHost(gpu, generated, kernel, arguments, copies))
                                    : onHost(gpu, generated, kernel, arguments, copies));
            return new Outcome(contents(arguments, copies, rows.in(copies)), result, null);
        } catch (KernelRejectedException e) {
            throw e;
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            return failed(generated, arguments, copies, rows, e);
        }
    }

    private static @Nullable Object ofInstance(
            Kernel kernel, LaunchedKernel generated, Method method, LaunchArguments arguments, List<Object> values) {
        Object result = null;
        try {
            for (int i = 0; i < arguments.launches(); i++) {
                result = InstanceKernel.call(
                        method, generated.parameters(), values, passed -> launch(generated, kernel, passed));
            }
            return result;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Launches with arrays on the host, some of those beside the Java heap registered. */
    private static @Nullable Object onHost(
            Gpu gpu, LaunchedKernel generated, Kernel kernel, LaunchArguments arguments, List<Object> values) {
        Object[] passed = IntStream.range(0, values.size())
                .mapToObj(i -> arguments.passed(i, values.get(i)))
                .toArray();
        List<GpuRegistration> registered = IntStream.range(0, passed.length)
                .filter(i -> (i + arguments.launches()) % 4 > 0)
                .mapToObj(i -> registered(gpu, passed[i], i))
                .flatMap(Optional::stream)
                .toList();
        try {
            Object result = null;
            for (int i = 0; i < arguments.launches(); i++) {
                result = launch(generated, kernel, passed);
            }
            return result;
        } finally {
            registered.forEach(GpuRegistration::close);
        }
    }

    private static Optional<GpuRegistration> registered(Gpu gpu, Object value, int number) {
        MemorySegment memory = switch (value) {
            case MemorySegment segment -> segment;
            case Buffer buffer -> MemorySegment.ofBuffer(buffer);
            default -> MemorySegment.ofArray(new byte[0]);
        };
        Reading reading = number % 2 == 0 ? Reading.COPIED : Reading.IN_PLACE;
        return memory.isNative() ? Optional.of(gpu.register(memory, reading)) : Optional.empty();
    }

    /** Launches with arrays on the device, and copies them back, also if the launch fails and the device is the CPU. */
    private static @Nullable Object onDevice(
            Gpu gpu, LaunchedKernel generated, Kernel kernel, LaunchArguments arguments, List<Object> values) {
        IdentityHashMap<Object, Uploaded> arrays = new IdentityHashMap<>();
        Object[] passed = values.toArray();
        for (int i = 0; i < passed.length; i++) {
            if (arguments.isOnDevice(i)) {
                int argument = i;
                passed[i] = arrays.computeIfAbsent(passed[i], host -> Uploaded.of(gpu, arguments.array(argument, host)))
                        .slice;
            }
        }
        boolean ends = false;
        // Of its own: who waits for the default stream takes the faults of all threads that launch there.
        try (GpuStream stream = gpu.newStream()) {
            Object result = null;
            for (int i = 0; i < arguments.launches(); i++) {
                release(result, arrays);
                result = stream.call(() -> launch(generated, kernel, passed));
            }
            stream.synchronize();
            ends = true;
            return result instanceof GpuArray<?> array ? onHost(array, arrays) : result;
        } finally {
            if (ends || !isGpu(gpu)) {
                arrays.forEach((host, array) -> array.copyTo(host));
            }
            arrays.values().forEach(array -> array.whole.close());
        }
    }

    /** Closes what an earlier launch made. */
    private static void release(@Nullable Object result, IdentityHashMap<Object, Uploaded> arrays) {
        if (result instanceof GpuArray<?> array
                && arrays.values().stream().noneMatch(passed -> passed.slice.equals(array))) {
            array.close();
        }
    }

    /** An array on a device, as a slice of a longer one that may begin anywhere. */
    private record Uploaded(
            GpuArray<Object> whole,
            GpuArray<Object> slice,
            @Nullable Object padding) {
        static Uploaded of(Gpu gpu, Object host) {
            int length = Array.getLength(host);
            boolean hasSlices = !gpu.backend().equals("tornado");
            int beside = hasSlices ? length % 7 : 0;
            Object padding = host instanceof Record[] records && length > 0 ? records[0] : null;
            GpuArray<Object> whole = gpu.upload(padded(host, beside, padding));
            return new Uploaded(whole, hasSlices ? whole.slice(beside, beside + length) : whole, padding);
        }

        private static Object padded(Object host, int beside, @Nullable Object padding) {
            int length = Array.getLength(host);
            Object padded = Array.newInstance(host.getClass().componentType(), beside + length + beside);
            if (padding != null) {
                Arrays.fill((Object[]) padded, padding);
            } else if (beside > 0 && host instanceof Object[] rows) {
                Arrays.setAll((Object[]) padded, _ -> zeros(rows[0]));
            }
            System.arraycopy(host, 0, padded, beside, length);
            return padded;
        }

        /** {@return an array of zeros like another} */
        private static Object zeros(Object array) {
            Object zeros = Array.newInstance(array.getClass().componentType(), Array.getLength(array));
            if (array instanceof Object[] rows) {
                Arrays.setAll((Object[]) zeros, i -> zeros(rows[i]));
            }
            return zeros;
        }

        void copyTo(Object target) {
            Object host = target instanceof MemorySegment ? slice.toHost() : target;
            slice.copyTo(host);
            if (target instanceof MemorySegment segment) {
                segment.copyFrom(StorageArguments.whole(host));
            }
            Object expected = padded(host, (whole.length() - slice.length()) / 2, padding);
            if (!Arrays.deepEquals(new Object[] {expected}, new Object[] {whole.toHost()})) {
                throw new IllegalStateException("something beside a slice was changed");
            }
        }
    }

    /** {@return what a kernel returned: an array that was passed is the one it was uploaded from} */
    private static Object onHost(GpuArray<?> result, IdentityHashMap<Object, Uploaded> arrays) {
        for (Map.Entry<Object, Uploaded> passed : arrays.entrySet()) {
            if (passed.getValue().slice.equals(result)) {
                return passed.getKey();
            }
        }
        try (result) {
            return result.toHost();
        }
    }

    private static Optional<String> difference(Gpu gpu, LaunchArguments arguments, Ran java, Outcome outcome) {
        boolean isOnDevice = IntStream.range(0, arguments.values().size()).anyMatch(arguments::isOnDevice);
        Outcome expected = isOnDevice ? java.outcome().withCopies() : java.outcome();
        Optional<String> difference = expected.describeDifference(outcome);
        if (difference.isPresent() || outcome.fault() == null) {
            return difference;
        }
        List<Object> after = java.outcome().arguments();
        boolean isAsJava = !isGpu(gpu)
                || arguments.leavesAsJava()
                || (arguments.mayRunAsJava()
                        && changed(after, outcome.arguments()).isEmpty());
        return changed(isAsJava ? after : java.before().getLast(), outcome.arguments())
                .map(changed -> "after " + outcome.fault() + " " + changed);
    }

    private static Optional<String> changed(List<Object> expected, List<Object> arguments) {
        return new Outcome(expected, null).describeDifference(new Outcome(arguments, null));
    }

    private static boolean isGpu(Gpu gpu) {
        return gpu.computeCapability().isPresent();
    }

    private static String numbers(LaunchedKernel kernel, LaunchArguments arguments) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < kernel.parameters().size(); i++) {
            Object value = arguments.values().get(i);
            String text = value.getClass().isArray() ? sizes(value) : value.toString();
            texts.add(kernel.parameters().get(i) + "=" + text + (arguments.isOnDevice(i) ? " on the device" : ""));
        }
        return texts.toString();
    }

    private static String sizes(Object array) {
        String rows = array instanceof Object[] all
                ? Arrays.stream(all)
                        .map(row -> row == null ? "null" : row.getClass().isArray() ? sizes(row) : "record")
                        .distinct()
                        .toList()
                        .toString()
                : "";
        return "[" + Array.getLength(array) + "]" + rows + "@" + Integer.toHexString(System.identityHashCode(array));
    }
}
