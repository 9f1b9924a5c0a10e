package dev.gpukernel.internal.declaration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.declaration.CudaDeclarations.Declared;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is read of CUDA C without a compiler. */
final class CudaDeclarationsTest {
    @Test
    void kernelsAreReadWithTheirParameters() {
        CudaDeclarations read = CudaDeclarations.of("""
                extern "C" __global__ void none() {}
                extern "C" __global__ void nothing(void);
                extern "C" __global__ void nothing(void) {}
                extern  "C"
                __global__
                void __launch_bounds__(256, 2) bounds(const float *__restrict__ x, unsigned long long n, float m[3][3]) {}
                extern "C" __attribute__((cold)) int other(int a);
                extern "C" {
                    static int helper(int x) { return x; }
                    __global__ static void inside(int (&a)[2], std::pair<int, int> p) { if (true) {} }
                    __global__ void second(int x) {}
                }
                __global__ void mangled(int x) {}
                template <typename T> __global__ void typed(T x) {}
                """);
        assertThat(read.kernels())
                .containsExactly(
                        new Declared("none", List.of()),
                        new Declared("nothing", List.of()),
                        new Declared(
                                "bounds",
                                List.of("const float *__restrict__ x", "unsigned long long n", "float m[3][3]")),
                        new Declared("inside", List.of("int (&a)[2]", "std::pair<int, int> p")),
                        new Declared("second", List.of("int x")));
        assertThat(read.parameterNames("bounds")).containsExactly("x", "n", "m");
        assertThat(read.parameterNames("none")).isEmpty();
        assertThat(read.parameterNames("missing")).isNull();
        assertThat(read.isCertain()).isTrue();
    }

    @Test
    void commentsAndTextsAreLeftOut() {
        CudaDeclarations read = CudaDeclarations.of("""
                // extern "C" __global__ void line(int a) {}
                /* extern "C" __global__ void block(int a) {} */
                const char *text = "extern \\"C\\" __global__ void quoted(int a) {}";
                const char *raw = R"x(extern "C" __global__ void raw(int a) {})" )x";
                const int million = 1'000'000;
                const char quote = '"', other = '\\'';
                extern /* here */ "C" __global__ /* and " here */ void real(int /* int */ a, // ) the first
                        float b) {}
                """);
        assertThat(read.kernels()).hasSize(1);
        assertThat(read.parameterNames("real")).containsExactly("a", "b");
    }

    @Test
    void whatMacrosMakeIsNotKnown() {
        assertThat(CudaDeclarations.of("#define N 4\n#pragma unroll\n").isCertain())
                .isTrue();
        for (String line : List.of(
                "#define KERNEL extern \"C\" __global__ void",
                "#define NAMED(x) f##x",
                "#if N > 3",
                "#ifdef N",
                "  #  include \"kernels.cuh\"",
                "#define KERNELS \\\n  extern \"C\"")) {
            assertThat(CudaDeclarations.of("int x;\n" + line + "\n").isCertain())
                    .as(line)
                    .isFalse();
        }
    }

    @Test
    void whatEndsTooEarlyIsNoKernel() {
        for (String source : List.of(
                "extern \"C\" __global__ void f(int a",
                "extern \"C\" __global__",
                "extern \"C",
                "/* extern",
                "R\"x(",
                "extern \"C\" {",
                "\"\\",
                "__global__")) {
            assertThat(CudaDeclarations.of(source).kernels()).as(source).isEmpty();
        }
    }
}
