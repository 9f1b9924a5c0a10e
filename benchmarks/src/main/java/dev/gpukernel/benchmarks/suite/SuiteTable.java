package dev.gpukernel.benchmarks.suite;

import java.util.List;
import java.util.stream.Stream;

/**
 * All kernels. Each line has
 *
 * <ul>
 *   <li>the name of the method, and of its twin;
 *   <li>n where it is timed, and where only results are compared, without a GPU;
 *   <li>the arguments, as {@link Expression} reads them;
 *   <li>the launches of the twin, as {@link Work.Shape} reads them;
 *   <li>what the twin takes besides: lengths;
 *   <li>by how much results may differ in proportion, where functions with error bounds are called; elsewhere bits are the same.
 * </ul>
 */
final class SuiteTable {
    private static final String LINEAR_ALGEBRA = """
            gemm               |    1024 |    20 | n, 1.5f, 1.2f, floats(n*n), floats(n*n), floats(n*n) | n x n
            mm2                |     512 |    20 | n, doubles(n*n), doubles(n*n), doubles(n*n), double[n*n], doubles(n*n) | n x n; n x n
            atax               |    4096 |    40 | n, n - 3, floats(n*n), floats(n), float[n], float[n] | n; n
            bicg               |    4096 |    40 | n, n - 3, doubles(n*n), doubles(n), doubles(n), double[n], double[n] | n; n
            mvt                |    4096 |    40 | n, floats(n*n), floats(n), floats(n), floats(n), floats(n) | n; n
            gemver             |    2048 |    40 | n, 1.5, 1.2, doubles(n*n), doubles(n), doubles(n), doubles(n), doubles(n), doubles(n), doubles(n), doubles(n), doubles(n) | n x n; n; n
            gesummv            |    4096 |    40 | n, 1.5f, 1.2f, floats(n*n), floats(n*n), floats(n), float[n] | n
            syrk               |    1024 |    20 | n, n/2, 1.5f, 1.2f, floats(n*n), floats(n*n) | n x n
            syr2k              |     512 |    20 | n, n/2, 1.5, doubles(n*n), doubles(n*n), doubles(n*n) | n x n
            trmm               |    1024 |    20 | n, 1.5f, floats(n*n), floats(n*n), float[n*n] | n x n
            symm               |    1024 |    20 | n, 1.5f, 1.2f, floats(n*n), floats(n*n), floats(n*n) | n x n
            doitgen            |     128 |     8 | n, n, n, floats(n*n*n), floats(n*n), float[n*n*n] | n x n*n
            covariance         |     512 |    20 | n, n - 4, doubles(n*n), double[n], double[n*n] | n; n x n; n x n
            correlation        |     512 |    20 | n, n - 4, floats(n*n), float[n], float[n], float[n*n] | n; n; n x n
            gramschmidtStep    |    2048 |    20 | n, n, n/8, doubles(n*n), doubles(n*n), double[n*n] | n
            luStep             |    4096 |    20 | n, n/8, doubles(n*n) | n x n
            choleskyStep       |    4096 |    20 | n, n/8, floats(n*n) | n x n
            gaussian           |    4096 |    20 | n, n/8, floats(n*n), floats(n), float[n] | n; n x n
            trisolv            |     256 |    20 | n, 8*n, doubles(n*n, 0.5, 1), doubles(8*n*n), double[8*n*n] | 8*n
            thomas             |     256 |    20 | n, 64*n, -0.2f, 1.5f, -0.3f, floats(64*n*n), float[64*n*n], float[64*n*n] | 64*n
            complexGemv        |    4096 |    40 | n, floats(n*n), floats(n*n), floats(n), floats(n), float[n], float[n] | n
            """;

