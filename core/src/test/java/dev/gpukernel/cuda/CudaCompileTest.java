package dev.gpukernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.cuda.CodeImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compiles CUDA C to cubins without a GPU, where NVRTC is found: {@code mvn -Pnvrtc} has it as a dependency. */
final class CudaCompileTest {
    private static final CudaOptions FOR_H100 = CudaOptions.of().architecture("sm_90");

    @TempDir
    private Path folder = Path.of("");

    @BeforeAll
    static void requireCompiler() {
        CudaPrograms.requireCompiler();
    }

    static List<String> programs() {
        return List.of(
                CudaPrograms.DOUBLIFY,
                CudaPrograms.MULTIPLY_THEM,
                CudaPrograms.MATRIX_MUL,
                CudaPrograms.CONVOLUTION,
                CudaPrograms.SINE,
                CudaPrograms.SCALE,
                CudaPrograms.PIECEWISE,
                CudaPrograms.DYNAMIC_SHARED);
    }

    private static CodeImage.Kind kind(CudaModule module) {
        return Objects.requireNonNull(CodeImage.of("", module.image())).kind();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void programsBecomeCubins(String program) {
        CudaModule module = CudaModule.compile(
                program,
                FOR_H100.define("MATRIX_SIZE", 4)
                        .define("RADIUS", 2)
                        .define("UNROLL", 4)
                        .fastMath()
                        .lineInfo());
        assertThat(kind(module)).isEqualTo(CodeImage.Kind.CUBIN);
        assertThat(module.compileTime()).isPositive();
        assertThat(module.log()).isEmpty();
    }

    @Test
    void headersComeFromStringsFoldersAndResources() throws IOException {
        CudaOptions options = FOR_H100.expression("affine<double>");
        Files.writeString(folder.resolve("affine.h"), "#define AFFINE(x) (x) * factor + summand\n");
        Path source = Files.writeString(folder.resolve("affine.cu"), CudaPrograms.TEMPLATE);
        for (CudaModule module : List.of(
                CudaModule.compile(source, options),
                CudaModule.compile(CudaPrograms.TEMPLATE, options.include(folder)),
                CudaModule.compile(CudaPrograms.TEMPLATE, options.header("affine.h", "#define AFFINE(x) x")),
                CudaModule.compile(CudaPrograms.TEMPLATE, options.headersOf(CudaCompileTest.class)),
                CudaModule.compile(CudaCompileTest.class, "affine.cu", options))) {
            assertThat(kind(module)).isEqualTo(CodeImage.Kind.CUBIN);
        }
    }

    @Test
    void errorsHaveFileAndLine() {
        assertThatExceptionOfType(GpuException.class)
                .isThrownBy(() -> CudaModule.compile(
                        "extern \"C\" __global__ void f(int *a) {\n    a[0] = missing;\n}\n", FOR_H100.name("f.cu")))
                .satisfies(e -> assertThat(e.code()).isEqualTo(Message.CUDA_SOURCE))
                .withMessageContaining("f.cu does not compile for sm_90")
                .withMessageContaining("f.cu(2): error: identifier \"missing\" is undefined");
        assertThatExceptionOfType(GpuException.class)
                .isThrownBy(() -> CudaModule.compile(
                        "template <class T> __global__ void f(T *a) {}", FOR_H100.expression("g<int>")))
                .withMessageContaining("g");
        assertThatExceptionOfType(GpuException.class)
                .isThrownBy(() -> CudaModule.compile("", FOR_H100.option("--no-such-option")))
                .withMessageContaining("no-such-option");
    }

    @Test
    void anArchitectureIsNamedLikeOne() {
        for (String wrong : List.of("90", "compute_90", "sm_9", "")) {
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> CudaOptions.of().architecture(wrong))
                    .withMessageContaining("sm_90");
        }
    }
}
