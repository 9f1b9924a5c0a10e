package dev.gpukernel.internal.nvrtc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What surrounds NVRTC, with {@link FakeNvrtc}. */
final class NvrtcTest {
    @TempDir
    private Path folder = Path.of("");

    private static CudaProgram program(String source, String... options) {
        return new CudaProgram("my.cu", source, Map.of(), List.of(), List.of(options), List.of());
    }

    private static String text(CompiledCode code) {
        return new String(code.code(), StandardCharsets.UTF_8);
    }

    private static List<Path> files(Path in) throws IOException {
        try (Stream<Path> files = Files.walk(in)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    @Test
    void codeIsForTheDeviceOrForAnOlderOneOfItsMajorVersionElsePtx() {
        Nvrtc compiler = FakeNvrtc.compiler(null);
        assertThat(text(compiler.compile(program("options", "-DN=4"), 90))).isEqualTo("-arch=sm_90 -DN=4");
        assertThat(text(compiler.compile(program("options"), 89))).isEqualTo("-arch=sm_86");
        assertThat(text(compiler.compile(program("options"), 120))).isEqualTo("-arch=compute_90");
        assertThatExceptionOfType(GpuException.class)
                .isThrownBy(() -> compiler.compile(program("options"), 70))
                .satisfies(e -> assertThat(e.code()).isEqualTo(Message.NVRTC_ARCHITECTURE))
                .withMessageContaining("sm_70")
                .withMessageContaining("sm_75, sm_86, sm_90");
    }

    @Test
    void whatDoesNotCompileIsToldWithTheLogAndNothingIsLeft() {
        int before = FakeNvrtc.programs();
        assertThatExceptionOfType(GpuException.class)
                .isThrownBy(() -> FakeNvrtc.compiler(folder).compile(program("an error\n"), 90))
                .satisfies(e -> assertThat(e.code()).isEqualTo(Message.CUDA_SOURCE))
                .withMessageContaining("my.cu(1): error: found with -arch=sm_90");
        assertThat(FakeNvrtc.programs()).isEqualTo(before);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void namesOfTemplatesAreThoseOfTheCodeAlsoFromDisk() {
        CudaProgram program =
                new CudaProgram("my.cu", "code", Map.of("a.h", "A"), List.of(), List.of(), List.of("f<int>", "g"));
        for (boolean isKept : new boolean[] {false, true}) {
            CompiledCode code = FakeNvrtc.compiler(folder).compile(program, 90);
            assertThat(code.names()).containsOnly(Map.entry("f<int>", "_f_int_"), Map.entry("g", "_g"));
            assertThat(code.isKept()).isEqualTo(isKept);
            assertThat(code.nanos()).isPositive();
            assertThat(text(code)).isEqualTo("code// a.h: A\n");
        }
    }

    @Test
    void whatWasCompiledIsReadFromDiskUnlessAnythingDiffers() throws IOException {
        Path headers = Files.createDirectories(folder.resolve("headers"));
        Files.writeString(headers.resolve("x.h"), "one");
        List<CudaProgram> different = List.of(
                program("code warning"),
                program("code  warning"),
                program("code warning", "-DA"),
                program("code warning", "-D", "A"),
                new CudaProgram("other.cu", "code warning", Map.of(), List.of(), List.of(), List.of()),
                new CudaProgram("my.cu", "code warning", Map.of("a", "b"), List.of(), List.of(), List.of()),
                new CudaProgram("my.cu", "code warning", Map.of(), List.of(headers), List.of(), List.of()),
                new CudaProgram("my.cu", "code warning", Map.of(), List.of(), List.of(), List.of("a")));
        for (boolean isKept : new boolean[] {false, true}) {
            for (CudaProgram program : different) {
                CompiledCode code = FakeNvrtc.compiler(folder).compile(program, 90);
                assertThat(code.isKept()).as(program.toString()).isEqualTo(isKept);
                assertThat(code.log()).isEqualTo(program.name() + "(1): warning");
            }
        }
        assertThat(FakeNvrtc.compiler(folder).compile(different.getFirst(), 86).isKept())
                .isFalse();
        Files.writeString(headers.resolve("x.h"), "another");
        assertThat(FakeNvrtc.compiler(folder).compile(different.get(6), 90).isKept())
                .isFalse();
    }

    @Test
    void aFileThatIsNotWhatWasWrittenIsCompiledAnewAndReplaced() throws IOException {
        CudaProgram program = program("code");
        FakeNvrtc.compiler(folder).compile(program, 90);
        Path file = files(folder).getFirst();
        byte[] right = Files.readAllBytes(file);
        for (int broken : new int[] {0, right.length / 2, right.length - 1}) {
            byte[] wrong = right.clone();
            wrong[broken]++;
            Files.write(file, wrong);
            CompiledCode code = FakeNvrtc.compiler(folder).compile(program, 90);
            assertThat(code.isKept()).isFalse();
            assertThat(text(code)).isEqualTo("code");
            assertThat(file).hasBinaryContent(right);
        }
        Files.write(file, new byte[3]);
        assertThat(FakeNvrtc.compiler(folder).compile(program, 90).isKept()).isFalse();
        assertThat(FakeNvrtc.compiler(folder).compile(program, 90).isKept()).isTrue();
        assertThat(files(folder)).containsExactly(file);
    }

    @Test
    void manyAtOnceFindAllOfAFileOrNothing() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<CompiledCode>> all = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                CudaProgram program = program("code " + i % 3);
                all.add(threads.submit(() -> FakeNvrtc.compiler(folder).compile(program, 90)));
            }
            for (int i = 0; i < all.size(); i++) {
                assertThat(text(all.get(i).get())).isEqualTo("code " + i % 3);
            }
        }
        assertThat(files(folder)).hasSize(3);
    }

