package dev.gpukernel.internal.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.gpukernel.Golden;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.jit.CompilerSteps;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is generated for the corpus: a change of it must be meant. */
class PtxGoldenTest {
    private static List<String> kernels() {
        return Arrays.stream(PtxCorpus.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class))
                .map(Method::getName)
                .sorted()
                .toList();
    }

    private static Kernel kernel(String name) {
        return Kernel.of(PtxCorpus.class, name);
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void representation(String name) {
        // Without lines: they change whenever a kernel is added.
        Golden.check("ptx/" + name + ".ir", kernel(name).ir().replaceAll("  ; .*", ""));
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void ptx(String name) {
        Golden.check("ptx/" + name + ".ptx", kernel(name).ptx());
    }

    @ParameterizedTest
    @ValueSource(ints = {75, 90})
    void isAssembled(int architecture) {
        Optional<Ptxas> ptxas = Ptxas.find();
        if (ptxas.isEmpty()) {
            abort(Ptxas.ABSENT);
            return;
        }
        List<String> modules =
                kernels().stream().map(name -> kernel(name).ptx()).toList();
        assertThat(ptxas.get().errors(modules, architecture)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {75, 80, 90})
    void codeForAnArchitectureIsAssembledForIt(int architecture) {
        Optional<Ptxas> ptxas = Ptxas.find();
        if (ptxas.isEmpty()) {
            abort(Ptxas.ABSENT);
            return;
        }
        List<String> modules = new ArrayList<>();
        for (Method method : PtxCorpus.class.getDeclaredMethods()) {
            if (method.isAnnotationPresent(GpuKernel.class)) {
                KernelUnit unit = CompilerSteps.compile(method, (_, _) -> {}).unit(0);
                modules.add(PtxEmitter.emit(unit, PtxTarget.of(architecture / 10, architecture % 10))
                        .text());
            }
        }
        assertThat(modules).isNotEmpty();
        assertThat(ptxas.get().errors(modules, architecture)).isEmpty();
    }

    @Test
    void theAssemblerTellsWrongCode() {
        Optional<Ptxas> ptxas = Ptxas.find();
        if (ptxas.isEmpty()) {
            abort(Ptxas.ABSENT);
            return;
        }
        String wrong = kernel("addLoop").ptx().replace("add.rn.f32", "add.rn.f33");
        assertThat(ptxas.get().errors(List.of(wrong), 75))
                .hasValueSatisfying(errors -> assertThat(errors).contains("add.rn.f33"));
    }
}
