package dev.gpukernel.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Functions of rows and matrices, applied to the last axes of arrays: by bits what the method gives for Java's arrays. */
@SuppressWarnings("UnusedMethod") // by their names
class RowFunctionsTest {
    private static final int CALLS = 4;

    static float dot(float[] x, float[] y) {
        float sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i] * y[i];
        }
        return sum;
    }

    /** With helpers that take rows, and an early return. */
    static void softmax(double[] x, double[] result) {
        double most = most(x);
        if (most == Double.NEGATIVE_INFINITY) {
            return;
        }
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            result[i] = StrictMath.exp(x[i] - most);
            sum += result[i];
        }
        divide(result, sum);
    }

    private static double most(double[] row) {
        double most = Double.NEGATIVE_INFINITY;
        for (double value : row) {
            most = Math.max(most, value);
        }
        return most;
    }

    private static void divide(double[] row, double by) {
        for (int i = 0; i < row.length; i++) {
            row[i] /= by;
        }
    }

    static void product(double[][] a, double[] x, double[] result) {
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < x.length; j++) {
                result[i] += a[i][j] * x[j];
            }
        }
    }

    static void times(int[] x, int factor, int[] result) {
        for (int i = 0; i < x.length; i++) {
            result[i] = x[i] * factor;
        }
    }

    static void cross(long[] a, long[] b, long[] result) {
        result[0] = a[1] * b[2] - a[2] * b[1];
        result[1] = a[2] * b[0] - a[0] * b[2];
        result[2] = a[0] * b[1] - a[1] * b[0];
    }

    static double trace(double[][] a) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i][i];
        }
        return sum;
    }

    static void turned(float[][] a, float[][] result) {
        for (int i = 0; i < a.length; i++) {
            float[] row = a[i];
            for (int j = 0; j < row.length; j++) {
                result[j][i] = row[j];
            }
        }
    }

    static int folded(int[][][] a) {
        int sum = a.length;
        for (int[][] plane : a) {
            for (int[] row : plane) {
                for (int element : row) {
                    sum = sum * 31 + element;
                }
            }
        }
        return sum;
    }

    static boolean isAscending(int[] x) {
        for (int i = 1; i < x.length; i++) {
            if (x[i - 1] > x[i]) {
                return false;
            }
        }
        return true;
    }

    static void counted(int[] x, int[] weights, int[] result) {
        for (int element : x) {
            if (result.length > 0) {
                result[Math.floorMod(element, result.length)] += weights[Math.floorMod(element, weights.length)];
            }
        }
    }

    /** Reads what it wrote, in an array of its own order. */
    static void sorted(int[] x, int[] result) {
        for (int i = 0; i < x.length; i++) {
            int j = i;
            while (j > 0 && result[j - 1] > x[i]) {
                result[j] = result[j - 1];
                j--;
            }
            result[j] = x[i];
        }
    }

    static void filled(float x, float[] result) {
        for (int i = 0; i < result.length; i++) {
            result[i] = x * i;
        }
    }

    /** One of several rows, which change places, beside an array of its own. */
    static double chosen(double[] x, double[] y, int which) {
        if (x.length == 0) {
            return 0;
        }
        double[] first = which > 0 ? x : y;
        double[] second = which > 0 ? y : x;
        double[] own = new double[4];
        double sum = 0;
        for (int i = 0; i < own.length; i++) {
            own[i] = first[i % first.length];
            double[] other = first;
            first = second;
            second = other;
            sum = sum * 3 + own[i] * first[0];
        }
        return sum;
    }

    static void tried(int[] x, int[] result) {
        for (int i = 0; i < x.length; i++) {
            try {
                result[i] = x[x[i]];
            } catch (ArrayIndexOutOfBoundsException _) {
                result[i] = -1;
            }
        }
    }

    static void mirrored(float[][] a, float[][] result) {
        for (int i = 0; i < a.length; i++) {
            add(a[i], result[a.length - 1 - i]);
        }
    }

    private static void add(float[] row, float[] to) {
        for (int i = 0; i < row.length; i++) {
            to[i] += row[i];
        }
    }

    private static Method method(String name) {
        return Arrays.stream(RowFunctionsTest.class.getDeclaredMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Ufunc ufunc(String signature, String name) {
        return Ufunc.of(signature, RowFunctionsTest.class, name, method(name).getParameterTypes());
    }

    private static NdArray<?> apply(Ufunc ufunc, Class<?> result, NdArray<?>... arguments) {
        return switch (result.getName()) {
            case "int" -> ufunc.ints(arguments);
            case "long" -> ufunc.longs(arguments);
            case "float" -> ufunc.floats(arguments);
            case "double" -> ufunc.doubles(arguments);
            default -> ufunc.booleans(arguments);
        };
    }

    /** Elements of Java's, row by row, and how an array of them was made. */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    private record Given(Object elements, int[] shape, NdArray<?> array) {}

    private static Given given(Random random, Class<?> type, int[] shape) {
        Object elements = Array.newInstance(type, HostArray.size(shape));
        for (int i = 0; i < Array.getLength(elements); i++) {
            Array.set(
                    elements,
                    i,
                    HostArray.cast(
                            type == float.class || type == double.class
                                    ? random.nextInt(200) / 8.0 - 10
                                    : random.nextInt(40) - 10,
                            type));
        }
        return new Given(elements, shape, stored(random, array(elements, shape), shape));
    }

    private static NdArray<?> array(Object elements, int... shape) {
        return switch (elements) {
            case int[] ints -> NdArrays.of(ints).reshape(shape);
            case long[] longs -> NdArrays.of(longs).reshape(shape);
            case float[] floats -> NdArrays.of(floats).reshape(shape);
            default -> NdArrays.of((double[]) elements).reshape(shape);
        };
    }

    /** {@return the same elements, stored in another way} */
    private static NdArray<?> stored(Random random, NdArray<?> array, int... shape) {
        return switch (random.nextInt(6)) {
            case 0 -> array.transpose().compute().transpose();
            case 1 -> array.flip().compute().flip();
            case 2 -> shape.length == 0 ? array : repeated(array, random.nextInt(shape.length));
            case 3 -> shape.length == 0 ? array : cut(array, random.nextInt(shape.length));
            case 4 -> array instanceof IntNdArray ints ? ints.plus(1).minus(1) : array;
            default -> array;
        };
    }

    /** {@return what is behind the first element along an axis of one more} */
    private static NdArray<?> cut(NdArray<?> array, int axis) {
        NdArray<?> more = switch (array) {
            case FloatNdArray floats ->
                floats.pad(1, 0, axis, NdArrays.full(7f)).compute();
            case DoubleNdArray doubles ->
                doubles.pad(1, 0, axis, NdArrays.full(7.0)).compute();
            case IntNdArray ints -> ints.pad(1, 0, axis, NdArrays.full(7)).compute();
            default -> null;
        };
        if (more == null) {
            return array;
        }
        Slice[] slices = new Slice[array.rank()];
        Arrays.fill(slices, Slice.all());
        slices[axis] = Slice.from(1);
        return more.slice(slices);
    }

    /** {@return every second element along an axis of twice as many} */
    private static NdArray<?> repeated(NdArray<?> array, int axis) {
        NdArray<?> twice = array instanceof FloatNdArray floats
                ? floats.repeat(2, axis).compute()
                : array instanceof DoubleNdArray doubles
                        ? doubles.repeat(2, axis).compute()
                        : null;
        if (twice == null) {
            return array;
        }
        Slice[] slices = new Slice[array.rank()];
        Arrays.fill(slices, Slice.all());
        slices[axis] = Slice.all().step(2);
        return twice.slice(slices);
    }

    private static Object nested(Object elements, int from, int[] core, int depth) {
        Class<?> type = elements.getClass().componentType();
        for (int i = depth + 1; i < core.length; i++) {
            type = type.arrayType();
        }
        Object array = Array.newInstance(type, core[depth]);
        int size = HostArray.size(Arrays.copyOfRange(core, depth + 1, core.length));
        for (int i = 0; i < core[depth]; i++) {
            Array.set(
                    array,
                    i,
                    depth == core.length - 1
                            ? Array.get(elements, from + i)
                            : nested(elements, from + i * size, core, depth + 1));
        }
        return array;
    }

    private static int copied(Object nested, Object elements, int from) {
        int next = from;
        for (int i = 0; i < Array.getLength(nested); i++) {
            Object one = Array.get(nested, i);
            if (one.getClass().isArray()) {
                next = copied(one, elements, next);
            } else {
                Array.set(elements, next++, one);
            }
        }
        return next;
    }

    /** {@return what the method gives for Java's arrays} */
    private static Object expected(Method method, List<Given> given, List<int[]> cores, int[] outer, int[] output)
            throws ReflectiveOperationException {
        boolean fills = method.getReturnType() == void.class;
        Class<?> type = fills ? innermost(method.getParameterTypes()[given.size()]) : method.getReturnType();
        int size = HostArray.size(output);
        Object results = Array.newInstance(type, HostArray.size(outer) * size);
        for (int i = 0; i < HostArray.size(outer); i++) {
            int[] at = HostArray.indices(outer, i);
            List<Object> arguments = new ArrayList<>();
            for (int k = 0; k < given.size(); k++) {
                int[] shape = given.get(k).shape;
                int[] core = cores.get(k);
                int[] own = Arrays.copyOf(shape, shape.length - core.length);
                int number = 0;
                for (int axis = 0; axis < own.length; axis++) {
                    number = number * own[axis] + (own[axis] == 1 ? 0 : at[axis + at.length - own.length]);
                }
                Object elements = given.get(k).elements;
                arguments.add(
                        core.length == 0
                                ? Array.get(elements, number)
                                : nested(elements, number * HostArray.size(core), core, 0));
            }
            Object result = fills ? nested(Array.newInstance(type, size), 0, output, 0) : null;
            if (result != null) {
                arguments.add(result);
            }
            Object returned = method.invoke(null, arguments.toArray());
            if (result != null) {
                copied(result, results, i * size);
            } else {
                Array.set(results, i, returned);
            }
        }
        return results;
    }

    private static Class<?> innermost(Class<?> type) {
        return type.isArray() ? innermost(type.componentType()) : type;
    }

    private static void check(String name, String signature, long seed) throws ReflectiveOperationException {
        Random random = new Random(seed);
        Method method = method(name);
        Ufunc ufunc = ufunc(signature, name);
        String[] sides = signature.split("->", -1);
        String[] inputs = sides[0].substring(1, sides[0].length() - 1).split("\\),\\(", -1);
        for (int call = 0; call < CALLS; call++) {
            Map<String, Integer> sizes = new HashMap<>();
            int[] outer = random.ints(random.nextInt(4), 1, 5).toArray();
            if (outer.length > 0 && random.nextInt(8) == 0) {
                outer[random.nextInt(outer.length)] = 0;
            }
            List<Given> given = new ArrayList<>();
            List<int[]> cores = new ArrayList<>();
            for (int i = 0; i < inputs.length; i++) {
                int[] core = core(inputs[i], sizes, random);
                int[] own = i == 0
                        ? outer.clone()
                        : Arrays.copyOfRange(outer, random.nextInt(outer.length + 1), outer.length);
                for (int axis = 0; axis < own.length && i > 0; axis++) {
                    own[axis] = random.nextInt(3) == 0 ? 1 : own[axis];
                }
                int[] shape = Arrays.copyOf(own, own.length + core.length);
                System.arraycopy(core, 0, shape, own.length, core.length);
                cores.add(core);
                given.add(given(random, innermost(method.getParameterTypes()[i]), shape));
            }
            int[] output = core(sides[1].substring(1, sides[1].length() - 1), sizes, random);
            Object wanted = expected(method, given, cores, outer, output);
            NdArray<?> actual = apply(
                    ufunc,
                    wanted.getClass().componentType(),
                    given.stream().map(Given::array).toArray(NdArray<?>[]::new));
            int[] shape = Arrays.copyOf(outer, outer.length + output.length);
            System.arraycopy(output, 0, shape, outer.length, output.length);
            assertThat(actual.shape())
                    .as("%s, seed %s, call %s", name, seed, call)
                    .isEqualTo(shape);
            assertThat(actual.toArray())
                    .as("%s, seed %s, call %s", name, seed, call)
                    .isEqualTo(wanted);
        }
    }

    private static int[] core(String dimensions, Map<String, Integer> sizes, Random random) {
        return dimensions.isEmpty()
                ? new int[0]
                : Arrays.stream(dimensions.split(","))
                        .mapToInt(name -> Character.isDigit(name.charAt(0))
                                ? Integer.parseInt(name)
                                : sizes.computeIfAbsent(name, _ -> random.nextInt(9) == 0 ? 0 : 1 + random.nextInt(6)))
                        .toArray();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "dot; (n),(n)->()",
                "softmax; (n)->(n)",
                "product; (m,n),(n)->(m)",
                "times; (n),()->(n)",
                "cross; (3),(3)->(3)",
                "trace; (m,m)->()",
                "turned; (m,n)->(n,m)",
                "folded; (k,m,n)->()",
                "isAscending; (n)->()",
                "counted; (n),(3)->(5)",
                "sorted; (n)->(n)",
                "filled; ()->(4)",
                "chosen; (n),(n),()->()",
                "tried; (n)->(n)",
                "mirrored; (m,n)->(m,n)"
            })
    void givesWhatTheMethodGives(String name, String signature) throws ReflectiveOperationException {
        check(name, signature, 1);
    }

    /** Of very many rows, so that threads share them. */
    @Test
    void rowsOfManyThreads() {
        float[] x = new float[3 * 200_000];
        for (int i = 0; i < x.length; i++) {
            x[i] = i % 97 - 48;
        }
        float[] dots = ufunc("(n),(n)->()", "dot")
                .floats(NdArrays.of(x).reshape(-1, 3), NdArrays.of(1f, 2f, 3f))
                .toArray();
        int[] turned = ufunc("(n),()->(n)", "times")
                .ints(NdArrays.of(x).toInt().reshape(-1, 3), NdArrays.arange(200_000))
                .toArray();
        for (int i = 0; i < dots.length; i++) {
            float[] row = Arrays.copyOfRange(x, 3 * i, 3 * i + 3);
            assertThat(dots[i]).isEqualTo(dot(row, new float[] {1, 2, 3}));
            assertThat(turned[3 * i + 2]).isEqualTo(((int) row[2]) * i);
        }
    }

    /** Matrices that do not begin at a multiple of their size are copied. */
    @Test
    void matricesOfLargerOnes() {
        FloatNdArray all = NdArrays.arange(30).toFloat().reshape(2, 5, 3).compute();
        FloatNdArray part = all.slice(Slice.all(), Slice.from(1));
        Ufunc mirrored = ufunc("(m,n)->(m,n)", "mirrored");
        assertThat(mirrored.floats(part).toArray()).isEqualTo(part.flip(1).toArray());
        assertThat(mirrored.floats(all.slice(Slice.from(1), Slice.to(2))).toArray())
                .containsExactly(18, 19, 20, 15, 16, 17);
    }

    @Test
    void resultsAreExpressions() {
        Ufunc dot = ufunc("(n),(n)->()", "dot");
        FloatNdArray x = NdArrays.arange(6).toFloat().reshape(2, 3);
        FloatNdArray norm = dot.floats(x, x).sqrt().expandDims(1);
        assertThat(x.div(norm).times(norm).toArray())
                .usingComparatorWithPrecision(1e-6f)
                .containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(dot.floats(x, x.slice(Slice.to(1))).times(2)).hasToString("[10.0, 28.0]");
        // All pairs of rows.
        assertThat(dot.floats(x.expandDims(1), x).toArray()).containsExactly(5, 14, 14, 50);
        assertThat(dot.floats(x, x).kernel().schedule()).contains("parallel over i");
        FloatNdArray columns = dot.floats(x.transpose(), x.transpose());
        assertThat(columns.toArray()).containsExactly(9, 17, 29);
    }

    @Test
    void resultsGoIntoMemoryThatIsRead() {
        Ufunc sorted = ufunc("(n)->(n)", "sorted");
        try (GpuArray<int[]> memory = Gpu.current().upload(new int[] {3, 1, 2, 9, 8, 7})) {
            IntNdArray rows = NdArrays.ofInts(memory, 2, 3);
            sorted.ints(rows).into(memory);
            assertThat(memory.toHost()).containsExactly(1, 2, 3, 7, 8, 9);
            assertThat(rows.toArray()).containsExactly(3, 1, 2, 9, 8, 7);
            IntNdArray once = sorted.ints(rows.flip(0));
            assertThat(once.toArray()).containsExactly(7, 8, 9, 1, 2, 3);
            assertThat(sorted.ints(once).at(1).get(0)).isEqualTo(1);
            ufunc("()->(4)", "filled");
        }
    }

    static float late(float[] x, int index) {
        return x[index];
    }

    static void beyond(int[] x, int[] result) {
        for (int i = 0; i <= x.length; i++) {
            result[i] = 12 / x[i];
        }
    }

    private static void throwsAsJavaDoes() {
        Ufunc late = ufunc("(n),()->()", "late");
        FloatNdArray x = NdArrays.arange(6).toFloat().reshape(2, 3);
        assertThat(late.floats(x, NdArrays.of(2, 0))).hasToString("[2.0, 3.0]");
        for (int index : new int[] {3, -1}) {
            assertThatThrownBy(() -> late.floats(x, NdArrays.of(1, index)).toArray())
                    .isExactlyInstanceOf(ArrayIndexOutOfBoundsException.class)
                    .hasMessage("Index " + index + " out of bounds for length 3")
                    .satisfies(thrown -> assertThat(thrown.getStackTrace()[0].getMethodName())
                            .isEqualTo("late"));
        }
        Ufunc beyond = ufunc("(n)->(n)", "beyond");
        assertThatThrownBy(() -> beyond.ints(NdArrays.of(1, 2).reshape(2, 1)).toArray())
                .isExactlyInstanceOf(ArrayIndexOutOfBoundsException.class)
                .hasMessage("Index 1 out of bounds for length 1");
        assertThatThrownBy(() -> beyond.ints(NdArrays.of(1, 0)).toArray())
                .isExactlyInstanceOf(ArithmeticException.class);
    }

    @Test
    void exceptionsAreJavas() {
        throwsAsJavaDoes();
    }

    /** A GPU's code, in an interpreter: the same bits and exceptions. */
    @Test
    void doesTheSameOnAGpu() {
        Gpu interpreted = OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE));
        interpreted.run(() -> {
            try {
                check("dot", "(n),(n)->()", 2);
                check("softmax", "(n)->(n)", 2);
                check("counted", "(n),(3)->(5)", 2);
                check("turned", "(m,n)->(n,m)", 2);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
            throwsAsJavaDoes();
        });
    }

    static float changing(float[] x, float[] y) {
        x[0] = y[0];
        return x[0];
    }

    static void changingMore(float[] x, float[] result) {
        x[0] = 1;
        result[0] = x[0];
    }

    static float cloning(float[] x) {
        return x.clone()[0];
    }

    @Test
    void refusesOtherWrites() {
        FloatNdArray x = NdArrays.of(1f, 2f);
        assertThatExceptionOfType(KernelRejectedException.class)
                .isThrownBy(() -> ufunc("(n),(n)->()", "changing").floats(x, x))
                .withMessageContaining("[ElementFunction]")
                .withMessageContaining("writes an array");
        assertThatExceptionOfType(KernelRejectedException.class)
                .isThrownBy(() -> ufunc("(n)->(n)", "changingMore").floats(x))
                .withMessageContaining("[ElementFunction]")
                .withMessageContaining("writes an array");
        assertThatExceptionOfType(KernelRejectedException.class)
                .isThrownBy(() -> ufunc("(n)->()", "cloning").floats(x))
                .withMessageContaining("[ElementFunction]")
                .withMessageContaining("makes an array");
    }

    @Test
    void shapesThatDoNotFit() {
        Ufunc dot = ufunc("(n),(n)->()", "dot");
        FloatNdArray x = NdArrays.zeros(4, 2, 3);
        assertThatThrownBy(() -> dot.floats(x, NdArrays.zeros(4)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[CoreDimensions]")
                .hasMessageContaining("shapes (4, 2, 3) and (4,)")
                .hasMessageContaining("'dot'")
                .hasMessageContaining("(n),(n)->(): n is 3 and 4");
        assertThatThrownBy(() -> dot.floats(x, NdArrays.zeros(5, 3)))
                .hasMessageContaining("[CoreDimensions]")
                .hasMessageContaining("2 and 5 outer elements along axis -1");
        assertThatThrownBy(() -> dot.floats(x, NdArrays.full(1f)))
                .hasMessageContaining("[CoreDimensions]")
                .hasMessageContaining("argument 2 needs 1 axes");
        assertThatThrownBy(() -> ufunc("(3),(3)->(3)", "cross").longs(NdArrays.of(1L, 2, 3), NdArrays.of(1L, 2)))
                .hasMessageContaining("argument 2 has 2 elements where there are 3");
        assertThatThrownBy(() -> ufunc("(m,m)->()", "trace")
                        .doubles(NdArrays.arange(6).toDouble().reshape(2, 3)))
                .hasMessageContaining("m is 2 and 3");
        assertThatThrownBy(() -> dot.floats(x, x.toDouble())).hasMessageContaining("[VectorizedArguments]");
        assertThatThrownBy(() -> dot.floats(x)).hasMessageContaining("[VectorizedArguments]");
        assertThatThrownBy(() -> dot.ints(x, x)).hasMessageContaining("[VectorizedResult]");
        assertThatThrownBy(() -> ufunc("()->(4)", "filled").floats(NdArrays.zeros(1 << 15, 1 << 15)))
                .hasMessageContaining("[ShapeTooLarge]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "(n),(n); dot; not of the form",
                "(n),(n)->; dot; not of the form",
                "(n),(n)->(),(); dot; not of the form",
                "(n?),(n)->(); dot; not of the form",
                "(0),(n)->(); dot; not of the form",
                "; dot; not of the form",
                "(n),(n)->(n); dot; array for result",
                "(n)->(); softmax; number for result",
                "(n)->(m); softmax; gives dimension 'm'",
                "(n)->(); dot; needs 1 parameters, and the method has 2",
                "(n),()->(); dot; needs a number as parameter 2",
                "(m,n),(n)->(); dot; needs an array of 2 dimensions as parameter 1",
                "(a,b,c,d),(n)->(); dot; more than 3 dimensions"
            })
    void signaturesThatAreNone(String signature, String method, String reason) {
        assertThatThrownBy(() -> ufunc(signature == null ? "" : signature, method))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[UfuncSignature]")
                .hasMessageContaining("RowFunctionsTest." + method)
                .hasMessageContaining(reason);
    }

    static byte small(byte[] x) {
        return x[0];
    }

    @Test
    void methodsThatAreNone() {
        assertThatThrownBy(() -> ufunc("(n)->()", "small")).hasMessageContaining("[NotVectorized]");
        assertThatThrownBy(() -> ufunc("(n)->()", "shapesThatDoNotFit")).hasMessageContaining("[NotVectorized]");
        assertThatThrownBy(() -> Ufunc.of(RowFunctionsTest.class, "dot", float[].class, float[].class))
                .hasMessageContaining("[NotVectorized]");
        assertThatThrownBy(() -> Ufunc.of("(n)->()", RowFunctionsTest.class, "dot"))
                .hasMessageContaining("[NotVectorized]");
        // Spaces are as good as none.
        assertThat(Ufunc.of(" ( n ) , (n)-> () ", RowFunctionsTest.class, "dot", float[].class, float[].class)
                        .floats(NdArrays.of(2f), NdArrays.of(3f)))
                .hasToString("6.0");
    }
}