    @Test
    void aFolderThatCannotBeWrittenKeepsNothing() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        int before = FakeNvrtc.compilations();
        assertThat(text(FakeNvrtc.compiler(file).compile(program("code"), 90))).isEqualTo("code");
        assertThat(text(FakeNvrtc.compiler(file).compile(program("code"), 90))).isEqualTo("code");
        assertThat(FakeNvrtc.compilations()).isEqualTo(before + 2);
    }

    private NvrtcSearch search(String set, @Nullable String home) {
        return new NvrtcSearch(
                set, variable -> variable.equals("CUDA_HOME") ? home : null, List.of(folder), folder.resolve("cache"));
    }

    @Test
    void whereItWasLookedForIsToldInOrder() throws IOException {
        Files.createDirectories(folder.resolve("cuda-12.4"));
        Files.createDirectories(folder.resolve("cuda-13.0/lib64"));
        Path home = folder.resolve("home");
        try {
            NvrtcLibrary found = NvrtcLibrary.find(search("", home.toString()));
            // One that the system knows, or a dependency.
            assertThat(found.name()).doesNotContain(folder.resolve("home").toString());
        } catch (GpuException missing) {
            assertThat(missing.code()).isEqualTo(Message.NVRTC_MISSING);
            assertThat(missing)
                    .hasMessageContainingAll("org.bytedeco:cuda-redist", "CUDA_PATH, which is not set")
                    .hasMessageMatching(
                            "(?s).*gpukernel.nvrtc.*/home.*/cuda-13.0.*/cuda-12.4.*library path.*cuda-redist.*");
        }
    }

    @Test
    void whatThePropertyNamesMustBeThere() throws IOException {
        Path wrong = Files.writeString(folder.resolve("libnvrtc.so"), "no library");
        for (Path set : List.of(wrong, folder, folder.resolve("nothing.so"))) {
            assertThatExceptionOfType(GpuException.class)
                    .isThrownBy(() -> NvrtcLibrary.find(search(set.toString(), null)))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(Message.NVRTC_UNUSABLE))
                    .withMessageContaining(set.toString());
        }
    }
}
