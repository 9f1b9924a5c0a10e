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
import org.junit.jupiter.params.provider.CsvSource;
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

                @GpuKernel
                static void bothVouched(int[] index, float[] x, float[] y) {
                    for (@Parallel int i = 0; i < index.length; i++) y[index[i]] = x[i];
                    for (@Parallel int i = 1; i < index.length; i++) { y[index[i]] = x[i]; }
                }

                @GpuKernel
                static void otherOfItsName(int[] index, float[] x, float[] y) {
                    for (int i = 1; i < x.length; i++) {
                        x[i] = x[i - 1] / 3 + 1;
                    }
                    for (@Parallel int i = 0; i < index.length; i++) {
                        y[index[i]] = x[i];
                    }
                }

                @GpuKernel
                static void otherOnItsLine(int[] index, float[] x, float[] y) {
                    for (int i = 1; i < x.length; i++) x[i] = x[i - 1] / 3; for (@Parallel int i = 0; i < 9; i++) y[i] = i;
                }

                static void scatter(int[] index, float[] x, float[] y) {
                    for (int i = 0; i < index.length; i++) {
                        y[index[i]] = x[i];
                    }
                }

                @GpuKernel
                static void otherInHelper(int[] index, float[] x, float[] y) {
                    for (@Parallel int i = 0; i < index.length; i++) {
                        y[i] = x[i];
                    }
                    scatter(index, x, y);
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

    @ParameterizedTest
    @ValueSource(strings = {"-g", "-g:none", "-g:source,lines", "-g:vars"})
    void severalVariablesOfOneNameAreMarked(String debugOption) throws ReflectiveOperationException {
        CompilerSteps.Compiled compiled = CompilerSteps.compile(method(debugOption, "bothVouched"), (_, _) -> {});
        assertThat(compiled.form()).isEqualTo(KernelForm.LOOP);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -g|otherOfItsName
            -g:none|otherOfItsName
            -g:source,lines|otherOfItsName
            -g:vars|otherOfItsName
            -g|otherOnItsLine
            -g:none|otherOnItsLine
            -g:source,lines|otherOnItsLine
            -g:vars|otherOnItsLine
            -g|otherInHelper
            -g:none|otherInHelper
            -g:source,lines|otherInHelper
            -g:vars|otherInHelper
            """)
    void markIsNotForOthersOfItsName(String debugOption, String name) {
        assertThatExceptionOfType(KernelRejectedException.class)
                .isThrownBy(() -> CompilerSteps.compile(method(debugOption, name), (_, _) -> {}))
                .withMessageContaining("LoopDependence");
    }
}
