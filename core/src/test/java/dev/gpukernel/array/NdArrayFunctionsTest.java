package dev.gpukernel.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.function.DoubleOperator;
import dev.gpukernel.function.FloatOperator;
import dev.gpukernel.function.IntBinaryOperator;
import dev.gpukernel.function.IntOperator;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Functions of elements, besides what {@link RandomArraysTest} comes to: what they capture, what they throw and what is refused. */
class NdArrayFunctionsTest {
    private static final IntNdArray X = NdArrays.of(3, 0, -2, 7);

    private static int written;

    private int field = 5;

    private record Line(double slope, double offset) implements DoubleOperator {
        @Override
        public double apply(double value) {
            return slope * value + offset;
        }
    }

    private static final class Mean implements FloatOperator {
        private static final long serialVersionUID = 1L;

        private float[] history = {1f, 2f};

        @Override
        public float apply(float value) {
            float sum = value;
            for (float old : history) {
                sum += old;
            }
            return sum / (history.length + 1);
        }
    }

    /** Applies functions to arrays while it is initialised, and later. */
    private static final class Early {
        private static final Ufunc SCALED = Ufunc.of(Early.class, "scaled", int.class);
        private static final int[] BEFORE = scaledTwice();
        private static final int FACTOR = Integer.parseInt("3");

        @SuppressWarnings("UnusedMethod") // by its name
        private static int scaled(int value) {
            return value * FACTOR;
        }

        private static int[] scaledTwice() {
            IntNdArray one = NdArrays.of(1);
            return new int[] {
                one.map(v -> v * FACTOR + 1).get(0), SCALED.ints(one).get(0)
            };
        }
    }

    @Test
    void readsConstantsAgainOnceTheyAreThere() {
        assertThat(Early.BEFORE).containsExactly(1, 0);
        assertThat(Early.scaledTwice()).containsExactly(4, 3);
        assertThat(Early.scaledTwice()).containsExactly(4, 3);
    }

    /** Of very many large functions, with arrays and loops, which do not all fit in place of their calls. */
    @Test
    void appliesManyFunctions() {
        double[] table = {0.25, 0.5, 0.75};
        DoubleNdArray x = NdArrays.linspace(0.1, 0.9, 4);
        DoubleNdArray sum = x;
        double[] expected = x.toArray();
        for (int i = 0; i < 40; i++) {
            int number = i;
            DoubleOperator f = v -> {
                double total = Math.sin(v) + table[number % 3];
                for (int k = 0; k < (number & 3); k++) {
                    total = StrictMath.exp(-total) * table[k];
                }
                return total;
            };
            sum = sum.map(f);
            for (int k = 0; k < expected.length; k++) {
                expected[k] = f.apply(expected[k]);
            }
        }
        assertThat(sum.toArray()).containsExactly(expected);
        DoubleNdArray before = sum;
        DoubleNdArray faulty = sum.map(v -> table[(int) v + 5]);
        assertThatThrownBy(faulty::toArray).isInstanceOf(ArrayIndexOutOfBoundsException.class);
        assertThat(before.size()).isEqualTo(4);
    }

    private int writeField(int value) {
        field = value;
        return value;
    }

    private int plusField(int value) {
        return value + field;
    }

    private static IntOperator scaled(int by) {
        return v -> v * by;
    }

    @Test
    void capturesWhatFunctionsOfKernelsCapture() {
        int number = 4;
        long wide = 1L << 40;
        boolean flips = true;
        char letter = 'a';
        byte[] bytes = {-1, 2, 3, 4};
        String text = "abc";
        Integer boxed = 11;
        IntOperator twice = scaled(2);
        assertThat(X.map(v -> flips ? v + number : v).toArray()).containsExactly(7, 4, 2, 11);
        assertThat(X.mapToLong(v -> v + wide).toArray()).containsExactly(wide + 3, wide, wide - 2, wide + 7);
        assertThat(X.map(v -> bytes[v & 3] + letter).toArray()).containsExactly(101, 96, 100, 101);
        assertThat(X.map(v -> text.length() * v).toArray()).containsExactly(9, 0, -6, 21);
        assertThat(X.map(v -> boxed - v).toArray()).containsExactly(8, 11, 13, 4);
        assertThat(X.map(twice.andThen(scaled(10))).toArray()).containsExactly(60, 0, -40, 140);
        assertThat(X.toDouble().map(new Line(2, 0.5)).toArray()).containsExactly(6.5, 0.5, -3.5, 14.5);
        assertThat(X.toFloat().map(new Mean()).toArray()).containsExactly(2f, 1f, 1f / 3, 10f / 3);
    }

