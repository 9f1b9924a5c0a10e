package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.function.FloatOperator;
import dev.gpukernel.oracle.InMemoryCompiler;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.ToolProvider;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        float[] x = {1, 2};
        for (float factor : List.of(2f, 5f)) {
            Kernel.of(FunctionsTest.class, "ofFunction").launch(made("v * " + factor + "f"), x);
        }
        assertThat(x).containsExactly(10, 20);
    }

    /** Of an exception, too, the kernel's own loader does not know the class. */
    @Test
    void exceptionsOfClassesBelowTheKernelsAreThrown() throws Exception {
        FloatOperator lambda = made("stopping(v)");
        Class<?> stopped = lambda.getClass().getClassLoader().loadClass("below.Made$Stopped");
        Kernel kernel = Kernel.of(FunctionsTest.class, "ofFunction");
        for (FloatOperator f : List.of(lambda, object(lambda))) {
            float[] x = {3, -1, 4, 2};
            assertThatThrownBy(() -> kernel.launch(f, x))
                    .isExactlyInstanceOf(stopped)
                    .hasMessage("at -1.0");
            assertThat(x[0]).isEqualTo(f.apply(3));
            try (GpuArray<float[]> held = Gpu.current().upload(new float[] {3, -1, 4, 2})) {
                assertThatThrownBy(() -> {
                            kernel.launch(f, held);
                            held.toHost();
                        })
                        .isExactlyInstanceOf(stopped)
                        .hasMessage("at -1.0");
            }
        }
    }

    /** Kernels of a class that refers to no other. */
    static final class Kernels {
        private Kernels() {}

        @GpuKernel
        static void ofTwo(FloatOperator f, FloatOperator g, float[] x) {
            for (int i = 0; i < x.length; i++) {
                x[i] = f.apply(x[i]) - g.apply(x[i]);
            }
        }

        @GpuKernel
        static void ofHeld(Holder held, float[] x) {
            for (int i = 0; i < x.length; i++) {
                x[i] = held.f.apply(x[i]);
            }
        }
    }

    /** An object with a function. */
    static final class Holder {
        private final FloatOperator f;

        Holder(FloatOperator f) {
            this.f = f;
        }
    }

    /** Another loader has another class of this name. */
    static final class Scale {
        private Scale() {}

        static float of(float v) {
            return 3 * v;
        }
    }

    /** {@return a function of a class of a loader of its own} */
    private static FloatOperator made(String body) throws ReflectiveOperationException {
        String own = FunctionsTest.class.getPackageName();
        ClassLoader below = InMemoryCompiler.compile(
                Map.of(
                        "below.Made",
                        """
                package below;

                import dev.gpukernel.internal.jit.*;

                public final class Made implements dev.gpukernel.function.FloatOperator {
                    public float apply(float v) {
                        return BODY;
                    }

                    public static final class Stopped extends RuntimeException {
                        Stopped(String message) {
                            super(message);
                        }
                    }

                    static float stopping(float v) {
                        if (v < 0) {
                            throw new Stopped("at " + v);
                        }
                        return 2 * v;
                    }

                    public static dev.gpukernel.function.FloatOperator lambda() {
                        return v -> BODY;
                    }
                }
                """.replace("BODY", body),
                        own + ".FunctionsTest$Scale",
                        "package dev.gpukernel.internal.jit; public class FunctionsTest$Scale { public static float of(float v) { return 5 * v; } }"));
        return (FloatOperator) below.loadClass("below.Made").getMethod("lambda").invoke(null);
    }

    private static FloatOperator object(FloatOperator lambda) throws ReflectiveOperationException {
        Class<?> type = lambda.getClass().getClassLoader().loadClass("below.Made");
        return (FloatOperator) type.getConstructor().newInstance();
    }

    @Test
    @SuppressWarnings("serial") // A function of a class that nobody else sees.
    void classesOfOneNameByTwoLoadersAreToldApart() throws Exception {
        FloatOperator twice = made("2 * v");
        FloatOperator thrice = made("FunctionsTest$Scale.of(v) + v");
        Kernel ofTwo = Kernel.of(Kernels.class, "ofTwo");
        Kernel ofHeld = Kernel.of(Kernels.class, "ofHeld");
        float[] x = {1, 2};
        ofTwo.launch(object(thrice), thrice, x);
        assertThat(x).containsExactly(0, 0);
        x = new float[] {1, 2};
        ofTwo.launch(twice, object(twice).andThen(object(twice)), x);
        ofTwo.launch(thrice, thrice.andThen(thrice), x);
        assertThat(x).containsExactly(60, 120);
        for (FloatOperator other : List.of(object(twice), twice)) {
            float[] y = {1, 2};
            assertLoadersDiffer(() -> ofTwo.launch(thrice, other, y), "another one of that name");
            assertLoadersDiffer(() -> ofTwo.launch(other, object(thrice), y), "another one of that name");
            // The kernel's own loader knows none of these.
            assertLoadersDiffer(() -> ofHeld.launch(new Holder(other), y), "none of that name");
            assertThat(y).containsExactly(1, 2);
        }
        FloatOperator own = Scale::of;
        assertLoadersDiffer(() -> ofTwo.launch(own, thrice, new float[1]), "FunctionsTest$Scale");
        assertLoadersDiffer(() -> ofTwo.launch(own.andThen(thrice), own, new float[1]), "none of that name");
    }

    /** {@return what the module of a class with functions gives, which another module may use but not look into, unless it is open} */
    private static Object inModule(Path folder, boolean isOpen, String method) throws Exception {
        Path source = Files.createDirectories(folder.resolve("source/closed"));
        Files.writeString(
                source.resolve("module-info.java"), (isOpen ? "open " : "") + "module closed { exports shut; }");
        Files.createDirectories(source.resolve("shut"));
        Files.writeString(source.resolve("shut/Made.java"), """
                package shut;

                public final class Made implements dev.gpukernel.function.FloatOperator {
                    private final float factor = Float.parseFloat("3");

                    public float apply(float v) {
                        return v * factor;
                    }

                    public static Object object() {
                        return new Made();
                    }

                    public static Object lambda() {
                        float twice = 2;
                        return (dev.gpukernel.function.FloatOperator) v -> v * twice;
                    }
                }
                """);
        Path classes = folder.resolve("classes");
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-g",
                        "-proc:none",
                        "-d",
                        classes.toString(),
                        "-classpath",
                        InMemoryCompiler.classPathOf(GpuKernel.class),
                        "--add-reads",
                        "closed=ALL-UNNAMED",
                        source.resolve("module-info.java").toString(),
                        source.resolve("shut/Made.java").toString());
        assertThat(failed).isZero();
        ModuleLayer boot = ModuleLayer.boot();
        Configuration configuration =
                boot.configuration().resolve(ModuleFinder.of(classes), ModuleFinder.of(), Set.of("closed"));
        ClassLoader own = FunctionsTest.class.getClassLoader();
        ModuleLayer.Controller layer = ModuleLayer.defineModulesWithOneLoader(configuration, List.of(boot), own);
        layer.addReads(layer.layer().findModule("closed").orElseThrow(), own.getUnnamedModule());
        return layer.layer()
                .findLoader("closed")
                .loadClass("shut.Made")
                .getMethod(method)
                .invoke(null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lambda", "object"})
    void functionsOfModulesAreReadWhereTheseAreOpen(String method, @TempDir Path folder) throws Exception {
        float[] x = {1, 2};
        Kernel kernel = Kernel.of(FunctionsTest.class, "ofFunction");
        kernel.launch(inModule(folder.resolve("open"), true, method), x);
        assertThat(x).containsExactly(method.equals("lambda") ? new float[] {2, 4} : new float[] {3, 6});
        Object closed = inModule(folder.resolve("closed"), false, method);
        assertThatThrownBy(() -> kernel.launch(closed, x))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[KernelClassClosed]")
                .hasMessageContaining("shut.Made cannot be reached")
                .hasMessageContaining("open its package to module");
    }

    private static void assertLoadersDiffer(ThrowingCallable launch, String text) {
        assertThatThrownBy(launch)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[LoadersDiffer]")
                .hasMessageContaining(text);
    }
}