    private static final String STREAMS = """
            copy               |   1<<24 |  1000 | doubles(n), double[n] | n | n
            mul                |   1<<24 |  1000 | 0.4, double[n], doubles(n) | n | n
            add                |   1<<24 |  1000 | doubles(n), doubles(n), double[n] | n | n
            triad              |   1<<24 |  1000 | 0.4, double[n], doubles(n), doubles(n) | n | n
            nstream            |   1<<24 |  1000 | 0.4, doubles(n), doubles(n), doubles(n) | n | n
            dot                |   1<<24 |  1000 | wholeDoubles(n, 1000), wholeDoubles(n, 1000) | 1056 of 256 | n
            saxpy              |   1<<25 |  1000 | 0.4f, floats(n), floats(n) | n | n
            nrm2               |   1<<24 |  1000 | wholeFloats(n, 2) | 1056 of 256; 1 of 1 | n
            maximum            |   1<<25 |  1000 | ints(n, 2147483647) | 1056 of 256 | n
            complexMultiply    |   1<<23 |  1000 | floats(2*n), floats(2*n), float[2*n] | n | n
            gather             |   1<<23 |  1000 | ints(n, n), floats(n), float[n] | n | n
            scatter            |   1<<22 |  1000 | permutation(n), floats(n), float[n] | n | n
            transpose          |    4096 |    30 | n, n+16, floats(n*(n+16)), float[n*(n+16)] | n x n+16
            rowSums            |    4096 |    30 | 4*n, n, floats(4*n*n), float[4*n] | 4*n
            columnSums         |    4096 |    30 | n, 4*n, floats(4*n*n), float[4*n] | 4*n
            reverse            |   1<<24 |  1000 | ints(n), int[n] | n | n
            bytesToFloats      |   1<<25 |  1000 | bytes(n), 0.003921569f, float[n] | n | n
            unzip              |   1<<23 |  1000 | floats(3*n), float[n], float[n], float[n] | n | n
            """;

    private static final String STENCILS = """
            jacobi1d           |   1<<24 |  1000 | doubles(n), double[n] | n | n
            jacobi2d           |    4096 |    30 | n, n - 6, floats(n*n), float[n*n] | n x n - 6
            fdtd2d             |    2048 |    30 | n, n - 6, doubles(n*n), doubles(n*n), doubles(n*n) | n x n - 6; n x n - 6; n x n - 6
            heat3d             |     256 |    12 | n, doubles(n*n*n), double[n*n*n] | n x n x n
            redBlack           |    4096 |    30 | n, n - 6, 1, floats(n*n) | n/2 x n - 6
            stencil27          |     256 |    12 | n, floats(n*n*n), float[n*n*n] | n x n x n
            wave2d             |    4096 |    30 | n, n - 6, 0.3f, floats(n*n), floats(n*n), float[n*n] | n x n - 6
            wave3d             |     256 |    12 | n, 0.1f, floats(n*n*n), floats(n*n*n), float[n*n*n] | n x n x n
            hotspot            |    4096 |    30 | n, n - 6, 0.1f, 0.2f, 0.01f, 0.5f, floats(n*n), floats(n*n, 70, 90), float[n*n] | n x n - 6
            hotspot3d          |     256 |    12 | n, n/2, 0.1f, floats(n*n*n), floats(n*n*n), float[n*n*n] | n x n x n/2
            srad               |    4096 |    30 | n, n - 6, 0.05f, floats(n*n, 0.5f, 1), float[n*n] | n x n - 6
            life               |    4096 |    30 | n, n - 6, bytes(n*n, 2), byte[n*n] | n x n - 6
            lbm                |    2048 |    30 | n, n - 6, 1.2f, floats(9*n*n, 0.5f, 1), float[9*n*n] | n x n - 6
            pathfinder         |   1<<24 |  1000 | ints(n, 10), ints(n, 1000), int[n] | n | n
            adiExplicit        |    2048 |    30 | n, 0.3, 0.2, 0.1, doubles(n*n), double[n*n] | n x n
            cfdFlux            |   1<<20 |   500 | n, neighbours(n), floats(8*n, -1, 1), floats(n, 1, 2), floats(n, 4, 5), floats(2*n), float[4*n] | n
            """;

