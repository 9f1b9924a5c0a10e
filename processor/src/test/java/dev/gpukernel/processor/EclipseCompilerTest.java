package dev.gpukernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jdt.internal.compiler.tool.EclipseCompiler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Under a compiler that does not show its sources, declarations are checked, and bodies when a kernel is first used. */
class EclipseCompilerTest {
    private static final String SOUND = """
            package com.acme;
            import dev.gpukernel.GpuKernel;
            import dev.gpukernel.KernelRejectedException;
            import dev.gpukernel.Launch;
            import dev.gpukernel.device.Grid;
            import java.util.Arrays;
            class Ops {
                record Line(int slope, int start) {
                    int at(int x) { return slope * x + start; }
                }
                /**
                 * Draws a line.
                 *
                 * @param y where
                 */
                @GpuKernel
                static void line(Line line, int[] y) {
                    int i = Grid.x();
                    if (i < y.length) { y[i] = line.at(i); }
                }
                @GpuKernel
                static void timed(long[] x) {
                    x[Grid.x()] = System.nanoTime();
                }
                static String run() {
                    int[] y = new int[4];
                    OpsGpu.line(Launch.covering(4), new Line(3, 1), y);
                    try {
                        OpsGpu.timed(Launch.of(1, 1), new long[1]);
                        return "ran";
                    } catch (KernelRejectedException e) {
                        return Arrays.toString(y) + " " + e.findings().getFirst();
                    }
                }
            }
            """;

    @TempDir
    Path folder;

    private Project project() {
        return new Project(folder, new EclipseCompiler()).with("-25");
    }

    @Test
    void mistakesInDeclarationsAreErrors() throws IOException {
        assertThat(project().source("com/acme/Ops.java", """
                        package com.acme;
                        import dev.gpukernel.GpuKernel;
                        class Ops {
                            @GpuKernel
                            private static int inst(int[] x, Integer n) { return 1; }
                            @GpuKernel
                            static void sound(int[] x) {}
                        }
                        """).compile()).containsExactly("""
                        Ops.java:5:46: [ParameterType] parameter 'n' of kernel 'inst' has type java.lang.Integer
                            help: use a primitive type, an array of one with up to four dimensions, a record of primitives, an array of such records or of boxed numbers, an object of a class of yours, or a MemorySegment; did you mean 'int'?""");
    }

    @Test
    void bodiesAreCheckedWhenTheyAreUsed() throws IOException, ReflectiveOperationException {
        Project project = project().source("com/acme/Ops.java", SOUND);
        assertThat(project.compile()).isEmpty();
        try (URLClassLoader loader = project.load()) {
            var run = loader.loadClass("com.acme.Ops").getDeclaredMethod("run");
            run.setAccessible(true);
            assertThat(run.invoke(null)).asString().startsWith("[1, 4, 7, 10] Ops.java:23: [CallUnsupported]");
        }
    }

    @Test
    void launchersOfBothFormsAreGenerated() throws IOException {
        Project project = project().source("com/acme/Ops.java", SOUND);
        assertThat(project.compile()).isEmpty();
        assertThat(Files.readString(project.classes().resolve("com/acme/OpsGpu.java")))
                .contains("     * Draws a line.", "     * @param y where")
                .contains("static void line(Launch launch, Ops.Line line, int[] y) {")
                .contains("static void line(Launch launch, Ops.Line line, GpuArray<int[]> y) {")
                .contains("static void line(Ops.Line line, int[] y) {")
                .contains("static void line(Ops.Line line, GpuArray<int[]> y) {");
    }
}
