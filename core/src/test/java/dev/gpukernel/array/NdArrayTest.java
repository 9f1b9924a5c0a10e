package dev.gpukernel.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What {@link RandomArraysTest} does not come to: messages, faults, and expressions that are large or shared. */
class NdArrayTest {
    private static final IntNdArray TABLE = NdArrays.arange(6).reshape(2, 3);

    private static void refused(String code, String part, Runnable call) {
        assertThatIllegalArgumentException()
                .isThrownBy(call::run)
                .withMessageStartingWith("[" + code + "]")
                .withMessageContaining(part);
    }

    @Test
    void saysWhichShapesDoNotFit() {
        refused("ShapesDiffer", "(2, 3) and (2,)", () -> TABLE.plus(NdArrays.arange(2)));
        refused("NoBroadcast", "(2, 3) cannot be broadcast to shape (4, 3)", () -> TABLE.broadcastTo(4, 3));
        refused("NoBroadcast", "(2, 3) cannot be broadcast to shape (3,)", () -> TABLE.broadcastTo(3));
        refused("NoReshape", "of 6 elements, cannot have shape (4, -1)", () -> TABLE.reshape(4, -1));
        refused("NoReshape", "(-1, -1)", () -> TABLE.reshape(-1, -1));
        refused("NoReshape", "(5,)", () -> TABLE.reshape(5));
        refused("ShapeNegative", "(-1,)", () -> NdArrays.zeros(-1));
        refused("ShapeTooLarge", "(65536, 32768)", () -> NdArrays.zeros(65536, 32768));
        refused(
                "ShapeTooLarge",
                "(65536, 65536)",
                () -> NdArrays.arange(65536).expandDims(1).plus(NdArrays.arange(65536)));
        refused(
                "RowsDiffer",
                "row 1 has 1 elements and the first one has 2",
                () -> NdArrays.of(new int[][] {{1, 2}, {3}}));
    }

    @Test
    void saysWhichAxesThereAre() {
        refused("NoAxis", "axis 2 is none of an array of shape (2, 3)", () -> TABLE.sum(2));
        refused("NoAxis", "from -2 to 1", () -> TABLE.flip(-3));
        refused("NoAxis", "from -3 to 2", () -> TABLE.expandDims(3));
        refused("NoAxis", "axis 2", () -> TABLE.slice(Slice.all(), Slice.all(), Slice.all()));
        refused("NoPermutation", "[0, 0]", () -> TABLE.transpose(0, 0));
        refused("NoPermutation", "[1]", () -> TABLE.transpose(1));
        refused("NoPermutation", "[0, -2]", () -> TABLE.sum(0, -2));
        refused("NoPermutation", "[1, 1]", () -> TABLE.toFloat().var(1, 1));
        refused("NoPermutation", "[-1, 1]", () -> TABLE.argMax(-1, 1));
        refused("NoPermutation", "[0, 0]", () -> TABLE.flip(0, 0));
        refused("NoPermutation", "[0, 0]", () -> TABLE.expandDims(0).squeeze(0, 0));
        refused("NoSqueeze", "has 3 elements", () -> TABLE.squeeze(1));
        refused("SliceStep", "0", () -> Slice.all().step(0));
        refused("RangeStep", "0", () -> NdArrays.arange(0, 5, 0));
        refused("NothingToReduce", "(0, 3)", () -> NdArrays.zeros(0, 3).min(0));
        refused("NotAnElement", "1 indices", () -> TABLE.get(1));
        assertThatThrownBy(() -> TABLE.at(2))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("[ArrayIndex] index 2 is out of range");
    }

