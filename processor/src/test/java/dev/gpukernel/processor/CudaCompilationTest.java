package dev.gpukernel.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.internal.nvrtc.CompilerProcess;
import dev.gpukernel.internal.nvrtc.CompilerProcess.Answer;
import dev.gpukernel.internal.nvrtc.CompilerProcess.Answers;
import dev.gpukernel.internal.nvrtc.CompilerProcess.Verdict;
import dev.gpukernel.internal.nvrtc.CudaProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sources in CUDA C that are compiled while Java is: by a stand-in, and by NVRTC where that is found. */
class CudaCompilationTest {
    private static final String SCALING = """
            package com.acme;
            import dev.gpukernel.Launch;
            import dev.gpukernel.cuda.*;
            @CudaSource(value = "scale.cu", options = "-DUNROLL=4")
            interface Scaling {
                void scale(Launch launch, @InOut float[] data, float factor, int n);
            }
            """;

    private static final String OPS = """
            package com.acme;
            import dev.gpukernel.cuda.CudaFunction;
            final class Ops {
                @CudaFunction("ops.cuh")
                static native float soften(float value, long by);
                @CudaFunction(source = "#include \\"ops.cuh\\"\\n__device__ char twice(char x) { return 2 * x; }", name = "twice")
                static native byte doubled(byte x);
            }
            """;

    @TempDir
    Path folder;

    private final List<CudaProgram> compiled = new ArrayList<>();
    private Project project;
    private Path resources;

    @BeforeEach
    void prepare() throws IOException {
        project = new Project(folder).with("-Xlint:all");
        resources = Files.createDirectories(project.classes().resolve("com/acme"));
    }

    private void resource(String name, String text) throws IOException {
        Files.writeString(resources.resolve(name), text);
    }

    private void answer(Verdict verdict, String text) {
        project.compilesCudaBy((programs, library) -> {
            compiled.addAll(programs);
            return new Answers(
                    "", programs.stream().map(_ -> new Answer(verdict, text)).toList());
        });
    }

    /** {@return what the compiler says} What it generated before is gone, of which it would warn. */
    private List<String> said() throws IOException {
        for (String suffix : List.of(".java", ".class")) {
            Files.deleteIfExists(resources.resolve("ScalingGpu" + suffix));
        }
        return project.compile();
    }

    private List<String> said(String file, String source) throws IOException {
        project.source(file, source);
        return said();
    }

    private static String ptx(String entry) {
        return ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry " + entry + "\n{ ret; }\n";
    }

    @Test
    void theSourceIsCompiledWithItsHeadersAndOptions() throws IOException {
        resource("scale.cu", "#include \"inner.h\"\n#include <cuda_fp16.h>\nFUNCTIONS");
        resource("inner.h", "#include \"more.h\"\n");
        resource("more.h", "// more\n");
        answer(
                Verdict.COMPILED,
                ptx("scale(.param .u64 .ptr .align 1 scale_param_0,\n\t.param .f32 b,\n\t.param .u32 c\n)"));
        assertThat(said("Scaling.java", SCALING)).isEmpty();
        assertThat(compiled).singleElement().satisfies(program -> {
            assertThat(program.name()).isEqualTo("scale.cu");
            assertThat(program.options()).containsExactly("-DUNROLL=4");
            assertThat(program.headers()).isEqualTo(Map.of("inner.h", "#include \"more.h\"\n", "more.h", "// more\n"));
        });
    }

    /** What macros and headers declare is known once it is compiled. */
    @Test
    void methodsAreComparedWithTheCode() throws IOException {
        resource("scale.cu", "#include \"inner.h\"\nFUNCTIONS");
        project.source("Scaling.java", SCALING);
        answer(Verdict.COMPILED, ptx("scaled(.param .u64 a)") + ptx("other()"));
        assertThat(said())
                .singleElement()
                .asString()
                .startsWith("Scaling.java:6:")
                .contains("[CudaKernel] scale.cu has no kernel 'scale'", "it has other, scaled");
        answer(Verdict.COMPILED, ptx("scale(.param .u64 a, .param .f32 b)"));
        assertThat(said())
                .singleElement()
                .asString()
                .contains("[CudaParameterCount] raw kernel 'scale' is declared with 3 parameters, but has 2");
        answer(Verdict.COMPILED, ptx("scale(.param .u64 a, .param .f64 b, .param .align 4 .b8 c[12])"));
        assertThat(said())
                .singleElement()
                .asString()
                .contains(
                        "[CudaParameterSize] parameter 2 of raw kernel 'scale' is declared as float, of 4 bytes, but has 8 bytes");
        answer(Verdict.COMPILED, ptx("scale(.param .u64 a, .param .f32 b, .param .align 4 .b8 c[12])"));
        assertThat(said()).singleElement().asString().contains("declared as int, of 4 bytes, but has 12");
    }

    @Test
    void codeInPtxIsCompared() throws IOException {
        resource("scale.ptx", ptx("scale(.param .u64 a, .param .f32 b, .param .u64 c)"));
        project.source("Scaling.java", SCALING.replace("scale.cu", "scale.ptx"));
        assertThat(said()).singleElement().asString().contains("parameter 3 of raw kernel 'scale'");
        resource("scale.ptx", ptx("scale(.param .u64 a, .param .f32 b, .param .s32 c)"));
        assertThat(said()).isEmpty();
    }

