package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels whose blocks work on a tile in shared memory, against plain loops. */
abstract class TileContract {
    private final KernelContract contract;

    TileContract(KernelContract contract) {
        this.contract = contract;
    }

    private void launch(String kernel, Launch launch, Object... arguments) {
        contract.gpu().run(() -> Kernel.of(TileKernels.class, kernel).launch(launch, arguments));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "5, 6", "32, 32", "33, 31", "128, 128", "1025, 512"})
    final void transposes(int width, int height) {
        float[] in = KernelContract.floats(width * height, 1);
        float[] expected = new float[in.length];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                expected[x * height + y] = in[y * width + x];
            }
        }
        float[] out = new float[in.length];
        int tile = TileKernels.TRANSPOSE_TILE;
        Launch launch = Launch.grid(Math.ceilDiv(width, tile), Math.ceilDiv(height, tile))
                .block(tile, TileKernels.TRANSPOSE_ROWS);
        launch("transpose", launch, in, out, width, height);
        assertThat(ArrayBits.bytes(out)).isEqualTo(ArrayBits.bytes(expected));
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "16, 16, 16", "17, 33, 15", "64, 1, 65", "50, 70, 90"})
    final void multiplies(int n, int k, int m) {
        float[] a = KernelContract.floats(n * k, 1);
        float[] b = KernelContract.floats(k * m, 2);
        float[] expected = new float[n * m];
        for (int row = 0; row < n; row++) {
            for (int column = 0; column < m; column++) {
                float sum = 0;
                for (int e = 0; e < k; e++) {
                    sum += a[row * k + e] * b[e * m + column];
                }
                expected[row * m + column] = sum;
            }
        }
        float[] c = new float[n * m];
        int tile = TileKernels.PRODUCT_TILE;
        Launch launch =
                Launch.grid(Math.ceilDiv(m, tile), Math.ceilDiv(n, tile)).block(tile, tile);
        launch("multiply", launch, a, b, c, n, k, m);
        assertThat(ArrayBits.bytes(c)).isEqualTo(ArrayBits.bytes(expected));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    final void sortsInSharedMemory(int blocks) {
        int[] keys = new Random(blocks).ints((long) blocks * TileKernels.SORTED).toArray();
        int[] expected = keys.clone();
        for (int block = 0; block < blocks; block++) {
            Arrays.sort(expected, block * TileKernels.SORTED, (block + 1) * TileKernels.SORTED);
        }
        launch("bitonicSort", Launch.of(blocks, TileKernels.SORTED / 2), (Object) keys);
        assertThat(keys).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "1000, 1, 256", "100000, 4, 100", "100000, 7, 512"})
    final void countsInSharedThenInGlobalMemory(int length, int blocks, int threads) {
        byte[] data = new byte[length];
        new Random(3).nextBytes(data);
        int[] expected = new int[TileKernels.BINS];
        for (byte value : data) {
            expected[value & 0xff]++;
        }
        int[] counts = new int[TileKernels.BINS];
        launch("histogram", Launch.of(blocks, threads), data, counts);
        assertThat(counts).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 127, 128, 129, 1000})
    final void smoothsWithAHalo(int length) {
        float[] in = KernelContract.floats(length, 4);
        float[] expected = new float[length];
        int radius = TileKernels.RADIUS;
        for (int i = 0; i < length; i++) {
            float sum = 0;
            for (int j = i - radius; j <= i + radius; j++) {
                sum += j >= 0 && j < length ? in[j] : 0;
            }
            expected[i] = sum / (2 * radius + 1);
        }
        float[] out = new float[length];
        int block = TileKernels.STENCIL_BLOCK;
        launch("smooth", Launch.of(Math.ceilDiv(length, block), block), in, out);
        assertThat(ArrayBits.bytes(out)).isEqualTo(ArrayBits.bytes(expected));
    }

    @Test
    final void waitsForTheGridBetweenSteps() {
        int width = 61;
        int height = 37;
        int doubleSteps = 20;
        float[] a = KernelContract.floats(width * height, 5);
        float[] b = a.clone();
        float[] expected = a.clone();
        float[] other = a.clone();
        for (int step = 0; step < doubleSteps; step++) {
            relax(expected, other, width, height);
            relax(other, expected, width, height);
        }
        launch("jacobi", Launch.grid(4, 3).block(16, 8), a, b, width, height, doubleSteps);
        assertThat(ArrayBits.bytes(a)).isEqualTo(ArrayBits.bytes(expected));
    }

    private static void relax(float[] from, float[] to, int width, int height) {
        for (int y = 1; y < height - 1; y++) {
            for (int x = 1; x < width - 1; x++) {
                int i = y * width + x;
                to[i] = 0.25f * (from[i - 1] + from[i + 1] + from[i - width] + from[i + width]);
            }
        }
    }
}
