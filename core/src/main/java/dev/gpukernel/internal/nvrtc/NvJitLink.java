package dev.gpukernel.internal.nvrtc;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** NVIDIA's linker for code of toolkits newer than the driver, and for LTO IR. Safe for use by several threads. */
public final class NvJitLink {
    private static final int SUCCESS = 0;

    private static volatile @Nullable Search search;

    private final Map<Call, MethodHandle> handles;

    private NvJitLink(Map<Call, MethodHandle> handles) {
        this.handles = handles;
    }

    /** What can be linked, with its number as an {@code nvJitLinkInputType}. */
    public enum Kind {
        /** Machine code. */
        CUBIN(1),
        /** Text that is compiled. */
        PTX(2),
        /** Code that is optimised as a whole. */
        LTOIR(3),
        /** Several of these. */
        FATBIN(4);

        private final int number;

        Kind(int number) {
            this.number = number;
        }
    }

    /**
     * A part of what is linked.
     *
     * @param name what the log calls it
     * @param kind what it is
     * @param bytes the code
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Input(String name, Kind kind, byte[] bytes) {}

    /** The functions that are called: symbol and C signature. Each returns an {@code nvJitLinkResult}, an int. Handles are longs. */
    private enum Call {
        CREATE("nvJitLinkCreate", ADDRESS, JAVA_INT, ADDRESS),
        DESTROY("nvJitLinkDestroy", ADDRESS),
        ADD_DATA("nvJitLinkAddData", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS),
        COMPLETE("nvJitLinkComplete", JAVA_LONG),
        GET_LINKED_CUBIN_SIZE("nvJitLinkGetLinkedCubinSize", JAVA_LONG, ADDRESS),
        GET_LINKED_CUBIN("nvJitLinkGetLinkedCubin", JAVA_LONG, ADDRESS),
        GET_ERROR_LOG_SIZE("nvJitLinkGetErrorLogSize", JAVA_LONG, ADDRESS),
        GET_ERROR_LOG("nvJitLinkGetErrorLog", JAVA_LONG, ADDRESS);

        private final String symbol;
        // A descriptor is a value-based class, which the checker cannot know.
        @SuppressWarnings("ImmutableEnumChecker")
        private final FunctionDescriptor descriptor;

        Call(String symbol, MemoryLayout... parameters) {
            this.symbol = symbol;
            this.descriptor = FunctionDescriptor.of(JAVA_INT, parameters);
        }
    }

    /** {@return the library, looked for once where NVRTC is looked for; null if there is none} */
    public static @Nullable NvJitLink find() {
        Search known = search;
        if (known != null) {
            return known.found;
        }
        synchronized (NvJitLink.class) {
            Search made = search;
            if (made == null) {
                made = new Search(
                        NvrtcSearch.ofSettings().find(SharedLibrary.NVJITLINK, NvJitLink::open, new ArrayList<>()));
                search = made;
            }
            return made.found;
        }
    }

    /** What a search came to. */
    private record Search(@Nullable NvJitLink found) {}

    /** Takes it that there is no library, as where a driver is not real; {@code false} to look for one again. */
    static synchronized void useNone(boolean none) {
        search = none ? new Search(null) : null;
    }

    /** {@return the library of a path or name, null if there is none or it is of another version} */
    static @Nullable NvJitLink open(String candidate) {
        SymbolLookup symbols = LibrarySearch.open(candidate);
        return symbols == null ? null : of(symbols);
    }

    @SuppressWarnings("restricted") // calling it is this class's purpose
    private static @Nullable NvJitLink of(SymbolLookup symbols) {
        Map<Call, MethodHandle> handles = new EnumMap<>(Call.class);
        for (Call call : Call.values()) {
            MemorySegment address = symbols.find(call.symbol).orElse(null);
            if (address == null) {
                return null;
            }
            handles.put(call, Linker.nativeLinker().downcallHandle(address, call.descriptor));
        }
        return new NvJitLink(handles);
    }

    /**
     * Links code to a cubin.
     *
     * @param name what messages call the result
     * @param capability compute capability of the device, such as 90 for 9.0
     * @param inputs what to link, at least one; relocatable code where one calls what another has. That they declare it alike, nvJitLink 13.3
     *     does not say: who calls this sees to it
     * @return the cubin
     * @throws GpuException {@link Message#CUDA_LINK} with the linker's log
     */
    public byte[] link(String name, int capability, List<Input> inputs) {
        String conflict = DefinedSymbols.conflict(inputs);
        if (conflict != null) {
            throw new GpuException(Message.CUDA_LINK, name, conflict);
        }
        List<String> options = new ArrayList<>(List.of("-arch=sm_" + capability));
        if (inputs.stream().anyMatch(input -> input.kind == Kind.LTOIR)) {
            options.add("-lto");
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment cell = arena.allocate(JAVA_LONG);
            int created = call(Call.CREATE, cell, options.size(), NvrtcLibrary.strings(arena, options));
            long linker = cell.get(JAVA_LONG, 0);
            if (created != SUCCESS) {
                throw new GpuException(Message.CUDA_LINK, name, reason(arena, linker, created));
            }
            try {
                for (Input input : inputs) {
                    // A zero ends PTX; what follows other code nobody looks at.
                    MemorySegment data =
                            arena.allocate(input.bytes.length + 1L).copyFrom(MemorySegment.ofArray(input.bytes));
                    long bytes = input.kind == Kind.PTX ? data.byteSize() : input.bytes.length;
                    MemorySegment called = arena.allocateFrom(input.name);
                    require(arena, linker, name, call(Call.ADD_DATA, linker, input.kind.number, data, bytes, called));
                }
                require(arena, linker, name, call(Call.COMPLETE, linker));
                require(arena, linker, name, call(Call.GET_LINKED_CUBIN_SIZE, linker, cell));
                MemorySegment cubin = arena.allocate(Math.max(1, cell.get(JAVA_LONG, 0)));
                long bytes = cell.get(JAVA_LONG, 0);
                require(arena, linker, name, call(Call.GET_LINKED_CUBIN, linker, cubin));
                return cubin.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE);
            } finally {
                MemorySegment handle = arena.allocate(JAVA_LONG);
                handle.set(JAVA_LONG, 0, linker);
                // Its failure would hide the reason of what failed before.
                call(Call.DESTROY, handle);
            }
        }
    }

    private void require(Arena arena, long linker, String name, int status) {
        if (status != SUCCESS) {
            throw new GpuException(Message.CUDA_LINK, name, reason(arena, linker, status));
        }
    }

    private String reason(Arena arena, long linker, int status) {
        MemorySegment size = arena.allocate(JAVA_LONG);
        String log = "";
        if (linker != 0 && call(Call.GET_ERROR_LOG_SIZE, linker, size) == SUCCESS) {
            MemorySegment text = arena.allocate(size.get(JAVA_LONG, 0) + 1);
            call(Call.GET_ERROR_LOG, linker, text);
            log = text.getString(0).strip();
        }
        return log.isEmpty() ? "nvJitLinkResult " + status : log;
    }

    /** Calls a function. Linking takes so long that an array of arguments does not matter. */
    private int call(Call call, Object... arguments) {
        MethodHandle handle = Optional.ofNullable(handles.get(call)).orElseThrow();
        try {
            return (int) handle.invokeWithArguments(arguments);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException(thrown);
        }
    }
}
