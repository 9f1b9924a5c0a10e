package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuException;
import dev.gpukernel.GpuGraph;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.diagnostic.Message;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kernels that call methods with bodies in CUDA C do what their bodies in Java do, or are refused where there is none that a device runs. */
public abstract class CudaFunctionContract {
    private static final int LENGTH = 192;

    protected abstract Gpu gpu();

    /** {@return whether the device runs the bodies in CUDA C} */
    protected boolean runsCudaC() {
        return false;
    }

    private static Kernel kernel(String name) {
        return Kernel.of(MethodHandles.lookup(), CudaFunctionKernels.class, name);
    }

    private static int[] numbers() {
        return IntStream.range(0, LENGTH).map(i -> i * 77_777_777 - 5 * i * i).toArray();
    }

    @Test
    void loops() {
        int[] expected = new int[LENGTH];
        CudaFunctionKernels.loop(numbers(), expected, 9);
        gpu().run(() -> {
            int[] actual = new int[LENGTH];
            kernel("loop").launch(numbers(), actual, 9);
            assertThat(actual).isEqualTo(expected);
            try (GpuArray<int[]> in = Gpu.current().upload(numbers());
                    GpuArray<int[]> out = Gpu.current().allocate(int[].class, LENGTH)) {
                kernel("loop").launch(in, out, 9);
                assertThat(out.toHost()).isEqualTo(expected);
                assertThatThrownBy(() -> kernel("loop").launch(in, new int[LENGTH / 2], 9))
                        .isInstanceOfAny(ArrayIndexOutOfBoundsException.class, IllegalArgumentException.class);
            }
        });
    }

    @Test
    void branchesLoopsAndCalledMethods() {
        long[] expected = new long[LENGTH];
        CudaFunctionKernels.everywhere(numbers(), expected);
        gpu().run(() -> {
            long[] actual = new long[LENGTH];
            kernel("everywhere").launch(numbers(), actual);
            assertThat(actual).isEqualTo(expected);
        });
    }

    @SuppressWarnings("ArrayRecordComponent") // compared by what is in them
    private record Types(
            float[] floats, double[] doubles, byte[] bytes, char[] chars, short[] shorts, boolean[] flags) {
        static Types edges() {
            float[] floats = {0f, -0f, 1.4e-45f, Float.MAX_VALUE, Float.NEGATIVE_INFINITY, -3.25f};
            double[] doubles = {-0.0, 4.9e-324, 1e300, -2, 0.1, Double.POSITIVE_INFINITY};
            byte[] bytes = {0, -1, 127, -128, 55, -77};
            char[] chars = {0, 1, 9, 0xffff, 0x8000, 'x'};
            short[] shorts = {0, -1, Short.MAX_VALUE, Short.MIN_VALUE, 300, -300};
            boolean[] flags = {true, false, true, true, false, false};
            return new Types(floats, doubles, bytes, chars, shorts, flags);
        }
    }

    @Test
    void allTypes() {
        Types expected = Types.edges();
        CudaFunctionKernels.types(
                expected.floats, expected.doubles, expected.bytes, expected.chars, expected.shorts, expected.flags);
        gpu().run(() -> {
            Types actual = Types.edges();
            kernel("types")
                    .launch(actual.floats, actual.doubles, actual.bytes, actual.chars, actual.shorts, actual.flags);
            assertThat(actual).usingRecursiveComparison().isEqualTo(expected);
        });
    }

    @Test
    void reductionsAndRunningValues() {
        int[] expected = new int[LENGTH];
        CudaFunctionKernels.running(numbers(), expected);
        gpu().run(() -> {
            assertThat(kernel("sum").launch((Object) numbers())).isEqualTo(CudaFunctionKernels.sum(numbers()));
            if (!Gpu.current().backend().equals("tornado")) {
                int[] actual = new int[LENGTH];
                kernel("running").launch(numbers(), actual);
                assertThat(actual).isEqualTo(expected);
            }
        });
    }

