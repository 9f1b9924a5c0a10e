package dev.gpukernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
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

    /** On the CPU a launcher is made, and its launches are refused. */
    @Test
    void launchersAreOfTheModule() throws IOException, ReflectiveOperationException {
        Project project = new Project(folder).with("-Xlint:all", "-Werror");
        Path resources = Files.createDirectories(project.classes().resolve("com/acme"));
        Files.writeString(
                resources.resolve("scale.ptx"),
                ".version 7.0\n.target sm_52\n.address_size 64\n.visible .entry scale(.param .u64 a, .param .u8 b, .param .u16 c) { ret; }\n");
        project.source("Main.java", IMPORTS + """
                import dev.gpukernel.Gpu;
                import dev.gpukernel.GpuException;
                final class Main {
                    @CudaSource("scale.ptx")
                    interface Scaling {
                        void scale(Launch launch, @InOut int[] data, byte small, char c);
                    }
                    static String run() {
                        Gpu cpu = Gpu.all().stream().filter(gpu -> gpu.backend().equals("cpu")).findFirst().orElseThrow();
                        String[] said = new String[1];
                        cpu.run(() -> {
                            try {
                                new Main_ScalingGpu().scale(Launch.covering(3), new int[3], (byte) 1, 'c');
                            } catch (GpuException e) {
                                said[0] = e.getMessage();
                            }
                        });
                        return said[0];
                    }
                }
                """);
        assertThat(project.compile()).isEmpty();
        try (URLClassLoader loader = project.load()) {
            Method run = loader.loadClass("com.acme.Main").getDeclaredMethod("run");
            run.setAccessible(true);
            assertThat((String) run.invoke(null)).contains("[CudaDevice] scale.ptx is CUDA C");
        }
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