    private static final String IMAGES = """
            convolution3       |    4096 |    30 | n, n - 6, floats(9), floats(n*n), float[n*n] | n x n - 6
            convolution        |    2048 |    30 | n, n - 6, 4, floats(81), floats(n*n), float[n*n] | n x n - 6
            blurRows           |    4096 |    30 | n, n - 6, floats(17), floats(n*n), float[n*n] | n x n - 6
            blurColumns        |    4096 |    30 | n, n - 6, floats(17), floats(n*n), float[n*n] | n x n - 6
            median3            |    4096 |    30 | n, n - 6, floats(n*n), float[n*n] | n x n - 6
            sobel              |    4096 |    30 | n, n - 6, bytes(n*n), byte[n*n] | n x n - 6
            yuvToRgb           |   1<<24 |  1000 | bytes(3*n), byte[3*n] | n | n
            luminance          |   1<<24 |  1000 | ints(n), float[n] | n | n
            resize             |    2048 |    30 | n, n - 6, n+n/2, n, floats(n*n), float[n*n*3/2] | n+n/2 x n
            rotate             |    4096 |    30 | n, n - 6, 0.6f, 0.8f, ints(n*n), int[n*n] | n x n - 6
            histogram          |   1<<26 |  1000 | bytes(n), int[256] | 1056 of 256 | n
            dct8               |    4096 |    32 | n, n, floats(64, -1, 1), floats(n*n), float[n*n] | n x n
            bilateral          |    2048 |    30 | n, n - 6, floats(25), 10f, floats(n*n), float[n*n] | n x n - 6
            erode              |    4096 |    30 | n, n - 6, bytes(n*n), byte[n*n] | n x n - 6
            integralRows       |    4096 |    30 | n/4, 4*n, ints(n*n, 256), int[n*n] | 4*n
            mandelbrot         |    2048 |    30 | n, n, -2.0f, -1.25f, 2.5f/n, 256, int[n*n] | n x n
            """;

    private static final String IRREGULAR = """
            spmvCsr            |   1<<18 |   200 | n, offsets(n, 63), ints(entries, n), doubles(entries), doubles(n), double[n] | n
            spmvEll            |   1<<18 |   200 | n, 32, ints(32*n, n), floats(32*n), floats(n), float[n] | n
            bfsFrontier        |   1<<19 |   200 | n, 2, offsets(n, 31), ints(entries, n), levels(n), int[n] | n
            pagerank           |   1<<18 |   200 | n, 0.85f, offsets(n, 31), ints(entries, n), degrees(n, 31), floats(n), float[n] | n
            floydStep          |    4096 |    30 | n, n/2, ints(n*n, 1000), int[n*n] | n x n
            kmeansAssign       |   1<<18 |   200 | n, 32, 16, floats(16*n), floats(16*32), int[n] | n
            nearest            |   1<<24 |  1000 | 0.5f, 0.5f, floats(n), floats(n), float[n] | n | n
            crossSections      |   1<<20 |   500 | n/8, rising(n/8), doubles(n), doubles(n), double[n] | n | n
            streamclusterGain  |   1<<20 |   500 | n, 32, n/2, floats(32*n), floats(n), floats(n, 1, 6), float[n] | n
            particleLikelihood |   1<<18 |   200 | n, 512, 64, ints(n, 512), ints(n, 512), ints(64, 9), ints(64, 9), bytes(512*512), float[n] | n
            binarySearch       |   1<<22 |   500 | offsets(n, 8), ints(n, 4*n), int[n] | n | n+1, n
            """;

