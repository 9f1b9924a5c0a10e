package dev.gpukernel.internal.nvidia;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Memory that two processes share: another JVM, and Python with CuPy, PyTorch or the driver alone, whichever is there. */
@Tag("gpu")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class NvidiaIpcTest {
    private static final int LENGTH = 100_000;

    private static Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cuda"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void anotherJvm() throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        shareWith(List.of(
                java.toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Dgpukernel.backend=cuda",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                IpcPeer.class.getName()));
    }

    @Test
    void python() throws IOException, InterruptedException {
        assumeTrue(has("import ctypes"), "there is no python3");
        shareWith(python("driver"));
    }

    @Test
    void cupy() throws IOException, InterruptedException {
        assumeTrue(has("import cupy"), "there is no python3 with cupy");
        shareWith(python("cupy"));
    }

    private static List<String> python(String library) throws IOException {
        Path script = Files.createTempFile("ipc_peer", ".py");
        script.toFile().deleteOnExit();
        try (InputStream own = NvidiaIpcTest.class.getResourceAsStream("/ipc_peer.py")) {
            Files.write(script, own.readAllBytes());
        }
        return List.of("python3", script.toString(), library);
    }

    private static boolean has(String statement) throws InterruptedException {
        try {
            Process python = new ProcessBuilder("python3", "-c", statement)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return python.waitFor() == 0;
        } catch (IOException notThere) {
            return false;
        }
    }

    private static void shareWith(List<String> command) throws IOException {
        Process peer = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        int[] expected = new int[LENGTH];
        Arrays.fill(expected, 1);
        try (BufferedReader in = peer.inputReader(StandardCharsets.UTF_8);
                OutputStream out = peer.getOutputStream();
                GpuArray<int[]> own = gpu().allocateShareable(int[].class, LENGTH)) {
            String handle = HexFormat.of().formatHex(own.ipcHandle());
            out.write((handle + " 0 " + LENGTH + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
            // The other has done its part when it offers its own.
            String[] offer = in.readLine().split(" ", -1);
            assertArrayEquals(expected, own.toHost());
            try (GpuArray<int[]> theirs =
                    gpu().openIpc(int[].class, HexFormat.of().parseHex(offer[0]), Long.parseLong(offer[1]), LENGTH)) {
                assertArrayEquals(expected, theirs.toHost());
                IpcPeer.addOneTo(theirs);
                gpu().synchronize();
            }
            out.write("done\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
            assertEquals("2", in.readLine());
        } finally {
            peer.destroy();
        }
    }
}
