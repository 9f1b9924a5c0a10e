package dev.gpukernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What javac says of methods with bodies in CUDA C. */
class CudaFunctionTest {
    @TempDir
    Path folder;

    private static List<String> said(String source) {
        return SourceCompilation.with(
                        List.of(new CudaFunctionProcessor()),
                        "package com.acme;\nimport dev.gpukernel.cuda.CudaFunction;\nfinal class Ops {\n" + source
                                + "\n}\n")
                .diagnostics();
    }

    @Test
    void whatIsTheSameIsFine() {
        assertThat(said("""
                @CudaFunction(source = "__device__ float f(float a, const double b, unsigned c, unsigned long long int d) {}")
                static native float f(float a, double b, int c, long d);
                @CudaFunction(source = "__device__ bool g(bool, signed char b, unsigned short c, short int d, char16_t) {}")
                static native boolean g(boolean a, byte b, char c, short d, char e);
                @CudaFunction(source = "typedef float real; __device__ real h(real a, int unsigned) { return a; }")
                static native float h(float a, int b);
                @CudaFunction(source = "#include \\"x.h\\"")
                static native float included(float a);
                @CudaFunction(source = "namespace n { template <class T> __device__ T t(T a) { return a; } }", name = "n::t<float>")
                static native float t(float a);
                @CudaFunction("x.cuh")
                static native float unseen(float a);
                """)).isEmpty();
    }

    @Test
    void whatDiffersIsSaid() {
        assertThat(said("""
                @CudaFunction(source = "__device__ float f(float a) { return a; } __device__ int g(void) {}")
                static native float missing(float a);
                """))
                .singleElement()
                .asString()
                .contains("[CudaFunctionMissing] Ops.missing has no function 'missing'", "it has f, g");
        for (String parameters : List.of("double a", "float a, float b", "", "int", "float *a", "const long long a")) {
            assertThat(said("@CudaFunction(source = \"__device__ float f(" + parameters + ") { return 1; }\")\n"
                            + "static native float f(float a);"))
                    .as(parameters)
                    .singleElement()
                    .asString()
                    .contains("[CudaFunctionDiffers] Ops.f has the parameters (float) in Java, but f has (" + parameters
                            + ") in CUDA C");
        }
    }

    @Test
    void resourcesAreReadWhereTheCompilerSeesThem() throws IOException {
        Project project = new Project(folder).with("-Xlint:all", "-Werror");
        Path resources = Files.createDirectories(project.classes().resolve("com/acme"));
        Files.writeString(resources.resolve("f.cuh"), "__device__ float f(float a) { return a; }");
        project.source("Ops.java", """
                package com.acme;
                import dev.gpukernel.cuda.CudaFunction;
                final class Ops {
                    @CudaFunction("f.cuh")
                    static native float f(float a);
                    @CudaFunction("f.cuh")
                    static native float g(float a);
                }
                """);
        assertThat(project.compile())
                .singleElement()
                .asString()
                .contains("[CudaFunctionMissing] f.cuh has no function 'g'");
    }
}