    @Test
    void nestsSearchesAndHistograms() {
        int[] ofNest = new int[LENGTH];
        CudaFunctionKernels.invariant(numbers(), ofNest, 8, 6);
        int[] counts = new int[16];
        CudaFunctionKernels.histogram(numbers(), counts);
        int[] unchecked = new int[LENGTH];
        CudaFunctionKernels.unchecked(numbers(), unchecked, 1);
        gpu().run(() -> {
            int[] actual = new int[LENGTH];
            kernel("invariant").launch(numbers(), actual, 8, 6);
            assertThat(actual).isEqualTo(ofNest);
            assertThat(kernel("best").launch((Object) numbers())).isEqualTo(CudaFunctionKernels.best(numbers()));
            int[] counted = new int[16];
            kernel("histogram").launch(numbers(), counted);
            assertThat(counted).isEqualTo(counts);
            kernel("unchecked").launch(numbers(), actual, 1);
            assertThat(actual).isEqualTo(unchecked);
        });
    }

    @Test
    void exceptions() {
        int[] expected = new int[LENGTH];
        CudaFunctionKernels.caught(numbers(), expected);
        gpu().run(() -> {
            int[] actual = new int[LENGTH];
            kernel("caught").launch(numbers(), actual);
            assertThat(actual).isEqualTo(expected);
            int[] half = Arrays.copyOf(numbers(), LENGTH / 2);
            int[] before = new int[LENGTH];
            String message = assertThatExceptionOfType(ArrayIndexOutOfBoundsException.class)
                    .isThrownBy(() -> CudaFunctionKernels.faulty(half, before))
                    .actual()
                    .getMessage();
            assertThatThrownBy(() -> kernel("faulty").launch(half, new int[LENGTH]))
                    .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                    .hasMessage(message);
        });
    }

    @Test
    void recordsFunctionsAndObjects() {
        CudaFunctionKernels.Pair[] pairs = IntStream.range(0, LENGTH)
                .mapToObj(i -> new CudaFunctionKernels.Pair(i * 31, i * 2.5f))
                .toArray(CudaFunctionKernels.Pair[]::new);
        int[] ofPairs = new int[LENGTH];
        CudaFunctionKernels.pairs(pairs, ofPairs);
        int[] ofObject = new int[LENGTH];
        new CudaFunctionKernels.Mixer(4).mix(numbers(), ofObject);
        int[] ofFunction = new int[LENGTH];
        IntUnaryOperator operator = (IntUnaryOperator & Serializable) value -> CudaFunctionKernels.folded(value) + 1;
        CudaFunctionKernels.apply(ofFunction, operator);
        gpu().run(() -> {
            int[] actual = new int[LENGTH];
            kernel("pairs").launch(pairs, actual);
            assertThat(actual).isEqualTo(ofPairs);
            Kernel.of(MethodHandles.lookup(), CudaFunctionKernels.Mixer.class, "mix")
                    .launch(new CudaFunctionKernels.Mixer(4), numbers(), actual);
            assertThat(actual).isEqualTo(ofObject);
            kernel("apply").launch(actual, operator);
            assertThat(actual).isEqualTo(ofFunction);
        });
    }

    private static int[] blocks() {
        int[] in = numbers();
        int[] out = new int[LENGTH];
        for (int block = 0; block < LENGTH; block += 64) {
            int[] shared = new int[64];
            for (int i = 0; i < 64; i++) {
                shared[i] = CudaFunctionKernels.mixed(in[block + i], 1);
            }
            for (int width = 32; width > 0; width /= 2) {
                for (int i = 0; i < width; i++) {
                    shared[i] = CudaFunctionKernels.mixed(shared[i], shared[i + width]);
                }
            }
            for (int i = 0; i < 64; i++) {
                out[block + i] = CudaFunctionKernels.folded(shared[0] + i);
            }
        }
        return out;
    }

    @Test
    void gridsWithBarriers() {
        gpu().run(() -> {
            int[] actual = new int[LENGTH];
            kernel("grid").launch(Launch.of(LENGTH / 64, 64), numbers(), actual);
            assertThat(actual).isEqualTo(blocks());
            try (GpuArray<int[]> in = Gpu.current().upload(numbers());
                    GpuArray<int[]> out = Gpu.current().allocate(int[].class, LENGTH);
                    GpuStream stream = Gpu.current().newStream()) {
                kernel("grid").launch(Launch.of(LENGTH / 64, 64).on(stream), in, out);
                stream.synchronize();
                assertThat(out.toHost()).isEqualTo(blocks());
            }
        });
    }

