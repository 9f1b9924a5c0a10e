package dev.gpukernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a kernel of CUDA C that leaves its memory does to a process, seen in another one. */
@Tag("gpu")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class NvidiaCudaFaultTest {
    @Test
    void whateverWaitsNamesTheKernelAndTheProcessEnds() throws IOException, InterruptedException {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dgpukernel.backend=cuda",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        CudaFaultProgram.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            List<String> said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            assertThat(said).hasSize(11);
            assertThat(said.subList(0, 10))
                    .allSatisfy(line -> assertThat(line).contains("[CudaFault]", "astray", "start the JVM again"));
            assertThat(program.waitFor()).isZero();
        } finally {
            program.destroy();
        }
    }
}
