package dev.gpukernel.internal.disk;

import dev.gpukernel.internal.setting.Setting;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where files are kept from one run to the next. */
public final class CacheFolder {
    private static final String NONE = "none";
    private static final String FOLDER = "gpukernel";

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
        Path ofUser = folder == null ? ofUser() : folder;
        return ofUser == null ? Path.of(System.getProperty("java.io.tmpdir"), FOLDER) : ofUser;
    }

    private static @Nullable Path ofUser() {
        boolean isWindows =
                System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
        String named = System.getenv(isWindows ? "LOCALAPPDATA" : "XDG_CACHE_HOME");
        if (named != null && !named.isEmpty()) {
            return Path.of(named, FOLDER);
        }
        Path home = Path.of(System.getProperty("user.home", ""));
        if (!home.isAbsolute()) {
            // A user whom the system does not know, as in some containers, has none.
            return null;
        }
        return isWindows
                ? home.resolve("AppData").resolve("Local").resolve(FOLDER)
                : home.resolve(".cache").resolve(FOLDER);
    }
}
