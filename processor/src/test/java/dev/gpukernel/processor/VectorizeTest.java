package dev.gpukernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Functions of arrays that are generated of static methods. */
class VectorizeTest {
    @TempDir
    Path folder;

    private static SourceCompilation compiled(String source) {
        return SourceCompilation.with(List.of(new VectorizeProcessor()), source);
    }

    @Test
    void eachChoiceOfArraysHasAMethod() {
        SourceCompilation compilation = compiled("""
                package com.acme;
                import dev.gpukernel.array.Vectorize;
                public class Activations {
                    @Vectorize
                    public static float leakyRelu(float x, float slope) {
                        return x > 0 ? x : slope * x;
                    }
                    static class Inner {
                        @Vectorize
                        static boolean sum(int a, int b, int c, int d, long e) {
                            return a + b + c + d == e;
                        }
                    }
                }
                """);
        assertThat(compilation.diagnostics()).isEmpty();
        assertThat(compilation.generated("com/acme/ActivationsArrays.java"))
                .contains("public final class ActivationsArrays {")
                .contains(
                        "private static final Ufunc LEAKY_RELU = Ufunc.of(Activations.class, \"leakyRelu\", float.class, float.class);")
                .contains("public static FloatNdArray leakyRelu(FloatNdArray x, FloatNdArray slope) {")
                .contains("public static FloatNdArray leakyRelu(FloatNdArray x, float slope) {")
                .contains("public static FloatNdArray leakyRelu(float x, FloatNdArray slope) {")
                .contains("return LEAKY_RELU.floats(x, NdArrays.full(slope));");
        assertThat(compilation.generated("com/acme/Activations_InnerArrays.java"))
                .contains("\nfinal class Activations_InnerArrays {")
                .containsOnlyOnce(" static BooleanNdArray sum(")
                .contains("sum(IntNdArray a, IntNdArray b, IntNdArray c, IntNdArray d, LongNdArray e) {");
    }

    @Test
    void otherMethodsAreRefused() {
        SourceCompilation compilation = compiled("""
                package com.acme;
                import dev.gpukernel.array.Vectorize;
                class Ops {
                    @Vectorize
                    float notStatic(float x) {
                        return x;
                    }
                    @Vectorize
                    static float none() {
                        return 0;
                    }
                    @Vectorize
                    static void nothing(int x) {}
                    @Vectorize
                    static int length(int[] x) {
                        return x.length;
                    }
                    private static class Hidden {
                        @Vectorize
                        static int same(int x) {
                            return x;
                        }
                    }
                }
                """);
        assertThat(compilation.diagnostics())
                .map(text -> text.substring(0, text.indexOf(" cannot")))
                .containsExactlyInAnyOrder(
                        "5: [NotVectorized] 'Ops.notStatic'",
                        "9: [NotVectorized] 'Ops.none'",
                        "13: [NotVectorized] 'Ops.nothing'",
                        "15: [NotVectorized] 'Ops.length'",
                        "20: [NotVectorized] 'Hidden.same'");
        assertThat(compilation.generated()).isEmpty();
    }

    /** Beside a kernel, with overloads, broadcasting and an exception. */
    @Test
    void generatedFunctionsRun() throws IOException, ReflectiveOperationException {
        Project project = new Project(folder).with("-Xlint:all", "-Werror");
        project.source("Main.java", """
                package com.acme;
                import dev.gpukernel.GpuKernel;
                import dev.gpukernel.array.NdArrays;
                import dev.gpukernel.array.Vectorize;
                class Main {
                    @Vectorize
                    static double near(double a, double b, int digits) {
                        return Math.abs(a - b) < Math.pow(10, -digits) ? a : b;
                    }
                    @Vectorize
                    static double near(double a) {
                        return Math.rint(a);
                    }
                    @Vectorize
                    static long quotient(long a, long b) {
                        return a / b;
                    }
                    @GpuKernel
                    static void twice(double[] x) {
                        for (int i = 0; i < x.length; i++) {
                            x[i] *= 2;
                        }
                    }
                    static String run() {
                        var x = NdArrays.of(1.0, 2.5);
                        var near = MainArrays.near(x, 1.05, NdArrays.arange(3).expandDims(1)).compute();
                        String text = near.toString();
                        MainGpu.twice(near.asGpuArray());
                        text += near + " " + MainArrays.near(x);
                        try {
                            return text + MainArrays.quotient(3L, NdArrays.of(0L, 1L));
                        } catch (ArithmeticException e) {
                            return text + " " + e.getMessage();
                        }
                    }
                }
                """);
        assertThat(project.compile()).isEmpty();
        try (URLClassLoader loader = project.load()) {
            var method = loader.loadClass("com.acme.Main").getDeclaredMethod("run");
            method.setAccessible(true);
            String near = "[[1.0 , 1.05],\n [1.0 , 1.05],\n [1.05, 1.05]]";
            assertThat(method.invoke(null)).isEqualTo(near + near + " [1.0, 2.0] / by zero");
        }
    }

