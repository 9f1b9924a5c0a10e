package dev.gpukernel.internal.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.jit.CompilerSteps;
import dev.gpukernel.oracle.InMemoryCompiler;
import java.lang.reflect.Method;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes with and without debug information. */
final class DebugInformationTest {
    private static final String SOURCE = """
            package debug;
            import dev.gpukernel.*;
            class Scatter {
                @GpuKernel
                static void vouched(int[] index, float[] x, float[] y) {
                    int from = index.length - x.length;
                    for (@Parallel int i = from; i < index.length; i++) {
                        for (int k = 0; k < 3; k++) {
                            y[index[i] + k] = x[i];
                        }
                    }
                }

                @GpuKernel
                static void notVouched(int[] index, float[] x, float[] y) {
                    @Parallel int n = index.length;
                    for (int i = 0; i < n; i++) {
                        y[index[i]] = x[i];
                    }
                }
            }
            """;

    private static Method method(String debugOption, String name) throws ReflectiveOperationException {
        return InMemoryCompiler.compile(debugOption, Map.of("debug.Scatter", SOURCE))
                .loadClass("debug.Scatter")
                .getDeclaredMethod(name, int[].class, float[].class, float[].class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-g", "-g:none", "-g:source,lines", "-g:vars"})
    void parallelIsTheLoopVariableItStandsAt(String debugOption) throws ReflectiveOperationException {
        CompilerSteps.Compiled compiled = CompilerSteps.compile(method(debugOption, "vouched"), (_, _) -> {});
        assertThat(compiled.form()).isEqualTo(KernelForm.LOOP);
        assertThatExceptionOfType(KernelRejectedException.class)
                .isThrownBy(() -> CompilerSteps.compile(method(debugOption, "notVouched"), (_, _) -> {}))
                .withMessageContaining("LoopDependence");
    }
}