    private static final String INTEGERS = """
            collatz            |   1<<22 |   500 | 1000000, int[n] | n | n
            gcd                |   1<<22 |   500 | ints(n, 1<<30), ints(n, 1<<30), int[n] | n | n
            hamming            |   1<<24 |   500 | ints(n), ints(n), int[n] | n | n
            bitReverse         |      24 |     9 | n, floats(1<<n), float[1<<n] | 1<<n | 1<<n
            divide64           |   1<<22 |   500 | longs(n), longs(n), long[n] | n | n
            digits             |   1<<24 |   500 | ints(n, 2147483647), int[n] | n | n
            crc32              |   1<<19 |   200 | 64, ints(256), bytes(64*n), int[n] | n | n
            sha256             |   1<<20 |   200 | n, ints(16*n), int[8*n] | n
            murmur             |   1<<21 |   200 | 16, 42, ints(16*n), int[n] | n | n
            cipherRound        |   1<<21 |   200 | bytes(256), ints(4), ints(4*n), int[4*n] | n | n
            base64             |   1<<23 |   200 | bytes(64), bytes(3*n), byte[4*n] | n | n
            primes             |   1<<20 |   500 | n | n
            knapsackRow        |   1<<24 |   500 | 100, 7, ints(n, 1000), int[n] | n | n
            levenshtein        |   1<<23 |   200 | n, bytes(n, 4), bytes(n - 10, 4), ints(n+1, 100), ints(n+1, 100), int[n+1] | n | n, n - 10
            needleman          |   1<<23 |   200 | n, 10, ints(24*24, 15), bytes(n, 24), bytes(n - 10, 24), ints(n+1, 100), ints(n+1, 100), int[n+1] | n | n, n - 10
            xorshift           |   1<<22 |   500 | 64, longs(n), long[n] | n | n
            xtea               |   1<<22 |   500 | ints(4), ints(2*n), int[2*n] | n | n
            """;

    private static final String NUMERICS = """
            nbody              |   16384 |   100 | n, 0.01f, floats(n), floats(n), floats(n), floats(n), float[n], float[n], float[n] | n
            blackScholes       |   1<<22 |   500 | 0.02f, 0.3f, floats(n, 5, 30), floats(n, 1, 100), floats(n, 0.25f, 10), float[n], float[n] | n | n | 1e-5
            binomialOption     |   1<<17 |   100 | 1.02f, 0.98f, 0.51f, 0.999f, floats(n, 5, 30), floats(n, 5, 30), float[n] | n | n
            asianOption        |   1<<20 |   100 | 32, 0.0001, 0.01, 95.0, double[n] | n | n | 1e-12
            monteCarloPi       |   1<<28 |  1000 | n | 1056 of 256
            docking            |   1<<16 |   100 | n, 16, 64, floats(12*n, -1, 1), floats(4*16, -1, 1), floats(5*64, -2, 2), float[n] | n
            lavaBox            |    1024 |     3 | n, 128, 0.5f, floats(128*n), floats(128*n), floats(128*n), floats(128*n), float[128*n] | 128*n |  | 2e-6
            poles              |   1<<18 |   100 | 64, doubles(64), doubles(64, 0.1, 1), doubles(64), doubles(64), doubles(n), double[n] | n | n
            hodgkinHuxley      |   1<<20 |   200 | 0.01, 10.0, doubles(n, -70, -60), doubles(n), doubles(n), doubles(n) | n | n | 1e-14
            sines              |   1<<22 |   500 | doubles(n, -100, 100), double[n] | n | n | 1e-14
            powers             |   1<<21 |   500 | 1.7, doubles(n, 0, 100), double[n] | n | n | 1e-14
            logistic           |   1<<24 |   500 | floats(n, -10, 10), float[n] | n | n | 2e-6
            distances          |   1<<21 |   500 | doubles(n, -1.5, 1.5), doubles(n, -3, 3), 0.8, 0.1, double[n] | n | n | 1e-12
            horner             |   1<<23 |   500 | doubles(16), doubles(n), double[n] | n | n
            newton             |   1<<22 |   500 | floats(n), floats(n, 1, 10), float[n] | n | n
            rungeKutta         |   1<<18 |   200 | 32, 0.01, doubles(n, 5, 15), doubles(n, 2, 8) | n | n
            """;

