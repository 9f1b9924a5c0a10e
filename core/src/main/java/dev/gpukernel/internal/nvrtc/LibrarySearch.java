package dev.gpukernel.internal.nvrtc;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a library of CUDA in toolkits, and on the system's library path.
 *
 * @param name what it is called without what the system adds, such as {@code nvrtc}
 * @param systemNames names that the system may know it by, newest first
 * @param environment variables of the process, null for those that are not set
 * @param roots folders in which toolkits are installed
 */
public record LibrarySearch(
        String name, List<String> systemNames, Function<String, @Nullable String> environment, List<Path> roots) {
    /** Versions that CUDA's libraries have had since CUDA 11, and may have next. */
    private static final int FIRST_VERSION = 10;

    private static final int LAST_VERSION = 16;

    /** Where toolkits are installed. */
    static final List<Path> ROOTS = List.of(Path.of("/usr/local"), Path.of("/opt"));

    private static final List<String> FOLDERS =
            List.of("", "lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib", "bin", "bin/x64");

    /**
     * Looks on this machine.
     *
     * @param name what the library is called without what the system adds, such as {@code cufft}
     * @return how it is looked for
     */
    public static LibrarySearch of(String name) {
        Stream<String> versions = IntStream.rangeClosed(FIRST_VERSION, LAST_VERSION)
                .map(i -> FIRST_VERSION + LAST_VERSION - i)
                .mapToObj(version -> isWindows() ? name + "64_" + version + ".dll" : "lib" + name + ".so." + version);
        Stream<String> plain = isWindows() ? Stream.empty() : Stream.of("lib" + name + ".so");
        return new LibrarySearch(name, Stream.concat(versions, plain).toList(), System::getenv, ROOTS);
    }

    static boolean isWindows() {
        return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
    }

    /**
     * Finds the library.
     *
     * @param <L> what becomes of it
     * @param opener opens a path, or a name for the system to find; null if there is no such library
     * @param places gets where it was looked for
     * @return the first that there is, else null
     */
    public <L> @Nullable L find(Function<String, @Nullable L> opener, List<String> places) {
        for (Path toolkit : toolkits(places)) {
            L library = inToolkit(toolkit, opener);
            if (library != null) {
                return library;
            }
            places.add("lib" + name + ".so in " + toolkit);
        }
        for (String systemName : systemNames) {
            L library = opener.apply(systemName);
            if (library != null) {
                return library;
            }
        }
        places.add(String.join(", ", systemNames) + " on the system's library path");
        return null;
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
        String file = nameOf(toolkit);
        try {
            return Double.parseDouble(file.substring(file.indexOf('-') + 1));
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    /**
     * Looks in a folder, or in those of a toolkit.
     *
     * @param <L> what becomes of it
     * @param toolkit the folder
     * @param opener opens a path; null if it is no such library
     * @return the first that there is, else null
     */
    public <L> @Nullable L inToolkit(Path toolkit, Function<String, @Nullable L> opener) {
        for (String folder : FOLDERS) {
            L library = inFolder(toolkit.resolve(folder), opener);
            if (library != null) {
                return library;
            }
        }
        return null;
    }

    /** {@return the library of a folder, of the shortest name, which links to the others} */
    private <L> @Nullable L inFolder(Path folder, Function<String, @Nullable L> opener) {
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
            L library = opener.apply(file.toString());
            if (library != null) {
                return library;
            }
        }
        return null;
    }

    private boolean isLibrary(String file) {
        String plain = "lib" + name + ".so";
        boolean isOfWindows = (file.startsWith(name + "64_") || file.startsWith(name + "_")) && file.endsWith(".dll") && !file.contains("builtins");
        return file.equals(plain) || file.startsWith(plain + ".") || isOfWindows;
    }

    /**
     * Loads a library for as long as the JVM runs.
     *
     * @param candidate an absolute path, or a name for the system to find
     * @return its functions, null if there is no such library
     * @throws GpuException {@link Message#NATIVE_ACCESS_DENIED} if Java was started without native access
     */
    @SuppressWarnings("restricted") // loading is what this is for; the README says how to allow native access
    public static @Nullable SymbolLookup open(String candidate) {
        Path path = Path.of(candidate);
        try {
            return path.isAbsolute()
                    ? SymbolLookup.libraryLookup(path, Arena.global())
                    : SymbolLookup.libraryLookup(candidate, Arena.global());
        } catch (IllegalArgumentException notThere) {
            return null;
        } catch (IllegalCallerException denied) {
            Module module = LibrarySearch.class.getModule();
            String named = module.isNamed() ? module.getName() : "ALL-UNNAMED";
            throw new GpuException(Message.NATIVE_ACCESS_DENIED, named, named);
        }
    }
}
