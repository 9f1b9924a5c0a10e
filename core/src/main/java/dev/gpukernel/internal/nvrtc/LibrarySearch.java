package dev.gpukernel.internal.nvrtc;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.setting.Setting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
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
 * Looks for NVRTC, or for a library that is beside it: where the property says, in CUDA toolkits, on the system's library path, and in a dependency.
 *
 * @param set what the property says, empty for nothing
 * @param environment variables of the process, null for those that are not set
 * @param roots folders in which toolkits are installed
 * @param cache where a dependency is unpacked
 */
record LibrarySearch(String set, Function<String, @Nullable String> environment, List<Path> roots, Path cache) {
    static LibrarySearch ofSettings() {
        return new LibrarySearch(
                Setting.NVRTC.written().strip(),
                System::getenv,
                List.of(Path.of("/usr/local"), Path.of("/opt")),
                CacheFolder.findForLibraries());
    }

    /**
     * Finds a library.
     *
     * @param wanted which
     * @param open opens one by path or name, or returns null if there is none
     * @param places takes the places in which there was none
     * @return the first that there is, null if there is none
     * @throws GpuException {@link Message#NVRTC_UNUSABLE} if it cannot be unpacked, or if NVRTC is not where the property says
     */
    <T> @Nullable T find(SharedLibrary wanted, Function<String, @Nullable T> open, List<String> places) {
        if (set.isEmpty()) {
            places.add("a path in -D" + Setting.NVRTC.property() + ", which is not set");
        } else {
            T named = whereSet(wanted, open);
            if (named != null) {
                return named;
            }
        }
        for (Path toolkit : toolkits(places)) {
            T library = inToolkit(wanted, toolkit, open);
            if (library != null) {
                return library;
            }
            places.add(wanted.file() + " in " + toolkit);
        }
        List<String> names = new ArrayList<>(isWindows() ? wanted.windowsNames() : wanted.versioned());
        if (!isWindows()) {
            names.add(wanted.file());
        }
        for (String name : names) {
            T library = open.apply(name);
            if (library != null) {
                return library;
            }
        }
        places.add(String.join(", ", names) + " on the system's library path");
        T library = inPackage(wanted, open);
        places.add(LibraryPackage.DEPENDENCY);
        return library;
    }

    /** The property names NVRTC or its folder, in which there may be other libraries. */
    private <T> @Nullable T whereSet(SharedLibrary wanted, Function<String, @Nullable T> open) {
        Path path = Path.of(set).toAbsolutePath();
        boolean isFolder = Files.isDirectory(path);
        if (wanted != SharedLibrary.NVRTC) {
            return inFolder(wanted, isFolder ? path : path.resolveSibling("."), open);
        }
        T library = isFolder ? inFolder(wanted, path, open) : open.apply(path.toString());
        if (library == null) {
            throw new GpuException(
                    Message.NVRTC_UNUSABLE, path, Files.exists(path) ? "it is no such library" : "it is not there");
        }
        return library;
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
                        .sorted(LibrarySearch::byVersion)
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
                .thenComparing(LibrarySearch::version, Comparator.reverseOrder())
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

    private static <T> @Nullable T inToolkit(SharedLibrary wanted, Path toolkit, Function<String, @Nullable T> open) {
        for (String folder :
                List.of("lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib", "bin", "bin/x64")) {
            T library = inFolder(wanted, toolkit.resolve(folder), open);
            if (library != null) {
                return library;
            }
        }
        return null;
    }

    /** {@return the library of a folder, of the shortest name, which links to the others} */
    private static <T> @Nullable T inFolder(SharedLibrary wanted, Path folder, Function<String, @Nullable T> open) {
        List<Path> libraries;
        try (Stream<Path> files = Files.list(folder)) {
            libraries = files.filter(file -> wanted.isNameOf(nameOf(file)))
                    .sorted(Comparator.comparingInt(
                                    (Path file) -> file.toString().length())
                            .thenComparing(Path::toString, Comparator.reverseOrder()))
                    .toList();
        } catch (IOException | UncheckedIOException _) {
            return null;
        }
        for (Path file : libraries) {
            T library = open.apply(file.toString());
            if (library != null) {
                return library;
            }
        }
        return null;
    }

    private <T> @Nullable T inPackage(SharedLibrary wanted, Function<String, @Nullable T> open) {
        try {
            Path unpacked = LibraryPackage.unpack(wanted, cache);
            return unpacked == null ? null : open.apply(unpacked.toString());
        } catch (IOException e) {
            throw new GpuException(
                    Message.NVRTC_UNUSABLE, LibraryPackage.DEPENDENCY, "it cannot be unpacked to " + cache + ": " + e);
        }
    }

    /**
     * {@return the functions of a library, null if there is none}
     *
     * @param candidate a path, or a name for the system to find
     */
    @SuppressWarnings("restricted") // loading is this method's purpose; the README says how to allow native access
    static @Nullable SymbolLookup symbols(String candidate) {
        Path path = Path.of(candidate);
        try {
            return path.isAbsolute()
                    ? SymbolLookup.libraryLookup(path, Arena.global())
                    : SymbolLookup.libraryLookup(candidate, Arena.global());
        } catch (IllegalArgumentException notThere) {
            return null;
        } catch (IllegalCallerException denied) {
            Module module = LibrarySearch.class.getModule();
            String name = module.isNamed() ? module.getName() : "ALL-UNNAMED";
            throw new GpuException(Message.NATIVE_ACCESS_DENIED, name, name);
        }
    }

    /** {@return an array of strings of C} */
    static MemorySegment strings(Arena arena, List<String> texts) {
        MemorySegment pointers = arena.allocate(ValueLayout.ADDRESS, Math.max(1, texts.size()));
        for (int i = 0; i < texts.size(); i++) {
            pointers.setAtIndex(ValueLayout.ADDRESS, i, arena.allocateFrom(texts.get(i)));
        }
        return pointers;
    }

    private static boolean isWindows() {
        return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
    }
}
