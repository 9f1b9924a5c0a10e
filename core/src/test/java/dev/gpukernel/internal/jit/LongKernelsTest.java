package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.oracle.InMemoryCompiler;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Methods about as long as Java allows. Each of their operations uses what the one before computed. */
@Timeout(120)
class LongKernelsTest {
    private static final int LENGTH = 500;
    private static final String LOOP = "for (int i = 0; i < out.length; i++) {\n%s\n}";

    private static Method kernel(String body) throws ReflectiveOperationException {
        String source = """
                package generated;
                final class Long {
                    @dev.gpukernel.GpuKernel
                    static void kernel(int seed, int[] x, int[] out) {
                %s
                    }
                }
                """.formatted(body);
        Method method = InMemoryCompiler.compile(Map.of("generated.Long", source))
                .loadClass("generated.Long")
                .getDeclaredMethod("kernel", int.class, int[].class, int[].class);
        method.setAccessible(true);
        return method;
    }

    private static String lines(int count, IntFunction<String> line) {
        return IntStream.range(0, count).mapToObj(line).collect(Collectors.joining("\n"));
    }

    private static String mixing(int count) {
        return lines(count, i -> i % 2 == 0 ? "h ^= h >>> 3;" : "h = h * 31 + " + i + ";");
    }

    private static void runsLikeJava(String body) throws ReflectiveOperationException {
        Method method = kernel(body);
        int[] x = IntStream.range(0, LENGTH).map(i -> i * 7 % 1001).toArray();
        int[] expected = new int[LENGTH];
        method.invoke(null, 5, x.clone(), expected);
        int[] out = new int[LENGTH];
        Gpu cpu = Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cpu"))
                .findFirst()
                .orElseThrow();
        cpu.run(() -> Kernel.of(method.getDeclaringClass(), "kernel").launch(5, x, out));
        assertThat(out).isEqualTo(expected);
        assertThat(Arrays.stream(out).distinct().count()).isGreaterThan(1);
        assertThat(Kernel.of(method.getDeclaringClass(), "kernel").ptx()).contains(".entry");
    }

    @Test
    void setUpOfThousandsOfOperations() throws ReflectiveOperationException {
        runsLikeJava("int h = seed;\n" + mixing(4000) + LOOP.formatted("out[i] = x[i] ^ h;"));
    }

    @Test
    void iterationOfThousandsOfOperations() throws ReflectiveOperationException {
        runsLikeJava(LOOP.formatted("int h = x[i];\n" + mixing(4000) + "\nout[i] = h;"));
    }

    @Test
    void reductionOfThousandsOfOperations() throws ReflectiveOperationException {
        runsLikeJava("int sum = 0;\n" + LOOP.formatted("int h = x[i];\n" + mixing(2000) + "\nsum += h;\nout[i] = i;")
                + "out[0] = sum;");
    }

    /** The JVM could not compile it as a loop over four iterations at a time, so it runs otherwise. */
    @Test
    void thousandOfLoads() throws ReflectiveOperationException {
        runsLikeJava(LOOP.formatted(
                "int h = x[i];\n" + lines(1500, i -> "h += x[(h + " + i + ") & 15];") + "\nout[i] = h;"));
    }

    @Test
    void switchOfManyCases() throws ReflectiveOperationException {
        String cases = lines(1500, i -> "case " + i + ": h = h * " + i + " + 7;" + (i % 3 == 0 ? "" : " break;"));
        runsLikeJava(LOOP.formatted("int h = x[i];\nswitch (h & 2047) {\n" + cases + "\n}\nout[i] = h;"));
    }

    @Test
    void whatIsWrongIsSaidWhereItIsLaunched() throws ReflectiveOperationException {
        Method method = kernel(LOOP.formatted("int h = x[i];\n" + mixing(1000) + "\nout[h & 3] = h;"));
        Throwable thrown = catchThrowable(
                () -> Kernel.of(method.getDeclaringClass(), "kernel").ptx());
        assertThat(thrown).isInstanceOf(KernelRejectedException.class).hasMessageContaining("[LoopDependence]");
        assertThat(thrown.getStackTrace())
                .anySatisfy(frame -> assertThat(frame.getClassName()).isEqualTo(LongKernelsTest.class.getName()));
    }

    private static int sizeWithPlaces(int places) throws ReflectiveOperationException {
        String divisions = lines(places, i -> "h += " + (i + 2) + " / x[j + " + i + "];");
        Method method = kernel(LOOP.formatted("""
                int h = x[i];
                try {
                    for (int j = 0; j < (x[i] & 7); j++) {
                %s
                    }
                    h += 100 / x[i];
                } finally {
                    out[i] = h;
                %s
                    out[i] = h;
                }
                """.formatted(divisions, mixing(80))));
        return CompilerSteps.shared(method).function().size();
    }

    /** A loop gets a copy of {@code finally} for itself, not one for each of its divisions. */
    @Test
    void finallyBehindManyPlacesThatThrow() throws ReflectiveOperationException {
        assertThat(sizeWithPlaces(10) - sizeWithPlaces(2)).isLessThan(8 * 60);
    }

    private static int sizeWithLoops(int loops) throws ReflectiveOperationException {
        String searches = lines(loops, i -> """
                for (int k = 0; k < (x[i] & 7); k++) {
                    h += %d / x[k];
                }
                """.formatted(i + 2));
        Method method = kernel(LOOP.formatted("""
                int h = x[i];
                try {
                %s
                } finally {
                    out[i] = new int[] {h, seed}[h & 1];
                %s
                    out[i] += h;
                }
                """.formatted(searches, mixing(80))));
        return CompilerSteps.shared(method).function().size();
    }

    /** Loops of one iteration share what it does before it throws. */
    @Test
    void finallyBehindManyLoopsThatThrow() throws ReflectiveOperationException {
        assertThat(sizeWithLoops(8) - sizeWithLoops(2)).isLessThan(6 * 90);
    }

    /** Whether what each operation computes of the one before, used twice, changes in a loop is asked once. */
    @Test
    void whatDoesNotChangeInLoopThatIsLeftEarly() throws ReflectiveOperationException {
        runsLikeJava("""
                for (int i = 0; i < out.length; i++) {
                    out[i] = x[i];
                }
                int last = 0;
                for (int i = 0; i < x.length; i++) {
                    int h = seed;
                %s
                    last = h;
                    if (x[i] == 14) {
                        break;
                    }
                }
                out[0] = last;
                """.formatted(lines(60, i -> "h = (h ^ " + i + ") * (h + 3);")));
    }
}
