package dev.gpukernel.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.internal.jit.OtherEngine;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Each way to set a flag meets each way to read it, before and after it is set: all run in parallel, and as in plain Java. */
@Execution(ExecutionMode.CONCURRENT)
class FlagReadsTest {
    private static final String NAME = "generated.FlagReads";

    private static final List<String> SET = List.of(
            "f = p || f;",
            "f = f || p;",
            "if (p) f = true;",
            "if (!f) f = p;",
            "if (f || p) f = true;",
            "f |= p;",
            "f = p | f;",
            "f = p ? true : f;",
            "f = !p ? f : true;",
            "if (z[i]) f = f || p;");

    private static final List<String> CLEARED = List.of(
            "f = !p && f;", "f = f && !p;", "if (p) f = false;", "f &= !p;", "f = p ? false : f;", "if (f) f = !p;");

    private static final List<String> READS = List.of(
            "y[i] = f ? 2 : 0;",
            "y[i] = table[f ? 2 : 0];",
            "if (z[i]) y[i] = f ? 2 : 0;",
            "if (f) y[i] = x[i];",
            "if (f) y[i] = x[i]; else y[i] = 7;",
            "if (f && z[i]) y[i] = x[i];",
            "if (z[i] || f) y[i] = x[i];",
            "if (z[i]) s = table[f ? 2 : 0] * 5L;",
            "if (z[i]) s = f ? 2 : 0;",
            "s += f ? 2 : 0;",
            "if (f) s++;",
            "s += 10 / (f ? 1 : 2);",
            "if (x[i] + (f ? 1 : 0) > s) s = x[i] + (f ? 1 : 0);",
            "h[x[i] & 7] += f ? 1 : 2;");

    private static final List<String> HEADS =
            List.of("int i = 0; i < x.length; i++", "int i = x.length; i-- > 0;", "int i = x.length - 1; i >= 0; i--");

    private static final int LISTS = 2;

    private final SplittableRandom random = new SplittableRandom(20261124);

    private static String source() {
        StringBuilder methods = new StringBuilder();
        int number = 0;
        for (String update : Stream.concat(SET.stream(), CLEARED.stream()).toList()) {
            for (String read : READS) {
                for (String body : List.of(update + " " + read, read + " " + update)) {
                    methods.append(
                            """
                                @GpuKernel
                                static boolean k%d(int[] x, boolean[] z, int[] table, long[] out, int[] h, int[] y) {
                                    boolean f = %s;
                                    long s = -5;
                                    for (%s) {
                                        boolean p = x[i] > 3;
                                        %s
                                    }
                                    out[0] = s;
                                    return f;
                                }
                            """.formatted(number++, CLEARED.contains(update), HEADS.get(number % HEADS.size()), body));
                }
            }
        }
        return "package generated; import dev.gpukernel.GpuKernel; final class FlagReads {\n" + methods + "}\n";
    }

    @Test
    void eachSetterMeetsEachReader() throws ReflectiveOperationException {
        Class<?> owner = InMemoryCompiler.compile(Map.of(NAME, source())).loadClass(NAME);
        Gpu interpreted = OtherEngine.gpu(new InterpretedDevice.Interpreted(Long.MAX_VALUE, Long.MAX_VALUE));
        List<String> wrong = new ArrayList<>();
        for (Method method : owner.getDeclaredMethods()) {
            if (method.isAnnotationPresent(GpuKernel.class)) {
                method.setAccessible(true);
                Kernel kernel = Kernel.of(owner, method.getName());
                try {
                    kernel.schedule();
                } catch (KernelRejectedException e) {
                    wrong.add(method.getName() + ": " + e.getMessage());
                    continue;
                }
                assertThat(kernel.schedule()).contains("parallel over i");
                for (int i = 0; i < LISTS; i++) {
                    List<Object> arguments = arguments(i);
                    compare(i == 1 ? interpreted : Gpu.current(), kernel, method, arguments, wrong);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static void compare(Gpu gpu, Kernel kernel, Method method, List<Object> arguments, List<String> wrong)
            throws ReflectiveOperationException {
        List<Object> java = Oracle.copies(arguments);
        List<Object> launched = Oracle.copies(arguments);
        Object expected = method.invoke(null, java.toArray());
        Object result = gpu.call(() -> kernel.launch(launched.toArray()));
        if (!expected.equals(result) || !Arrays.deepEquals(java.toArray(), launched.toArray())) {
            wrong.add(method.getName() + " on " + gpu + " of " + Arrays.deepToString(arguments.toArray()));
        }
    }

    /** {@return arrays in which the flag changes early, late or never} */
    private List<Object> arguments(int list) {
        int length = random.nextInt(list % 2 == 0 ? 40 : 700);
        int rarity = 1 + random.nextInt(2 + length);
        boolean[] z = new boolean[length];
        IntStream.range(0, length).forEach(i -> z[i] = random.nextInt(3) == 0);
        int[] x = IntStream.range(0, length)
                .map(i -> random.nextInt(rarity) == 0 ? random.nextInt(4, 9) : random.nextInt(-2, 4))
                .toArray();
        return List.of(x, z, new int[] {7, 8, 9}, new long[1], new int[8], new int[length]);
    }
}
