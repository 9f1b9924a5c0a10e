package dev.gpukernel.internal.nvrtc;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An NVRTC in Java, which takes PTX for CUDA C and gives it back. A source in which it finds the word {@code error} does not compile; one that
 * has the word {@code options} gives the options. The lowered name of {@code f<int>} is {@code _f_int_}.
 */
public final class FakeNvrtc {
    private static final MemorySegment EVERYTHING = all();
    private static final Arena TEXTS = Arena.ofShared();
    private static final AtomicLong HANDLES = new AtomicLong();
    private static final AtomicInteger COMPILATIONS = new AtomicInteger();
    private static final Map<Long, Program> PROGRAMS = new ConcurrentHashMap<>();

    private FakeNvrtc() {}

    private static final class Program {
        final String name;
        final String source;
        String code = "";
        String log = "";

        Program(String name, String source) {
            this.name = name;
            this.source = source;
        }
    }

    /** Makes this the compiler of the JVM. */
    public static void install() {
        Nvrtc.use(compiler(null));
    }

    /** Lets the compiler be looked for again. */
    public static void uninstall() {
        Nvrtc.use(null);
    }

    static Nvrtc compiler(@Nullable Path cache) {
        return new Nvrtc(NvrtcLibrary.of("a stand-in", FakeNvrtc::find), cache);
    }

    /** {@return how many programs were compiled} */
    static int compilations() {
        return COMPILATIONS.get();
    }

    /** {@return how many programs are not destroyed} */
    static int programs() {
        return PROGRAMS.size();
    }

    @SuppressWarnings("restricted") // addresses are real ones
    private static MemorySegment all() {
        return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    }

    static MethodHandle find(NvrtcFunction function) {
        try {
            return MethodHandles.lookup()
                    .findStatic(
                            FakeNvrtc.class,
                            function.symbol(),
                            function.descriptor().toMethodType());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(function.symbol(), e);
        }
    }

    private static Program program(long handle) {
        return Objects.requireNonNull(PROGRAMS.get(handle), "a program that never was");
    }

    static int nvrtcVersion(MemorySegment major, MemorySegment minor) {
        major.set(ValueLayout.JAVA_INT, 0, 12);
        minor.set(ValueLayout.JAVA_INT, 0, 9);
        return 0;
    }

    static int nvrtcGetNumSupportedArchs(MemorySegment count) {
        count.set(ValueLayout.JAVA_INT, 0, 3);
        return 0;
    }

    static int nvrtcGetSupportedArchs(MemorySegment all) {
        all.copyFrom(MemorySegment.ofArray(new int[] {90, 75, 86}));
        return 0;
    }

    static int nvrtcCreateProgram(
            MemorySegment program,
            MemorySegment source,
            MemorySegment name,
            int headers,
            MemorySegment texts,
            MemorySegment names) {
        StringBuilder all = new StringBuilder(source.getString(0));
        for (int i = 0; i < headers; i++) {
            all.append("// ")
                    .append(text(names, i))
                    .append(": ")
                    .append(text(texts, i))
                    .append('\n');
        }
        long handle = HANDLES.incrementAndGet();
        PROGRAMS.put(handle, new Program(name.getString(0), all.toString()));
        program.set(ValueLayout.JAVA_LONG, 0, handle);
        return 0;
    }

    static int nvrtcDestroyProgram(MemorySegment program) {
        program(program.get(ValueLayout.JAVA_LONG, 0));
        PROGRAMS.remove(program.get(ValueLayout.JAVA_LONG, 0));
        return 0;
    }

    static int nvrtcAddNameExpression(long program, MemorySegment expression) {
        return program(program).source.isEmpty() || expression.getString(0).isEmpty() ? 1 : 0;
    }

    static int nvrtcCompileProgram(long program, int count, MemorySegment options) {
        COMPILATIONS.incrementAndGet();
        Program own = program(program);
        List<String> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(text(options, i));
        }
        if (own.source.contains("error")) {
            own.log = own.name + "(1): error: found with " + String.join(" ", all);
            return 6;
        }
        own.code = own.source.contains("options") ? String.join(" ", all) : own.source;
        own.log = own.source.contains("warning") ? own.name + "(1): warning" : "";
        return 0;
    }

    static int nvrtcGetLoweredName(long program, MemorySegment expression, MemorySegment name) {
        program(program);
        String lowered = "_" + expression.getString(0).replaceAll("\\W", "_");
        name.set(ValueLayout.ADDRESS, 0, TEXTS.allocateFrom(lowered));
        return 0;
    }

    static int nvrtcGetProgramLogSize(long program, MemorySegment size) {
        size.set(ValueLayout.JAVA_LONG, 0, program(program).log.length() + 1L);
        return 0;
    }

    static int nvrtcGetProgramLog(long program, MemorySegment log) {
        log.setString(0, program(program).log);
        return 0;
    }

    static int nvrtcGetCUBINSize(long program, MemorySegment size) {
        size.set(ValueLayout.JAVA_LONG, 0, program(program).code.length());
        return 0;
    }

    static int nvrtcGetCUBIN(long program, MemorySegment code) {
        byte[] bytes = program(program).code.getBytes(StandardCharsets.ISO_8859_1);
        MemorySegment.copy(bytes, 0, code, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return 0;
    }

    static int nvrtcGetPTXSize(long program, MemorySegment size) {
        return nvrtcGetCUBINSize(program, size);
    }

    static int nvrtcGetPTX(long program, MemorySegment code) {
        return nvrtcGetCUBIN(program, code);
    }

    private static String text(MemorySegment pointers, int index) {
        return EVERYTHING
                .asSlice(pointers.getAtIndex(ValueLayout.ADDRESS, index).address())
                .getString(0);
    }
}
