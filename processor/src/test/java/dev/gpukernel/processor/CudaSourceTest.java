package dev.gpukernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Launchers of raw kernels that are generated of interfaces. */
class CudaSourceTest {
    private static final String IMPORTS = """
            package com.acme;
            import dev.gpukernel.GpuArray;
            import dev.gpukernel.Launch;
            import dev.gpukernel.cuda.*;
            import java.lang.foreign.MemorySegment;
            """;

    @TempDir
    Path folder;

    private static SourceCompilation compiled(String source) {
        return SourceCompilation.with(List.of(new CudaSourceProcessor()), IMPORTS + source);
    }

    @Test
    void eachKernelHasAMethod() {
        SourceCompilation compilation = compiled("""
                @CudaSource(value = "scale.cu", options = {"-DUNROLL=4", "-DTEXT=\\"a\\""})
                public interface Scaling {
                    void scale(Launch launch, @InOut float[] data, float factor, int n);
                    void scale(Launch launch, GpuArray<float[]> data, float factor, int n);
                    void many(
                            Launch where, @In byte[] a, @Out MemorySegment b, boolean c, byte d, char e, short f, long g, double h);
                    static int helper() {
                        return 1;
                    }
                }
                """);
        assertThat(compilation.diagnostics()).isEmpty();
        assertThat(compilation.generated("com/acme/ScalingGpu.java"))
                .contains("public final class ScalingGpu implements Scaling {")
                .contains(
                        "this(CudaModule.compile(Scaling.class, \"scale.cu\", CudaOptions.of().option(\"-DUNROLL=4\").option(\"-DTEXT=\\\"a\\\"\")));")
                .contains(
                        "module.kernel(\"scale\", List.of(CudaParameter.inOut(float[].class), CudaParameter.value(float.class), CudaParameter.value(int.class)));")
                .contains("public void scale(Launch launch, float[] data, float factor, int n) {")
                .contains(".call(launch).passArray(data).passFloat(factor).passInt(n).run();")
                .contains("public void scale(Launch launch, GpuArray<float[]> data, float factor, int n) {")
                .contains(".call(launch).passGpuArray(data).passFloat(factor).passInt(n).run();")
                .contains("CudaParameter.in(byte[].class), CudaParameter.out(MemorySegment.class)")
                .contains(".call(where).passArray(a).passSegment(b).passBoolean(c).passInt(d).passInt(e).passInt(f)"
                        + ".passLong(g).passDouble(h).run();");
    }

    @Test
    void codeThatWasCompiledIsLoaded() {
        SourceCompilation compilation = compiled("""
                class Outer {
                    @CudaSource("/code/scale.cubin")
                    interface Scaling {
                        void scale(Launch launch);
                    }
                }
                """);
        assertThat(compilation.diagnostics()).isEmpty();
        assertThat(compilation.generated("com/acme/Outer_ScalingGpu.java"))
                .contains("\nfinal class Outer_ScalingGpu implements Outer.Scaling {")
                .contains("this(CudaModule.load(Outer.Scaling.class, \"/code/scale.cubin\"));")
                .contains("module.kernel(\"scale\", List.of());");
    }

    @Test
    void whatIsNoDeclarationIsRefused() {
        SourceCompilation compilation = compiled("""
                class Wrong {
                    @CudaSource("a.cu")
                    static class NoInterface {}
                    @CudaSource("a.cu")
                    interface Generic<T> {}
                    @CudaSource("a.cu")
                    private interface Hidden {}
                    @CudaSource("a.cu")
                    interface Methods {
                        int returns(Launch launch, int[] a);
                        void noLaunch(int[] a);
                        void object(Launch launch, String a);
                        void rows(Launch launch, int[][] a);
                        void value(Launch launch, @In int a);
                        void both(Launch launch, @In @Out int[] a);
                    }
                }
                """);
        assertThat(compilation.diagnostics())
                .map(text -> text.substring(0, text.indexOf(" is no declaration")))
                .containsExactlyInAnyOrder(
                        "8: [CudaInterface] 'NoInterface'",
                        "10: [CudaInterface] 'Generic'",
                        "12: [CudaInterface] 'Hidden'",
                        "15: [CudaInterface] 'returns'",
                        "16: [CudaInterface] 'noLaunch'",
                        "17: [CudaInterface] 'object'",
                        "18: [CudaInterface] 'rows'",
                        "19: [CudaInterface] 'value'",
                        "20: [CudaInterface] 'both'");
        assertThat(compilation.generated()).isEmpty();
    }

    @Test
    void kernelsAreComparedWithTheSource() throws IOException {
        Project project = new Project(folder).with("-Xlint:all", "-Werror");
        Path resources = Files.createDirectories(project.classes().resolve("com/acme"));
        Files.writeString(resources.resolve("scale.cu"), """
                // extern "C" __global__ void comment(int a);
                extern "C" __global__ void __launch_bounds__(256) scale(float *data, float factor, int n) {}
                """);
        project.source("Scaling.java", IMPORTS + """
                @CudaSource("scale.cu")
                interface Scaling {
                    void scale(Launch launch, @InOut float[] data, int n);
                    void comment(Launch launch, int a);
                }
                """);
        assertThat(project.compile())
                .anyMatch(text -> text.contains(
                        "[CudaParameterCount] raw kernel 'scale' is declared with 2 parameters, but has 3"))
                .anyMatch(text -> text.contains("[CudaKernel] scale.cu has no kernel 'comment'")
                        && text.contains("it has scale"));
        project.source("Scaling.java", IMPORTS + """
                @CudaSource("scale.cu")
                interface Scaling {
                    void scale(Launch launch, @InOut float[] data, float factor, int n);
                }
                """);
        assertThat(project.compile()).isEmpty();
    }
}
