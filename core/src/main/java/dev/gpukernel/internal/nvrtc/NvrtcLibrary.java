package dev.gpukernel.internal.nvrtc;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * NVRTC's functions. Its own documentation says that they may be called by several threads, each with its own program.
 *
 * @param name path or name of the library
 * @param version such as {@code 13.3}
 * @param architectures compute capabilities that it compiles for, in ascending order, such as 90 for 9.0
 * @param handles its functions
 */
record NvrtcLibrary(
        String name, String version, List<Integer> architectures, Map<NvrtcFunction, MethodHandle> handles) {
    private static final int SUCCESS = 0;
    private static final int COMPILATION_FAILED = 6;

    NvrtcLibrary {
        architectures = List.copyOf(architectures);
        handles = Map.copyOf(handles);
    }

    /**
     * Finds the library.
     *
     * @param search where to look
     * @return the first that there is
     * @throws GpuException {@link Message#NVRTC_MISSING} with all places if there is none, or {@link Message#NVRTC_UNUSABLE}
     */
    static NvrtcLibrary find(NvrtcSearch search) {
        List<String> places = new ArrayList<>();
        NvrtcLibrary found = search.find(SharedLibrary.NVRTC, NvrtcLibrary::open, places);
        if (found == null) {
            throw new GpuException(Message.NVRTC_MISSING, String.join("; ", places));
        }
        return found;
    }

    /**
     * Opens a library.
     *
     * @param candidate a path, or a name for the system to find
     * @return it, null if there is none
     * @throws GpuException {@link Message#NVRTC_UNUSABLE} if it lacks functions
     */
    @SuppressWarnings("restricted") // calling is this class's purpose; the README says how to allow native access
    static @Nullable NvrtcLibrary open(String candidate) {
        Path path = Path.of(candidate);
        if (path.isAbsolute()) {
            openBuiltins(path);
        }
        SymbolLookup symbols = LibrarySearch.open(candidate);
        if (symbols == null) {
            return null;
        }
        return of(
                candidate,
                function -> symbols.find(function.symbol())
                        .map(address -> Linker.nativeLinker().downcallHandle(address, function.descriptor()))
                        .orElse(null));
    }

    /** The library asks the system for its other half by name alone, which finds one that is open already. */
    private static void openBuiltins(Path library) {
        try (Stream<Path> files = Files.list(library.resolveSibling("."))) {
            files.filter(file -> isBuiltins(Objects.toString(file.getFileName(), "")))
                    .forEach(file -> LibrarySearch.open(file.toString()));
        } catch (IOException | UncheckedIOException _) {
            // The library says what it lacks.
        }
    }

    /** A toolkit has static libraries and other builds beside them. */
    private static boolean isBuiltins(String name) {
        return name.startsWith("libnvrtc-builtins.so") || (name.startsWith("nvrtc-builtins") && name.endsWith(".dll"));
    }

    /** {@return a library from what links its functions, null for those that it lacks} */
    static NvrtcLibrary of(String name, Function<NvrtcFunction, @Nullable MethodHandle> linker) {
        Map<NvrtcFunction, MethodHandle> handles = new EnumMap<>(NvrtcFunction.class);
        for (NvrtcFunction function : NvrtcFunction.values()) {
            MethodHandle handle = linker.apply(function);
            if (handle == null) {
                throw new GpuException(Message.NVRTC_UNUSABLE, name, "it has no function " + function.symbol());
            }
            handles.put(function, handle);
        }
        NvrtcLibrary unasked = new NvrtcLibrary(name, "", List.of(), handles);
        return new NvrtcLibrary(name, unasked.askVersion(), unasked.askArchitectures(), handles);
    }

    private String askVersion() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment major = arena.allocate(ValueLayout.JAVA_INT);
            MemorySegment minor = arena.allocate(ValueLayout.JAVA_INT);
            require(call(NvrtcFunction.VERSION, major, minor), NvrtcFunction.VERSION);
            return major.get(ValueLayout.JAVA_INT, 0) + "." + minor.get(ValueLayout.JAVA_INT, 0);
        }
    }

    private List<Integer> askArchitectures() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment count = arena.allocate(ValueLayout.JAVA_INT);
            require(call(NvrtcFunction.GET_NUM_SUPPORTED_ARCHS, count), NvrtcFunction.GET_NUM_SUPPORTED_ARCHS);
            int number = count.get(ValueLayout.JAVA_INT, 0);
            MemorySegment all = arena.allocate(ValueLayout.JAVA_INT, Math.max(1, number));
            require(call(NvrtcFunction.GET_SUPPORTED_ARCHS, all), NvrtcFunction.GET_SUPPORTED_ARCHS);
            return IntStream.range(0, number)
                    .mapToObj(i -> all.getAtIndex(ValueLayout.JAVA_INT, i))
                    .sorted()
                    .toList();
        }
    }

    /** Code for one target, with what NVRTC said. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Output(boolean isCompiled, byte[] code, String log, List<String> lowered) {}

    /**
     * Compiles a program.
     *
     * @param source what to compile
     * @param options options of NVRTC
     * @param isPtx whether to take PTX, else a cubin
     * @return the code, or only a log if it was refused
     */
    Output compile(CudaProgram source, List<String> options, boolean isPtx) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment cell = arena.allocate(ValueLayout.JAVA_LONG);
            List<String> names = List.copyOf(source.headers().keySet());
            List<String> texts = names.stream().map(source.headers()::get).toList();
            int created = call(
                    NvrtcFunction.CREATE_PROGRAM,
                    cell,
                    arena.allocateFrom(source.source()),
                    arena.allocateFrom(source.name()),
                    names.size(),
                    strings(arena, texts),
                    strings(arena, names));
            require(created, NvrtcFunction.CREATE_PROGRAM);
            long program = cell.get(ValueLayout.JAVA_LONG, 0);
            try {
                return compile(arena, program, source.expressions(), options, isPtx);
            } finally {
                // Its failure would hide the reason of what failed before.
                call(NvrtcFunction.DESTROY_PROGRAM, cell);
            }
        }
    }

    private Output compile(Arena arena, long program, List<String> expressions, List<String> options, boolean isPtx) {
        List<MemorySegment> named =
                expressions.stream().map(arena::allocateFrom).toList();
        for (MemorySegment expression : named) {
            require(call(NvrtcFunction.ADD_NAME_EXPRESSION, program, expression), NvrtcFunction.ADD_NAME_EXPRESSION);
        }
        int status =
                call(NvrtcFunction.COMPILE_PROGRAM, program, options.size(), strings(arena, options));
        byte[] text = bytes(arena, program, NvrtcFunction.GET_PROGRAM_LOG_SIZE, NvrtcFunction.GET_PROGRAM_LOG);
        String log = MemorySegment.ofArray(Arrays.copyOf(text, text.length + 1))
                .getString(0)
                .strip();
        if (status != SUCCESS) {
            // Options that it does not know, and names that are not there, are in the log too.
            String said = status == COMPILATION_FAILED || !log.isEmpty() ? log : "nvrtcResult " + status;
            return new Output(false, new byte[0], said, List.of());
        }
        MemorySegment cell = arena.allocate(ValueLayout.ADDRESS);
        List<String> lowered = named.stream()
                .map(expression -> {
                    int found = call(NvrtcFunction.GET_LOWERED_NAME, program, expression, cell);
                    require(found, NvrtcFunction.GET_LOWERED_NAME);
                    return text(cell);
                })
                .toList();
        byte[] code = isPtx
                ? bytes(arena, program, NvrtcFunction.GET_PTX_SIZE, NvrtcFunction.GET_PTX)
                : bytes(arena, program, NvrtcFunction.GET_CUBIN_SIZE, NvrtcFunction.GET_CUBIN);
        return new Output(true, code, log, lowered);
    }

    private byte[] bytes(Arena arena, long program, NvrtcFunction size, NvrtcFunction get) {
        MemorySegment count = arena.allocate(ValueLayout.JAVA_LONG);
        require(call(size, program, count), size);
        MemorySegment memory = arena.allocate(Math.max(1, count.get(ValueLayout.JAVA_LONG, 0)));
        require(call(get, program, memory), get);
        return memory.asSlice(0, count.get(ValueLayout.JAVA_LONG, 0)).toArray(ValueLayout.JAVA_BYTE);
    }

    @SuppressWarnings("restricted") // NVRTC's own string, ended by a zero
    private static String text(MemorySegment pointer) {
        return pointer.get(ValueLayout.ADDRESS, 0).reinterpret(1 << 16).getString(0);
    }

    /** Calls a function. A compilation takes so long that an array of arguments does not matter. */
    private int call(NvrtcFunction function, Object... arguments) {
        MethodHandle handle = Optional.ofNullable(handles.get(function)).orElseThrow();
        try {
            return (int) handle.invokeWithArguments(arguments);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException(thrown);
        }
    }

    private void require(int status, NvrtcFunction function) {
        if (status != SUCCESS) {
            throw new GpuException(
                    Message.NVRTC_UNUSABLE, name, function.symbol() + " failed with nvrtcResult " + status);
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
}
