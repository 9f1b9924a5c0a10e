package dev.gpukernel.porting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import dev.gpukernel.oracle.OmittedDetails;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Methods as Java libraries have them, run as they stand and compared with plain Java by bits: results, arrays, fields and exceptions.
 * Numbers are whole, and samples have powers of two of them where means are taken, so that no order of sums shows.
 */
@Execution(ExecutionMode.CONCURRENT)
class PortingTest {
    private static final List<Class<?>> PAGES = List.of(
            MatrixMethods.class,
            ImageMethods.class,
            StatisticsMethods.class,
            SimulationMethods.class,
            StepMethods.class,
            GeometryMethods.class,
            SignalMethods.class,
            InterpolationMethods.class,
            FinanceMethods.class,
            RandomMethods.class,
            GraphMethods.class,
            TextMethods.class,
            SegmentMethods.class,
            InstanceMethods.class);
    private static final int[] SIZES_ON_DEVICE = {0, 1, 4, 8};
    private static final int[] SIZES = {0, 1, 2, 4, 8, 16, 64, 128};

    static Stream<Method> methods() {
        return PAGES.stream()
                .flatMap(page -> Stream.concat(Stream.of(page), Arrays.stream(page.getDeclaredClasses())))
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(GpuKernel.class));
    }

    @Test
    void areOnThePage() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "porting.md"));
        assertThat(methods().map(PortingTest::listed))
                .allSatisfy(name -> assertThat(page).contains(name));
        assertThat(Files.readString(Path.of("..", "README.md")))
                .contains("has " + methods().count() + " methods");
    }

    private static String listed(Method method) {
        Class<?> type = method.getDeclaringClass();
        return "`" + (type.isMemberClass() ? type.getSimpleName() + "." : "") + method.getName() + "`";
    }

    @ParameterizedTest
    @MethodSource("methods")
    void isJavas(Method method) throws ReflectiveOperationException {
        Kernel kernel = Kernel.of(method.getDeclaringClass(), method.getName());
        SplittableRandom random = new SplittableRandom(method.getName().hashCode());
        int returned = 0;
        for (int size : SIZES) {
            for (int list = 0; list < 6; list++) {
                returned +=
                        compare(Gpu.current(), kernel, method, new Passed(size, list == 4, random.nextLong())) ? 1 : 0;
            }
        }
        assertThat(returned).as("launches that return").isGreaterThan(SIZES.length);
    }

    /** In the tests' interpreter, which has memory of its own, so that arrays move. */
    @ParameterizedTest
    @MethodSource("methods")
    void isJavasOnADevice(Method method) throws ReflectiveOperationException {
        Gpu gpu = OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE));
        Kernel kernel = Kernel.of(method.getDeclaringClass(), method.getName());
        SplittableRandom random = new SplittableRandom(method.getName().hashCode());
        for (int size : SIZES_ON_DEVICE) {
            for (int list = 3; list < 6; list++) {
                compare(gpu, kernel, method, new Passed(size, list == 4, random.nextLong()));
            }
        }
    }

    /** {@return whether the method returned} */
    private static boolean compare(Gpu gpu, Kernel kernel, Method method, Passed passed)
            throws ReflectiveOperationException {
        Object[] expected = passed.to(method);
        Object[] own = passed.to(method);
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        Object result = null;
        Throwable byJava = null;
        try {
            result = isStatic
                    ? method.invoke(null, expected)
                    : method.invoke(expected[0], Arrays.copyOfRange(expected, 1, expected.length));
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
        assertThat(areAlike(found, result))
                .as("result of %s", Arrays.deepToString((Object[]) state(passed.to(method))))
                .isTrue();
        // A launch of an object leaves it as Java does; what else fails on a device leaves arrays as they were.
        boolean isAsJava = byJava == null || !isStatic || gpu.backend().equals("cpu");
        assertThat(areAlike(own, isAsJava ? expected : passed.to(method)))
                .as("arguments after %s", thrown)
                .isTrue();
        return byJava == null;
    }

    private static boolean areAlike(@Nullable Object one, @Nullable Object other) throws IllegalAccessException {
        return Arrays.deepEquals(new Object[] {state(one)}, new Object[] {state(other)});
    }

    /** {@return all that an object holds, as numbers and arrays} */
    private static @Nullable Object state(@Nullable Object value) throws IllegalAccessException {
        if (value == null || value instanceof Number || value instanceof Boolean) {
            return value;
        }
        if (value instanceof MemorySegment segment) {
            return segment.toArray(ValueLayout.JAVA_BYTE);
        }
        if (value.getClass().isArray() && !(value instanceof Object[])) {
            return value;
        }
        List<@Nullable Object> parts = new ArrayList<>();
        if (value instanceof Object[] elements) {
            for (Object element : elements) {
                parts.add(state(element));
            }
        } else {
            for (Field field : value.getClass().getDeclaredFields()) {
                field.setAccessible(true);
                parts.add(state(field.get(value)));
            }
        }
        return parts.toArray();
    }

    /**
     * A list of arguments.
     *
     * @param size of arrays
     * @param hasOther whether one argument is half as large
     * @param seed what numbers are made from
     */
    private record Passed(int size, boolean hasOther, long seed) {
        /** {@return the arguments of a method, after the object it is of, each time new ones} */
        Object[] to(Method method) throws ReflectiveOperationException {
            Arguments all = new Arguments(new SplittableRandom(seed));
            Parameter[] parameters = method.getParameters();
            int other = hasOther && parameters.length > 1 ? all.random.nextInt(parameters.length) : -1;
            List<Object> values = new ArrayList<>();
            if (!Modifier.isStatic(method.getModifiers())) {
                values.add(all.made(method.getDeclaringClass(), size));
            }
            for (int i = 0; i < parameters.length; i++) {
                values.add(
                        all.argument(parameters[i].getType(), parameters[i].getName(), i == other ? size / 2 : size));
            }
            return values.toArray();
        }
    }

    /** Makes arguments that suit the names of parameters. */
    private record Arguments(SplittableRandom random) {
        Object argument(Class<?> type, String name, int size) throws ReflectiveOperationException {
            if (type == MemorySegment.class) {
                return segment(name, size);
            }
            if (type.isPrimitive()) {
                return number(type, name, size, 0);
            }
            return type.isArray() ? array(type.componentType(), name, size) : made(type, size);
        }

        /** {@return an object of the class, by its first constructor} */
        Object made(Class<?> type, int size) throws ReflectiveOperationException {
            Constructor<?> constructor = type.getDeclaredConstructors()[0];
            constructor.setAccessible(true);
            List<Object> arguments = new ArrayList<>();
            for (Parameter parameter : constructor.getParameters()) {
                arguments.add(argument(parameter.getType(), parameter.getName(), size));
            }
            return constructor.newInstance(arguments.toArray());
        }

        private Object array(Class<?> type, String name, int size) throws ReflectiveOperationException {
            int length = name.equals("sums") ? 256 : size;
            Object array = Array.newInstance(type, length);
            for (int i = 0; i < length; i++) {
                Array.set(array, i, type.isPrimitive() ? number(type, name, size, i) : argument(type, name, size));
            }
            return array;
        }

        private MemorySegment segment(String name, int size) throws ReflectiveOperationException {
            Object array = switch (name) {
                case "ints" -> array(int.class, name, size);
                case "bytes" -> array(byte.class, name, size);
                case "rgb" -> array(byte.class, name, 3 * size * size);
                default -> array(float.class, name, size);
            };
            MemorySegment elements = switch (array) {
                case int[] ints -> MemorySegment.ofArray(ints);
                case byte[] bytes -> MemorySegment.ofArray(bytes);
                default -> MemorySegment.ofArray((float[]) array);
            };
            return Arena.ofAuto().allocate(elements.byteSize(), 8).copyFrom(elements);
        }

        private Object number(Class<?> type, String name, int size, int index) {
            int whole = switch (name) {
                case "labels", "top", "left", "j", "vertices", "faces" -> size == 0 ? 0 : random.nextInt(size);
                case "bottom", "right" -> size - 1;
                case "rows", "columns", "classes", "bins", "n", "width", "height", "trials" -> size;
                case "steps", "months", "window", "lags", "radius", "limit", "dice", "factor" -> random.nextInt(1, 9);
                case "sums", "pixels" -> random.nextInt(1, 1_000);
                case "w", "h" -> random.nextInt(-1, 4);
                case "ascending" -> 8 * index;
                case "at" -> random.nextInt(Math.max(1, 8 * size - 7));
                case "text", "word", "words" -> "to be or\nnot TO BE ".charAt(random.nextInt(19));
                case "digits", "hex" -> "0123456789/".charAt(random.nextInt(random.nextInt(8) == 0 ? 11 : 10));
                default -> random.nextInt(-8, 200);
            };
            double fraction =
                    Set.of("rate", "rates", "chance", "volatility", "years").contains(name) ? 0.5 : whole;
            return switch (type.getName()) {
                case "int" -> whole;
                case "long" -> (long) whole;
                case "short" -> (short) whole;
                case "char" -> (char) whole;
                case "byte" -> (byte) whole;
                case "boolean" -> (whole & 1) != 0;
                case "float" -> (float) whole;
                case "double" -> fraction;
                default -> throw new IllegalArgumentException(type.getName());
            };
        }
    }
}
