package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Kernel;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.Differential;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import dev.gpukernel.oracle.Oracle;
import dev.gpukernel.oracle.Outcome;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Arrays that kernels make, and arrays as results: with arguments of all lengths, on devices with and without memory of their own. */
@Execution(ExecutionMode.CONCURRENT)
final class MadeArraysTest {
    /** Where kernels run. */
    enum Where {
        CPU(Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cpu"))
                .findFirst()
                .orElseThrow()),
        /** With memory of its own. */
        APART(OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE))),
        /** With so little that loops run in pieces. */
        SMALL(OtherEngine.gpu(new Interpreted(512, 1 << 14)));

        private final Gpu gpu;

        Where(Gpu gpu) {
            this.gpu = gpu;
        }

        Gpu gpu() {
            return gpu;
        }
    }

    /** A launch. */
    record Case(String kernel, List<Object> arguments) {
        @Override
        public String toString() {
            return kernel
                    + arguments.stream()
                            .map(argument -> argument.getClass().isArray()
                                    ? "[" + Array.getLength(argument) + "]"
                                    : argument.toString())
                            .toList();
        }

        Method method() {
            return Corpus.kernel(MadeArrayKernels.class, kernel).method();
        }

        Outcome expected() {
            return Oracle.runJava(method(), KernelForm.LOOP, Oracle.GRID, arguments);
        }

        private Outcome.Fault fault(RuntimeException thrown) {
            return Outcome.Fault.ofKernel(thrown, MadeArrayKernels.class.getName(), kernel);
        }

        Outcome onHost() {
            List<Object> copies = Oracle.copies(arguments);
            try {
                Object result = Kernel.of(MadeArrayKernels.class, kernel).launch(copies.toArray());
                return new Outcome(copies, result, null);
            } catch (RuntimeException e) {
                return new Outcome(copies, fault(e));
            }
        }

        /** With arrays of the device; a result that is an argument is told from one that is not. */
        Outcome onDevice(Gpu gpu) {
            List<Object> held = new ArrayList<>();
            for (Object argument : arguments) {
                held.add(argument.getClass().isArray() ? gpu.upload(argument) : argument);
            }
            try {
                Object result = Kernel.of(MadeArrayKernels.class, kernel).launch(held.toArray());
                List<Object> copies = held.stream()
                        .map(argument -> argument instanceof GpuArray<?> array ? array.toHost() : argument)
                        .toList();
                if (!(result instanceof GpuArray<?> array)) {
                    return new Outcome(copies, result, null);
                }
                int same = held.indexOf(array);
                if (same >= 0) {
                    return new Outcome(copies, copies.get(same), null);
                }
                try (array) {
                    return new Outcome(copies, array.toHost(), null);
                }
            } catch (RuntimeException e) {
                return new Outcome(arguments, fault(e));
            } finally {
                held.forEach(Case::close);
            }
        }

        private static void close(Object argument) {
            if (argument instanceof GpuArray<?> array) {
                array.close();
            }
        }

        boolean takesArrays() {
            return arguments.stream().anyMatch(argument -> argument.getClass().isArray());
        }
    }

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (CorpusKernel kernel : Corpus.all()) {
            if (kernel.owner() == MadeArrayKernels.class) {
                cases.add(new Case(kernel.name(), kernel.arguments().get()));
            }
        }
        for (int length : new int[] {0, 1, 2, 33}) {
            int[] ints = Seeded.ints(length, length);
            cases.add(new Case("scaled", List.of(2f, Seeded.floats(length, 1, -1, 1))));
            cases.add(new Case("everyOther", List.of(ints)));
            cases.add(new Case("blurredTwice", List.of(ints, new int[length])));
            cases.add(new Case("differences", List.of(Seeded.longs(length, 2), 1)));
            cases.add(new Case("histogram", List.of(Seeded.bytes(length, 3))));
            cases.add(new Case("histogramOf", List.of(ints, length)));
            cases.add(new Case("positive", List.of(ints)));
            cases.add(new Case("sums", List.of(ints)));
            cases.add(new Case("copied", List.of(Seeded.shorts(length, 4))));
            for (int from = -1; from < 3; from++) {
                for (int to : new int[] {-1, 0, 2, 40}) {
                    cases.add(new Case("part", List.of(Seeded.chars(length, 5, "xyz"), from, to)));
                }
            }
            cases.add(new Case("grown", List.of(Seeded.bytes(length, 6), 2)));
            cases.add(new Case("grown", List.of(Seeded.bytes(length, 6), -1)));
            cases.add(new Case("flags", List.of(ints, 0)));
            cases.add(new Case("summary", List.of(ints)));
            cases.add(new Case("either", List.of(ints, 2)));
            cases.add(new Case("shiftedTwice", List.of(ints, 2)));
            cases.add(new Case("layers", List.of(ints, 3, new int[7])));
            cases.add(new Case("layers", List.of(ints, 0, new int[7])));
            cases.add(new Case("smoothed", List.of(ints, 3)));
            cases.add(new Case("lastFirst", List.of(ints)));
            cases.add(new Case("gathered", List.of(ints, new int[3])));
            cases.add(new Case("negative", List.of(ints, length)));
            cases.add(new Case("firstAbove", List.of(ints, 5)));
            for (int steps : new int[] {0, 1, 2, 5}) {
                for (String kernel : List.of("steps", "grownSteps", "stepsByCalls", "bestStep")) {
                    cases.add(new Case(kernel, List.of(ints, steps)));
                }
                cases.add(new Case("stepsThatThrow", List.of(ints, steps, 3)));
                cases.add(new Case("ownSteps", List.of(ints, steps, 3)));
                cases.add(new Case("ownSteps", List.of(ints, steps, steps - 1)));
            }
        }
        cases.add(new Case("stepsThatThrow", List.of(new int[] {9, 8, 7, 6}, 4, 8)));
        cases.add(new Case("made", List.of(0)));
        cases.add(new Case("made", List.of(-7)));
        cases.add(new Case("either", List.of(new int[10], 5)));
        cases.add(new Case("gathered", List.of(new int[] {1, 2}, new int[] {1, 0, 0, -1, 2, 0})));
        return cases;
    }

    static Stream<Case> usualCases() {
        return Corpus.all().stream()
                .filter(kernel -> kernel.owner() == MadeArrayKernels.class)
                .map(kernel -> new Case(kernel.name(), kernel.arguments().get()));
    }

    @ParameterizedTest
    @MethodSource("usualCases")
    void everyStepOfTheCompilerKeepsThem(Case made) {
        Differential differential = new Differential(made.method(), Outlining.USUAL, Oracle.GRID);
        assertThat(differential.firstDifference(made.arguments, List.of())).isEmpty();
        Differential apart = new Differential(made.method(), Outlining.EVERYTHING, Oracle.GRID);
        assertThat(apart.firstDifference(made.arguments, List.of())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void hostArraysLeadToWhatTheyDoInJava(Where where) {
        for (Case made : cases()) {
            Outcome outcome = where.gpu.call(made::onHost);
            assertThat(made.expected().describeDifference(outcome))
                    .as("%s on %s", made, where)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CPU", "APART"})
    void arraysOfTheDeviceDoToo(Where where) {
        for (Case made : cases()) {
            if (made.takesArrays()) {
                Outcome outcome = where.gpu.call(() -> made.onDevice(where.gpu));
                assertThat(made.expected().describeDifference(outcome))
                        .as("%s on %s", made, where)
                        .isEmpty();
            }
        }
    }

    @GpuKernel
    static int plusZeros(int[] x, int[] y) {
        int[] zeros = new int[x.length];
        for (int i = 0; i < x.length; i++) {
            y[i] += x[i] + zeros[i];
        }
        return x.length;
    }

    @GpuKernel
    static int inBin(int[] x, int bins, int which) {
        int[] counts = new int[bins];
        for (int i = 0; i < x.length; i++) {
            counts[x[i] & (bins - 1)]++;
        }
        return counts[which];
    }

    @GpuKernel
    static long belowOwn(int[] x) {
        int[] bounds = new int[x.length];
        long n = 0;
        for (int i = 0; i < x.length; i++) {
            n += x[i] < bounds[i] ? 1 : 0;
        }
        return n;
    }

    /** The only loop of a kernel may run in pieces; what the kernel made before is there for each of them. */
    @ParameterizedTest
    @EnumSource
    void whatIsNotReturnedIsThereForTheOnlyLoop(Where where) {
        int[] x = Seeded.ints(3000, 1);
        int[] y = x.clone();
        int[] expected = x.clone();
        plusZeros(x, expected);
        where.gpu.run(() -> {
            Kernel.of(MadeArraysTest.class, "plusZeros").launch(x, y);
            assertThat(Kernel.of(MadeArraysTest.class, "inBin").launch(x, 64, 5))
                    .isEqualTo(inBin(x, 64, 5));
            assertThat(Kernel.of(MadeArraysTest.class, "belowOwn").launch((Object) x))
                    .isEqualTo(belowOwn(x));
        });
        assertThat(y).isEqualTo(expected);
    }

    /** The same kernel again and again, with lengths that shrink and grow: nothing is left of the launch before. */
    @ParameterizedTest
    @EnumSource
    void nothingIsLeftOfTheLaunchBefore(Where where) {
        Kernel kernel = Kernel.of(MadeArrayKernels.class, "everyOther");
        List<int[]> results = new ArrayList<>();
        List<int[]> expected = new ArrayList<>();
        for (int length : new int[] {500, 3, 500, 0, 40, 500}) {
            int[] x = Seeded.ints(length, length);
            results.add((int[]) where.gpu.call(() -> kernel.launch((Object) x)));
            expected.add(MadeArrayKernels.everyOther(x));
        }
        assertThat(results).containsExactlyElementsOf(expected);
    }

    @ParameterizedTest
    @EnumSource(names = {"CPU", "APART"})
    void manyThreadsGetArraysOfTheirOwn(Where where) throws Exception {
        Kernel kernel = Kernel.of(MadeArrayKernels.class, "positive");
        Callable<Void> launches = () -> {
            for (int i = 0; i < 30; i++) {
                int[] x = Seeded.ints(100 + i, Thread.currentThread().threadId() * 31 + i);
                int[] expected = MadeArrayKernels.positive(x);
                assertThat((int[]) where.gpu.call(() -> kernel.launch((Object) x)))
                        .isEqualTo(expected);
                try (GpuArray<int[]> held = where.gpu.upload(x);
                        GpuArray<?> result = held(kernel.launch(held))) {
                    assertThat((int[]) result.toHost()).isEqualTo(expected);
                }
            }
            return null;
        };
        for (ExecutorService threads :
                List.of(Executors.newFixedThreadPool(8), Executors.newVirtualThreadPerTaskExecutor())) {
            try (threads) {
                List<Future<Void>> all = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    all.add(threads.submit(launches));
                }
                for (Future<Void> one : all) {
                    one.get();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CPU", "APART"})
    void streamsAndWhatFollowsOnThemSeeTheResult(Where where) {
        Kernel kernel = Kernel.of(MadeArrayKernels.class, "shiftedTwice");
        int[] x = Seeded.ints(1000, 5);
        int[] expected = MadeArrayKernels.shiftedTwice(MadeArrayKernels.shiftedTwice(x, 3), 4);
        try (GpuStream stream = where.gpu.newStream();
                GpuArray<int[]> held = where.gpu.upload(x)) {
            GpuArray<?> first = held(stream.call(() -> kernel.launch(held, 3)));
            GpuArray<?> second = held(kernel.launch(first, 4));
            first.close();
            assertThat((int[]) second.toHost()).isEqualTo(expected);
            second.close();
        }
    }

    @Test
    void theTypedCallsSayWhatIsWrong() {
        Kernel kernel = Kernel.of(MadeArrayKernels.class, "made");
        assertThat(kernel.call().passInt(3).runArray(int[].class)).containsExactly(0, 1, 4);
        Gpu gpu = Where.APART.gpu;
        try (GpuArray<int[]> made = gpu.call(() -> kernel.call().passInt(3).runGpuArray(int[].class))) {
            assertThat(made.device()).isEqualTo(gpu);
            assertThat(made.toHost()).containsExactly(0, 1, 4);
        }
        assertThatThrownBy(() -> kernel.call().passInt(3).runArray(float[].class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[ResultType] kernel MadeArrayKernels.made returns int[], not float[]");
        Kernel copied = Kernel.of(MadeArrayKernels.class, "copied");
        short[] host = {1, 2};
        try (GpuArray<short[]> held = gpu.upload(host)) {
            assertThatThrownBy(() -> copied.call().passArray(host).runGpuArray(short[].class))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("[MixedArguments]");
            assertThatThrownBy(() -> copied.call().passGpuArray(held).runArray(short[].class))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("[MixedArguments]");
        }
    }

    /** What is returned is the caller's; what is not is freed, also where a launch fails. */
    @Test
    void nothingElseStaysOnTheDevice() {
        Gpu gpu = OtherEngine.gpu(new Interpreted(1 << 15, 1 << 20));
        int[] x = Seeded.ints(1000, 1);
        try (GpuArray<int[]> held = gpu.upload(x);
                GpuArray<int[]> wrong = gpu.upload(Seeded.counting(1500, 0, 1))) {
            for (int i = 0; i < 1000; i++) {
                held(Kernel.of(MadeArrayKernels.class, "shiftedTwice").launch(held, i))
                        .close();
                gpu.run(() -> Kernel.of(MadeArrayKernels.class, "shiftedTwice").launch(x.clone(), 1));
                assertThatThrownBy(() -> gatherWrongly(held, wrong)).isInstanceOf(ArrayIndexOutOfBoundsException.class);
            }
        }
    }

    private static GpuArray<?> held(@Nullable Object result) {
        return (GpuArray<?>) Objects.requireNonNull(result, "an array");
    }

    private static void gatherWrongly(GpuArray<int[]> x, GpuArray<int[]> index) {
        try (GpuArray<?> result =
                held(Kernel.of(MadeArrayKernels.class, "gathered").launch(x, index))) {
            result.toHost();
        }
    }

    @Test
    void aGraphHasNone() {
        Gpu gpu = Where.APART.gpu;
        try (GpuArray<int[]> x = gpu.upload(new int[10]);
                GpuArray<int[]> out = gpu.upload(new int[10])) {
            Kernel kernel = Kernel.of(MadeArrayKernels.class, "blurredTwice");
            assertThatThrownBy(() -> gpu.record(() -> kernel.launch(x, out)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("an array that MadeArrayKernels.blurredTwice makes");
        }
    }

    /** A kernel that prints runs as it is written on the CPU. */
    @GpuKernel
    static int[] printing(int[] x, int[] y, boolean isNew) {
        for (int i = 0; i < x.length; i++) {
            if (x[i] == 123456) {
                System.out.println("found at " + i);
            }
            y[i] = x[i] + 1;
        }
        if (!isNew) {
            return y;
        }
        int[] z = new int[x.length];
        for (int i = 0; i < x.length; i++) {
            z[i] = y[i] * 2;
        }
        return z;
    }

    @Test
    void theMethodItselfReturnsThemToo() {
        Kernel kernel = Kernel.of(MadeArraysTest.class, "printing");
        Gpu gpu = Where.CPU.gpu;
        int[] x = {1, 2, 3};
        int[] y = new int[3];
        assertThat(gpu.call(() -> kernel.launch(x, y, false))).isSameAs(y);
        assertThat((int[]) gpu.call(() -> kernel.launch(x, y, true))).containsExactly(4, 6, 8);
        try (GpuArray<int[]> heldX = gpu.upload(x);
                GpuArray<int[]> heldY = gpu.upload(y);
                GpuArray<?> made = held(kernel.launch(heldX, heldY, true))) {
            assertThat(kernel.launch(heldX, heldY, false)).isSameAs(heldY);
            assertThat((int[]) made.toHost()).containsExactly(4, 6, 8);
        }
    }

    /** One that asks for null runs as Java where it is passed. */
    @GpuKernel
    static int[] lenient(int[] x, int @Nullable [] y) {
        if (y == null) {
            return x;
        }
        int[] z = new int[x.length];
        for (int i = 0; i < x.length; i++) {
            z[i] = x[i] + y[i];
        }
        return z;
    }

    @Test
    @SuppressWarnings("NullAway") // null is what it is about
    void withNullTheResultIsJavasToo() {
        Kernel kernel = Kernel.of(MadeArraysTest.class, "lenient");
        int[] x = {1, 2, 3};
        assertThat(kernel.launch(x, null)).isSameAs(x);
        assertThat((int[]) kernel.launch(x, x)).containsExactly(2, 4, 6);
        try (GpuArray<int[]> held = Where.APART.gpu.upload(x)) {
            assertThat(kernel.launch(held, null)).isSameAs(held);
        }
    }
}
