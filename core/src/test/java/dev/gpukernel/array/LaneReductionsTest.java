package dev.gpukernel.array;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Long rows are reduced in lanes, in the order that docs/arrays.md tells, on every device. */
class LaneReductionsTest {
    /** Sums of rows, as the page tells. */
    private static float[] sums(float[] x, int rows) {
        int length = x.length / rows;
        int lanes = 1;
        while (rows * lanes < 1 << 18 && length / (2 * lanes) >= 32) {
            lanes *= 2;
        }
        float[] sums = new float[rows * lanes];
        for (int row = 0; row < rows; row++) {
            for (int i = 0; i < length; i++) {
                sums[row * lanes + i % lanes] += x[row * length + i];
            }
        }
        return lanes == 1 ? sums : sums(sums, rows);
    }

    private static float[] random(int size) {
        SplittableRandom random = new SplittableRandom(size);
        float[] made = new float[size];
        for (int i = 0; i < size; i++) {
            made[i] = (float) random.nextDouble(-1, 1);
        }
        return made;
    }

    private static void check(int rows, int length) {
        float[] x = random(rows * length);
        FloatNdArray array = NdArrays.of(x).reshape(rows, length);
        assertThat(array.sum(1).toArray()).containsExactly(sums(x, rows));
        assertThat(array.sum().get()).isEqualTo(sums(x, 1)[0]);
        // Rows of a matrix that lies the other way round.
        assertThat(array.transpose().times(1f).compute().sum(0).toArray()).containsExactly(sums(x, rows));
        assertThat(array.reshape(rows, 1, length).sum(1, -1).toArray()).containsExactly(sums(x, rows));
        int[] best = new int[rows];
        for (int i = 0; i < x.length; i++) {
            int row = i / length;
            best[row] = x[i] < x[row * length + best[row]] ? i % length : best[row];
        }
        assertThat(array.argMin(1).toArray()).containsExactly(best);
        assertThat(array.toDouble().argMin(1).toArray()).containsExactly(best);
        assertThat(array.transpose().argMin(0).toArray()).containsExactly(best);
        for (int row = 0; row < rows; row++) {
            assertThat(array.min(1).get(row)).isEqualTo(x[row * length + best[row]]);
        }
    }

    private static void checkAll() {
        check(3, 63);
        check(3, 64);
        check(300, 65);
        check(2, 1500);
    }

    @Test
    void onTheCpu() {
        checkAll();
        check(2, 70_001);
    }

    /** A GPU's code, in an interpreter. */
    @Test
    void onAGpusCode() {
        Gpu interpreted = OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE));
        interpreted.run(LaneReductionsTest::checkAll);
    }
}
