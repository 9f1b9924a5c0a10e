package dev.gpukernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The warning of loops that the host runs: where it is an error, and where it is not said. */
class HostLoopTest {
    @TempDir
    Path folder;

    private List<String> compile(String classAnnotation, String methodAnnotation, String... options)
            throws IOException {
        return new Project(folder)
                .with(options)
                .source("Ops.java", """
                        package com.acme;
                        %s
                        final class Ops {
                            static final class Inner {
                                @dev.gpukernel.GpuKernel
                                %s
                                static void eliminate(double[] a, int n) {
                                    for (int k = 0; k < n; k++) {
                                        for (int i = k + 1; i < n; i++) {
                                            a[i] /= a[k];
                                        }
                                    }
                                }
                            }
                        }
                        """.formatted(classAnnotation, methodAnnotation))
                .compile();
    }

    /** The project fails if it is an error, and only then. */
    @Test
    void isAWarningAtTheLoop() throws IOException {
        assertThat(compile("", "")).singleElement().asString().startsWith("Ops.java:8:13: [HostLoop] ");
    }

    @Test
    void isAnErrorIfWanted() throws IOException {
        assertThat(compile("", "", "-Agpukernel.hostLoops=error"))
                .singleElement()
                .asString()
                .startsWith("Ops.java:8:13: [HostLoop] ");
        assertThat(folder.resolve("classes/com/acme/OpsGpu.class")).doesNotExist();
    }

    @Test
    void isSilencedAtMethodAndClass() throws IOException {
        assertThat(compile("", "@SuppressWarnings({\"unused\", \"HostLoop\"})")).isEmpty();
        assertThat(compile("@SuppressWarnings(\"HostLoop\")", "")).isEmpty();
        assertThat(compile("@SuppressWarnings(\"HostLoop\")", "", "-Agpukernel.hostLoops=error"))
                .isEmpty();
        assertThat(compile("@SuppressWarnings(\"unused\")", "")).hasSize(1);
    }
}
