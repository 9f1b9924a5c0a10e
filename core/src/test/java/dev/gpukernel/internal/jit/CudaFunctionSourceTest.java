package dev.gpukernel.internal.jit;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.Golden;
import dev.gpukernel.GpuException;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.array.NdArrays;
import dev.gpukernel.cuda.CudaFunction;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.NativeModule;
import dev.gpukernel.internal.ir.CudaBody;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Parser;
import dev.gpukernel.internal.nvrtc.NvJitLink;
import dev.gpukernel.internal.nvrtc.Nvrtc;
import dev.gpukernel.internal.ptx.PtxEmitter;
import dev.gpukernel.internal.ptx.PtxTarget;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels that call CUDA C: their PTX, what is compiled for them, and what is refused. No GPU is needed, and NVRTC where it is found. */
final class CudaFunctionSourceTest {
    @CudaFunction(
            source = "__device__ float sum(float a, float b) { return a + b; } __device__ int other() { return 1; }")
    static native float sum(float a, float b);

    @CudaFunction(value = "sum.cuh", source = "both")
    static native float both(float a);

    @CudaFunction
    static native float neither(float a);

    @CudaFunction("sum.cuh")
    static native void nothing(float a);

    @CudaFunction("sum.cuh")
    static native float array(float[] a);

