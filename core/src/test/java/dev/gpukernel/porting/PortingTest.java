package dev.gpukernel.porting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import dev.gpukernel.oracle.OmittedDetails;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Methods as Java libraries have them, run as they stand and compared with plain Java by bits: results, arrays and exceptions. Numbers are
 * whole, and samples have powers of two of them where means are taken, so that no order of sums shows.
 */
@Execution(ExecutionMode.CONCURRENT)
class PortingTest {
    private static final List<Class<?>> PAGES =
            List.of(MatrixMethods.class, ImageMethods.class, StatisticsMethods.class, SimulationMethods.class);
    private static final int[] SIZES_ON_DEVICE = {0, 1, 4, 8};
    private static final int[] SIZES = {0, 1, 2, 4, 8, 16, 64, 128};

    static Stream<Method> methods() {
        return PAGES.stream()
                .flatMap(page -> Arrays.stream(page.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(GpuKernel.class));
    }

    @ParameterizedTest
    @MethodSource("methods")
    void isJavas(Method method) throws IllegalAccessException {
        Kernel kernel = Kernel.of(method.getDeclaringClass(), method.getName());
        SplittableRandom random = new SplittableRandom(method.getName().hashCode());
        int returned = 0;
        for (int size : SIZES) {
            for (int list = 0; list < 6; list++) {
                returned += compare(Gpu.current(), kernel, method, arguments(method, size, list, random)) ? 1 : 0;
            }
        }
        assertThat(returned).as("launches that return").isGreaterThan(SIZES.length);
    }

    /** In the tests' interpreter, which has memory of its own, so that arrays move. */
    @ParameterizedTest
    @MethodSource("methods")
    void isJavasOnADevice(Method method) throws IllegalAccessException {
        Gpu gpu = OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE));
        Kernel kernel = Kernel.of(method.getDeclaringClass(), method.getName());
        SplittableRandom random = new SplittableRandom(method.getName().hashCode());
        for (int size : SIZES_ON_DEVICE) {
            for (int list = 3; list < 6; list++) {
                compare(gpu, kernel, method, arguments(method, size, list, random));
            }
        }
    }

    private static Object[] parts(@Nullable Object result) {
        return result == null ? new Object[0] : Leaves.ofResult(result).toArray();
    }

    /** {@return whether the method returned} */
    private static boolean compare(Gpu gpu, Kernel kernel, Method method, Object[] arguments)
            throws IllegalAccessException {
        Object[] expected = copy(arguments);
        Object[] own = copy(arguments);
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
            found = gpu.call(() -> kernel.launch(own));
        } catch (KernelRejectedException e) {
            fail("refused", e);
        } catch (RuntimeException | Error e) {
            thrown = e;
        }
        OmittedDetails.assertAlike(thrown, byJava);
        assertThat(Arrays.deepEquals(parts(found), parts(result)))
                .as("result of %s", Arrays.deepToString(arguments))
                .isTrue();
        if (byJava == null || gpu.backend().equals("cpu")) {
            assertThat(Arrays.deepEquals(own, expected)).as("arguments").isTrue();
        } else {
            assertThat(Arrays.deepEquals(own, arguments))
                    .as("untouched arguments")
                    .isTrue();
        }
        return byJava == null;
    }

    private static Object[] arguments(Method method, int size, int list, SplittableRandom random) {
        Object[] arguments = Arrays.stream(method.getParameters())
                .map(parameter -> argument(parameter.getType(), parameter.getName(), size, random))
                .toArray();
        if (list == 4 && arguments.length > 1) {
            int other = random.nextInt(arguments.length);
            arguments[other] = argument(
                    method.getParameterTypes()[other], method.getParameters()[other].getName(), size / 2, random);
        }
        return arguments;
    }

    private static Object argument(Class<?> type, String name, int size, SplittableRandom random) {
        if (!type.isArray()) {
            return number(type, name, size, random);
        }
        int length = name.equals("sums") ? 256 : size;
        Object array = java.lang.reflect.Array.newInstance(type.componentType(), length);
        for (int i = 0; i < length; i++) {
            java.lang.reflect.Array.set(array, i, argument(type.componentType(), name, size, random));
        }
        return array;
    }

    private static Object number(Class<?> type, String name, int size, SplittableRandom random) {
        int whole = switch (name) {
            case "labels", "top", "left", "j" -> size == 0 ? 0 : random.nextInt(size);
            case "bottom", "right" -> size - 1;
            case "rows", "columns", "classes", "bins", "n", "width", "height" -> size;
            case "steps", "months", "window", "lags", "radius", "limit" -> random.nextInt(1, 9);
            case "sums", "pixels" -> random.nextInt(1, 1_000);
            case "rate", "chance" -> 2;
            default -> random.nextInt(-8, 200);
        };
        return switch (type.getName()) {
            case "int" -> whole;
            case "byte" -> (byte) whole;
            case "boolean" -> (whole & 1) != 0;
            case "float" -> (float) whole;
            case "double" -> name.equals("rate") || name.equals("chance") ? 1.0 / whole : (double) whole;
            default -> throw new IllegalArgumentException(type.getName());
        };
    }

    private static Object[] copy(Object[] arguments) {
        return Arrays.stream(arguments).map(PortingTest::copy).toArray();
    }

    private static Object copy(Object argument) {
        return switch (argument) {
            case Object[] rows -> {
                Object[] copied = rows.clone();
                Arrays.setAll(copied, i -> copy(rows[i]));
                yield copied;
            }
            case double[] array -> array.clone();
            case float[] array -> array.clone();
            case int[] array -> array.clone();
            case byte[] array -> array.clone();
            case boolean[] array -> array.clone();
            default -> argument;
        };
    }
}
