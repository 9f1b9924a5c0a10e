package dev.gpukernel.benchmarks.suite;

import static dev.gpukernel.benchmarks.suite.Work.args;

import java.util.List;
import java.util.stream.Stream;

/** All kernels: for each the size that is timed, the size whose results are compared without a GPU, arguments, launches of the twin. */
final class SuiteTable {
    private SuiteTable() {}

    static List<SuiteCase> all() {
        return Stream.of(linearAlgebra(), streams(), blocks())
                .flatMap(List::stream)
                .toList();
    }

    private interface Line {
        SuiteCase in(Class<?> owner);
    }

    private static Line line(String name, int size, int smallSize, SuiteCase.Filling filling) {
        return owner -> new SuiteCase(owner, name, size, smallSize, filling);
    }

    private static List<SuiteCase> family(Class<?> owner, Line... lines) {
        return Stream.of(lines).map(line -> line.in(owner)).toList();
    }

    private static List<SuiteCase> linearAlgebra() {
        return family(
                LinearAlgebra.class,
                line(
                        "gemm",
                        1024,
                        20,
                        (n, f) -> args(n, 1.5f, 1.2f, f.floats(n * n), f.floats(n * n), f.floats(n * n))
                                .over(n, n)),
                line(
                        "mm2",
                        512,
                        20,
                        (n, f) -> args(
                                        n,
                                        f.doubles(n * n),
                                        f.doubles(n * n),
                                        f.doubles(n * n),
                                        new double[n * n],
                                        f.doubles(n * n))
                                .over(n, n)
                                .over(n, n)),
                line(
                        "atax",
                        4096,
                        40,
                        (n, f) -> args(n, n - 3, f.floats(n * n), f.floats(n), new float[n], new float[n])
                                .over(n)
                                .over(n)),
                line(
                        "bicg",
                        4096,
                        40,
                        (n, f) -> args(
                                        n,
                                        n - 3,
                                        f.doubles(n * n),
                                        f.doubles(n),
                                        f.doubles(n),
                                        new double[n],
                                        new double[n])
                                .over(n)
                                .over(n)),
                line(
                        "mvt",
                        4096,
                        40,
                        (n, f) -> args(n, f.floats(n * n), f.floats(n), f.floats(n), f.floats(n), f.floats(n))
                                .over(n)
                                .over(n)),
                line(
                        "gemver",
                        2048,
                        40,
                        (n, f) -> args(
                                        n,
                                        1.5,
                                        1.2,
                                        f.doubles(n * n),
                                        f.doubles(n),
                                        f.doubles(n),
                                        f.doubles(n),
                                        f.doubles(n),
                                        f.doubles(n),
                                        f.doubles(n),
                                        f.doubles(n),
                                        f.doubles(n))
                                .over(n, n)
                                .over(n)
                                .over(n)),
                line(
                        "gesummv",
                        4096,
                        40,
                        (n, f) -> args(n, 1.5f, 1.2f, f.floats(n * n), f.floats(n * n), f.floats(n), new float[n])
                                .over(n)),
                line(
                        "syrk",
                        1024,
                        20,
                        (n, f) -> args(n, n / 2, 1.5f, 1.2f, f.floats(n * n), f.floats(n * n))
                                .over(n, n)),
                line(
                        "syr2k",
                        512,
                        20,
                        (n, f) -> args(n, n / 2, 1.5, f.doubles(n * n), f.doubles(n * n), f.doubles(n * n))
                                .over(n, n)),
                line(
                        "trmm",
                        1024,
                        20,
                        (n, f) -> args(n, 1.5f, f.floats(n * n), f.floats(n * n), new float[n * n])
                                .over(n, n)),
                line(
                        "symm",
                        1024,
                        20,
                        (n, f) -> args(n, 1.5f, 1.2f, f.floats(n * n), f.floats(n * n), f.floats(n * n))
                                .over(n, n)),
                line(
                        "doitgen",
                        128,
                        8,
                        (n, f) -> args(n, n, n, f.floats(n * n * n), f.floats(n * n), new float[n * n * n])
                                .over(n, n * n)),
                line(
                        "covariance",
                        512,
                        20,
                        (n, f) -> args(n, n - 4, f.doubles(n * n), new double[n], new double[n * n])
                                .over(n)
                                .over(n, n)
                                .over(n, n)),
                line(
                        "correlation",
                        512,
                        20,
                        (n, f) -> args(n, n - 4, f.floats(n * n), new float[n], new float[n], new float[n * n])
                                .over(n)
                                .over(n)
                                .over(n, n)),
                line(
                        "gramschmidtStep",
                        2048,
                        20,
                        (n, f) -> args(n, n, n / 8, f.doubles(n * n), f.doubles(n * n), new double[n * n])
                                .over(n)),
                line(
                        "luStep",
                        4096,
                        20,
                        (n, f) -> args(n, n / 8, f.doubles(n * n)).over(n, n)),
                line(
                        "choleskyStep",
                        4096,
                        20,
                        (n, f) -> args(n, n / 8, f.floats(n * n)).over(n, n)),
                line(
                        "gaussian",
                        4096,
                        20,
                        (n, f) -> args(n, n / 8, f.floats(n * n), f.floats(n), new float[n])
                                .over(n)
                                .over(n, n)),
                line(
                        "trisolv",
                        256,
                        20,
                        (n, f) -> args(n, 8 * n, f.doubles(n * n, 0.5, 1), f.doubles(8 * n * n), new double[8 * n * n])
                                .over(8 * n)),
                line(
                        "thomas",
                        256,
                        20,
                        (n, f) -> args(
                                        n,
                                        64 * n,
                                        -0.2f,
                                        1.5f,
                                        -0.3f,
                                        f.floats(64 * n * n),
                                        new float[64 * n * n],
                                        new float[64 * n * n])
                                .over(64 * n)),
                line(
                        "complexGemv",
                        4096,
                        40,
                        (n, f) -> args(
                                        n,
                                        f.floats(n * n),
                                        f.floats(n * n),
                                        f.floats(n),
                                        f.floats(n),
                                        new float[n],
                                        new float[n])
                                .over(n)));
    }

