package dev.gpukernel.internal.intrinsic;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What stands for methods of the JDK gives their results and throws their exceptions. */
final class JdkMethodsTest {
    private static final int[] BOUNDS = {Integer.MIN_VALUE, -1, 0, 1, 2, 3, 4, Integer.MAX_VALUE};

    static Stream<Class<?>> elements() {
        return Stream.of(
                boolean.class, byte.class, char.class, short.class, int.class, long.class, float.class, double.class);
    }

    private static Object array(Class<?> element, int... numbers) {
        Object array = Array.newInstance(element, numbers.length);
        for (int i = 0; i < numbers.length; i++) {
            switch (array) {
                case boolean[] a -> a[i] = numbers[i] != 0;
                case byte[] a -> a[i] = (byte) numbers[i];
                case char[] a -> a[i] = (char) numbers[i];
                case short[] a -> a[i] = (short) numbers[i];
                case float[] a -> a[i] = numbers[i] == 0 ? Float.NaN : numbers[i];
                case double[] a -> a[i] = numbers[i] == 0 ? -0.0 : numbers[i] - 1.0;
                default -> Array.set(array, i, element == long.class ? (Object) (numbers[i] + (1L << 40)) : numbers[i]);
            }
        }
        return array;
    }

    private static String ending(Method method, Object... arguments) throws IllegalAccessException {
        try {
            return String.valueOf(method.invoke(null, arguments));
        } catch (InvocationTargetException e) {
            return e.getTargetException().toString();
        }
    }

    @ParameterizedTest
    @MethodSource("elements")
    void rangesAreComparedAsByJava(Class<?> element) throws ReflectiveOperationException {
        Class<?> type = element.arrayType();
        Class<?>[] parameters = {type, int.class, int.class, type, int.class, int.class};
        Method java = Arrays.class.getMethod("equals", parameters);
        Method ours = JdkMethods.class.getMethod("equals", parameters);
        Object x = array(element, 0, 1, 0);
        for (Object y : List.of(array(element, 0, 1, 1, 0), x)) {
            for (int from : BOUNDS) {
                for (int to : BOUNDS) {
                    for (int begin : BOUNDS) {
                        for (int end : BOUNDS) {
                            assertThat(ending(ours, x, from, to, y, begin, end))
                                    .as("%s, %s, %s, %s", from, to, begin, end)
                                    .isEqualTo(ending(java, x, from, to, y, begin, end));
                        }
                    }
                }
            }
        }
    }

    static Stream<Method> characterMethods() {
        return Arrays.stream(CharacterMethods.class.getMethods())
                .filter(method -> method.getDeclaringClass() == CharacterMethods.class);
    }

    @ParameterizedTest
    @MethodSource("characterMethods")
    void charactersAreWhatTheyAreForJava(Method ours) throws ReflectiveOperationException {
        Method java = Character.class.getMethod(ours.getName(), ours.getParameterTypes());
        boolean isOfChar = ours.getParameterTypes()[0] == char.class;
        int end = isOfChar ? Character.MAX_VALUE : Character.MAX_CODE_POINT + 3;
        int[] radixes = ours.getParameterCount() == 2 ? new int[] {10, 36, 2, 1, 37, -1} : new int[1];
        for (int point = isOfChar ? 0 : -3; point <= end; point++) {
            Object character = isOfChar ? (Object) (char) point : (Object) point;
            for (int radix : radixes) {
                Object[] arguments =
                        ours.getParameterCount() == 2 ? new Object[] {character, radix} : new Object[] {character};
                if (!java.invoke(null, arguments).equals(ours.invoke(null, arguments))) {
                    assertThat(ours.invoke(null, arguments))
                            .as("%s(%s, %s)", ours.getName(), point, radix)
                            .isEqualTo(java.invoke(null, arguments));
                }
            }
        }
    }

    private static Object random(Class<?> element, int length, Random random) {
        Object array = Array.newInstance(element, length);
        for (int i = 0; i < length; i++) {
            switch (array) {
                case byte[] a -> a[i] = (byte) random.nextInt();
                case char[] a -> a[i] = (char) random.nextInt();
                case short[] a -> a[i] = (short) random.nextInt(20);
                case int[] a -> a[i] = random.nextInt();
                case long[] a -> a[i] = random.nextLong();
                case float[] a ->
                    a[i] = random.nextBoolean()
                            ? random.nextInt(-1, 2) * -0f
                            : Float.intBitsToFloat(
                                    random.nextBoolean() ? random.nextInt() : random.nextInt() | 0x7f800000);
                default ->
                    Array.setDouble(
                            array,
                            i,
                            random.nextBoolean()
                                    ? random.nextInt(-1, 2) * -0.0
                                    : Double.longBitsToDouble(
                                            random.nextBoolean()
                                                    ? random.nextLong()
                                                    : random.nextLong() | 0x7ff0000000000000L));
            }
        }
        return array;
    }

    private static Object bits(Object array) {
        return switch (array) {
            case float[] a ->
                IntStream.range(0, a.length)
                        .map(i -> Float.floatToRawIntBits(a[i]))
                        .toArray();
            case double[] a ->
                Arrays.stream(a).mapToLong(Double::doubleToRawLongBits).toArray();
            default -> array;
        };
    }

    static Stream<Class<?>> sorted() {
        return elements().filter(element -> element != boolean.class);
    }

    @ParameterizedTest
    @MethodSource("sorted")
    void arraysAreSortedAsByJava(Class<?> element) throws ReflectiveOperationException {
        Class<?> type = element.arrayType();
        Method java = Arrays.class.getMethod("sort", type, int.class, int.class);
        Method ours = JdkSorts.class.getMethod("sort", type, int.class, int.class);
        Random random = new Random(5);
        for (int length = 0; length < 400; length += 1 + length / 9) {
            for (int trial = 0; trial < 20; trial++) {
                Object one = random(element, length, random);
                Object other = Array.newInstance(element, length);
                System.arraycopy(one, 0, other, 0, length);
                int from = random.nextInt(length + 1);
                int to = random.nextInt(10) == 0 ? random.nextInt(-1, length + 3) : random.nextInt(from, length + 1);
                assertThat(ending(ours, one, from, to)).isEqualTo(ending(java, other, from, to));
                assertThat(bits(one)).isEqualTo(bits(other));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sorted")
    void wholeArraysAreSortedAsByJava(Class<?> element) throws ReflectiveOperationException {
        Class<?> type = element.arrayType();
        Object one = random(element, 777, new Random(6));
        Object other = random(element, 777, new Random(6));
        JdkSorts.class.getMethod("sort", type).invoke(null, one);
        Arrays.class.getMethod("sort", type).invoke(null, other);
        assertThat(bits(one)).isEqualTo(bits(other));
    }
}
