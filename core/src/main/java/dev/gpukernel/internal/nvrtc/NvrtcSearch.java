package dev.gpukernel.internal.nvrtc;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.disk.CacheFolder;
import dev.gpukernel.internal.setting.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Looks for NVRTC, or for a library that is beside it: where the property says, in CUDA toolkits, on the system's library path, and in a
 * dependency.
 *
 * @param set what the property says, empty for nothing
 * @param environment variables of the process, null for those that are not set
 * @param roots folders in which toolkits are installed
 * @param cache where a dependency is unpacked
 */
record NvrtcSearch(String set, Function<String, @Nullable String> environment, List<Path> roots, Path cache) {
    static NvrtcSearch ofSettings() {
        return new NvrtcSearch(
                Setting.NVRTC.written().strip(), System::getenv, LibrarySearch.ROOTS, CacheFolder.findForLibraries());
    }

    /**
     * Finds a library.
     *
     * @param <L> what becomes of it
     * @param wanted which
     * @param opener opens a path, or a name for the system to find; null if there is no such library
     * @param places gets where it was looked for
     * @return the first that there is, else null
     * @throws GpuException {@link Message#NVRTC_UNUSABLE} if it cannot be unpacked, or if NVRTC is not where the property says
     */
    <L> @Nullable L find(SharedLibrary wanted, Function<String, @Nullable L> opener, List<String> places) {
        LibrarySearch machine = new LibrarySearch(wanted.plainName(), wanted.systemNames(), environment, roots);
        if (set.isEmpty()) {
            places.add("a path in -D" + Setting.NVRTC.property() + ", which is not set");
        } else {
            L named = whereSet(wanted, machine, opener);
            if (named != null) {
                return named;
            }
        }
        L found = machine.find(opener, places);
        if (found == null) {
            found = inPackage(wanted, opener);
        }
        if (found == null) {
            places.add(LibraryPackage.DEPENDENCY);
        }
        return found;
    }

    /** The property names NVRTC or its folder, in which there may be other libraries. */
    private <L> @Nullable L whereSet(
            SharedLibrary wanted, LibrarySearch machine, Function<String, @Nullable L> opener) {
        Path path = Path.of(set).toAbsolutePath();
        boolean isFolder = Files.isDirectory(path);
        if (wanted != SharedLibrary.NVRTC) {
            return machine.inToolkit(isFolder ? path : path.resolveSibling("."), opener);
        }
        L library = isFolder ? machine.inToolkit(path, opener) : opener.apply(path.toString());
        if (library == null) {
            throw new GpuException(
                    Message.NVRTC_UNUSABLE, path, Files.exists(path) ? "it is no such library" : "it is not there");
        }
        return library;
    }

    private <L> @Nullable L inPackage(SharedLibrary wanted, Function<String, @Nullable L> opener) {
        try {
            Path unpacked = LibraryPackage.unpack(wanted, cache);
            return unpacked == null ? null : opener.apply(unpacked.toString());
        } catch (IOException e) {
            throw new GpuException(
                    Message.NVRTC_UNUSABLE, LibraryPackage.DEPENDENCY, "it cannot be unpacked to " + cache + ": " + e);
        }
    }
}
