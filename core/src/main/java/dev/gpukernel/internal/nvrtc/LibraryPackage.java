package dev.gpukernel.internal.nvrtc;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Enumeration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The libraries of the dependency {@code org.bytedeco:cuda-redist}, of which the files that are needed are unpacked: for compiling some 126 MB of
 * 343, for linking 98. They are checked by the sum that the archive has of them each time that they are used.
 */
final class LibraryPackage {
    /** What the dependency is called where it was not found. */
    static final String DEPENDENCY = "org.bytedeco:cuda-redist (classifier linux-x86_64) on the class path";

    private static final String FOLDER = "org/bytedeco/cuda/linux-x86_64/";

    private static final long PAUSE_NANOS = 50_000_000;
    private static final int MOST_ATTEMPTS = 2400;

    private LibraryPackage() {}

    /** {@return the jar of the dependency, null if it is not there} */
    static @Nullable Path jar() throws IOException {
        JarURLConnection found = find(SharedLibrary.NVRTC);
        return found == null ? null : Path.of(URI.create(found.getJarFileURL().toString()));
    }

    /**
     * Unpacks a library, unless it was.
     *
     * @param wanted which
     * @param cache where
     * @return its path, null if the dependency is not there
     * @throws IOException if it cannot be unpacked
     */
    static @Nullable Path unpack(SharedLibrary wanted, Path cache) throws IOException {
        if (!System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("linux")) {
            return null;
        }
        JarURLConnection found = find(wanted);
        return found == null ? null : unpack(wanted, found, cache);
    }

    /** {@return the newest version of a library in the dependency, null if it is not there} */
    private static @Nullable JarURLConnection find(SharedLibrary wanted) throws IOException {
        for (String library : wanted.versioned()) {
            URL url = resource(FOLDER + library);
            if (url != null && url.openConnection() instanceof JarURLConnection connection) {
                return connection;
            }
        }
        return null;
    }

    private static @Nullable URL resource(String name) {
        ClassLoader own = LibraryPackage.class.getClassLoader();
        URL found = own == null ? null : own.getResource(name);
        ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
        return found != null || ofThread == null ? found : ofThread.getResource(name);
    }

    private static Path unpack(SharedLibrary wanted, JarURLConnection connection, Path cache) throws IOException {
        String library = connection.getEntryName().substring(FOLDER.length());
        noCaches(connection);
        try (JarFile jar = connection.getJarFile()) {
            JarEntry main = Objects.requireNonNull(jar.getJarEntry(FOLDER + library), "found before");
            Path folder = cache.resolve(wanted.name().toLowerCase(Locale.ROOT) + "-" + Long.toHexString(main.getCrc())
                    + "-" + main.getSize());
            Files.createDirectories(folder);
            try (FileChannel channel = FileChannel.open(
                            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock _ = lock(channel)) {
                for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                    JarEntry entry = entries.nextElement();
                    String file = entry.getName().substring(entry.getName().lastIndexOf('/') + 1);
                    boolean isNeeded =
                            entry.getName().startsWith(FOLDER) && (file.equals(library) || wanted.needs(file));
                    if (isNeeded && !isThere(folder.resolve(file), entry)) {
                        unpack(jar, entry, folder.resolve(file));
                    }
                }
            }
            return folder.resolve(library);
        }
    }

    /** Waits for other processes, and for other class loaders of this one, for which the system's lock is taken already. */
    private static FileLock lock(FileChannel channel) throws IOException {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            try {
                return channel.lock();
            } catch (OverlappingFileLockException _) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
        throw new IOException("it is being unpacked by the same process for minutes");
    }

    /** The jar is closed here, which one that other code shares must not be. */
    private static void noCaches(URLConnection connection) {
        connection.setUseCaches(false);
    }

    private static boolean isThere(Path file, JarEntry entry) throws IOException {
        if (!Files.isRegularFile(file) || Files.size(file) != entry.getSize()) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file);
                CheckedInputStream checked = new CheckedInputStream(in, new CRC32())) {
            byte[] buffer = new byte[1 << 16];
            while (checked.read(buffer) >= 0) {
                // The sum is all that matters.
            }
            return checked.getChecksum().getValue() == entry.getCrc();
        }
    }

    private static void unpack(JarFile jar, JarEntry entry, Path file) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try (InputStream in = jar.getInputStream(entry)) {
            Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
        }
        if (!isThere(part, entry)) {
            throw new IOException(part + " is not what " + jar.getName() + " holds");
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
