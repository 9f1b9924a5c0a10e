package dev.gpukernel.internal.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Bytes on disk, one file for each key. A file is written under another name and then moved, so that other threads and processes see all of it
 * or nothing. One that is not what was written counts as none. Where the folder cannot be read or written, nothing is kept, which a line in the
 * log says at {@code DEBUG}. The files that were not used for longest go when there is more than fits.
 */
public final class FileCache {
    private static final System.Logger LOGGER = System.getLogger(FileCache.class.getName());

    private static final int HASH_BYTES = 32;
    private static final String ENDING = ".bin";
    private static final String UNFINISHED = ".part";

    /** What is used is marked as used so often: of what goes, it does not matter more precisely. */
    private static final Duration MARKED = Duration.ofHours(12);

    /** A file that is still unfinished then was left by a process that ended. */
    private static final Duration ABANDONED = Duration.ofHours(1);

    /** What is made room for at a time, so that not each new file looks through the folder for the next. */
    private static final int SHARE = 8;

    private final Path folder;
    private final long mostBytes;

    /** Bytes that may be written before the folder is looked through again. */
    private long left;

    /**
     * Opens it.
     *
     * @param folder its folder, which need not be there yet, and holds nothing else
     * @param mostBytes how much may be kept
     */
    public FileCache(Path folder, long mostBytes) {
        this.folder = folder;
        this.mostBytes = mostBytes;
    }

    /**
     * {@return the bytes that were kept, null if there are none that can be used}
     *
     * @param key a name for a file, without an ending
     */
    public byte @Nullable [] read(String key) {
        Path file = file(key);
        try {
            byte[] all = Files.readAllBytes(file);
            if (all.length < HASH_BYTES) {
                return null;
            }
            byte[] payload = Arrays.copyOfRange(all, HASH_BYTES, all.length);
            if (!Arrays.equals(sha256().digest(payload), Arrays.copyOf(all, HASH_BYTES))) {
                return null;
            }
            markUsed(file);
            return payload;
        } catch (NoSuchFileException _) {
            return null;
        } catch (IOException | SecurityException e) {
            failed("cannot read " + file, e);
            return null;
        }
    }

    private static void markUsed(Path file) {
        try {
            Instant now = Instant.now();
            if (Files.getLastModifiedTime(file).toInstant().isBefore(now.minus(MARKED))) {
                Files.setLastModifiedTime(file, FileTime.from(now));
            }
        } catch (IOException _) {
            // Of a folder that is read only, nothing goes.
        }
    }

    /** Keeps bytes under a key, if that can be. */
    public void write(String key, byte[] payload) {
        Path written = null;
        try {
            Files.createDirectories(folder);
            makeRoom(payload.length + HASH_BYTES);
            written = Files.createTempFile(folder, "new", UNFINISHED);
            byte[] hash = sha256().digest(payload);
            byte[] all = Arrays.copyOf(hash, hash.length + payload.length);
            System.arraycopy(payload, 0, all, hash.length, payload.length);
            Files.write(written, all);
            Files.move(written, file(key), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | UncheckedIOException | SecurityException e) {
            failed("cannot keep compiled code in " + folder, e);
            delete(written);
        }
    }

    private static void failed(String what, Exception e) {
        LOGGER.log(System.Logger.Level.DEBUG, what, e);
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

    private Path file(String key) {
        return folder.resolve(key + ENDING);
    }

    /** A file, when it was last used, and its size. */
    private record Kept(Path file, Instant used, long bytes) {}

    /** Deletes what was not used for longest. Other processes may do so too: a file that is gone is as good as deleted. */
    private synchronized void makeRoom(long bytes) {
        left -= bytes;
        if (left >= 0) {
            return;
        }
        List<Kept> kept = new ArrayList<>(kept());
        long total = kept.stream().mapToLong(Kept::bytes).sum() + bytes;
        if (total > mostBytes) {
            kept.sort(Comparator.comparing(Kept::used));
            for (Kept oldest : kept) {
                if (total <= mostBytes - mostBytes / SHARE) {
                    break;
                }
                delete(oldest.file);
                total -= oldest.bytes;
            }
        }
        left = Math.min(Math.max(0, mostBytes - total), mostBytes / SHARE);
    }

    private List<Kept> kept() {
        try (Stream<Path> files = Files.list(folder)) {
            Instant abandoned = Instant.now().minus(ABANDONED);
            List<Kept> kept = new ArrayList<>();
            for (Path file : files.toList()) {
                Kept one = kept(file);
                boolean isUnfinished = file.toString().endsWith(UNFINISHED);
                if (one != null && isUnfinished && one.used.isBefore(abandoned)) {
                    delete(file);
                } else if (one != null && (isUnfinished || file.toString().endsWith(ENDING))) {
                    kept.add(one);
                }
            }
            return kept;
        } catch (IOException _) {
            return List.of();
        }
    }

    private static @Nullable Kept kept(Path file) {
        try {
            BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
            return found.isRegularFile()
                    ? new Kept(file, found.lastModifiedTime().toInstant(), found.size())
                    : null;
        } catch (IOException _) {
            return null;
        }
    }

    /** {@return what tells bytes apart} */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Adds a text with its length, so that two texts are not taken for one. */
    public static void put(MessageDigest digest, String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        digest.update((encoded.length + ":").getBytes(StandardCharsets.US_ASCII));
        digest.update(encoded);
    }
}