    @Test
    void graphs() {
        int[] expected = numbers();
        for (int i = 0; i < 6; i++) {
            int[] before = expected.clone();
            CudaFunctionKernels.loop(before, expected, 9);
        }
        gpu().run(() -> {
            if (Gpu.current().backend().equals("tornado")) {
                return;
            }
            try (GpuArray<int[]> data = Gpu.current().upload(numbers());
                    GpuArray<int[]> other = Gpu.current().allocate(int[].class, LENGTH)) {
                Kernel loop = kernel("loop");
                loop.launch(data, other, 9);
                loop.launch(other, data, 9);
                try (GpuGraph graph = Gpu.current().record(() -> {
                    loop.launch(data, other, 9);
                    loop.launch(other, data, 9);
                })) {
                    graph.launch();
                    graph.launch();
                    assertThat(data.toHost()).isEqualTo(expected);
                }
            }
        });
    }

    @Test
    void manyThreadsAtOnce() throws InterruptedException, ExecutionException {
        int[] expected = new int[LENGTH];
        CudaFunctionKernels.loop(numbers(), expected, 9);
        List<Callable<int[]>> tasks = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            tasks.add(() -> {
                int[] actual = new int[LENGTH];
                gpu().run(() -> kernel("loop").launch(numbers(), actual, 9));
                return actual;
            });
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (Future<int[]> done : threads.invokeAll(tasks)) {
                assertThat(done.get()).isEqualTo(expected);
            }
        }
    }

    @Test
    void withoutJavaOnlyWhereCudaCRuns() {
        gpu().run(() -> {
            int[] data = numbers();
            int[] grid = numbers();
            if (!runsCudaC()) {
                for (Runnable launch : List.<Runnable>of(
                        () -> kernel("onlyNative").launch((Object) data),
                        () -> kernel("onlyNativeGrid").launch(Launch.covering(LENGTH), (Object) grid))) {
                    assertThatExceptionOfType(GpuException.class)
                            .isThrownBy(launch::run)
                            .satisfies(e -> assertThat(e.code()).isEqualTo(Message.CUDA_FUNCTION_BODY))
                            .withMessageContaining(
                                    "calls CudaFunctionKernels.tripled, which has a body in CUDA C alone; ");
                }
                assertThat(data).isEqualTo(numbers());
                return;
            }
            kernel("onlyNative").launch((Object) data);
            kernel("onlyNativeGrid").launch(Launch.covering(LENGTH), (Object) grid);
            for (int i = 0; i < LENGTH; i++) {
                assertThat(data[i]).isEqualTo(3 * numbers()[i]);
                assertThat(grid[i]).isEqualTo(3 * CudaFunctionKernels.mixed(numbers()[i], i));
            }
        });
    }

    /** What is wrong with a source, the compiler or the loader says, when the kernel is loaded. */
    @ParameterizedTest
    @CsvSource({
        "callsMissing, CUDA_FUNCTION_MISSING, has no function 'missing' for CudaFunctionKernels.missing",
        "callsMissing, CUDA_FUNCTION_MISSING, it has other",
        "callsBroken, CUDA_SOURCE, CudaFunctionKernels.broken(2): error: identifier \"b\" is undefined",
        "callsMismatched, CUDA_SOURCE, CudaFunctionKernels.mismatched returns int in Java, but mismatched does not",
        "callsUneven, CUDA_SOURCE, CudaFunctionKernels.uneven has 1 parameters in Java",
        "callsAbsent, CUDA_FILE, absent.cuh was not found"
    })
    void wrongSources(String name, Message code, String text) {
        if (!runsCudaC()) {
            return;
        }
        gpu().run(() -> assertThatExceptionOfType(GpuException.class)
                .isThrownBy(() -> kernel(name).launch((Object) numbers()))
                .satisfies(e -> assertThat(e.code()).isEqualTo(code))
                .withMessageContaining(text));
    }
}
