package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.oracle.InMemoryCompiler;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A mark is of the loops of its own method, also where loops of other classes stand on the same lines and have variables of the same name. */
class MarkedCallsTest {
    /** Has its loop on line 5, as all of these classes have, in a method named as a kernel is. */
    private static String source(String name, String annotation, String mark, String update) {
        return """
                package marks;
                import dev.gpukernel.*;
                final class %s {
                    %s static void run(int[] x, int[] at) {
                        for (%s int i = 0; i < at.length; i++) {
                            %s
                        }
                        %s
                    }
                }
                """.formatted(
                        name,
                        annotation,
                        mark,
                        update,
                        annotation.isEmpty() ? "" : "Ordered.run(at, x); Spread.run(x, at);");
    }

    private static Method kernel(String ofKernel, String ofOrdered, String ofSpread) throws ReflectiveOperationException {
        ClassLoader loader = InMemoryCompiler.compile(Map.of(
                "marks.First", source("First", "@GpuKernel", ofKernel, "x[i]++;"),
                "marks.Ordered", source("Ordered", "", ofOrdered, "x[i] += 3;"),
                "marks.Spread", source("Spread", "", ofSpread, "x[at[i] & 7] = i;")));
        Method kernel = loader.loadClass("marks.First").getDeclaredMethod("run", int[].class, int[].class);
        assertThat(kernel.isAnnotationPresent(GpuKernel.class)).isTrue();
        kernel.setAccessible(true);
        return kernel;
    }

    private static List<String> loops(Method kernel) {
        return Kernel.of(kernel.getDeclaringClass(), "run")
                .schedule()
                .lines()
                .skip(1)
                .toList();
    }

    @Test
    void areOfTheMethodThatIsCalled() throws ReflectiveOperationException {
        assertThat(loops(kernel("", "@Sequential", "@Parallel")))
                .containsExactly(
                        "  line 5, loop over i: parallel over i, 4 iterations a thread",
                        "  line 5 of run, loop over i: in its order, by one thread of the device",
                        "  line 5 of run, loop over i: parallel over i, 1 iteration a thread");
    }

    @Test
    void areOfTheKernelAndOneThatIsCalled() throws ReflectiveOperationException {
        assertThat(loops(kernel("@Sequential", "", "@Sequential")))
                .containsExactly(
                        "  line 5, loop over i: in its order, by one thread of the device",
                        "  line 5 of run, loop over i: parallel over i, 4 iterations a thread",
                        "  line 5 of run, loop over i: in its order, by one thread of the device");
    }

    @Test
    void thoseOfOthersDoNotVouch() {
        assertThatThrownBy(() -> loops(kernel("@Parallel", "@Parallel", "")))
                .isInstanceOf(KernelRejectedException.class)
                .hasMessageContaining("Spread.java:6: [LoopDependence]")
                .hasMessageContaining("called from marks.First.run(First.java:8)");
    }
}
