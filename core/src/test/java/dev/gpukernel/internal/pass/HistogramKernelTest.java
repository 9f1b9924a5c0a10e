package dev.gpukernel.internal.pass;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.jit.CompilerSteps;
import dev.gpukernel.internal.ptx.PtxEmitter;
import dev.gpukernel.internal.ptx.PtxTarget;
import dev.gpukernel.internal.ptx.Ptxas;
import dev.gpukernel.oracle.Differential;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Histograms in the memory of blocks. */
class HistogramKernelTest {
    /** Kernels with histograms that fit there. */
    static final class Kernels {
        private Kernels() {}

        @GpuKernel
        static void bytes(byte[] data, int[] bins) {
            for (int i = 0; i < data.length; i++) {
                bins[data[i] & 255]++;
            }
        }

        @GpuKernel
        static void later(int from, int to, int[] key, long[] weight, long[] bins) {
            for (int i = from; i < to; i++) {
                bins[key[i]] += weight[i];
            }
        }

        @GpuKernel
        static void three(int[] key, int[] x, int[] low, int[] high, int[] all) {
            for (int i = 0; i < key.length; i++) {
                low[key[i]] = Math.min(low[key[i]], x[i]);
                high[key[i] + 1] = Math.max(high[key[i] + 1], x[i]);
                all[0] &= x[i];
            }
        }

        @GpuKernel
        static void plane(int w, int h, int[] image, int[] bins) {
            for (int y = h - 1; y >= 0; y--) {
                for (int x = 0; x < w; x++) {
                    bins[image[y * w + x]] ^= x + y;
                }
            }
        }

        @GpuKernel
        static void space(int l, int n, int m, int[] x, int[] bins) {
            for (int i = 0; i < l; i++) {
                for (int j = 0; j < n; j++) {
                    for (int k = 0; k < m; k++) {
                        bins[x[(i * n + j) * m + k]] -= k;
                    }
                }
            }
        }
    }

    private static Method method(String name) {
        return Arrays.stream(Kernels.class.getDeclaredMethods())
                .filter(method -> method.getName().equals(name) && method.isAnnotationPresent(GpuKernel.class))
                .findFirst()
                .orElseThrow();
    }

    private static int[] keys(int length, int bins, long seed) {
        return new SplittableRandom(seed).ints(length, 0, bins).toArray();
    }

    private static void same(String kernel, Object... arguments) {
        Differential differential = new Differential(method(kernel));
        assertThat(differential.firstDifference(List.of(arguments), List.of(), false, false))
                .as(kernel)
                .isEmpty();
    }

    /** Lengths around that of a vector and of all threads; an element that is not there, somewhere. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 16, 17, 95, 97, 1551, 3000})
    void ofBytes(int length) {
        byte[] data = new byte[length];
        new Random(length).nextBytes(data);
        same("bytes", data, new int[256]);
        same("bytes", data, new int[255]);
        same("bytes", data, new int[0]);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 5, 400})
    void fromSomewhereOn(int from) {
        int[] key = keys(1000, 9, from);
        long[] weight = new SplittableRandom(from).longs(1000).toArray();
        same("later", from, 1000, key, weight, new long[9]);
        same("later", from, 998, key, weight, new long[8]);
        same("later", from, 1001, key, weight, new long[9]);
        same("later", from, 600, key, Arrays.copyOf(weight, 500), new long[9]);
    }

    /** Also where a thread with a lower index throws in a later one. */
    @Test
    void theFirstIterationThrows() {
        int[] key = keys(1000, 9, 1);
        key[200] = 1000;
        key[400] = 2000;
        same("later", 0, 1000, key, new long[1000], new long[9]);
        same("later", 201, 1000, key, new long[1000], new long[9]);
        int[] image = keys(41 * 37, 12, 4);
        image[35 * 41 + 40] = 3000;
        image[33 * 41] = 4000;
        same("plane", 41, 37, image, new int[12]);
    }

    @Test
    void severalOfThem() {
        int[] x = new SplittableRandom(1).ints(2000).toArray();
        int[] all = {-1 >>> 1};
        same("three", keys(2000, 30, 2), x, new int[30], new int[31], all);
        same("three", keys(2000, 30, 2), x, new int[30], new int[30], all);
        same("three", keys(2000, 30, 2), x, new int[30], new int[31], new int[0]);
        int[] high = new int[31];
        Arrays.fill(high, Integer.MIN_VALUE);
        same("three", keys(2000, 30, 2), x, keys(30, 100, 3), high, new int[2]);
    }

    @Test
    void ofNests() {
        same("plane", 41, 37, keys(41 * 37, 12, 4), new int[12]);
        same("plane", 1, 500, keys(500, 12, 5), new int[12]);
        same("plane", 500, 1, keys(500, 12, 5), new int[12]);
        same("plane", 41, 37, keys(41 * 37, 12, 6), new int[11]);
        same("plane", 41, 37, keys(40 * 37, 12, 6), new int[12]);
        same("space", 7, 11, 13, keys(7 * 11 * 13, 12, 7), new int[12]);
        same("space", 3, 1, 200, keys(600, 12, 8), new int[12]);
        same("space", 7, 11, 13, keys(7 * 11 * 13, 12, 9), new int[11]);
    }

    @Test
    void theirPtxIsAssembled() {
        Optional<Ptxas> ptxas = Ptxas.find();
        assumeTrue(ptxas.isPresent(), Ptxas.ABSENT);
        List<KernelUnit> units = Stream.of("bytes", "later", "three", "plane", "space")
                .flatMap(name -> CompilerSteps.compile(method(name), (_, _) -> {}).units(0).stream())
                .toList();
        assertThat(units).hasSize(3 * 5);
        List<String> modules = units.stream()
                .map(unit -> PtxEmitter.emit(unit, PtxTarget.BASELINE).text())
                .toList();
        assertThat(modules.stream().filter(text -> text.contains("red.shared.")))
                .hasSize(2 * 5);
        assertThat(ptxas.orElseThrow().errors(modules, 75)).isEmpty();
    }

    /** Where nothing can fault, a thread takes 16 bytes at a time. */
    @Test
    void bytesAreLoadedManyAtATime() {
        List<Function> functions =
                CompilerSteps.compile(method("bytes"), (_, _) -> {}).functions();
        assertThat(functions)
                .hasSize(2)
                .allSatisfy(function -> assertThat(function.blocks().stream()
                                .flatMap(block -> block.instrs().stream())
                                .map(Instr::op))
                        .contains(new Op.LoadVector(ElementType.BYTE, Space.GLOBAL, 16, IndexType.INT)));
    }
}