    @GpuKernel
    static void sums(float[] a, float[] b) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] > 0) {
                a[i] = sum(a[i], b[i]);
            }
        }
    }

    @GpuKernel
    static void callsBoth(float[] a) {
        for (int i = 0; i < a.length; i++) {
            a[i] = both(a[i]);
        }
    }

    @GpuKernel
    static void callsNeither(float[] a) {
        for (int i = 0; i < a.length; i++) {
            a[i] = neither(a[i]);
        }
    }

    @GpuKernel
    static void callsNothing(float[] a) {
        for (int i = 0; i < a.length; i++) {
            nothing(a[i]);
        }
    }

    @GpuKernel
    static void callsArray(float[] a, float[] b) {
        for (int i = 0; i < a.length; i++) {
            a[i] = array(b);
        }
    }

    @GpuKernel
    static void callsOnHost(float[] a) {
        int length = (int) sum(a[0], 1);
        for (int i = 0; i < length; i++) {
            a[i] = i;
        }
    }

    private static Kernel kernel(String name) {
        return Kernel.of(MethodHandles.lookup(), CudaFunctionSourceTest.class, name);
    }

    @Test
    void codeOfAKernel() {
        Golden.check("ptx/cudaFunction.ptx", kernel("sums").ptx());
    }

    @Test
    void theRepresentationIsReadBack() {
        String text = kernel("sums").ir();
        assertThat(text).startsWith("declared function CudaFunctionSourceTest.sum -> f32 {");
        Function read = Parser.parse(text);
        assertThat(read.toString()).isEqualTo(text);
        assertThat(read.calledFunctions()).singleElement().matches(Function::isDeclared);
    }

    @ParameterizedTest
    @ValueSource(strings = {"callsBoth", "callsNeither", "callsNothing", "callsArray"})
    void declarationsThatNoKernelCanCall(String name) {
        assertThatExceptionOfType(KernelRejectedException.class)
                .isThrownBy(() -> kernel(name).ir())
                .satisfies(e -> assertThat(e.findings())
                        .singleElement()
                        .satisfies(finding -> assertThat(finding.message()).isEqualTo(Message.CUDA_FUNCTION)));
    }

    /** Their kernels run on all devices. */
    @Test
    @SuppressWarnings("serial") // a function of a class that nobody else sees
    void functionsOfArraysCallNone() {
        assertThatExceptionOfType(KernelRejectedException.class)
                .isThrownBy(() ->
                        NdArrays.of(new float[] {1, 2}).map(a -> sum(a, 1)).toArray())
                .withMessageContaining("[CudaFunction]")
                .withMessageContaining("arrays are computed on all devices");
    }

    @Test
    void theHostCallsNone() {
        assertThatExceptionOfType(KernelRejectedException.class)
                .isThrownBy(() -> kernel("callsOnHost").ir())
                .withMessageContaining("[LoopSurrounded]")
                .withMessageContaining("a call of a function of CUDA C");
    }

    private static CudaBody body(String descriptor, String name) {
        return new CudaBody(
                "dev/gpukernel/internal/jit/CudaFunctionSourceTest",
                "called",
                descriptor,
                "",
                "__device__ float sum(float a, float b) { return a + b; }\n__device__ int other() { return 1; }\n",
                name,
                List.of(),
                false);
    }

    private static CudaFunctionSource library(String descriptor, String name) {
        return CudaFunctionSource.of(List.of(body(descriptor, name)), CudaFunctionSourceTest.class.getClassLoader());
    }

    @Test
    void aFunctionThatIsNotThereListsThoseThatAre() {
        assertThatExceptionOfType(GpuException.class)
                .isThrownBy(() -> library("(F)F", "sums"))
                .satisfies(e -> assertThat(e.code()).isEqualTo(Message.CUDA_FUNCTION_MISSING))
                .withMessageContaining("has no function 'sums' for CudaFunctionSourceTest.called")
                .withMessageContaining("it has sum, other");
    }

    @Test
    void theCompilerComparesDeclarations() {
        requireCompiler();
        assertThat(library("(FF)F", "sum").parts(90)).hasSize(1);
        assertThat(library("()I", "::other").parts(90).getFirst().code()).isNotEmpty();
        for (String[] wrong : new String[][] {
            {"(FF)D", "CudaFunctionSourceTest.called returns double in Java, but sum does not"},
            {"(FF)I", "CudaFunctionSourceTest.called returns int in Java, but sum does not"},
            {"(F)F", "CudaFunctionSourceTest.called has 1 parameters in Java, but sum has not"},
            {"(FI)F", "parameter 2 of CudaFunctionSourceTest.called is int in Java, but that of sum is not"},
        }) {
            assertThatExceptionOfType(GpuException.class)
                    .isThrownBy(() -> library(wrong[0], "sum").parts(90))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(Message.CUDA_SOURCE))
                    .withMessageContaining(wrong[1]);
        }
    }

    private static byte[] linked(NvJitLink linker, String kernel, List<? extends NativeModule> libraries) {
        Stream<NvJitLink.Input> compiled = libraries.stream()
                .flatMap(library -> library.parts(90).stream())
                .map(part -> new NvJitLink.Input(part.name(), NvJitLink.Kind.CUBIN, part.code()));
        NvJitLink.Input own =
                new NvJitLink.Input("kernel", NvJitLink.Kind.PTX, kernel.getBytes(StandardCharsets.UTF_8));
        return linker.link("sums", 90, Stream.concat(Stream.of(own), compiled).toList());
    }

    private static NvJitLink requireLinker() {
        requireCompiler();
        NvJitLink linker = NvJitLink.find();
        assumeTrue(linker != null, "nvJitLink is not beside NVRTC");
        return requireNonNull(linker);
    }

    @Test
    void whatTheLinkerRefusesIsTold() {
        NvJitLink linker = requireLinker();
        String symbol = body("(FF)F", "sum").symbol();
        String ptx = kernel("sums").ptx().replaceAll("gpukernel_dev_\\w+", symbol);
        List<CudaFunctionSource> libraries = List.of(library("(FF)F", "sum"));
        assertThat(linked(linker, ptx, libraries)).startsWith(0x7f, 'E', 'L', 'F');
        for (String wrong :
                List.of(ptx.replace(symbol, "missing"), ptx.replace(".param .b32 param1", ".param .b64 param1"), "x")) {
            assertThatExceptionOfType(GpuException.class)
                    .isThrownBy(() -> linked(linker, wrong, libraries))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(Message.CUDA_LINK))
                    .withMessageContaining("sums cannot be linked: ");
        }
    }

    /** nvJitLink would take the first. */
    @Test
    void whatTwoSourcesDefineIsTold() {
        NvJitLink linker = requireLinker();
        CudaFunctionSource other = CudaFunctionSource.of(
                List.of(new CudaBody(
                        "dev/gpukernel/internal/jit/JitKernel",
                        "called",
                        "()I",
                        "",
                        "__device__ int other() { return 2; }",
                        "other",
                        List.of(),
                        false)),
                CudaFunctionSourceTest.class.getClassLoader());
        assertThatExceptionOfType(GpuException.class)
                .isThrownBy(() -> linked(linker, kernel("sums").ptx(), List.of(library("()I", "other"), other)))
                .satisfies(e -> assertThat(e.code()).isEqualTo(Message.CUDA_LINK))
                .withMessageContaining(
                        "is defined in CudaFunctionSourceTest.called and in JitKernel.called; declare static");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "everywhere",
                "types",
                "sum",
                "running",
                "invariant",
                "best",
                "histogram",
                "grid",
                "onlyNativeGrid"
            })
    void kernelsOfTheContractAreLinked(String name) throws ReflectiveOperationException {
        NvJitLink linker = requireLinker();
        Class<?> type = Class.forName("dev.gpukernel.contract.CudaFunctionKernels");
        Method method = Stream.of(type.getDeclaredMethods())
                .filter(one -> one.getName().equals(name))
                .findFirst()
                .orElseThrow();
        CudaFunctionSources libraries = new CudaFunctionSources(type.getClassLoader());
        for (KernelUnit unit : CompilerSteps.compile(method, (_, _) -> {}).units(0)) {
            String ptx = PtxEmitter.emit(unit, PtxTarget.of(9, 0)).text();
            assertThat(linked(linker, ptx, libraries.of(unit.function()))).startsWith(0x7f, 'E', 'L', 'F');
        }
    }

    private static void requireCompiler() {
        try {
            Nvrtc.find();
        } catch (GpuException e) {
            assumeTrue(e.code() != Message.NVRTC_MISSING, String.valueOf(e.getMessage()));
            throw e;
        }
    }
}