    private static void onEachDevice(Runnable test) {
        test.run();
        OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE))
                .run(test);
    }

    /** A division by zero is Java's, whoever asks first, and the array can be asked again. */
    @Test
    void throwsWhatJavaThrows() {
        onEachDevice(() -> {
            IntNdArray quotient = TABLE.div(TABLE);
            IntNdArray sorted = quotient.sort();
            List<ThrowingCallable> asked = List.of(
                    quotient::compute,
                    () -> quotient.plus(1).toArray(),
                    sorted::compute,
                    sorted::toArray,
                    quotient::toArray,
                    quotient::asGpuArray);
            for (int i = 0; i < 2; i++) {
                for (ThrowingCallable ask : asked) {
                    assertThatThrownBy(ask)
                            .isExactlyInstanceOf(ArithmeticException.class)
                            .hasMessage("/ by zero");
                }
            }
            try (GpuArray<int[]> memory = Gpu.current().upload(new int[6])) {
                assertThatThrownBy(() -> quotient.into(memory)).isExactlyInstanceOf(ArithmeticException.class);
                assertThat(memory.isClosed()).isFalse();
            }
            assertThat(TABLE.toFloat().div(TABLE).get(0, 0)).isNaN();
        });
    }

    private static IntNdArray divided(IntNdArray x, IntNdArray y) {
        return x.minus(1).div(y);
    }

    private static void throwsAt(String method, NdArray<?> array) {
        assertThatThrownBy(array::toArray)
                .isInstanceOf(ArithmeticException.class)
                .satisfies(thrown -> assertThat(Arrays.stream(thrown.getStackTrace())
                                .dropWhile(frame -> !frame.getMethodName().equals("compute"))
                                .skip(1)
                                .findFirst())
                        .hasValueSatisfying(frame -> {
                            assertThat(frame.getClassName()).isEqualTo(NdArrayTest.class.getName());
                            assertThat(frame.getMethodName()).isEqualTo(method);
                            assertThat(frame.getLineNumber()).isPositive();
                        }));
    }

    /** The line that asked for the division, although it is computed elsewhere and with others. */
    @Test
    void saysWhichDivisionFailed() {
        onEachDevice(NdArrayTest::divideInManyWays);
    }

    private static void divideInManyWays() {
        IntNdArray x = NdArrays.arange(4).plus(1);
        IntNdArray y = x.minus(3);
        IntNdArray good = x.div(x).rem(x);
        throwsAt("divided", good.plus(divided(x, y)).sum());
        throwsAt("divided", divided(x, y).times(good).take(NdArrays.of(2)));
        throwsAt("divideInManyWays", good.floorMod(y).toFloat());
        throwsAt("divideInManyWays", x.toByte().rem(NdArrays.full(0L)));
        throwsAt("divideInManyWays", x.toLong().floorDiv(0L));
    }

    @Test
    void printsAsNumPyDoes() {
        assertThat(NdArrays.full(true)).hasToString("true");
        assertThat(NdArrays.zeros(0)).hasToString("[]");
        assertThat(NdArrays.arange(9)).hasToString("[0, 1, 2, 3, 4, 5, 6, 7, 8]");
        assertThat(NdArrays.arange(1001)).hasToString("[   0,    1,    2, ...,  998,  999, 1000]");
        assertThat(NdArrays.of(1.5, Double.NEGATIVE_INFINITY, 1e20)).hasToString("[   1.5   , -Infinity,    1.0E20]");
        assertThat(TABLE.expandDims(0)).hasToString("[[[0, 1, 2],\n  [3, 4, 5]]]");
        assertThat(NdArrays.arange(4).reshape(2, 2, 1)).hasToString("[[[0],\n  [1]],\n\n [[2],\n  [3]]]");
    }

    /** Of more operations than a kernel has. */
    @Test
    void computesLargeExpressionsInParts() {
        IntNdArray sum = TABLE;
        LongNdArray doubled = NdArrays.full(1L);
        for (int i = 0; i < 3000; i++) {
            sum = sum.plus(TABLE);
        }
        for (int i = 0; i < 62; i++) {
            doubled = doubled.plus(doubled);
        }
        assertThat(sum.toArray()).containsExactly(0, 3001, 6002, 9003, 12004, 15005);
        assertThat(doubled.get()).isEqualTo(1L << 62);
    }

    /** Most functions at once, which are too large to be all put in place of their calls. */
    @Test
    void callsManyFunctions() {
        DoubleNdArray x = NdArrays.linspace(0.1, 0.9, 5);
        DoubleNdArray sum = x.sin()
                .plus(x.cos())
                .plus(x.tan())
                .plus(x.exp())
                .plus(x.log())
                .plus(x.sinh())
                .plus(x.pow(x))
                .plus(x.atan())
                .plus(x.sin());
        double[] expected = new double[5];
        double[] given = x.toArray();
        for (int i = 0; i < 5; i++) {
            double v = given[i];
            expected[i] = StrictMath.sin(v)
                    + StrictMath.cos(v)
                    + StrictMath.tan(v)
                    + StrictMath.exp(v)
                    + StrictMath.log(v)
                    + StrictMath.sinh(v)
                    + StrictMath.pow(v, v)
                    + StrictMath.atan(v)
                    + StrictMath.sin(v);
        }
        assertThat(sum.toArray()).containsExactly(expected);
    }

    @Test
    void isUsedByManyThreads() {
        IntNdArray shared = TABLE.times(3);
        List<Integer> sums = IntStream.range(0, 16)
                .parallel()
                .mapToObj(i -> (int) shared.plus(i).sum().get())
                .toList();
        assertThat(sums)
                .isEqualTo(IntStream.range(0, 16).mapToObj(i -> 45 + 6 * i).toList());
    }
}
