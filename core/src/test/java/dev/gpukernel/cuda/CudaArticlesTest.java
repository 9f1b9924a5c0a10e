package dev.gpukernel.cuda;

import static dev.gpukernel.cuda.CudaParameter.in;
import static dev.gpukernel.cuda.CudaParameter.out;
import static dev.gpukernel.cuda.CudaParameter.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Launch;
import dev.gpukernel.internal.cuda.FakeDriver;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs of {@link CudaPrograms} on a GPU, compiled by NVRTC, with what Java gives. */
@Tag("gpu")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class CudaArticlesTest {
    /** As Java: no product and sum in one. */
    private static final CudaOptions EXACT = CudaOptions.of().option("--fmad=false");

    private static final int LENGTH = 100_003;

    @BeforeEach
    void requireGpuAndCompiler() {
        assumeTrue(!FakeDriver.isInstalled(), "a stand-in runs no code of NVRTC");
        assumeTrue(Gpu.current().backend().equals("cuda"), "CUDA C runs by backend cuda");
        CudaPrograms.requireCompiler();
    }

    private static float[] floats(int length) {
        Random random = new Random(1);
        float[] numbers = new float[length];
        for (int i = 0; i < length; i++) {
            numbers[i] = random.nextFloat() * 20 - 10;
        }
        return numbers;
    }

    @Test
    void doublifyFourByFour() {
        float[] a = floats(16);
        float[] before = a.clone();
        CudaModule.compile(CudaPrograms.DOUBLIFY)
                .kernel("doublify", float[].class)
                .launch(Launch.grid(1).block(4, 4), (Object) a);
        for (int i = 0; i < 16; i++) {
            assertThat(a[i]).isEqualTo(before[i] * 2);
        }
    }

    @Test
    void multiplyThem() {
        float[] a = floats(400);
        float[] b = floats(400);
        float[] dest = new float[400];
        CudaModule.compile(CudaPrograms.MULTIPLY_THEM)
                .kernel("multiply_them", List.of(out(float[].class), in(float[].class), in(float[].class)))
                .launch(Launch.of(1, 400), dest, a, b);
        for (int i = 0; i < 400; i++) {
            assertThat(dest[i]).isEqualTo(a[i] * b[i]);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 16, 32})
    void matrixMul(int size) {
        float[] a = floats(size * size);
        float[] b = floats(size * size);
        float[] c = new float[size * size];
        CudaModule.compile(CudaPrograms.MATRIX_MUL, EXACT.define("MATRIX_SIZE", size))
                .kernel("MatrixMulKernel", List.of(in(float[].class), in(float[].class), out(float[].class)))
                .launch(Launch.grid(1).block(size, size), a, b, c);
        for (int y = 0; y < size; y++) {
            for (int x = 0; x < size; x++) {
                float expected = 0;
                for (int k = 0; k < size; k++) {
                    expected += a[y * size + k] * b[k * size + x];
                }
                assertThat(c[y * size + x]).isEqualTo(expected);
            }
        }
    }

    @Test
    void convolutionWithClampedBorders() {
        int width = 101;
        int height = 67;
        int radius = 2;
        int size = 2 * radius + 1;
        float[] in = floats(width * height);
        float[] weights = floats(size * size);
        float[] out = new float[width * height];
        CudaModule module = CudaModule.compile(CudaPrograms.CONVOLUTION, EXACT.define("RADIUS", radius));
        module.variable("weights", float[].class).set(weights);
        module.kernel("convolve", List.of(in(float[].class), out(float[].class), value(int.class), value(int.class)))
                .launch(Launch.covering(width, height), in, out, width, height);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                float sum = 0;
                for (int dy = -radius; dy <= radius; dy++) {
                    for (int dx = -radius; dx <= radius; dx++) {
                        int row = Math.clamp(y + dy, 0, height - 1);
                        int column = Math.clamp(x + dx, 0, width - 1);
                        sum += weights[(dy + radius) * size + dx + radius] * in[row * width + column];
                    }
                }
                assertThat(out[y * width + x]).isEqualTo(sum);
            }
        }
        assertThat(module.variable("weights", float[].class).get()).isEqualTo(weights);
    }

    @Test
    void sine() {
        double[] x = IntStream.range(0, LENGTH).mapToDouble(i -> i * 0.001).toArray();
        double[] y = new double[LENGTH];
        CudaModule.compile(CudaPrograms.SINE)
                .kernel("sine", List.of(in(double[].class), out(double[].class), value(int.class)))
                .launch(Launch.covering(LENGTH), x, y, LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            assertThat(y[i]).isCloseTo(Math.sin(x[i]), within(1e-15));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16})
    void scalingWithUnrollFactors(int unroll) {
        float[] data = floats(LENGTH);
        float[] before = data.clone();
        CudaModule.compile(CudaPrograms.SCALE, CudaOptions.of().define("UNROLL", unroll))
                .kernel("scale", float[].class, float.class, int.class)
                .launch(Launch.covering(Math.ceilDiv(LENGTH, unroll)), data, 2.5f, LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            assertThat(data[i]).isEqualTo(before[i] * 2.5f);
        }
    }

    @Test
    void piecewiseScaling() {
        float[] x = floats(LENGTH);
        CudaKernel piecewise = CudaModule.compile(CudaPrograms.PIECEWISE)
                .kernel(
                        "piecewise",
                        List.of(
                                in(float[].class),
                                out(float[].class),
                                value(float.class),
                                value(float.class),
                                value(long.class)));
        try (GpuArray<float[]> there = Gpu.current().upload(x);
                GpuArray<float[]> result = Gpu.current().allocate(float[].class, LENGTH)) {
            piecewise.launch(Launch.covering(LENGTH), there, result, 0.5f, 3f, LENGTH);
            float[] y = result.toHost();
            for (int i = 0; i < LENGTH; i++) {
                assertThat(y[i]).isEqualTo(x[i] < 0 ? x[i] * 0.5f : x[i] * 3f);
            }
        }
    }

    @Test
    void templatesByExpression() {
        CudaModule module = CudaModule.compile(
                CudaArticlesTest.class,
                "affine.cu",
                EXACT.expression("affine<double>").expression("affine<int>"));
        double[] data = {1, 2, 3};
        module.kernel("affine<double>", double[].class, double.class, double.class, int.class)
                .launch(Launch.covering(3), data, 2.0, 0.5, 3);
        assertThat(data).containsExactly(2.5, 4.5, 6.5);
        int[] numbers = {1, 2, 3};
        module.kernel("affine<int>", int[].class, int.class, int.class, int.class)
                .launch(Launch.covering(3), numbers, 10, 1, 3);
        assertThat(numbers).containsExactly(11, 21, 31);
    }

    @Test
    void sumsOfCub() {
        int[] in = IntStream.range(0, 128 * 50).map(i -> i * 7 % 1000).toArray();
        int[] sums = new int[50];
        CudaModule.compile(CudaPrograms.REDUCE)
                .kernel("sums", List.of(in(int[].class), out(int[].class)))
                .launch(Launch.of(50, 128), in, sums);
        for (int i = 0; i < 50; i++) {
            assertThat(sums[i])
                    .isEqualTo(IntStream.range(i * 128, i * 128 + 128)
                            .map(k -> in[k])
                            .sum());
        }
    }

    @Test
    void sharedMemoryOfTheLaunch() {
        int[] data = IntStream.range(0, 256).toArray();
        CudaModule.compile(CudaPrograms.DYNAMIC_SHARED)
                .kernel("reverse", int[].class)
                .launch(Launch.of(1, 256).sharedBytes(1024), (Object) data);
        assertThat(data).isEqualTo(IntStream.range(0, 256).map(i -> 255 - i).toArray());
    }

    @Test
    void relocatablePartsAreLinked() {
        CudaOptions relocatable = CudaOptions.of().relocatable();
        CudaModule twice = CudaModule.compile(
                "extern \"C\" __device__ int twice(int x) { return 2 * x; }", relocatable.name("twice.cu"));
        CudaModule kernel = CudaModule.compile("""
                extern "C" __device__ int twice(int x);

                extern "C" __global__ void all(int *data) {
                    data[threadIdx.x] = twice(data[threadIdx.x]);
                }
                """, relocatable.name("all.cu"));
        int[] data = {1, 2, 3};
        CudaModule.link(kernel, twice).kernel("all", int[].class).launch(Launch.of(1, 3), (Object) data);
        assertThat(data).containsExactly(2, 4, 6);
    }

    @Test
    void aLaunchMakesNoGarbage() {
        CudaKernel scale = CudaModule.compile(
                        CudaPrograms.SCALE, CudaOptions.of().define("UNROLL", 1))
                .kernel("scale", float[].class, float.class, int.class);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Launch launch = Launch.covering(1024);
        try (GpuArray<float[]> data = Gpu.current().allocate(float[].class, 1024)) {
            long nanos = 0;
            long bytes = 0;
            int count = 20_000;
            for (int round = 0; round < 4; round++) {
                long start = System.nanoTime();
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < count; i++) {
                    scale.call(launch)
                            .passGpuArray(data)
                            .passFloat(1f)
                            .passInt(1024)
                            .run();
                }
                bytes = threads.getCurrentThreadAllocatedBytes() - before;
                nanos = System.nanoTime() - start;
                Gpu.current().synchronize();
            }
            System.out.println(
                    "a launch of a raw kernel takes " + nanos / count + " ns and " + (double) bytes / count + " bytes");
            assertThat((double) bytes / count).isLessThan(1);
        }
    }
}