    @Test
    void rowsAlwaysTakeArrays() {
        SourceCompilation compilation = compiled("""
                package com.acme;
                import dev.gpukernel.array.Vectorize;
                public class Rows {
                    @Vectorize(signature = " (n), (n) -> ()")
                    public static float dot(float[] x, float[] y) {
                        return x[0] * y[0];
                    }
                    @Vectorize(signature = "(m,n),()->(m)")
                    static void sums(double[][] x, int times, double[] result) {}
                    @Vectorize(signature = "")
                    static int same(int x) {
                        return x;
                    }
                }
                """);
        assertThat(compilation.diagnostics()).isEmpty();
        assertThat(compilation.generated("com/acme/RowsArrays.java"))
                .contains("Ufunc.of(\"(n),(n)->()\", Rows.class, \"dot\", float[].class, float[].class);")
                .containsOnlyOnce("FloatNdArray dot(")
                .contains("/** {@return {@link Rows#dot(float[], float[])} of what is along the last axes} */")
                .contains("public static FloatNdArray dot(FloatNdArray x, FloatNdArray y) {")
                .contains("Ufunc.of(\"(m,n),()->(m)\", Rows.class, \"sums\", double[][].class, int.class,")
                .contains(" static DoubleNdArray sums(DoubleNdArray x, int times) {")
                .contains(" static DoubleNdArray sums(DoubleNdArray x, IntNdArray times) {")
                .contains("return SUMS.doubles(x, NdArrays.full(times));")
                .contains("Ufunc.of(Rows.class, \"same\", int.class);");
    }

    @Test
    void signaturesAreRefusedWhereTheyAreWritten() {
        SourceCompilation compilation = compiled("""
                package com.acme;
                import dev.gpukernel.array.Vectorize;
                class Ops {
                    @Vectorize(
                            signature = "(n)->(m)")
                    static void f(float[] x, float[] y) {}
                }
                """);
        assertThat(compilation.diagnostics())
                .singleElement()
                .asString()
                .startsWith("5: [UfuncSignature] signature '(n)->(m)' of 'Ops.f' gives dimension 'm'");
    }

    @Test
    void generatedFunctionsOfRowsRun() throws IOException, ReflectiveOperationException {
        Project project = new Project(folder).with("-Xlint:all", "-Werror");
        project.source("Main.java", """
                package com.acme;
                import dev.gpukernel.array.NdArrays;
                import dev.gpukernel.array.Vectorize;
                class Main {
                    @Vectorize(signature = "(n),(n)->()")
                    static double dot(double[] x, double[] y) {
                        double sum = 0;
                        for (int i = 0; i < x.length; i++) {
                            sum += x[i] * y[i];
                        }
                        return sum;
                    }
                    @Vectorize(signature = "(n),()->(n)")
                    static void upTo(int[] x, int most, int[] result) {
                        for (int i = 0; i < x.length; i++) {
                            result[i] = Math.min(x[i], most);
                        }
                    }
                    static String run() {
                        var x = NdArrays.arange(6).toDouble().reshape(2, 3);
                        return MainArrays.dot(x, x.at(1)) + " " + MainArrays.upTo(NdArrays.of(1, 5), 3)
                                + " " + MainArrays.upTo(NdArrays.of(1, 5), NdArrays.of(0, 9));
                    }
                }
                """);
        assertThat(project.compile()).isEmpty();
        try (URLClassLoader loader = project.load()) {
            var method = loader.loadClass("com.acme.Main").getDeclaredMethod("run");
            method.setAccessible(true);
            assertThat(method.invoke(null)).isEqualTo("[14.0, 50.0] [1, 3] [[0, 0],\n [1, 5]]");
        }
    }
}
