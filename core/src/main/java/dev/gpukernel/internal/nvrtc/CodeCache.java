package dev.gpukernel.internal.nvrtc;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compiled code on disk, one file for each program, options, target and compiler. A file is written under another name and then moved, so
 * that other processes see all of it or nothing. One that is not what was written is compiled anew. Where the folder cannot be written,
 * nothing is kept.
 */
final class CodeCache {
    private static final int FORMAT = 0x474b4301;
    private static final int HASH_BYTES = 32;

    /** More files in the folders of a program are not looked through at each compilation. */
    private static final int MOST_FILES = 10_000;

    private final Path folder;

    CodeCache(Path folder) {
        this.folder = folder;
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
        MessageDigest digest = sha256();
        put(digest, Integer.toString(FORMAT));
        put(digest, compiler);
        put(digest, program.name());
        put(digest, program.source());
        program.sortedHeaders().forEach((name, text) -> {
            put(digest, name);
            put(digest, text);
        });
        put(digest, "options");
        options.forEach(option -> put(digest, option));
        put(digest, "expressions");
        program.expressions().forEach(expression -> put(digest, expression));
        for (Path included : program.folders()) {
            if (!putFiles(digest, included)) {
                return null;
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static boolean putFiles(MessageDigest digest, Path included) {
        put(digest, included.toString());
        try (Stream<Path> files = Files.walk(included)) {
            List<Path> found = files.limit(MOST_FILES + 1L).sorted().toList();
            if (found.size() > MOST_FILES) {
                return false;
            }
            for (Path file : found) {
                if (Files.isRegularFile(file)) {
                    put(digest, file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file));
                }
            }
            return true;
        } catch (IOException | UncheckedIOException _) {
            return false;
        }
    }

    /** {@return what was kept, null if there is nothing that can be used} */
    @Nullable CompiledCode read(String key, long start) {
        try {
            byte[] all = Files.readAllBytes(file(key));
            if (all.length < HASH_BYTES) {
                return null;
            }
            byte[] payload = Arrays.copyOfRange(all, HASH_BYTES, all.length);
            if (!Arrays.equals(sha256().digest(payload), Arrays.copyOf(all, HASH_BYTES))) {
                return null;
            }
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(payload));
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
        Path target = file(key);
        Path written = null;
        try {
            Files.createDirectories(folder);
            written = Files.createTempFile(folder, key.substring(0, 8), ".part");
            Files.write(written, encoded(compiled));
            Files.move(written, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException _) {
            delete(written);
        }
    }

    private static void delete(@Nullable Path written) {
        if (written != null) {
            try {
                Files.deleteIfExists(written);
            } catch (IOException _) {
                // It is in the way of nothing.
            }
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
        byte[] payload = bytes.toByteArray();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(sha256().digest(payload));
        all.write(payload);
        return all.toByteArray();
    }

    private Path file(String key) {
        return folder.resolve(key + ".bin");
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }

    private static void put(DataOutputStream out, String text) throws IOException {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(encoded.length);
        out.write(encoded);
    }

    /** Adds a text with its length, so that two texts are not taken for one. */
    private static void put(MessageDigest digest, String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        digest.update((encoded.length + ":").getBytes(StandardCharsets.US_ASCII));
        digest.update(encoded);
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
