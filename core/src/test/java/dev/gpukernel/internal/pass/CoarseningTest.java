package dev.gpukernel.internal.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.internal.backend.Grain;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.jit.CompilerSteps;
import dev.gpukernel.internal.jit.CompilerSteps.Compiled;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.Differential;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of loops whose threads run several iterations, and that it leads to what the JVM leads to. */
class CoarseningTest {
    private static Method method(String name) {
        return Arrays.stream(CoarseningKernels.class.getDeclaredMethods())
                .filter(m ->
                        m.isAnnotationPresent(GpuKernel.class) && m.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Compiled compiled(String name) {
        return CompilerSteps.compile(method(name), (_, _) -> {});
    }

    private static List<String> vectors(Function function) {
        return function.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .map(Instr::op)
                .filter(op -> op instanceof Op.LoadVector || op instanceof Op.StoreVector)
                .map(Op::text)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "saxpy, load.float 4; load.float 4; store.float 4",
        "part, load.int 4; load.int 4; store.int 4",
        "slice, load.double 2; store.double 2",
        "fromFive, load.long 2; store.long 2",
        "average, load.float 4; store.float 4",
        "bytes, load.byte 16; load.byte 16; store.byte 16",
        "smallTypes, load.char 8; load.short 8; store.short 8; store.boolean 8",
        "mixed, load.float 4; load.double 2; load.double 2; store.double 2; store.double 2",
        "complex, load.float 4; load.float 4; store.float 4",
        "clamp, load.int 4; store.int 4",
        "divided, store.int 4; store.int 4",
        "thereAndBack, load.int 4; store.int 4; load.int 4; store.int 4",
        "ofOne, load.float 4; store.float 4",
        "random, store.float 4",
        "randomFrom, store.double 2",
        "nest, load.float 4; store.float 4",
        "nestOfVectors, load.float 4; load.float 4; store.float 4",
        "cube, load.double 2; store.double 2"
    })
    void widestAccesses(String kernel, String vectors) {
        assertThat(vectors(compiled(kernel).function())).containsExactly(vectors.split("; ", -1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"shifted", "gather", "strided", "rows", "transposed"})
    void notWhereItDoesNotPay(String kernel) {
        assertThat(compiled(kernel).unit(0).grain()).isEqualTo(Grain.ONE);
    }

    /** What one iteration needs of neighbouring elements is moved at once, too. */
    @ParameterizedTest
    @CsvSource({"pairs, load.float 2; store.float 2", "pixels, load.int 4; store.int 4", "sumOfPairs, load.int 2"})
    void neighboursInOneIteration(String kernel, String vectors) {
        assertThat(compiled(kernel).unit(0).grain()).isEqualTo(Grain.ONE);
        assertThat(vectors(compiled(kernel).function())).containsOnly(vectors.split("; ", -1));
    }

    @Test
    void theIterationStaysAsItWas() {
        Function iteration = compiled("saxpy").iterations().getFirst();
        assertThat(vectors(iteration)).isEmpty();
        assertThat(iteration).isNotSameAs(compiled("saxpy").function());
    }

    /** All lengths around that of a vector, also of arrays that are too short by one or more. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "saxpy",
                "part",
                "slice",
                "fromFive",
                "average",
                "bytes",
                "smallTypes",
                "mixed",
                "complex",
                "clamp",
                "divided",
                "thereAndBack",
                "ofOne",
                "random",
                "randomFrom",
                "nest",
                "nestOfVectors",
                "cube",
                "transposed",
                "pairs",
                "pixels",
                "sumOfPairs"
            })
    void everyLengthAndOffset(String kernel) {
        Method method = method(kernel);
        Differential differential = new Differential(method);
        SplittableRandom random = new SplittableRandom(kernel.hashCode());
        for (int length = 0; length < 40; length++) {
            for (int attempt = 0; attempt < 12; attempt++) {
                List<Object> arguments = new ArrayList<>();
                for (Class<?> type : method.getParameterTypes()) {
                    arguments.add(argument(type, length, attempt, random));
                }
                assertThat(differential.firstDifference(arguments, List.of()))
                        .as("length %d, attempt %d", length, attempt)
                        .isEmpty();
            }
        }
    }

    /** Threads have several iterations of long rows, and one of short ones, wherever rows begin; the last array may end before the last row. */
    @ParameterizedTest
    @CsvSource({"nest, 1", "nestOfVectors, 4"})
    void rowsOfEveryLength(String kernel, int unit) {
        Method method = method(kernel);
        List<Gpu> gpus = List.of(OtherEngine.gpu(new Interpreted(Long.MAX_VALUE, Long.MAX_VALUE)));
        Differential differential = new Differential(method);
        SplittableRandom random = new SplittableRandom(kernel.hashCode());
        for (int columns = 1; columns < 72 / unit; columns++) {
            int rows = 1 + columns % 4;
            int elements = rows * columns * unit;
            float[] x = random(elements, random);
            float[] y = random(columns % 3 == 0 ? random.nextInt(elements + 1) : elements, random);
            assertThat(differential.firstDifference(List.of(rows, columns, x, y), gpus))
                    .as("%d rows of %d", rows, columns)
                    .isEmpty();
        }
    }

    private static float[] random(int length, SplittableRandom random) {
        float[] array = new float[length];
        for (int i = 0; i < length; i++) {
            array[i] = random.nextFloat();
        }
        return array;
    }

    /** {@return a number about an array's length, or an array, sometimes longer or shorter than others} */
    private static Object argument(Class<?> type, int length, int attempt, SplittableRandom random) {
        if (type == int.class) {
            return random.nextInt(-2, length + 3);
        } else if (type == float.class) {
            return random.nextFloat();
        }
        int own = Math.max(0, attempt < 4 ? 2 * length + 2 : length + random.nextInt(-2, 3));
        Object array = Array.newInstance(type.componentType(), own);
        for (int i = 0; i < own; i++) {
            int value = random.nextInt(-100, 100);
            Object element = switch (type.componentType().getName()) {
                case "byte" -> (Object) (byte) value;
                case "short" -> (short) value;
                case "char" -> (char) value;
                case "boolean" -> value > 0;
                case "int" -> value;
                case "long" -> (long) value;
                case "float" -> (float) value;
                default -> (double) value;
            };
            Array.set(array, i, element);
        }
        return array;
    }
}