    @Test
    void whatDoesNotCompileIsAnErrorOfTheInterface() throws IOException {
        resource("scale.cu", "#include \"inner.h\"\n");
        project.source("Scaling.java", SCALING);
        answer(Verdict.REFUSED, "[CudaSource] scale.cu does not compile for compute_90:\nscale.cu(3): error");
        assertThat(said())
                .singleElement()
                .asString()
                .startsWith("Scaling.java:5:")
                .contains("scale.cu(3): error");
    }

    /** Of a header among resources that the compiler does not see, nobody can say that it is not there. */
    @Test
    void whatIsNotKnownIsNoError() throws IOException {
        resource("scale.cu", "#include \"inner.h\"\n");
        project.source("Scaling.java", SCALING);
        answer(Verdict.REFUSED, "scale.cu(1): catastrophic error: could not open source file \"inner.h\"");
        assertThat(said()).singleElement().asString().contains("inner.h");
        assertThat(project.classes().resolve("com/acme/ScalingGpu.class")).exists();
        answer(Verdict.UNKNOWN, "nvrtcGetPTX failed");
        assertThat(said()).isEmpty();
    }

    @Test
    void onlyAnOptionMakesTheCompilerNecessary() throws IOException {
        resource("scale.cu", "#include \"inner.h\"\n");
        project.source("Scaling.java", SCALING);
        List<String> libraries = new ArrayList<>();
        CudaCompilation.Compiler absent = (programs, library) -> {
            libraries.add(library);
            return new Answers("[NvrtcMissing] nowhere", List.of());
        };
        project.compilesCudaBy(absent);
        assertThat(said()).isEmpty();
        project.with("-Agpukernel.nvrtc=/opt/x");
        assertThat(said()).singleElement().asString().contains("[NvrtcMissing] nowhere");
        assertThat(libraries).containsExactly("", "/opt/x");
        project = new Project(folder).compilesCudaBy(absent).with("-Agpukernel.nvrtc=none");
        assertThat(said()).isEmpty();
        assertThat(libraries).hasSize(2);
    }

    @Test
    void aWrongPathIsSaidByTheProcess() throws IOException {
        resource("scale.cu", "");
        project.source("Scaling.java", SCALING.replace("    void", "    // void"))
                .with("-Agpukernel.nvrtc=/does/not/exist");
        assertThat(said()).singleElement().asString().contains("[NvrtcUnusable]", "/does/not/exist");
    }

    @Test
    void functionsAreCompiledWithWhatTheirMethodsDeclare() throws IOException {
        resource("ops.cuh", "__device__ float soften(float value, long long by);");
        answer(Verdict.COMPILED, "");
        assertThat(said("Ops.java", OPS)).isEmpty();
        assertThat(compiled).hasSize(2);
        assertThat(compiled.get(0).source()).contains("parameter 2 of Ops.soften is long in Java");
        assertThat(compiled.get(1).name()).isEqualTo("Ops.doubled");
        assertThat(compiled.get(1).headers()).containsOnlyKeys("ops.cuh");
        answer(Verdict.REFUSED, "[CudaSource] no");
        assertThat(said()).hasSize(2).allMatch(text -> text.contains("[CudaSource] no"));
    }

    /** The same by NVRTC, on machines that have it. */
    @Test
    void byNvrtc() throws IOException {
        CudaProgram nothing = new CudaProgram("a.cu", "", Map.of(), List.of(), List.of(), List.of());
        Answers found = CompilerProcess.compile(List.of(nothing), System.getProperty("gpukernel.nvrtc", ""));
        assumeTrue(found.problem().isEmpty(), found.problem());
        resource("scale.cu", """
                #include "inner.h"
                KERNEL scale(float *data, real factor, int n) {
                    int i = blockIdx.x * blockDim.x + threadIdx.x;
                    if (i < n) data[i] *= factor * UNROLL;
                }
                """);
        resource("inner.h", "#define KERNEL extern \"C\" __global__ void\ntypedef float real;\n");
        resource("ops.cuh", "__device__ float soften(float value, long long by) { return value / by; }");
        String library = System.getProperty("gpukernel.nvrtc", "");
        if (!library.isEmpty()) {
            project.with("-Agpukernel.nvrtc=" + library);
        }
        project.source("Scaling.java", SCALING).source("Ops.java", OPS);
        assertThat(said()).isEmpty();
        resource("inner.h", "#define KERNEL extern \"C\" __global__ void\ntypedef double real;\n");
        resource("ops.cuh", "__device__ float soften(float value, int by) { return value / by }");
        assertThat(said())
                .anyMatch(
                        text -> text.startsWith("Scaling.java:6:") && text.contains("[CudaParameterSize] parameter 2"))
                .anyMatch(text -> text.startsWith("Ops.java:5:") && text.contains("[CudaFunctionDiffers]"))
                .anyMatch(
                        text -> text.startsWith("Ops.java:7:") && text.contains("ops.cuh(1): error: expected a \";\""))
                .hasSize(3);
    }
}
