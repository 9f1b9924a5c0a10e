package dev.gpukernel.internal.nvrtc;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.setting.Setting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks for NVRTC: where the property says, in CUDA toolkits, on the system's library path, and in a dependency.
 *
 * @param set what the property says, empty for nothing
 * @param environment variables of the process, null for those that are not set
 * @param roots folders in which toolkits are installed
 * @param cache where a dependency is unpacked
 */
record NvrtcSearch(String set, Function<String, @Nullable String> environment, List<Path> roots, Path cache) {
    private static final String LIBRARY = "libnvrtc.so";

    /** Names that the system knows the library by, newest first. */
    private static final List<String> NAMES =
            List.of("libnvrtc.so.14", "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", LIBRARY);

    private static final List<String> WINDOWS_NAMES =
            List.of("nvrtc64_140_0.dll", "nvrtc64_130_0.dll", "nvrtc64_120_0.dll", "nvrtc64_112_0.dll");

    static NvrtcSearch ofSettings() {
        return new NvrtcSearch(
                Setting.NVRTC.written().strip(),
                System::getenv,
                List.of(Path.of("/usr/local"), Path.of("/opt")),
                CacheFolder.findForLibraries());
    }

    /**
     * Finds the library.
     *
     * @return the first that there is
     * @throws GpuException {@link Message#NVRTC_MISSING} with all places if there is none, or {@link Message#NVRTC_UNUSABLE}
     */
    NvrtcLibrary find() {
        List<String> places = new ArrayList<>();
        if (!set.isEmpty()) {
            Path path = Path.of(set).toAbsolutePath();
            NvrtcLibrary library = Files.isDirectory(path) ? inFolder(path) : NvrtcLibrary.open(path.toString());
            if (library == null) {
                throw new GpuException(
                        Message.NVRTC_UNUSABLE, path, Files.exists(path) ? "it is no such library" : "it is not there");
            }
            return library;
        }
        places.add("a path in -D" + Setting.NVRTC.property() + ", which is not set");
        for (Path toolkit : toolkits(places)) {
            NvrtcLibrary library = inToolkit(toolkit);
            if (library != null) {
                return library;
            }
            places.add(LIBRARY + " in " + toolkit);
        }
        for (String name : isWindows() ? WINDOWS_NAMES : NAMES) {
            NvrtcLibrary library = NvrtcLibrary.open(name);
            if (library != null) {
                return library;
            }
        }
        places.add(String.join(", ", isWindows() ? WINDOWS_NAMES : NAMES) + " on the system's library path");
        NvrtcLibrary library = inPackage();
        if (library != null) {
            return library;
        }
        places.add(NvrtcPackage.DEPENDENCY);
        throw new GpuException(Message.NVRTC_MISSING, String.join("; ", places));
    }

    private List<Path> toolkits(List<String> places) {
        List<Path> toolkits = new ArrayList<>();
        for (String variable : List.of("CUDA_HOME", "CUDA_PATH")) {
            String value = environment.apply(variable);
            if (value == null || value.isBlank()) {
                places.add("a toolkit in " + variable + ", which is not set");
            } else {
                toolkits.add(Path.of(value).toAbsolutePath());
            }
        }
        for (Path root : roots) {
            try (Stream<Path> found = Files.list(root)) {
                found.filter(path -> nameOf(path).startsWith("cuda"))
                        .filter(Files::isDirectory)
                        .sorted(NvrtcSearch::byVersion)
                        .forEach(toolkits::add);
            } catch (IOException | UncheckedIOException _) {
                // There is no such folder, or it is not ours to read.
            }
        }
        return toolkits;
    }

    /** {@code cuda} first, which is a link to the one that is in use, then the newest. */
    private static int byVersion(Path first, Path second) {
        return Comparator.comparingInt((Path path) -> nameOf(path).equals("cuda") ? 0 : 1)
                .thenComparing(NvrtcSearch::version, Comparator.reverseOrder())
                .compare(first, second);
    }

    private static String nameOf(Path path) {
        return Objects.toString(path.getFileName(), "");
    }

    private static double version(Path toolkit) {
        String name = nameOf(toolkit);
        try {
            return Double.parseDouble(name.substring(name.indexOf('-') + 1));
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    private static @Nullable NvrtcLibrary inToolkit(Path toolkit) {
        for (String folder :
                List.of("lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib", "bin", "bin/x64")) {
            NvrtcLibrary library = inFolder(toolkit.resolve(folder));
            if (library != null) {
                return library;
            }
        }
        return null;
    }

    /** {@return the library of a folder, of the shortest name, which links to the others} */
    private static @Nullable NvrtcLibrary inFolder(Path folder) {
        List<Path> libraries;
        try (Stream<Path> files = Files.list(folder)) {
            libraries = files.filter(file -> isLibrary(nameOf(file)))
                    .sorted(Comparator.comparingInt(
                                    (Path file) -> file.toString().length())
                            .thenComparing(Path::toString, Comparator.reverseOrder()))
                    .toList();
        } catch (IOException | UncheckedIOException _) {
            return null;
        }
        for (Path file : libraries) {
            NvrtcLibrary library = NvrtcLibrary.open(file.toString());
            if (library != null) {
                return library;
            }
        }
        return null;
    }

    private static boolean isLibrary(String file) {
        boolean isOfWindows = file.startsWith("nvrtc64_") && file.endsWith(".dll") && !file.contains("builtins");
        return file.equals(LIBRARY) || file.startsWith(LIBRARY + ".") || isOfWindows;
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

    private static boolean isWindows() {
        return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
    }
}
