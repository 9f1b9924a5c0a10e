package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.oracle.OmittedDetails;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernels of {@link PreviousKernels} do what Java does, with arguments of all kinds: too short, empty, equal, not a number. */
@Execution(ExecutionMode.CONCURRENT)
class PreviousTest {
    private static final int LISTS = 120;
    private static final int[] LENGTHS = {0, 1, 2, 3, 64, 64, 64, 64, 1_024, 9_000};

    static Stream<Method> kernels() {
        return Arrays.stream(PreviousKernels.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class));
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void isJavas(Method method) throws IllegalAccessException {
        Kernel kernel = Kernel.of(PreviousKernels.class, method.getName());
        SplittableRandom random = new SplittableRandom(method.getName().hashCode());
        int returned = 0;
        for (int list = 0; list < LISTS; list++) {
            Object[] arguments = arguments(method, random);
            boolean isTwice = Arrays.stream(arguments).distinct().count() < arguments.length;
            Object[] expected = copies(arguments);
            Object[] own = copies(arguments);
            Object result = null;
            Throwable byJava = null;
            try {
                result = method.invoke(null, expected);
            } catch (InvocationTargetException e) {
                byJava = e.getCause();
            }
            Object found = null;
            Throwable thrown = null;
            try {
                found = kernel.launch(own);
            } catch (KernelRejectedException e) {
                fail("refused", e);
            } catch (RuntimeException e) {
                thrown = e;
            }
            if (thrown instanceof IllegalArgumentException && isTwice) {
                assertThat(thrown).hasMessageContaining("[AliasedArguments]");
                assertThat(Arrays.deepEquals(own, arguments)).isTrue();
                continue;
            }
            OmittedDetails.assertAlike(thrown, byJava);
            assertThat(found).as("list %d", list).isEqualTo(result);
            assertThat(Arrays.deepEquals(own, expected)).as("list %d", list).isTrue();
            returned += byJava == null ? 1 : 0;
        }
        assertThat(returned).isGreaterThan(LISTS / 10);
    }

    private static Object[] arguments(Method method, SplittableRandom random) {
        Class<?>[] types = method.getParameterTypes();
        Object[] arguments = new Object[types.length];
        int length = LENGTHS[random.nextInt(LENGTHS.length)];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = types[i].isArray()
                    ? array(types[i].componentType(), random.nextInt(6) == 0 ? length / 2 : length, random)
                    : number(types[i], length, random);
            if (i > 0 && types[i] == types[0] && random.nextInt(8) == 0) {
                arguments[i] = arguments[0];
            }
        }
        if (method.getName().equals("stage")) {
            arguments[1] = 1 << random.nextInt(8);
            arguments[2] = 1 << random.nextInt(6);
        }
        return arguments;
    }

    private static Object array(Class<?> element, int length, SplittableRandom random) {
        Object array = Array.newInstance(element, length);
        for (int i = 0; i < length; i++) {
            Array.set(array, i, number(element, 40, random));
        }
        return array;
    }

    private static Object number(Class<?> type, int most, SplittableRandom random) {
        int number = random.nextInt(-1, most + 2);
        if (type == boolean.class) {
            return number % 2 == 0;
        } else if (type == char.class) {
            return (char) (number + 20);
        } else if (type == long.class) {
            return (long) number;
        } else if (type == float.class) {
            return number == 5 ? Float.NaN : number == 6 ? -0.0f : number / 8f;
        } else if (type == double.class) {
            return number == 5 ? Double.NaN : number == 6 ? -0.0 : number / 8.0;
        }
        return number;
    }

    private static Object[] copies(Object[] arguments) {
        IdentityHashMap<Object, Object> copies = new IdentityHashMap<>();
        return Arrays.stream(arguments)
                .map(argument ->
                        argument.getClass().isArray() ? copies.computeIfAbsent(argument, PreviousTest::copy) : argument)
                .toArray();
    }

    private static @Nullable Object copy(Object array) {
        int length = Array.getLength(array);
        Object copy = Array.newInstance(array.getClass().componentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        return copy;
    }
}
