package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.function.FloatOperator;
import dev.gpukernel.oracle.InMemoryCompiler;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A kernel that is passed a function is, instruction by instruction, the kernel with the function's body, and is compiled once for each. */
final class FunctionsTest {
    @GpuKernel
    static void ofFunction(FloatOperator f, float[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = f.apply(x[i]);
        }
    }

    @GpuKernel
    static void ofNumbers(float[] x, float factor, float[] table) {
        for (int i = 0; i < x.length; i++) {
            x[i] = x[i] * factor + table[(int) x[i] & 3];
        }
    }

    @GpuKernel
    static float endless(FloatOperator f, float[] x) {
        float sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += again(f, x[i]);
        }
        return sum;
    }

    private static float again(FloatOperator f, float x) {
        return x < 0 ? f.apply(x) : again(f, x - 1);
    }

    private static FloatOperator looked(float[] table, float factor) {
        return v -> v * factor + table[(int) v & 3];
    }

    private static String code(Kernel kernel) {
        return kernel.ptx()
                .replaceAll("ofFunction|ofNumbers|FunctionsTest", "")
                .replaceAll("//.*|\\.loc.*|\\.file.*", "");
    }

    @Test
    void areTheirBodies() {
        Kernel kernel = Kernel.of(FunctionsTest.class, "ofFunction");
        kernel.launch(looked(new float[4], 2), new float[3]);
        assertThat(code(kernel)).isEqualTo(code(Kernel.of(FunctionsTest.class, "ofNumbers")));
    }

    private static JitKernel found(FloatOperator f) {
        ObjectKernel kernel = (ObjectKernel) Kernel.of(FunctionsTest.class, "ofFunction");
        return kernel.find(new Object[] {f, new float[3]}, new ObjectCall(kernel));
    }

    @Test
    void aFunctionWithOtherValuesCompilesNothing() {
        JitKernel first = found(looked(new float[] {1, 2, 3, 4}, 2));
        assertThat(found(looked(new float[] {5, 6, 7, 8}, 3))).isSameAs(first);
        assertThat(found(v -> v + 1)).isNotSameAs(first);
        FloatOperator outer = looked(new float[4], 1).andThen(Math::abs);
        FloatOperator same = looked(new float[4], 2).andThen(Math::abs);
        assertThat(found(outer)).isSameAs(found(outer)).isNotSameAs(found(same.andThen(same)));
    }

    @Test
    void whatCallsItselfWithTheSameFunctionIsRecursion() {
        FloatOperator f = v -> v;
        assertThatThrownBy(() -> Kernel.of(FunctionsTest.class, "endless").launch(f, new float[1]))
                .isInstanceOf(KernelRejectedException.class)
                .hasMessageContaining("[Recursion]");
    }

    /** A function of a class that the kernel's own loader does not know. */
    @Test
    void functionsOfClassesBelowTheKernelsAreRead() throws Exception {
        ClassLoader below = InMemoryCompiler.compile(Map.of("below.Made", """
                package below;

                public final class Made {
                    public static dev.gpukernel.function.FloatOperator made(float a) {
                        return v -> scaled(v, a);
                    }

                    private static float scaled(float v, float a) {
                        return v * a;
                    }
                }
                """));
        Method made = below.loadClass("below.Made").getMethod("made", float.class);
        float[] x = {1, 2};
        for (float factor : List.of(2f, 5f)) {
            Kernel.of(FunctionsTest.class, "ofFunction").launch(made.invoke(null, factor), x);
        }
        assertThat(x).containsExactly(10, 20);
    }
}
