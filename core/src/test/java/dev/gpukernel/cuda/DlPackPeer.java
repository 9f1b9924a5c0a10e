package dev.gpukernel.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** The library of {@code dlpack_peer.c}, compiled by the machine's C compiler. */
@SuppressWarnings("restricted") // calls it
record DlPackPeer(
        MethodHandle fields,
        MethodHandle add,
        MethodHandle end,
        MethodHandle make,
        MethodHandle alive,
        MethodHandle allocated) {
    private static final String SOURCE = "dlpack_peer.c";
    private static final int FIELDS = 9;

    /** Compiles the library and loads it, for as long as the JVM runs; skips the test where there is no compiler. */
    static DlPackPeer compile(Path folder) throws IOException, InterruptedException {
        Path source = folder.resolve(SOURCE);
        Path library = folder.resolve("libdlpack_peer.so");
        try (InputStream text = DlPackPeer.class.getResourceAsStream("/" + SOURCE)) {
            Files.copy(Objects.requireNonNull(text, SOURCE), source);
        }
        Process compiler;
        try {
            compiler = new ProcessBuilder(List.of(
                            "cc",
                            "-shared",
                            "-fPIC",
                            "-O1",
                            "-o",
                            library.toString(),
                            source.toString(),
                            "-ldl",
                            "-lpthread"))
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException _) {
            return abort("there is no C compiler, cc, to make the other library");
        }
        String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, compiler.waitFor(), said);
        SymbolLookup symbols = SymbolLookup.libraryLookup(library, Arena.global());
        Linker linker = Linker.nativeLinker();
        return new DlPackPeer(
                linker.downcallHandle(symbols.findOrThrow("peer_fields"), FunctionDescriptor.ofVoid(ADDRESS, ADDRESS)),
                linker.downcallHandle(
                        symbols.findOrThrow("peer_add"), FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT)),
                linker.downcallHandle(symbols.findOrThrow("peer_end"), FunctionDescriptor.of(JAVA_INT, ADDRESS)),
                linker.downcallHandle(
                        symbols.findOrThrow("peer_make"),
                        FunctionDescriptor.of(ADDRESS, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT)),
                linker.downcallHandle(symbols.findOrThrow("peer_alive"), FunctionDescriptor.of(JAVA_LONG)),
                linker.downcallHandle(symbols.findOrThrow("peer_allocated"), FunctionDescriptor.of(JAVA_LONG)));
    }

    /** {@return what the library reads: version, flags, type of device, device, axes, code, bits, lanes, offset, shape, strides} */
    long[] fields(MemorySegment tensor, int axes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment all = arena.allocate(JAVA_LONG, FIELDS + 2L * axes);
            call(fields, tensor, all);
            return all.toArray(JAVA_LONG);
        }
    }

    /** Adds to each int of a tensor. */
    void add(MemorySegment tensor, int value) {
        assertEquals(0, call(add, tensor, value));
    }

    /** Calls a tensor's deleter in a thread of the library's own. */
    void end(MemorySegment tensor) {
        assertEquals(0, call(end, tensor));
    }

    /** {@return a tensor of ints counted row by row, which are in memory in this order or column by column} */
    MemorySegment make(int deviceType, long rows, long columns, boolean isTransposed) {
        MemorySegment made = (MemorySegment) call(make, deviceType, rows, columns, isTransposed ? 1 : 0);
        assertNotEquals(0, made.address());
        return made;
    }

    /** {@return how many tensors the library made whose deleters were not called} */
    long tensors() {
        return (long) call(alive);
    }

    /** {@return how many bytes the process has from malloc, 0 where that is not known} */
    long allocatedBytes() {
        return (long) call(allocated);
    }

    private static Object call(MethodHandle function, Object... arguments) {
        try {
            return function.invokeWithArguments(arguments);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException(thrown);
        }
    }
}
