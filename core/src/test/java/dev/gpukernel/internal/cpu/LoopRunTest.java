package dev.gpukernel.internal.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gpukernel.corpus.Corpus;
import dev.gpukernel.corpus.CorpusKernel;
import dev.gpukernel.internal.analysis.Foresight;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.backend.WholeMethodException;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.jit.CompilerSteps;
import dev.gpukernel.internal.jvm.LoopFault;
import dev.gpukernel.oracle.OmittedDetails;
import dev.gpukernel.oracle.Outcome;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops over all cores lead to what they lead to on the JVM: arrays by bits, also where an iteration throws. */
final class LoopRunTest {
    /** Workers have all of it. */
    private static final long SHARED = -1;

    /** The caller has all of it. */
    private static final long ALONE = Long.MAX_VALUE;

    private static LoopKernel compile(Method method) {
        return LoopKernel.of(CompilerSteps.shared(method).unit(0));
    }

    /** {@return whether a kernel is one loop that can be run iteration by iteration, with the kernel's own arguments} */
    private static boolean isEmittable(Method method) {
        try {
            KernelUnit.Nest nest = CompilerSteps.shared(method).unit(0).nest();
            compile(method);
            return nest != null && nest.isWhole();
        } catch (WholeMethodException _) {
            return false;
        }
    }

    /** At least as many threads as any loop has iterations; those beyond do nothing. */
    private static final Shape ENOUGH = new Shape(120_000, 1, 1, 1, 1, 1, 0);

