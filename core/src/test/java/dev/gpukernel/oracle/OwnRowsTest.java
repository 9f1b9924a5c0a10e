package dev.gpukernel.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * What {@link OwnRows} generates, in the iterations of a parallel loop, does what it does in Java: on the CPU and in the tests' interpreter. {@code
 * -Dgpukernel.ownrows=500:1000} tries so many classes of them, from a seed on.
 */
class OwnRowsTest {
    private static final int METHODS = 4;

    private static final List<NumberType> TYPES =
            List.of(NumberType.INT, NumberType.DOUBLE, NumberType.BYTE, NumberType.CHAR);

    @Test
    void isJavas() throws ReflectiveOperationException {
        String[] range = System.getProperty("gpukernel.ownrows", "3:0").split(":", 2);
        long first = Long.parseLong(range[1]);
        for (long seed = first; seed < first + Integer.parseInt(range[0]); seed++) {
            compare(seed);
        }
    }

    private static void compare(long seed) throws ReflectiveOperationException {
        KernelClass shared = new KernelClass(new SplittableRandom(seed), false);
        StringBuilder source = new StringBuilder("""
                package generated;

                import dev.gpukernel.GpuKernel;
                import java.util.Arrays;

                final class OwnRows {
                """);
        for (int i = 0; i < METHODS; i++) {
            source.append(new OwnRows(shared)
                    .method()
                    .replace("NAME", "rows" + i)
                    .replaceAll("\\bT\\b", TYPES.get(i).text()));
            source.append("""
                    @GpuKernel static void kernel%1$s(int[] out, int n) {
                        for (int t = 0; t < out.length; t++) {
                            out[t] = rows%1$s(t - 2, n);
                        }
                    }
                    """.formatted(i));
        }
        String text = source + "}\n";
        Class<?> owner =
                InMemoryCompiler.compile(Map.of("generated.OwnRows", text)).loadClass("generated.OwnRows");
        for (int i = 0; i < METHODS; i++) {
            Method method = owner.getDeclaredMethod("kernel" + i, int[].class, int.class);
            method.setAccessible(true);
            compare(method, "seed " + seed + "\n" + text);
        }
    }

    private static void compare(Method method, String what) throws IllegalAccessException {
        Kernel kernel = Kernel.of(method.getDeclaringClass(), method.getName());
        for (int n : new int[] {0, 3, 6, -5}) {
            int[] expected = new int[11];
            Throwable byJava = null;
            try {
                method.invoke(null, expected, n);
            } catch (InvocationTargetException e) {
                byJava = e.getCause();
            }
            for (Gpu gpu : List.of(Gpu.current(), OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE)))) {
                int[] own = new int[11];
                Throwable thrown = null;
                try {
                    gpu.run(() -> kernel.launch(own, n));
                } catch (RuntimeException e) {
                    thrown = e;
                }
                String place = method.getName() + ", n = " + n + ", " + gpu.backend() + ", " + what;
                assertThat(OmittedDetails.areAlike(thrown, byJava))
                        .as(() -> place)
                        .withFailMessage("%s against %s\n%s", thrown, byJava, place)
                        .isTrue();
                if (byJava == null) {
                    assertThat(own).as(() -> place).isEqualTo(expected);
                }
            }
        }
    }
}
