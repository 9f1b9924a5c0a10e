package dev.gpukernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** References in the doc comments of kernels still lead somewhere from the launchers, by javac's own check. */
class CarriedDocTest {
    @TempDir
    Path folder;

    @Test
    void referencesAreFound() throws IOException {
        assertThat(new Project(folder)
                        .with("-Xdoclint:reference", "-Xlint:all,-processing,-classfile", "-Werror")
                        .sourcesOf(Path.of("src/test/resources/golden/references"))
                        .compile())
                .isEmpty();
    }

    @Test
    void onlyTheAuthorHearsOfBrokenOnes() throws IOException {
        assertThat(new Project(folder).source("Ops.java", """
                                /** Some. */
                                class Ops {
                                    /** As {@link Missing}. */
                                    @dev.gpukernel.GpuKernel
                                    static void k(int[] a) { a[dev.gpukernel.device.Grid.x()] = 1; }
                                }
                                """).compile()).isEmpty();
    }
}
