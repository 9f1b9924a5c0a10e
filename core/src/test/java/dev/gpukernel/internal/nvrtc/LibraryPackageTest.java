package dev.gpukernel.internal.nvrtc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is unpacked of a dependency, which here holds texts. */
@EnabledOnOs(OS.LINUX)
final class LibraryPackageTest {
    private static final String INSIDE = "org/bytedeco/cuda/linux-x86_64/";

    @TempDir
    private Path folder = Path.of("");

    /** A call with a class path that may have the dependency. */
    private interface Step {
        void run(Path cache) throws IOException;
    }

    @BeforeEach
    void requireNoDependency() {
        assumeTrue(LibraryPackage.class.getResource("/" + INSIDE + "libnvrtc.so.13") == null, "the real one is there");
    }

    private void with(Step step) throws IOException {
        Path jar = folder.resolve("cuda.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            for (String name : List.of(
                    "libother.so",
                    "libnvrtc.so.13",
                    "libnvrtc-builtins.so.13.3",
                    "libnvrtc.so.12",
                    "libnvJitLink.so.13")) {
                entries.putNextEntry(new JarEntry(INSIDE + name));
                entries.write(("text of " + name).getBytes(StandardCharsets.UTF_8));
            }
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            step.run(folder.resolve("cache"));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static Path result(Future<Path> path) {
        try {
            return path.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> names(Path of) throws IOException {
        try (Stream<Path> files = Files.list(of)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void onlyWhatIsNeededIsUnpacked() throws IOException {
        with(cache -> {
            Path library = requireNonNull(LibraryPackage.unpack(SharedLibrary.NVRTC, cache));
            assertThat(library).hasFileName("libnvrtc.so.13").hasContent("text of libnvrtc.so.13");
            assertThat(names(requireNonNull(library.getParent())))
                    .containsExactly("libnvrtc-builtins.so.13.3", "libnvrtc.so.13", "lock");
            Path linker = requireNonNull(LibraryPackage.unpack(SharedLibrary.NVJITLINK, cache));
            assertThat(linker).hasFileName("libnvJitLink.so.13").hasContent("text of libnvJitLink.so.13");
            assertThat(names(requireNonNull(linker.getParent()))).containsExactly("libnvJitLink.so.13", "lock");
        });
    }

    @Test
    void whatIsDamagedIsUnpackedAgain() throws IOException {
        with(cache -> {
            Path library = requireNonNull(LibraryPackage.unpack(SharedLibrary.NVRTC, cache));
            Path builtins = library.resolveSibling("libnvrtc-builtins.so.13.3");
            for (Path file : List.of(library, builtins)) {
                String right = Files.readString(file);
                for (String wrong : List.of(right.replace('t', 'u'), right.substring(1), "")) {
                    Files.writeString(file, wrong);
                    assertThat(LibraryPackage.unpack(SharedLibrary.NVRTC, cache))
                            .isEqualTo(library);
                    assertThat(file).hasContent(right);
                }
            }
            Files.delete(builtins);
            LibraryPackage.unpack(SharedLibrary.NVRTC, cache);
            assertThat(builtins).exists();
        });
    }

    @Test
    void severalAtOnceUnpackItOnce() throws IOException {
        with(cache -> {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
                List<Future<Path>> all = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    all.add(threads.submit(() -> {
                        Thread.currentThread().setContextClassLoader(loader);
                        return requireNonNull(LibraryPackage.unpack(SharedLibrary.NVRTC, cache));
                    }));
                }
                for (Future<Path> path : all) {
                    assertThat(result(path)).hasContent("text of libnvrtc.so.13");
                }
            }
        });
    }

    @Test
    void withoutTheDependencyThereIsNothing() throws IOException {
        assertThat(LibraryPackage.unpack(SharedLibrary.NVRTC, folder)).isNull();
        assertThat(folder).isEmptyDirectory();
    }
}
