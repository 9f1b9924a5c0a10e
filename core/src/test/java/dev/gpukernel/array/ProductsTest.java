package dev.gpukernel.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.KernelCall;
import dev.gpukernel.Launch;
import dev.gpukernel.internal.array.kernel.LibraryKernels;
import dev.gpukernel.internal.array.kernel.Operand;
import dev.gpukernel.internal.array.kernel.ProductTiles;
import dev.gpukernel.internal.array.kernel.Result;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Products of matrices are chains of {@code Math.fma} in the order of the depth, by bits, wherever tiles end. */
class ProductsTest {
    private static final Gpu INTERPRETED = OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE));

    private static final float[] EDGES = {
        0f, -0f, Float.NaN, Float.POSITIVE_INFINITY, Float.MIN_VALUE, -1e-30f, 1e30f, 1e-30f
    };

    private final SplittableRandom random = new SplittableRandom(19);

    private double value(boolean hasEdges) {
        return hasEdges && random.nextInt(12) == 0 ? EDGES[random.nextInt(EDGES.length)] : random.nextDouble(-2, 2);
    }

    private float[] floats(int size) {
        float[] made = new float[size];
        boolean hasEdges = random.nextInt(3) == 0;
        for (int i = 0; i < size; i++) {
            made[i] = (float) value(hasEdges);
        }
        return made;
    }

    private static float[] product(float[] left, float[] right, int m, int n, int depth) {
        float[] out = new float[m * n];
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                float sum = 0;
                for (int k = 0; k < depth; k++) {
                    sum = Math.fma(left[i * depth + k], right[k * n + j], sum);
                }
                out[i * n + j] = sum;
            }
        }
        return out;
    }

    private static String bits(float[] values) {
        int[] bits = new int[values.length];
        Arrays.setAll(bits, i -> Float.floatToIntBits(values[i]));
        return Arrays.toString(bits);
    }

    private void check(int m, int n, int depth, boolean isLeftTurned, boolean isRightTurned) {
        float[] a = floats(m * depth);
        float[] b = floats(depth * n);
        FloatNdArray left = turned(NdArrays.of(a).reshape(m, depth), isLeftTurned);
        FloatNdArray right = turned(NdArrays.of(b).reshape(depth, n), isRightTurned);
        FloatNdArray product = left.matmul(right);
        assertThat(product.shape()).containsExactly(m, n);
        String what = m + "x" + n + "x" + depth + " " + isLeftTurned + isRightTurned;
        assertThat(bits(product.toArray())).as(what).isEqualTo(bits(product(a, b, m, n, depth)));

        double[] wideA = left.toDouble().toArray();
        double[] wideB = right.toDouble().toArray();
        double[] wide = turned(left.toDouble(), false).matmul(right.toDouble()).toArray();
        int[] ints = left.toInt()
                .times(1 << 30)
                .minus(7)
                .matmul(right.toInt().times(77777))
                .toArray();
        long[] longs = left.toLong()
                .times(1L << 61)
                .minus(7)
                .matmul(right.toLong().times(777777777777L))
                .toArray();
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                int intSum = 0;
                long longSum = 0;
                for (int k = 0; k < depth; k++) {
                    double one = wideA[i * depth + k];
                    double other = wideB[k * n + j];
                    sum = Math.fma(one, other, sum);
                    intSum += (((int) one) * (1 << 30) - 7) * (((int) other) * 77777);
                    longSum += (((long) one) * (1L << 61) - 7) * (((long) other) * 777777777777L);
                }
                assertThat(Double.doubleToLongBits(wide[i * n + j])).as(what).isEqualTo(Double.doubleToLongBits(sum));
                assertThat(ints[i * n + j]).as(what).isEqualTo(intSum);
                assertThat(longs[i * n + j]).as(what).isEqualTo(longSum);
            }
        }
    }

    /** The same matrix, of memory whose rows are far apart and run backwards, or in columns. */
    private static <S extends NumberNdArray<?, S>> S turned(S matrix, boolean isTurned) {
        if (!isTurned) {
            return matrix;
        }
        S columns = matrix.transpose();
        return columns.compute().transpose();
    }

    @Test
    void ofAllTypesOnTheCpu() {
        for (int[] size :
                new int[][] {{1, 1, 1}, {3, 1, 5}, {1, 7, 2}, {70, 33, 17}, {5, 6, 0}, {0, 3, 2}, {64, 65, 9}}) {
            for (int i = 0; i < 4; i++) {
                check(size[0], size[1], size[2], (i & 1) != 0, (i & 2) != 0);
            }
        }
    }

    /** In tiles, of which the last ones are not full. */
    @Test
    void ofAllTypesInTiles() {
        INTERPRETED.run(() -> {
            int[][] sizes = {{5, 5, 1}, {6, 9, 8}, {66, 7, 9}, {7, 65, 16}, {2, 9, 4}, {64, 5, 17}};
            for (int i = 0; i < sizes.length; i++) {
                check(sizes[i][0], sizes[i][1], sizes[i][2], (i & 1) != 0, (i & 2) != 0);
            }
        });
    }

    /** Of products that have as many rows and columns, the first one in large tiles, of which this device has enough soon. */
    @Test
    void inFullTiles() {
        INTERPRETED.run(() -> {
            for (int[] size : new int[][] {{130, 131}, {64, 64}, {65, 70}}) {
                float[] a = floats(size[0] * 9);
                float[] b = floats(9 * size[1]);
                FloatNdArray left = NdArrays.of(a).reshape(size[0], 9);
                float[] actual = left.matmul(NdArrays.of(b).reshape(9, size[1])).toArray();
                assertThat(bits(actual)).isEqualTo(bits(product(a, b, size[0], size[1], 9)));
            }
        });
    }

    /** By warps, whose instruction no device here has that counts as a GPU, from matrices in all four orders. */
    @Test
    void byWarps() {
        INTERPRETED.run(() -> {
            checkByWarps("narrowByWarps", 6, 70, 9);
            checkByWarps("smallByWarps", 65, 70, 17);
            checkByWarps("largeByWarps", 129, 128, 3);
        });
    }

    private void checkByWarps(String name, int m, int n, int depth) {
        double[] a = NdArrays.of(floats(m * depth)).toDouble().div(3).toArray();
        double[] b = NdArrays.of(floats(depth * n)).toDouble().div(7).toArray();
        double[] expected = new double[m * n];
        for (int i = 0; i < m * n; i++) {
            for (int k = 0; k < depth; k++) {
                expected[i] = Math.fma(a[i / n * depth + k], b[k * n + i % n], expected[i]);
            }
        }
        for (int turned = 0; turned < 4; turned++) {
            boolean isLeftTurned = (turned & 1) != 0;
            boolean isRightTurned = (turned & 2) != 0;
            GpuArray<double[]> left = NdArrays.of(a)
                    .reshape(m, depth)
                    .transpose(order(isLeftTurned))
                    .asGpuArray();
            GpuArray<double[]> right = NdArrays.of(b)
                    .reshape(depth, n)
                    .transpose(order(isRightTurned))
                    .asGpuArray();
            GpuArray<double[]> out = NdArrays.of(new double[m * n]).asGpuArray();
            int size = name.equals("largeByWarps") ? ProductTiles.LARGE : ProductTiles.SMALL;
            KernelCall call = LibraryKernels.of(ProductTiles.of(double[].class), name, double[].class)
                    .call(Launch.of(Math.ceilDiv(m, size) * Math.ceilDiv(n, size), ProductTiles.THREADS));
            call.passGpuArray(left).passGpuArray(right).passGpuArray(out);
            call.passRecord(isLeftTurned ? new Operand(0, 0, 1, m) : new Operand(0, 0, depth, 1));
            call.passRecord(isRightTurned ? new Operand(0, 0, depth, 1) : new Operand(0, 0, 1, n));
            call.passRecord(new Result(0, 0))
                    .passInt(m)
                    .passInt(n)
                    .passInt(depth)
                    .run();
            assertThat(out.toHost()).as(name + turned).isEqualTo(expected);
        }
    }

    private static int[] order(boolean isTurned) {
        return isTurned ? new int[] {1, 0} : new int[] {0, 1};
    }

    private void checkStacks() {
        int m = 6;
        int depth = 5;
        int n = 7;
        float[] a = floats(3 * 2 * m * depth);
        float[] b = floats(2 * depth * n);
        FloatNdArray left = NdArrays.of(a).reshape(3, 2, m, depth);
        FloatNdArray right = NdArrays.of(b).reshape(2, 1, depth, n).transpose(1, 0, 2, 3);
        FloatNdArray product = left.flip(0).matmul(right);
        assertThat(product.shape()).containsExactly(3, 2, m, n);
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 2; j++) {
                int from = ((2 - i) * 2 + j) * m * depth;
                float[] expected = product(
                        Arrays.copyOfRange(a, from, from + m * depth),
                        Arrays.copyOfRange(b, j * depth * n, (j + 1) * depth * n),
                        m,
                        n,
                        depth);
                assertThat(bits(product.at(i).at(j).toArray())).isEqualTo(bits(expected));
            }
        }
        float[] vector = floats(depth);
        assertThat(bits(left.at(1).matmul(NdArrays.of(vector)).at(0).toArray()))
                .isEqualTo(bits(product(Arrays.copyOfRange(a, 2 * m * depth, 3 * m * depth), vector, m, 1, depth)));
        FloatNdArray row = NdArrays.of(vector).matmul(right);
        assertThat(row.shape()).containsExactly(1, 2, n);
        assertThat(bits(row.at(0).at(1).toArray()))
                .isEqualTo(bits(product(vector, Arrays.copyOfRange(b, depth * n, 2 * depth * n), 1, n, depth)));
    }

    @Test
    void ofStacks() {
        checkStacks();
        INTERPRETED.run(this::checkStacks);
    }

    @Test
    void fusesWhatComesAfter() {
        IntNdArray a = NdArrays.arange(6).reshape(2, 3);
        assertThat(a.matmul(a.transpose()).plus(1)).hasToString("[[ 6, 15],\n [15, 51]]");
        assertThat(a.times(2).matmul(NdArrays.of(1, 0, 1))).hasToString("[ 4, 16]");
        assertThat(NdArrays.of(1, 2).matmul(NdArrays.of(3, 4)).get()).isEqualTo(11);
        assertThat(NdArrays.zeros(2, 0).matmul(NdArrays.zeros(0, 2))).hasToString("[[0.0, 0.0],\n [0.0, 0.0]]");
    }

    @Test
    void asNumPyHasThem() {
        IntNdArray a = NdArrays.arange(6).reshape(2, 3);
        IntNdArray b = NdArrays.arange(24).reshape(2, 3, 4);

        assertThat(a.dot(b).shape()).containsExactly(2, 2, 4);
        assertThat(a.dot(b).get(1, 1, 2)).isEqualTo(3 * 14 + 4 * 18 + 5 * 22);
        assertThat(NdArrays.of(1f, 2f).dot(NdArrays.of(3f, 4f)).get()).isEqualTo(11);
        assertThat(NdArrays.of(1, 2).outer(NdArrays.of(3, 4, 5))).hasToString("[[ 3,  4,  5],\n [ 6,  8, 10]]");
        assertThat(NdArrays.einsum("ij,kj->ik", a, a)).hasToString("[[ 5, 14],\n [14, 50]]");
        assertThat(NdArrays.einsum("ij->ji", a)).hasToString("[[0, 3],\n [1, 4],\n [2, 5]]");
        assertThat(NdArrays.einsum("ij->", a)).hasToString("15");
        assertThat(NdArrays.einsum("ii->i", NdArrays.arange(9).reshape(3, 3))).hasToString("[0, 4, 8]");
        assertThat(NdArrays.einsum("ii", NdArrays.arange(9).reshape(3, 3))).hasToString("12");
        assertThat(NdArrays.einsum("i,j", NdArrays.of(1, 2), NdArrays.of(3, 4))).hasToString("[[3, 4],\n [6, 8]]");
        IntNdArray three = NdArrays.einsum("bij,bjk,k->bi", b, b.transpose(0, 2, 1), NdArrays.of(1, -1, 2));
        int expected = 0;
        for (int j = 0; j < 4; j++) {
            for (int k = 0; k < 3; k++) {
                expected += (12 + 4 + j) * (12 + 4 * k + j) * new int[] {1, -1, 2}[k];
            }
        }
        assertThat(three.get(1, 1)).isEqualTo(expected);
    }

    private static void refused(String code, String part, Runnable call) {
        assertThatIllegalArgumentException()
                .isThrownBy(call::run)
                .withMessageStartingWith("[" + code + "]")
                .withMessageContaining(part);
    }

    @Test
    void saysWhatDoesNotFit() {
        FloatNdArray a = NdArrays.zeros(2, 3);
        refused(
                "DepthsDiffer",
                "(2, 3) and (2, 3) have no product: rows of 3 elements and columns of 2",
                () -> a.matmul(a));
        refused("DepthsDiffer", "(2, 3) and (4,)", () -> a.dot(NdArrays.zeros(4)));
        refused("NoMatrix", "(2, 3) and ()", () -> a.matmul(NdArrays.zeros()));
        refused(
                "StacksDiffer",
                "2 and 3 matrices along axis -3",
                () -> NdArrays.zeros(2, 4, 4).matmul(NdArrays.zeros(3, 4, 4)));
        refused(
                "ShapeTooLarge",
                "(65536, 65536)",
                () -> NdArrays.zeros(65536, 1).matmul(NdArrays.zeros(1, 65536)));
        refused("Einsum", "'i' stands for 2 and for 3", () -> NdArrays.einsum("ii", a));
        refused(
                "Einsum",
                "axis -1 of the ellipsis stands for 3 and for 2",
                () -> NdArrays.einsum("...,...", a, a.transpose()));
        refused("Einsum", "the result has no ellipsis", () -> NdArrays.einsum("i...->i", a));
        refused("Einsum", "'..i' is not letters", () -> NdArrays.einsum("..i", a));
        refused("Einsum", "'...ijk' names 3 axes", () -> NdArrays.einsum("...ijk", a));
        refused("Einsum", "names 1 axes", () -> NdArrays.einsum("i", a));
        refused("Einsum", "'k' of the result is in no operand", () -> NdArrays.einsum("ij->k", a));
        refused("Einsum", "1 operands, and 2 are given", () -> NdArrays.einsum("ij", a, a));
    }
}
