package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.Test;

/** What is said of a kernel that is not found. */
final class KernelFinderTest {
    static final class Few {
        @GpuKernel
        static void scale(float[] x, float by) {}

        @GpuKernel
        static void scale(int[] x, int by) {}

        @GpuKernel
        static void zero(int[] x) {}

        static void noKernel(int[] x) {}
    }

    static final class Many {
        @GpuKernel
        static void a(int[] x) {}

        @GpuKernel
        static void b(int[] x) {}

        @GpuKernel
        static void c(int[] x) {}

        @GpuKernel
        static void d(int[] x) {}

        @GpuKernel
        static void eeeeee(int[] x) {}

        @GpuKernel
        static void f(int[] x) {}

        @GpuKernel
        static void longest(int[] x) {}

        @GpuKernel
        static void Largest(long[] x) {}
    }

    @Test
    void kernelsOfOneNameAreListed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Kernel.of(Few.class, "scale"))
                .withMessageStartingWith(
                        "[KernelAmbiguous] class " + Few.class.getName() + " has 2 kernels named 'scale': ")
                .withMessageContaining("scale(float[], float)")
                .withMessageContaining("scale(int[], int)")
                .withMessageContaining("look it up with its parameter types");
    }

    @Test
    void theNearestKernelsComeFirst() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Kernel.of(Few.class, "zeros"))
                .withMessageStartingWith("[KernelNotFound] ")
                .withMessageContaining("no @GpuKernel method 'zeros'")
                .withMessageEndingWith("its kernels are: zero(int[]), scale(float[], float), scale(int[], int)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Kernel.of(MethodHandles.lookup(), Few.class, "scale", long[].class))
                .withMessageContaining("'scale(long[])'")
                .withMessageEndingWith("its kernels are: scale(float[], float), scale(int[], int), zero(int[])");
    }

    @Test
    void notAllOfManyAreListed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Kernel.of(Many.class, "largest"))
                .withMessageContaining("its kernels are: Largest(long[]), longest(int[]), ")
                .withMessageEndingWith(" and 2 more");
    }
}
