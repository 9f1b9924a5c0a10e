package dev.gpukernel.processor;

import dev.gpukernel.internal.frontend.UnloadedClasses;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Class files for threads that are not javac's own, which alone may use its files: the JDK's, and those that javac's thread has
 * fetched.
 */
final class FetchedClasses implements UnloadedClasses.Files {
    private final Map<String, File> fetched = new ConcurrentHashMap<>();

    /** What is in a file, or why that is not known; neither if there is no file. */
    private static final class File {
        private final byte @Nullable [] bytes;
        private final @Nullable Exception failure;

        File(byte @Nullable [] bytes, @Nullable Exception failure) {
            this.bytes = bytes;
            this.failure = failure;
        }

        @Nullable InputStream open() throws IOException {
            return switch (failure) {
                case null -> bytes == null ? null : new ByteArrayInputStream(bytes);
                case IOException e -> throw e;
                case RuntimeException e -> throw e;
                case Exception e -> throw new IllegalStateException(e);
            };
        }
    }

    /** What is needed is to be fetched first. */
    static final class NotFetched extends RuntimeException {
        private static final long serialVersionUID = 1;

        /** Internal name of the class. */
        private final String className;

        private NotFetched(String className) {
            super(className, null, false, false);
            this.className = className;
        }

        String className() {
            return className;
        }
    }

    /** Fetches a class file, on javac's thread. */
    void fetch(String internalName, CompiledClasses classes) {
        fetched.computeIfAbsent(internalName, name -> {
            try (InputStream in = classes.open(name)) {
                return new File(in == null ? null : in.readAllBytes(), null);
            } catch (IOException | RuntimeException e) {
                // Whoever asked for it is told.
                return new File(null, e);
            }
        });
    }

    boolean has(String internalName) {
        return fetched.containsKey(internalName);
    }

    @Override
    public @Nullable InputStream open(String internalName) throws IOException {
        File file = fetched.get(internalName);
        if (file != null) {
            return file.open();
        }
        InputStream platform = internalName.startsWith("java/") ? CompiledClasses.openPlatform(internalName) : null;
        if (platform == null) {
            throw new NotFetched(internalName);
        }
        return platform;
    }
}
