package dev.gpukernel.internal.disk;

import dev.gpukernel.internal.setting.Setting;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where files are kept from one run to the next. */
public final class CacheFolder {
    private static final String NONE = "none";

    private CacheFolder() {}

    /** {@return the folder, null if nothing is to be kept} It need not be there yet. */
    public static @Nullable Path find() {
        String set = Setting.CACHE.written().strip();
        if (!set.isEmpty()) {
            return set.equalsIgnoreCase(NONE) ? null : Path.of(set).toAbsolutePath();
        }
        return ofUser();
    }

    /** {@return a folder for what must be on disk, even if nothing is to be kept} */
    public static Path findForLibraries() {
        Path folder = find();
        return folder == null ? ofUser() : folder;
    }

    private static Path ofUser() {
        String home = System.getProperty("user.home", "");
        String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        if (os.startsWith("windows")) {
            String local = System.getenv("LOCALAPPDATA");
            return local == null ? Path.of(home, "AppData", "Local", "gpukernel") : Path.of(local, "gpukernel");
        }
        String cache = System.getenv("XDG_CACHE_HOME");
        return cache == null || cache.isEmpty() ? Path.of(home, ".cache", "gpukernel") : Path.of(cache, "gpukernel");
    }
}