    private static final String LEARNING = """
            softmaxRows        |   1<<16 |    20 | n, 64, floats(64*n, -5, 5), float[64*n] | n |  | 2e-6
            layerNorm          |   1<<16 |    20 | n, 64, floats(64*n), floats(64), floats(64), float[64*n] | n
            gelu               |   1<<24 |   500 | floats(n, -4, 4), float[n] | n | n | 2e-6
            attention          |    1024 |    20 | n, 64, 0.125f, floats(64*n), floats(64*n), floats(64*n), float[n*n], float[64*n] | n x n; n; 64 x n |  | 2e-6
            rope               |   1<<16 |    20 | n, 128, floats(64*n, -1, 1), floats(64*n, -1, 1), floats(128*n) | 64 x n
            adam               |   1<<23 |   500 | 0.001f, 0.9f, 0.999f, 1.1f, 1.2f, floats(n, -1, 1), floats(n), floats(n), floats(n) | n | n
            dropout            |   1<<24 |   500 | 1234, 1<<29, 1.333f, floats(n), float[n] | n | n
            backpropLayer      |    4096 |    40 | n, n, floats(n*n, -0.1f, 0.1f), floats(n), floats(n), float[n] | n |  | 2e-6
            batchNorm          |   1<<24 |   600 | 64, n/256, floats(64), floats(64, -1, 0), floats(n), float[n] | n | n
            convolutionLayer   |     256 |     8 | n, 16, 32, floats(16*n*n), floats(32*16*9), float[32*n*n] | n x n x 32
            maxPool            |    8192 |    30 | n, n, floats(n*n), float[n*n/4] | n/2 x n/2
            embedding          |   1<<16 |    20 | 256, ints(n, 100), floats(256*100), float[256*n] | 256 x n | n
            """;

    private static final String BLOCK_KERNELS = """
            gemmTiled          |    1024 |    32 | n, floats(n*n), floats(n*n), float[n*n] | n x n
            gemmRegisters      |    1024 |    64 | n, floats(n*n), floats(n*n), float[n*n] | n/64 x n/64 of 16 x 16
            transposeTiled     |    4096 |    64 | n, floats(n*n), float[n*n] | n/32 x n/32 of 32 x 8
            blockSums          |   1<<24 |   512 | floats(n), float[n/256] | n
            warpSums           |   1<<24 |   512 | doubles(n), double[n/32] | n
            blockScan          |   1<<24 |   512 | ints(n), int[n] | n
            softmaxBlock       |    8192 |     3 | 1024, floats(1024*n, -5, 5), float[1024*n] | n of 256 |  | 2e-6
            bitonicBlock       |    8192 |     3 | ints(512*n) | n of 256
            ludBlock           |   1<<16 |     3 | floats(256*n, 1, 2) | n of 16
            fftBlock           |   1<<15 |     3 | floats(128, -1, 1), floats(128, -1, 1), floats(256*n), floats(256*n) | n of 128
            stencilTiled       |    4096 |    40 | n, n - 6, floats(n*n), float[n*n] | n x n - 6
            histogramBlock     |   1<<26 | 10000 | bytes(n), int[256] | 1056 of 256 | n
            spmvWarp           |   1<<17 |    50 | n, offsets(n, 127), ints(entries, n), floats(entries), floats(n), float[n] | 32*n
            nbodyTiled         |   16384 |   512 | n, 0.01f, floats(n), floats(n), floats(n), float[n], float[n] | n
            """;

    private SuiteTable() {}

    static List<SuiteCase> all() {
        return Stream.of(
                        family(LinearAlgebra.class, LINEAR_ALGEBRA),
                        family(Streams.class, STREAMS),
                        family(Stencils.class, STENCILS),
                        family(Images.class, IMAGES),
                        family(Irregular.class, IRREGULAR),
                        family(Integers.class, INTEGERS),
                        family(Numerics.class, NUMERICS),
                        family(Learning.class, LEARNING),
                        family(BlockKernels.class, BLOCK_KERNELS))
                .flatMap(family -> family)
                .toList();
    }

    private static Stream<SuiteCase> family(Class<?> owner, String lines) {
        return lines.lines().map(line -> SuiteCase.parse(owner, line));
    }
}
