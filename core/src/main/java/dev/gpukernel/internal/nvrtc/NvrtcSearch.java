package dev.gpukernel.internal.nvrtc;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.setting.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks for NVRTC: where the property says, in CUDA toolkits, on the system's library path, and in a dependency.
 *
 * @param set what the property says, empty for nothing
 * @param machine looks in toolkits and on the library path
 * @param cache where a dependency is unpacked
 */
record NvrtcSearch(String set, LibrarySearch machine, Path cache) {
    static final String NAME = "nvrtc";

    /** Names that the system knows the library by, newest first. */
    static final List<String> SYSTEM_NAMES = LibrarySearch.isWindows()
            ? List.of("nvrtc64_140_0.dll", "nvrtc64_130_0.dll", "nvrtc64_120_0.dll", "nvrtc64_112_0.dll")
            : List.of("libnvrtc.so.14", "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so");

    static NvrtcSearch ofSettings() {
        return new NvrtcSearch(
                Setting.NVRTC.written().strip(), LibrarySearch.of(NAME, SYSTEM_NAMES), CacheFolder.findForLibraries());
    }

    /**
     * Finds the library.
     *
     * @return the first that there is
     * @throws GpuException {@link Message#NVRTC_MISSING} with all places if there is none, or {@link Message#NVRTC_UNUSABLE}
     */
    NvrtcLibrary find() {
        if (!set.isEmpty()) {
            Path path = Path.of(set).toAbsolutePath();
            NvrtcLibrary library = Files.isDirectory(path)
                    ? machine.inToolkit(path, NvrtcLibrary::open)
                    : NvrtcLibrary.open(path.toString());
            if (library == null) {
                throw new GpuException(
                        Message.NVRTC_UNUSABLE, path, Files.exists(path) ? "it is no such library" : "it is not there");
            }
            return library;
        }
        List<String> places = new ArrayList<>();
        places.add("a path in -D" + Setting.NVRTC.property() + ", which is not set");
        NvrtcLibrary library = machine.find(NvrtcLibrary::open, places);
        if (library == null) {
            library = inPackage();
        }
        if (library == null) {
            places.add(NvrtcPackage.DEPENDENCY);
            throw new GpuException(Message.NVRTC_MISSING, String.join("; ", places));
        }
        return library;
    }

    private @Nullable NvrtcLibrary inPackage() {
        try {
            Path unpacked = NvrtcPackage.unpack(cache);
            return unpacked == null ? null : NvrtcLibrary.open(unpacked.toString());
        } catch (IOException e) {
            throw new GpuException(
                    Message.NVRTC_UNUSABLE, NvrtcPackage.DEPENDENCY, "it cannot be unpacked to " + cache + ": " + e);
        }
    }
}
