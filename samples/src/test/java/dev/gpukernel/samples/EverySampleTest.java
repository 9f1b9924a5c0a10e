package dev.gpukernel.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Kernel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for all samples that take {@code --size}; what else each can do is in its own test. */
class EverySampleTest {
    @ParameterizedTest
    @CsvSource({
        "sine, 3000, 3000",
        "leaky-relu, 3000, 3000",
        "piecewise-scale, 3000, 3000",
        "black-scholes, 1000, 2000",
        "nbody, 100, 600",
        "reduce, 3000, 3000",
        "saxpy, 3000, 3000",
        "dot, 30000, 30000"
    })
    void endsWithOkAndTheNumberOfElements(String sample, String size, int elements) {
        Console console = Console.of(sample, "--backend", "cpu", "--size", size, "--seed", "7");

        assertThat(console.err()).isEmpty();
        assertThat(console.exitCode()).isZero();
        assertThat(console.out().getFirst()).contains(size + " ", "seed 7");
        assertThat(console.lastLine())
                .startsWith("OK " + sample + ": " + elements + " elements")
                .contains("cpu");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"sine", "leaky-relu", "piecewise-scale", "black-scholes", "nbody", "reduce", "saxpy", "dot"})
    void nothingToDoIsFine(String sample) {
        Console console = Console.of(sample, "--backend", "cpu", "--size", "0");

        assertThat(console.err()).isEmpty();
        assertThat(console.exitCode()).isZero();
        assertThat(console.lastLine()).startsWith("OK " + sample + ": 0 elements");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"sine", "leaky-relu", "piecewise-scale", "black-scholes", "nbody", "reduce", "saxpy", "dot"})
    void tellsWhereItRanAndHowLongEachPartTook(String sample) {
        Console console = Console.of(sample, "--backend", "cpu", "--size", "100");

        assertThat(console.out())
                .extracting(line -> line.strip().split("  ", 2)[0])
                .contains("device", "compile", "to device", "to host")
                .containsAnyOf("kernel", "kernels");
        if (sample.equals("saxpy")) {
            assertThat(console.out())
                    .anyMatch(line -> line.startsWith("launch 1 "))
                    .anyMatch(line -> line.matches("launch ([2-9]|10) .*"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "sine, --size, -1, from 0 to 2147483639",
        "leaky-relu, --alpha, x, float",
        "leaky-relu, --form, loop, 'kernel, arrays'",
        "standardize, --rows, 0, from 1 to 32768",
        "standardize, --columns, 32769, from 1 to 32768",
        "image-filter, --filter, sharpen, edges",
        "image-filter, --out, a.gif, does not end with .png",
        "leaky-relu, --backend, gpu, 'auto, tornado, cuda, cpu'",
        "piecewise-scale, --seed, 1.5, long",
        "black-scholes, --volatility, 0, above 0",
        "black-scholes, --volatility, NaN, finite",
        "black-scholes, --rate, much, finite",
        "nbody, --steps, 0, from 1 to 1000000",
        "mandelbrot, --width, 0, from 1 to 32768",
        "mandelbrot, --height, 32769, from 1 to 32768",
        "mandelbrot, --iterations, 1e3, from 1 to 1000000",
        "matmul, --n, 0, from 1 to 16384",
        "matmul, --style, fast, tiled",
        "transpose, --width, -1, from 1 to 32768",
        "transpose, --height, x, from 1 to 32768",
        "reduce, --size, -1, from 0 to 2147483639",
        "histogram, --out, a.gif, does not end with .png",
        "heat, --width, 2, from 3 to 16384",
        "heat, --height, 16385, from 3 to 16384",
        "heat, --steps, -1, from 0 to 1000000",
        "heat, --out, a.gif, does not end with .png",
        "saxpy, --factor, x, float",
        "dot, --size, -1, from 0 to 2147483639",
        "matrix-vector, --rows, 0, from 1 to 32768",
        "matrix-vector, --columns, 32769, from 1 to 32768",
        "convolution, --filter, smooth, blur",
        "convolution, --side, 0, from 1 to 32768",
        "convolution, --out, a.gif, does not end with .png",
        "monte-carlo-pi, --points, 0, from 1 to 2147483647"
    })
    void wrongValueIsNamedWithItsLimitBeforeAnythingRuns(String sample, String option, String value, String limit) {
        Console console = Console.of(sample, option, value);

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.err()).contains(option, "'" + value + "'").containsIgnoringCase(limit);
        assertThat(console.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "SineKernels, sine",
        "LeakyReluKernels, leakyRelu",
        "PiecewiseScaleKernels, scale",
        "BlackScholesKernels, price",
        "MandelbrotKernels, escape",
        "NBodyKernels, step",
        "MatMulKernels, naive",
        "MatMulKernels, tiled",
        "TransposeKernels, transpose",
        "HeatKernels, spread",
        "SaxpyKernels, saxpy",
        "DotKernels, dot",
        "MatrixVectorKernels, multiply",
        "ConvolutionKernels, convolve",
        "MonteCarloPiKernels, hits"
    })
    void kernelHasCodeForTheGpu(String declaringClass, String name) throws ClassNotFoundException {
        Class<?> kernels = Class.forName(getClass().getPackageName() + "." + declaringClass);

        assertThat(Kernel.of(kernels, name).ptx())
                .contains(".entry", "st.global")
                .containsPattern("(ret|exit);");
    }

    @ParameterizedTest
    @CsvSource({"ReduceKernels, reduce", "HistogramKernels, count"})
    void kernelWithAtomicOperationsHasCodeForTheGpu(String declaringClass, String name) throws ClassNotFoundException {
        Class<?> kernels = Class.forName(getClass().getPackageName() + "." + declaringClass);

        assertThat(Kernel.of(kernels, name).ptx()).contains(".entry", "atom.", ".shared", "barrier.sync", "ret;");
    }
}