    private static Method method(String name) {
        return Arrays.stream(LoopKernels.class.getDeclaredMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static LoopArguments leaves(List<?> arguments) {
        List<Object> leaves = new ArrayList<>();
        arguments.forEach(argument -> leaves.addAll(Leaves.values(argument)));
        @Nullable Object[] arrays = new Object[leaves.size()];
        long[] scalars = new long[leaves.size()];
        for (int i = 0; i < arrays.length; i++) {
            switch (leaves.get(i)) {
                case Boolean value -> scalars[i] = value ? 1 : 0;
                case Character value -> scalars[i] = value;
                case Float value -> scalars[i] = Op.Constant.of(value).bits();
                case Double value -> scalars[i] = Op.Constant.of(value).bits();
                case Number value -> scalars[i] = value.longValue();
                case Object array -> arrays[i] = array;
            }
        }
        return new LoopArguments(arrays, scalars);
    }

    /** {@return what a launch throws, {@code null} if nothing} */
    private static @Nullable Throwable launch(LoopKernel kernel, List<?> arguments, long aloneNanos) {
        LoopArguments leaves = leaves(arguments);
        long iterations = kernel.iterations(leaves, ENOUGH);
        return iterations <= 0
                ? null
                : catchThrowable(() -> {
                    try {
                        new LoopRun(kernel, leaves, iterations, aloneNanos).run();
                    } catch (LoopFault fault) {
                        throw kernel.exception(fault);
                    }
                });
    }

    private static @Nullable Throwable call(Method method, List<?> arguments) {
        try {
            method.setAccessible(true);
            method.invoke(null, arguments.toArray());
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static void compare(Method method, LoopKernel kernel, Supplier<List<Object>> inputs, long aloneNanos) {
        List<Object> expected = inputs.get();
        Throwable thrownByJava = call(method, expected);
        List<Object> actual = inputs.get();
        Throwable thrown = launch(kernel, actual, aloneNanos);
        OmittedDetails.assertAlike(thrown, thrownByJava);
        if (thrown != null && thrownByJava != null && !KernelTrace.isAbbreviated(thrownByJava)) {
            assertThat(ownFrames(thrown)).isEqualTo(ownFrames(thrownByJava));
        }
        // As plain Java leaves them, whatever was thrown.
        assertThat(new Outcome(expected, null).describeDifference(new Outcome(actual, null)))
                .isEmpty();
    }

    private static List<String> ownFrames(Throwable thrown) {
        return Arrays.stream(thrown.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith("dev.gpukernel.corpus")
                        || frame.getClassName().equals(LoopKernels.class.getName()))
                .filter(frame -> !frame.getClassName().endsWith("JvmRun"))
                .map(frame -> frame.getMethodName() + ":" + frame.getLineNumber())
                .toList();
    }

    private static boolean isWhole(Method method) {
        KernelUnit.Nest nest = CompilerSteps.shared(method).unit(0).nest();
        return nest != null && nest.isWhole();
    }

    /** {@return whether an array is passed that is put together for a launch, and taken apart after it} */
    private static boolean takesPutTogether(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .anyMatch(type -> type.isArray()
                        && (type.componentType().isRecord()
                                || type.componentType().isArray()));
    }

    static List<CorpusKernel> loops() {
        return Corpus.all().stream()
                .filter(kernel -> kernel.form() == KernelForm.LOOP)
                .filter(kernel -> !takesPutTogether(kernel.method()))
                .filter(kernel -> isEmittable(kernel.method()))
                // Only loops run here.
                .filter(kernel -> !CompilerSteps.shared(kernel.method()).hostThrows())
                .toList();
    }

    @Test
    void mostLoopsOfTheCorpusCanBeShared() {
        long all = Corpus.all().stream()
                .filter(kernel -> kernel.form() == KernelForm.LOOP)
                .filter(kernel -> !takesPutTogether(kernel.method()))
                .filter(kernel -> isWhole(kernel.method()))
                .count();
        assertThat(loops().size()).isGreaterThan((int) (all * 9 / 10));
    }

    @ParameterizedTest
    @MethodSource("loops")
    void sharedItLeadsToWhatItLeadsToOnTheJvm(CorpusKernel kernel) {
        LoopKernel compiled = compile(kernel.method());
        for (long nanos : new long[] {SHARED, ALONE}) {
            compare(kernel.method(), compiled, () -> kernel.arguments().get(), nanos);
        }
    }

    private static int[] iota(int length) {
        return IntStream.range(0, length).toArray();
    }

    private static float[] floats(int length) {
        float[] floats = new float[length];
        for (int i = 0; i < length; i++) {
            floats[i] = i % 1_001 - 0.5f * (i % 7);
        }
        return floats;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 1_000, 100_003})
    void anyNumberOfIterationsRunsOnceEach(int length) {
        LoopKernel kernel = compile(method("gather"));
        for (long nanos : new long[] {SHARED, 0, LoopRun.ALONE_NANOS, ALONE}) {
            compare(method("gather"), kernel, () -> List.of(iota(length), iota(length), iota(length)), nanos);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4_321, 99_999})
    void whatAnIterationThrowsIsWhatTheLoopThrows(int bad) {
        LoopKernel gather = compile(method("gather"));
        LoopKernel divide = compile(method("divide"));
        LoopKernel thrower = compile(method("storeAndThrow"));
        for (long nanos : new long[] {SHARED, 0, LoopRun.ALONE_NANOS, ALONE}) {
            compare(method("gather"), gather, () -> List.of(withBad(bad, -5), iota(100_000), iota(100_000)), nanos);
            compare(method("divide"), divide, () -> List.of(iota(100_000), withBad(bad, 0), iota(100_000)), nanos);
            compare(method("storeAndThrow"), thrower, () -> List.of(iota(100_000), bad), nanos);
        }
    }

    /** From a place on, one in seven is bad, and none is so at first by itself. */
    private static int[] withBad(int first, int bad) {
        return IntStream.range(0, 100_000)
                .map(i -> i >= first && (i - first) % 7 == 0 ? bad : Math.max(1, i))
                .toArray();
    }

    @Test
    void loopsThatCannotFaultAreKnownToBeSo() {
        float[] image = floats(60 * 40);
        assertThat(isFaultFree("add", floats(100), floats(101), floats(100))).isTrue();
        assertThat(isFaultFree("convolve", image, floats(25), floats(60 * 40), 60, 40, 2))
                .isTrue();
        assertThat(isFaultFree("smoothRows", image, floats(60 * 40), 60, 40)).isTrue();
        assertThat(isFaultFree("triangle", new long[200], 100)).isTrue();
        assertThat(isFaultFree("storeAndThrow", iota(100), 99)).isTrue();
    }

    @Test
    void loopsThatMayFaultAreNotTakenForOthers() {
        float[] image = floats(60 * 40);
        assertThat(isFaultFree("add", floats(100), floats(99), floats(100))).isFalse();
        assertThat(isFaultFree("convolve", image, floats(24), floats(60 * 40), 60, 40, 2))
                .isFalse();
        assertThat(isFaultFree("convolve", floats(60 * 40 - 1), floats(25), floats(60 * 40), 60, 40, 2))
                .isFalse();
        assertThat(isFaultFree("smoothRows", image, floats(60 * 40), 60, 41)).isFalse();
        assertThat(isFaultFree("triangle", new long[199], 100)).isFalse();
        assertThat(isFaultFree("storeAndThrow", iota(100), 97)).isFalse();
        assertThat(isFaultFree("gather", iota(9), iota(9), iota(9))).isFalse();
    }

    private static boolean isFaultFree(String name, Object... arguments) {
        LoopKernel kernel = compile(method(name));
        LoopArguments leaves = leaves(List.of(arguments));
        return Foresight.of(kernel.function(), leaves, Math.max(1, kernel.iterations(leaves, ENOUGH)))
                .faultFree();
    }

    @Test
    void launchesOfManyKindsAreRight() {
        Method method = method("convolve");
        LoopKernel kernel = compile(method);
        for (int width = 1; width < 40; width += 3) {
            for (int radius = 0; radius < 4; radius++) {
                int w = width;
                int r = radius;
                Supplier<List<Object>> inputs =
                        () -> List.of(floats(w * 20), floats((2 * r + 1) * (2 * r + 1)), new float[w * 20], w, 20, r);
                compare(method, kernel, inputs, SHARED);
            }
        }
    }

    /** After enough launches of one kind, its code is made without checks; it is not used for launches of another kind. */
    @Test
    void launchesLikeEarlierOnesAreRight() {
        Method method = method("add");
        LoopKernel kernel = compile(method);
        Supplier<List<Object>> good = () -> List.of(floats(3_000), floats(3_000), floats(3_000));
        LoopArguments like = leaves(good.get());
        long iterations = kernel.iterations(like, ENOUGH);
        for (int k = 0; k < 5_000 && kernel.experience(like, iterations).plan() == null; k++) {
            compare(method, kernel, good, LoopRun.ALONE_NANOS);
        }
        LoopKernel.Plan plan = kernel.experience(like, iterations).plan();
        assertThat(Objects.requireNonNull(plan, "made by now").faultFree()).isTrue();
        for (int k = 0; k < 20; k++) {
            int shorter = 2_999 - k;
            compare(method, kernel, good, LoopRun.ALONE_NANOS);
            compare(method, kernel, () -> List.of(floats(3_000), floats(shorter), floats(3_000)), LoopRun.ALONE_NANOS);
        }
    }

    /** A launch that nobody timed, with arguments kept from the last one, does what is asked for. */
    @Test
    void argumentsOfOneLaunchAfterAnotherAreThoseOfEach() throws Throwable {
        Method method = method("triangle");
        LoopKernel kernel = compile(method);
        @Nullable Object[] arrays = new Object[2];
        long[] scalars = new long[2];
        LoopArguments arguments = LoopArguments.ofLaunches(arrays, scalars);
        for (int k = 0; k < 2_000; k++) {
            int count = 20 + k / 500 + k % 2;
            long[] actual = longs();
            arrays[0] = actual;
            scalars[1] = count;
            LoopRun.run(kernel, arguments, kernel.iterations(arguments, ENOUGH));
            arguments.forget();
            assertThat(arrays).containsOnlyNulls();
            long[] expected = longs();
            call(method, List.of(expected, count));
            assertThat(actual).isEqualTo(expected);
        }
    }

    private static long[] longs() {
        return LongStream.range(1, 61).map(i -> i * i).toArray();
    }

    /** Launches that are not timed, and with one array or another. */
    @Test
    void launchesThatAreNotTimedRunEachIterationOnce() throws Throwable {
        LoopKernel kernel = compile(method("gather"));
        @Nullable Object[] arrays = new Object[3];
        LoopArguments arguments = LoopArguments.ofLaunches(arrays, new long[3]);
        for (int k = 0; k < 3_000; k++) {
            int[] index = iota(40);
            index[k % 40] = k % 7;
            List<Object> expected = List.of(index.clone(), iota(40), iota(40));
            List<Object> actual = List.of(index, iota(40), iota(40));
            for (int i = 0; i < 3; i++) {
                arrays[i] = actual.get(i);
            }
            LoopRun.run(kernel, arguments, kernel.iterations(arguments, ENOUGH));
            call(method("gather"), expected);
            assertThat(actual).usingRecursiveComparison().isEqualTo(expected);
        }
    }

    private static byte[] bytes(int length, int seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    /** Once launches are known to be short, the caller counts in an array of its own. */
    @Test
    void shortHistogramsCountWhatTheJvmCounts() {
        Method method = method("histogram");
        LoopKernel kernel = compile(method);
        Method checked = method("checkedHistogram");
        LoopKernel checkedKernel = compile(checked);
        for (int k = 0; k < 1_500; k++) {
            int seed = k;
            compare(method, kernel, () -> List.of(bytes(3_000, seed), iota(64)), LoopRun.ALONE_NANOS);
            Supplier<List<Object>> inputs = () -> {
                int[] x = new Random(seed).ints(500, 0, 64).toArray();
                x[seed % 500] = seed % 3 == 0 ? 64 : 63;
                return List.of(x, iota(64));
            };
            compare(checked, checkedKernel, inputs, LoopRun.ALONE_NANOS);
        }
    }

    private static void launched(LoopKernel kernel, LoopArguments arguments, long iterations) {
        assertThat(catchThrowable(() -> LoopRun.run(kernel, arguments, iterations)))
                .isNull();
    }

    /** None of the updates is lost of launches that count in one array. */
    @Test
    void shortHistogramsOfOneArrayAddUp() throws Exception {
        LoopKernel kernel = compile(method("histogram"));
        int[] counts = new int[64];
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Callable<Boolean>> launches = new ArrayList<>();
            for (int k = 0; k < 4; k++) {
                launches.add(() -> {
                    for (int launch = 0; launch < 2_000; launch++) {
                        LoopArguments arguments = leaves(List.of(new byte[3_000], counts));
                        launched(kernel, arguments, 3_000);
                    }
                    return true;
                });
            }
            for (Future<Boolean> launch : threads.invokeAll(launches)) {
                assertThat(launch.get()).isTrue();
            }
        }
        assertThat(counts[0]).isEqualTo(4 * 2_000 * 3_000);
    }

    /** A launch that was slow because it was the first one says nothing of later ones. */
    @Test
    void launchesAreNotTakenForLongForEver() throws Throwable {
        double secondsEach = 1e9;
        for (String name : List.of("gather", "add")) {
            LoopKernel kernel = compile(method(name));
            LoopArguments arguments = leaves(
                    name.equals("add")
                            ? List.of(floats(40), floats(40), floats(40))
                            : List.of(iota(40), iota(40), iota(40)));
            kernel.experience(arguments, 40).add(secondsEach, (long) secondsEach);
            LoopRun.run(kernel, arguments, 40);
            assertThat(kernel.experience(arguments, 40).pace()).isLessThan(secondsEach / 10);
        }
    }

    /** How long an iteration took says nothing of which one throws. */
    @Test
    void anElementThatThrowsIsNoticedAfterManyThatDoNot() {
        Method method = method("gather");
        LoopKernel kernel = compile(method);
        Supplier<List<Object>> good = () -> List.of(iota(3_000), iota(3_000), iota(3_000));
        for (int k = 0; k < 300; k++) {
            compare(method, kernel, good, LoopRun.ALONE_NANOS);
            int bad = 10 * k;
            Supplier<List<Object>> throwing = () -> {
                int[] index = iota(3_000);
                index[bad] = -1;
                return List.of(index, iota(3_000), iota(3_000));
            };
            compare(method, kernel, throwing, LoopRun.ALONE_NANOS);
        }
    }

    @Test
    void launchesBesideEachOtherDoNotMix() throws Exception {
        LoopKernel kernel = compile(method("gather"));
        try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
            List<Callable<Boolean>> launches = new ArrayList<>();
            for (int k = 0; k < 60; k++) {
                int length = 1_000 + 997 * k;
                int bad = k % 3 == 0 ? -1 : 0;
                Supplier<List<Object>> inputs = () -> {
                    int[] index = iota(length);
                    index[length / 2] = bad;
                    return List.of(index, iota(length), iota(length));
                };
                launches.add(() -> {
                    compare(method("gather"), kernel, inputs, SHARED);
                    return true;
                });
            }
            for (Future<Boolean> launch : threads.invokeAll(launches)) {
                assertThat(launch.get()).isTrue();
            }
        }
    }

    @Test
    void aDebuggerIsNoticed(@TempDir Path folder) throws IOException {
        Path maps = Files.writeString(folder.resolve("maps"), "7f00-7f10 r-xp 0 00:1 7 /jdk/lib/libjava.so\n");
        assertThat(LoopMode.hasDebugger(maps)).isFalse();
        Files.writeString(maps, "7f10-7f20 r-xp 0 00:1 9 /jdk/lib/libjdwp.so\n", StandardOpenOption.APPEND);
        assertThat(LoopMode.hasDebugger(maps)).isTrue();
        assertThat(LoopMode.hasDebugger(List.of("-Xmx1g", "-agentlib:jdwp=transport=dt_socket,server=y")))
                .isTrue();
        assertThat(LoopMode.hasDebugger(List.of("-Xmx1g", "-agentlib:hprof"))).isFalse();
    }
}
