package dev.gpukernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Each launcher comes from the class of its kernels alone: incremental builds make it again when that class has changed. */
class OriginTest {
    @Test
    void launchersComeFromTheClassOfTheirKernels() {
        SourceCompilation compilation = SourceCompilation.of("""
                package com.acme;
                public class Ops {
                    static class Inner {
                        @dev.gpukernel.GpuKernel static void k(int[] x) { x[dev.gpukernel.device.Grid.x()]++; }
                    }
                    @dev.gpukernel.GpuKernel static void k(int[] x) { x[Other.index()]++; }
                }
                """, """
                package com.acme;
                class Other {
                    static int index() { return dev.gpukernel.device.Grid.x(); }
                    @dev.gpukernel.GpuKernel static void k(int[] x) { x[index()]++; }
                }
                """);
        assertThat(compilation.diagnostics()).isEmpty();
        assertThat(compilation.origins())
                .containsOnlyKeys("com/acme/OpsGpu.java", "com/acme/Ops_InnerGpu.java", "com/acme/OtherGpu.java")
                .containsEntry("com/acme/OpsGpu.java", List.of("/com/acme/Ops.java"))
                .containsEntry("com/acme/Ops_InnerGpu.java", List.of("/com/acme/Ops.java"))
                .containsEntry("com/acme/OtherGpu.java", List.of("/com/acme/Other.java"));
    }
}
