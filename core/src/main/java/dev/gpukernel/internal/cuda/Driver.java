package dev.gpukernel.internal.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the driver's library and links its functions. The calls themselves are in {@link DeviceCalls},
 * {@link MemoryCalls}, {@link CopyCalls}, {@link StreamCalls} and {@link ModuleCalls}, whose handles are constants and are therefore linked
 * when such a class is first used: only after {@link #load()} answered {@link Loaded}.
 *
 * <p>Safe for use by several threads.
 */
final class Driver {
    /** The oldest driver branch with every function of {@link DriverFunction} and the PTX version that is generated. */
    static final String OLDEST = "520";

    private static final Linker.Option[] ORDINARY = {};
    private static final Linker.Option[] BRIEF = {Linker.Option.critical(false)};
    private static final Linker.Option[] HEAP = {Linker.Option.critical(true)};

    private static volatile @Nullable Loaded library;

    private Driver() {}

    /** What became of looking for the driver. */
    sealed interface Result permits Loaded, Missing, TooOld, Denied {}

    /** The library was found and exports every function that all drivers have; those that it lacks beside them cannot be linked. */
    record Loaded(String name, Function<DriverFunction, MethodHandle> linker, Set<DriverFunction> lacking)
            implements Result {
        Loaded {
            lacking = Set.copyOf(lacking);
        }

        Loaded(String name, Function<DriverFunction, MethodHandle> linker) {
            this(name, linker, Set.of());
        }
    }

    /** There is no library. */
    record Missing(String lookedFor) implements Result {}

    /** The library lacks a function. */
    record TooOld(String name, String function) implements Result {}

    /** The JVM forbids native access to this module. */
    record Denied(String module) implements Result {}

    /** Looks for the driver where this operating system keeps it. A library once found is kept. */
    static Result load() {
        return load(candidates());
    }

    /** Looks for the driver under the given names or absolute paths, unless it was found before. */
    static synchronized Result load(List<String> candidates) {
        Loaded known = library;
        if (known != null) {
            return known;
        }
        Result result = search(candidates);
        if (result instanceof Loaded loaded) {
            library = loaded;
        }
        return result;
    }

    /** Takes a library as found: a stand-in, where none was before. */
    static synchronized void use(Loaded standIn) {
        if (library != null) {
            throw new IllegalStateException("there is a driver");
        }
        library = standIn;
    }

    /** Looks for the driver under the given names or absolute paths, in order, and keeps nothing. */
    static Result search(List<String> candidates) {
        try {
            for (String candidate : candidates) {
                Optional<SymbolLookup> symbols = open(candidate);
                if (symbols.isPresent()) {
                    return complete(candidate, symbols.get());
                }
            }
        } catch (IllegalCallerException denied) {
            Module module = Driver.class.getModule();
            return new Denied(module.isNamed() ? module.getName() : "ALL-UNNAMED");
        }
        return new Missing(describe(candidates));
    }

    /** {@return whether the loaded library has a function that not all have} */
    static boolean has(DriverFunction function) {
        Loaded loaded = library;
        return loaded != null && !loaded.lacking.contains(function);
    }

    /** Links a function of the loaded library. */
    static MethodHandle link(DriverFunction function) {
        Loaded loaded = library;
        if (loaded == null) {
            throw new IllegalStateException(function.symbol() + " before the driver was loaded");
        }
        return loaded.linker.apply(function);
    }

    @SuppressWarnings("restricted") // linking is this class's purpose; the README says how to allow native access
    private static MethodHandle link(SymbolLookup symbols, DriverFunction function) {
        MemorySegment address = symbols.findOrThrow(function.symbol());
        Linker.Option[] options = switch (function.linkage()) {
            case ORDINARY -> ORDINARY;
            case BRIEF -> BRIEF;
            case HEAP -> HEAP;
        };
        return Linker.nativeLinker().downcallHandle(address, function.descriptor(), options);
    }

    /** A downcall declares Throwable; what it really throws is unchecked, such as for a closed segment. */
    static RuntimeException unchecked(Throwable thrown) {
        return switch (thrown) {
            case RuntimeException exception -> exception;
            case Error error -> throw error;
            default -> new IllegalStateException(thrown);
        };
    }

    static List<String> candidates() {
        return isWindows() ? List.of("nvcuda.dll") : List.of("libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1");
    }

    private static Result complete(String name, SymbolLookup symbols) {
        Set<DriverFunction> lacking = EnumSet.noneOf(DriverFunction.class);
        for (DriverFunction function : DriverFunction.values()) {
            if (symbols.find(function.symbol()).isEmpty()) {
                if (function.presence() == DriverFunction.Presence.ALL) {
                    return new TooOld(name, function.symbol());
                }
                lacking.add(function);
            }
        }
        return new Loaded(name, function -> link(symbols, function), lacking);
    }

    @SuppressWarnings("restricted") // loading is this class's purpose; the README says how to allow native access
    private static Optional<SymbolLookup> open(String candidate) {
        Path path = Path.of(candidate);
        try {
            return Optional.of(
                    path.isAbsolute()
                            ? SymbolLookup.libraryLookup(path, Arena.global())
                            : SymbolLookup.libraryLookup(candidate, Arena.global()));
        } catch (IllegalArgumentException notThere) {
            return Optional.empty();
        }
    }

    private static String describe(List<String> candidates) {
        String variable = isWindows() ? "PATH" : "LD_LIBRARY_PATH";
        String value = System.getenv(variable);
        String searched = value == null ? variable + " is not set" : variable + "=" + value;
        List<String> parts = new ArrayList<>();
        for (String candidate : candidates) {
            boolean absolute = Path.of(candidate).isAbsolute();
            parts.add(absolute ? candidate : candidate + " on the system's library path (" + searched + ")");
        }
        return String.join(", ", parts);
    }

    private static boolean isWindows() {
        return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
    }
}