    private static List<SuiteCase> streams() {
        return family(
                Streams.class,
                line(
                        "copy",
                        1 << 24,
                        1000,
                        (n, f) -> args(f.doubles(n), new double[n]).with(n).over(n)),
                line(
                        "mul",
                        1 << 24,
                        1000,
                        (n, f) -> args(0.4, new double[n], f.doubles(n)).with(n).over(n)),
                line(
                        "add",
                        1 << 24,
                        1000,
                        (n, f) -> args(f.doubles(n), f.doubles(n), new double[n])
                                .with(n)
                                .over(n)),
                line(
                        "triad",
                        1 << 24,
                        1000,
                        (n, f) -> args(0.4, new double[n], f.doubles(n), f.doubles(n))
                                .with(n)
                                .over(n)),
                line(
                        "nstream",
                        1 << 24,
                        1000,
                        (n, f) -> args(0.4, f.doubles(n), f.doubles(n), f.doubles(n))
                                .with(n)
                                .over(n)),
                line(
                        "dot",
                        1 << 24,
                        1000,
                        (n, f) -> args(f.wholeDoubles(n, 1000), f.wholeDoubles(n, 1000))
                                .with(n)
                                .blocks(1056, 256)),
                line(
                        "saxpy",
                        1 << 25,
                        1000,
                        (n, f) -> args(0.4f, f.floats(n), f.floats(n)).with(n).over(n)),
                line(
                        "nrm2",
                        1 << 24,
                        1000,
                        (n, f) -> args(f.wholeFloats(n, 2))
                                .with(n)
                                .blocks(1056, 256)
                                .blocks(1, 1)),
                line(
                        "maximum",
                        1 << 25,
                        1000,
                        (n, f) -> args(f.ints(n, Integer.MAX_VALUE)).with(n).blocks(1056, 256)),
                line(
                        "complexMultiply",
                        1 << 23,
                        1000,
                        (n, f) -> args(f.floats(2 * n), f.floats(2 * n), new float[2 * n])
                                .with(n)
                                .over(n)),
                line(
                        "gather",
                        1 << 23,
                        1000,
                        (n, f) -> args(f.ints(n, n), f.floats(n), new float[n])
                                .with(n)
                                .over(n)),
                line(
                        "scatter",
                        1 << 22,
                        1000,
                        (n, f) -> args(f.permutation(n), f.floats(n), new float[n])
                                .with(n)
                                .over(n)),
                line(
                        "transpose",
                        4096,
                        30,
                        (n, f) -> args(n, n + 16, f.floats(n * (n + 16)), new float[n * (n + 16)])
                                .over(n, n + 16)),
                line(
                        "rowSums",
                        4096,
                        30,
                        (n, f) -> args(4 * n, n, f.floats(4 * n * n), new float[4 * n])
                                .over(4 * n)),
                line(
                        "columnSums",
                        4096,
                        30,
                        (n, f) -> args(n, 4 * n, f.floats(4 * n * n), new float[4 * n])
                                .over(4 * n)),
                line(
                        "reverse",
                        1 << 24,
                        1000,
                        (n, f) -> args(f.ints(n), new int[n]).with(n).over(n)),
                line(
                        "bytesToFloats",
                        1 << 25,
                        1000,
                        (n, f) ->
                                args(f.bytes(n), 1 / 255f, new float[n]).with(n).over(n)),
                line(
                        "unzip",
                        1 << 23,
                        1000,
                        (n, f) -> args(f.floats(3 * n), new float[n], new float[n], new float[n])
                                .with(n)
                                .over(n)));
    }

    private static List<SuiteCase> blocks() {
        return family(
                BlockKernels.class,
                line(
                        "gemmTiled",
                        1024,
                        32,
                        (n, f) -> args(n, f.floats(n * n), f.floats(n * n), new float[n * n])
                                .over(n, n)));
    }
}
