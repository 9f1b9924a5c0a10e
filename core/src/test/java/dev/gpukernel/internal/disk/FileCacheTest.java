package dev.gpukernel.internal.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are kept: whole or not at all, and no more than fit. */
final class FileCacheTest {
    private static final int BYTES = 1000;

    @TempDir
    Path folder;

    private static byte[] bytes(int value) {
        byte[] bytes = new byte[BYTES];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void whatWasWrittenIsRead() {
        FileCache cache = new FileCache(folder.resolve("a").resolve("b"), 1 << 20);
        assertThat(cache.read("key")).isNull();
        cache.write("key", bytes(1));
        assertThat(cache.read("key")).isEqualTo(bytes(1));
        cache.write("key", bytes(2));
        assertThat(new FileCache(folder.resolve("a").resolve("b"), 1 << 20).read("key"))
                .isEqualTo(bytes(2));
    }

    @Test
    void theFilesThatWereNotUsedForLongestGo() throws IOException {
        for (int i = 0; i < 20; i++) {
            new FileCache(folder, 1 << 20).write("old" + i, bytes(i));
            Files.setLastModifiedTime(
                    folder.resolve("old" + i + ".bin"),
                    FileTime.from(Instant.now().minusSeconds(1_000_000 - 1000 * i)));
        }
        // It counts as new from then on.
        assertThat(new FileCache(folder, 1 << 20).read("old0")).isEqualTo(bytes(0));
        Path abandoned = Files.write(folder.resolve("left.part"), bytes(0));
        Files.setLastModifiedTime(abandoned, FileTime.from(Instant.now().minusSeconds(10_000)));
        Path foreign = Files.write(folder.resolve("foreign.txt"), bytes(0));

        new FileCache(folder, 10 * BYTES).write("new", bytes(1));
        assertThat(names())
                .contains(
                        "new.bin",
                        "old0.bin",
                        "old19.bin",
                        foreign.getFileName().toString());
        assertThat(names())
                .doesNotContain("old1.bin", "old10.bin", abandoned.getFileName().toString());
        assertThat(names()).hasSizeLessThan(11);
    }

    @Test
    void muchThatIsWrittenAtOnceIsBoundedToo() throws IOException {
        FileCache cache = new FileCache(folder, 10 * BYTES);
        for (int i = 0; i < 100; i++) {
            cache.write("key" + i, bytes(i));
            assertThat(names()).hasSizeLessThan(11);
        }
    }

    @Test
    void othersSeeAllOfAFileOrNothing() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                int value = i;
                tasks.add(() -> {
                    FileCache cache = new FileCache(folder, 1 << 20);
                    if (value % 3 == 0) {
                        cache.write("key", bytes(value));
                        return true;
                    }
                    byte[] read = cache.read("key");
                    return read == null || Arrays.equals(read, bytes(read[0]));
                });
            }
            for (Future<Boolean> task : threads.invokeAll(tasks)) {
                assertThat(task.get()).isTrue();
            }
        }
        assertThat(names()).containsExactly("key.bin");
    }

    @Test
    void aFolderThatIsAFileKeepsNothing() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        FileCache cache = new FileCache(file, 1 << 20);
        cache.write("key", bytes(1));
        assertThat(cache.read("key")).isNull();
        assertThat(names()).containsExactly("file");
    }
}
