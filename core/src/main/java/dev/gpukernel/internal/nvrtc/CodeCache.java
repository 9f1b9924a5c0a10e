package dev.gpukernel.internal.nvrtc;

import dev.gpukernel.internal.disk.FileCache;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compiled code on disk, one file for each program, options, target and compiler. */
final class CodeCache {
    private static final int FORMAT = 0x474b4301;

    /** More files in the folders of a program are not looked through at each compilation. */
    private static final int MOST_FILES = 10_000;

    /** Most bytes that are kept. */
    private static final long MOST_BYTES = 1L << 30;

    private final FileCache files;

    CodeCache(Path folder) {
        this.files = new FileCache(folder, MOST_BYTES);
    }

    /**
     * What code follows from.
     *
     * @param program the program, the files in whose folders count by name, size and time of change
     * @param options all options
     * @param compiler name and version of the compiler
     * @return a name for a file, null if it cannot be told whether files changed
     */
    static @Nullable String key(CudaProgram program, List<String> options, String compiler) {
        MessageDigest digest = FileCache.sha256();
        FileCache.put(digest, Integer.toString(FORMAT));
        FileCache.put(digest, compiler);
        FileCache.put(digest, program.name());
        FileCache.put(digest, program.source());
        program.sortedHeaders().forEach((name, text) -> {
            FileCache.put(digest, name);
            FileCache.put(digest, text);
        });
        FileCache.put(digest, "options");
        options.forEach(option -> FileCache.put(digest, option));
        FileCache.put(digest, "expressions");
        program.expressions().forEach(expression -> FileCache.put(digest, expression));
        for (Path included : program.folders()) {
            if (!putFiles(digest, included)) {
                return null;
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static boolean putFiles(MessageDigest digest, Path included) {
        FileCache.put(digest, included.toString());
        try (Stream<Path> files = Files.walk(included)) {
            List<Path> found = files.limit(MOST_FILES + 1L).sorted().toList();
            if (found.size() > MOST_FILES) {
                return false;
            }
            for (Path file : found) {
                if (Files.isRegularFile(file)) {
                    FileCache.put(digest, file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file));
                }
            }
            return true;
        } catch (IOException | UncheckedIOException _) {
            return false;
        }
    }

    /** {@return what was kept, null if there is nothing that can be used} */
    @Nullable CompiledCode read(String key, long start) {
        byte[] kept = files.read(key);
        if (kept == null) {
            return null;
        }
        try {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(kept));
            if (in.readInt() != FORMAT) {
                return null;
            }
            Map<String, String> names = new TreeMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                names.put(text(in), text(in));
            }
            String log = text(in);
            byte[] code = in.readNBytes(in.readInt());
            return new CompiledCode(code, names, log, true, System.nanoTime() - start);
        } catch (IOException _) {
            return null;
        }
    }

    /** Keeps code, if that can be. */
    void write(String key, CompiledCode compiled) {
        try {
            files.write(key, encoded(compiled));
        } catch (IOException e) {
            throw new UncheckedIOException("written to memory", e);
        }
    }

    private static byte[] encoded(CompiledCode compiled) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(FORMAT);
        out.writeInt(compiled.names().size());
        for (Map.Entry<String, String> name : new TreeMap<>(compiled.names()).entrySet()) {
            put(out, name.getKey());
            put(out, name.getValue());
        }
        put(out, compiled.log());
        out.writeInt(compiled.code().length);
        out.write(compiled.code());
        return bytes.toByteArray();
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }

    private static void put(DataOutputStream out, String text) throws IOException {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(encoded.length);
        out.write(encoded);
    }
}