    /** What is captured is read when the function is given, and elements do not change. */
    @Test
    void readsWhatIsCapturedAtOnce() {
        int[] table = {10, 20};
        IntNdArray ofTable = X.map(v -> table[v & 1]);
        IntNdArray ofField = X.map(this::plusField);
        table[0] = -1;
        field = 100;
        assertThat(ofTable.toArray()).containsExactly(20, 10, 10, 20);
        assertThat(ofField.toArray()).containsExactly(8, 5, 3, 12);
        assertThat(X.map(this::plusField).toArray()).containsExactly(103, 100, 98, 107);
    }

    /** One kernel for all that differs in numbers. */
    @Test
    void keepsTheKernel() {
        List<int[]> results = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            results.add(X.map(scaled(i)).plus(i).toArray());
        }
        assertThat(results.get(2)).containsExactly(8, 2, -2, 16);
    }

    @Test
    void throwsAtTheLineOfTheFunction() {
        throwInManyWays();
        OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE))
                .run(NdArrayFunctionsTest::throwInManyWays);
    }

    private static void throwInManyWays() {
        IntNdArray x = NdArrays.of(3, 0, -2, 7);
        IntNdArray quotients = x.map(v -> 42 / v);
        IntNdArray elements = x.map(v -> new int[] {1, 2, 3}[v]);
        IntNdArray unused = x.zip(x.times(0), (v, w) -> v / w).map(_ -> 1);
        IntNdArray dropped = x.zip(NdArrays.of(1).div(x), (v, _) -> v);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(quotients::toArray)
                    .isExactlyInstanceOf(ArithmeticException.class)
                    .hasMessage("/ by zero")
                    .satisfies(thrown -> assertThat(thrown.getStackTrace()[0].getClassName())
                            .isEqualTo(NdArrayFunctionsTest.class.getName()));
            assertThatThrownBy(elements::compute)
                    .isExactlyInstanceOf(ArrayIndexOutOfBoundsException.class)
                    .hasMessage("Index 3 out of bounds for length 3");
            assertThatThrownBy(unused::toArray).isExactlyInstanceOf(ArithmeticException.class);
            assertThatThrownBy(dropped::toArray).isExactlyInstanceOf(ArithmeticException.class);
        }
        assertThatThrownBy(() -> x.map(v -> {
                            if (v > 5) {
                                throw new IllegalStateException("too large");
                            }
                            return v;
                        })
                        .toArray())
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("too large");
    }

    private static void refused(String code, String part, ThrowingCallable call) {
        assertThatExceptionOfType(KernelRejectedException.class)
                .isThrownBy(call)
                .satisfies(thrown -> {
                    assertThat(thrown.findings()).hasSize(1);
                    Diagnostic finding = thrown.findings().getFirst();
                    assertThat(finding.text()).startsWith("[" + code + "]").contains(part);
                    assertThat(Objects.requireNonNull(finding.place()).className())
                            .isEqualTo(NdArrayFunctionsTest.class.getName());
                });
    }

    @Test
    void refusesWhatIsNoFunctionOfNumbers() {
        int[] table = {1, 2, 3};
        int[][] rows = {{1}, {2}};
        for (int i = 0; i < 2; i++) {
            refused("Allocation", "ArrayList", () -> X.map(v -> new ArrayList<Integer>().size() + v));
            refused(
                    "ElementFunction",
                    "prints",
                    () -> X.map(v -> {
                        System.out.println(v);
                        return v;
                    }));
            refused("ElementFunction", "writes an array", () -> X.map(v -> table[0] = v));
            refused(
                    "ElementFunction",
                    "makes an array",
                    () -> X.map(v -> {
                        int[] made = new int[v + 9];
                        made[v + 8] = v;
                        return made[v + 8];
                    }));
            refused("FieldAccess", "written", () -> X.map(v -> written = v));
            refused("ElementFunction", "writes the field 'field'", () -> X.map(this::writeField));
            assertThatExceptionOfType(KernelRejectedException.class)
                    .isThrownBy(() -> X.map(v -> rows[v][0]))
                    .withMessageContaining("[ElementFunction]");
        }
        IntOperator none = missing();
        assertThatThrownBy(() -> X.map(none)).isInstanceOf(NullPointerException.class);
        int[] missing = missing();
        assertThatThrownBy(() -> X.map(v -> missing[v])).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> X.zip(NdArrays.arange(3), Integer::sum)).hasMessageContaining("[ShapesDiffer]");
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // that is what is tested
    private static <T> T missing() {
        return null;
    }

    private static int inPieces(int[] elements, int identity, IntBinaryOperator combine) {
        int[] left = elements;
        do {
            int[] pieces = new int[Math.max(1, (left.length + 255) / 256)];
            Arrays.fill(pieces, identity);
            for (int i = 0; i < left.length; i++) {
                pieces[i / 256] = combine.apply(pieces[i / 256], left[i]);
            }
            left = pieces;
        } while (left.length > 1);
        return left[0];
    }

    /** A function whose result tells the order. */
    @Test
    void combinesInTheOrderThatTheManualTells() {
        IntBinaryOperator order = (v, w) -> v * 31 + w;
        for (int size : new int[] {0, 1, 255, 256, 257, 1000, 256 * 256, 256 * 256 + 1, 200_001}) {
            int[] elements = NdArrays.arange(size).toArray();
            assertThat(NdArrays.arange(size).reduce(7, order).get())
                    .as("%s elements", size)
                    .isEqualTo(inPieces(elements, 7, order));
        }
        int factor = 31;
        IntNdArray table = NdArrays.arange(2 * 600 * 3).reshape(2, 600, 3);
        int[] results = table.reduce(1, (v, w) -> v * factor + w, 1).toArray();
        for (int row = 0; row < 2; row++) {
            for (int column = 0; column < 3; column++) {
                int[] elements = table.at(row).transpose().at(column).toArray();
                assertThat(results[row * 3 + column]).isEqualTo(inPieces(elements, 1, order));
            }
        }
        assertThat(NdArrays.zeros(0, 3).reduce(4f, Math::max, 0).toArray()).containsExactly(4f, 4f, 4f);
        assertThat(NdArrays.zeros(3, 0).reduce(4f, Math::max, 0).toArray()).isEmpty();
    }

    /** Where a kernel's sum would be taken in another order, as it is long. */
    @Test
    void loopsKeepTheirOrder() {
        sumInOrder(600_000);
        OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE))
                .run(() -> sumInOrder(70_000));
    }

    private static void sumInOrder(int length) {
        float[] table = new float[length];
        for (int i = 0; i < length; i++) {
            table[i] = 1f / (i + 1);
        }
        FloatOperator sum = v -> {
            float total = 0;
            for (int i = 0; i < table.length; i++) {
                total += table[i];
            }
            return total + v;
        };
        assertThat(NdArrays.of(3f).map(sum).get(0)).isEqualTo(sum.apply(3f));
    }

    /** A GPU's code, in an interpreter: the same bits and exceptions. */
    @Test
    void doesTheSameOnAGpu() {
        Gpu interpreted = OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE));
        interpreted.run(() -> {
            float[] table = {0.5f, 2f};
            IntNdArray x = NdArrays.arange(700);
            assertThat(x.reduce(0, (v, w) -> v * 31 + w).get())
                    .isEqualTo(inPieces(x.toArray(), 0, (v, w) -> v * 31 + w));
            assertThat(x.slice(Slice.to(3)).mapToFloat(v -> table[v & 1]).toArray())
                    .containsExactly(0.5f, 2f, 0.5f);
            assertThatThrownBy(() -> x.mapToFloat(v -> table[v]).toArray())
                    .isExactlyInstanceOf(ArrayIndexOutOfBoundsException.class)
                    .hasMessage("Index 2 out of bounds for length 2");
        });
    }
}
