package dev.gpukernel.internal.nvrtc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.nvrtc.CompilerProcess.Answers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a process that compiles CUDA C is asked, and answers, with {@link FakeNvrtc}; and the process, without a compiler. */
final class CompilerProcessTest {
    private static CudaProgram program(String source, String... options) {
        return new CudaProgram(
                "my.cu", source, Map.of("a.h", "ä"), List.of(Path.of("folder")), List.of(options), List.of());
    }

    @AfterEach
    void lookForTheCompilerAgain() {
        FakeNvrtc.uninstall();
    }

    private static Answers served(CudaProgram... programs) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        CompilerProcess.request(new DataOutputStream(request), List.of(programs));
        CompilerProcess.serve(
                new DataInputStream(new ByteArrayInputStream(request.toByteArray())), new DataOutputStream(answer));
        return CompilerProcess.answers(
                new DataInputStream(new ByteArrayInputStream(answer.toByteArray())), programs.length);
    }

    @Test
    void eachProgramIsCompiledToPtxForTheNewestGpu() throws IOException {
        FakeNvrtc.install();
        Answers answers = served(program("options", "-DN=4"), program("an error"), program("x".repeat(1 << 17)));
        assertThat(answers.problem()).isEmpty();
        assertThat(answers.answers().get(0).text()).isEqualTo("-arch=compute_90 -DN=4 -Ifolder");
        assertThat(answers.answers().get(1).verdict()).isEqualTo(CompilerProcess.Verdict.REFUSED);
        assertThat(answers.answers().get(1).text()).contains("[CudaSource] my.cu does not compile for compute_90");
        assertThat(answers.answers().get(2).text()).contains("x".repeat(1 << 17));
    }

    @Test
    void aProcessSaysThatThereIsNoCompiler() {
        Answers answers = CompilerProcess.compile(List.of(program("x")), "/does/not/exist");
        assertThat(answers.problem()).contains("[NvrtcUnusable]", "/does/not/exist", "it is not there");
        assertThat(answers.answers()).isEmpty();
    }

    /** A build tool has the dependency on the path of its processors, if at all. */
    @Test
    void theDependencyIsOnTheClassPathOfTheProcess(@TempDir Path folder) throws IOException, URISyntaxException {
        Path jar = folder.resolve("cuda-redist.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("org/bytedeco/cuda/linux-x86_64/libnvrtc.so.13"));
            out.closeEntry();
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        assertThat(CompilerProcess.command("")).noneMatch(part -> part.contains(jar.toString()));
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            assertThat(CompilerProcess.command("")).anyMatch(part -> part.endsWith(File.pathSeparator + jar));
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
