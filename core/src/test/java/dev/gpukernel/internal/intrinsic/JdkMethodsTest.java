package dev.gpukernel.internal.intrinsic;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
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
}
