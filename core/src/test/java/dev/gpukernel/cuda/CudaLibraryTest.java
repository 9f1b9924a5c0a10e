package dev.gpukernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CudaLibraryTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void aLibraryIsFoundInAFolderOrInAToolkitThere() throws IOException {
        // Any library will do: one that every JDK has.
        Path library = Path.of(System.getProperty("java.home", ""), "lib", "libjimage.so");
        assumeTrue(Files.exists(library), "libraries have other names on this system");
        for (String inside : new String[] {"", "lib64"}) {
            Path toolkit = folder.resolve("toolkit" + inside);
            Files.createDirectories(toolkit.resolve(inside));
            Files.copy(library, toolkit.resolve(inside).resolve("libfound.so.13.0.1"));
            assertThat(CudaLibrary.find("found", folder.resolve("none"), toolkit)
                            .find("JIMAGE_Open"))
                    .isPresent();
        }
    }

    @Test
    void whereOneThatIsMissingWasLookedForIsTold() {
        assertThatExceptionOfType(GpuException.class)
                .isThrownBy(() -> CudaLibrary.find("cudaNothing", folder))
                .satisfies(e -> assertThat(e.code()).isEqualTo(Message.CUDA_LIBRARY))
                .withMessageContaining(folder.toString())
                .withMessageContainingAll("cudaNothing", "system's library path");
    }
}
