package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.disk.FileCache;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Which build of GpuKernel this is: what tells its classes from those of any other. */
final class Build {
    /** Signature, and the size without the comment, of the record that ends a jar. */
    private static final int END = 0x06054b50;

    private static final int END_BYTES = 22;
    private static final int MOST_COMMENT = 0xffff;
    private static final int DIRECTORY_BYTES = 12;

    private Build() {}

    /** {@return the build, null if it is in no jar, where classes may change at any time, or the jar is too large to tell} */
    static @Nullable String find() {
        try {
            CodeSource source = Build.class.getProtectionDomain().getCodeSource();
            if (source == null || source.getLocation() == null) {
                return null;
            }
            Path jar = Path.of(source.getLocation().toURI());
            return Files.isRegularFile(jar) ? ofJar(jar) : null;
        } catch (IOException
                | URISyntaxException
                | IllegalArgumentException
                | FileSystemNotFoundException
                | SecurityException _) {
            // An image of jlink's, or a jar in another file.
            return null;
        }
    }

    /** {@return the digest of a jar's directory, which has a check sum of each file in it} */
    static @Nullable String ofJar(Path jar) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(jar.toFile(), "r")) {
            long size = file.length();
            byte[] tail = new byte[(int) Math.min(size, END_BYTES + MOST_COMMENT)];
            file.seek(size - tail.length);
            file.readFully(tail);
            ByteBuffer end = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN);
            int at = tail.length - END_BYTES;
            while (at >= 0 && end.getInt(at) != END) {
                at--;
            }
            if (at < 0) {
                return null;
            }
            long bytes = Integer.toUnsignedLong(end.getInt(at + DIRECTORY_BYTES));
            long start = Integer.toUnsignedLong(end.getInt(at + DIRECTORY_BYTES + Integer.BYTES));
            if (bytes > Integer.MAX_VALUE - Byte.SIZE || start + bytes > size) {
                return null;
            }
            byte[] directory = new byte[(int) bytes];
            file.seek(start);
            file.readFully(directory);
            MessageDigest digest = FileCache.sha256();
            digest.update(directory);
            return HexFormat.of().formatHex(digest.digest());
        }
    }
}
