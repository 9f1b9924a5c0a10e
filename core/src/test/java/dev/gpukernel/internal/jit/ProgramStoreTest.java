package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Engine;
import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import dev.gpukernel.internal.cpu.CpuBackend;
import dev.gpukernel.oracle.InMemoryCompiler;
import dev.gpukernel.oracle.InterpretedDevice;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Compiled kernels on disk: they are used by the next process, here another engine, and by none whose kernel is another. */
final class ProgramStoreTest {
    private static final String BUILD = "a build";
    private static final Gpu CPU = OtherEngine.gpu(new CpuBackend());
    private static final int LENGTH = 40;

    /** What files were touched when a test put them there. */
    private final FileTime before = FileTime.from(Instant.now().minusSeconds(600));

    @TempDir
    Path folder;

    /** {@return the first element of what a kernel {@code fill} of class {@code p.K} stores, launched by an engine of its own} */
    private int first(ClassLoader loader) {
        return first(loader, BUILD);
    }

    private int first(ClassLoader loader, String build) {
        return filled(kernel(loader, build), CPU)[0];
    }

    private Kernel kernel(ClassLoader loader, String build) {
        Engine engine = new JitEngine(List.of(new CpuBackend()), () -> new ProgramStore(folder, build, Runnable::run));
        try {
            return engine.kernel(loader.loadClass("p.K"), "fill");
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static int[] filled(Kernel kernel, Gpu gpu) {
        int[] to = new int[LENGTH];
        gpu.run(() -> kernel.launch(to));
        return to;
    }

    private static Map<String, String> sources(String... classes) {
        Map<String, String> sources = new HashMap<>();
        for (String source : classes) {
            String name = source.contains("class K ")
                    ? "K"
                    : source.replaceFirst("(?s).*?(class|record|enum|interface) (\\w+).*", "$2");
            sources.put("p." + name, "package p; import dev.gpukernel.*; " + source);
        }
        return sources;
    }

    private static String kernel(String value) {
        return "public final class K { @GpuKernel static void fill(int[] to) {\n"
                + "for (int i = 0; i < to.length; i++) to[i] = " + value + "; } }";
    }

    private List<Path> files() {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Lets all files look old, so that it shows which are written. */
    private void age() throws IOException {
        for (Path file : files()) {
            Files.setLastModifiedTime(file, before);
        }
    }

    private boolean isWritten() throws IOException {
        for (Path file : files()) {
            if (!Files.getLastModifiedTime(file).equals(before)) {
                return true;
            }
        }
        return false;
    }

    /** What of other classes a kernel may be made of, in two versions, each a number that the kernel stores. */
    static List<Arguments> changes() {
        String function = "java.util.function.IntUnaryOperator";
        return List.of(
                Arguments.of(
                        "the body of a called method",
                        kernel("Other.f(i)"),
                        "class Other { static int f(int i) { return i + 1; } }",
                        "class Other { static int f(int i) { return i + 2; } }"),
                Arguments.of(
                        "a method that is called by one that is called",
                        "class Mid { static int f(int i) { return Other.f(i); } } " + kernel("Mid.f(i)"),
                        "class Other { static int f(int i) { return i + 1; } }",
                        "class Other { static int f(int i) { return i + 2; } }"),
                Arguments.of(
                        "what a class initialiser computes",
                        kernel("Other.N"),
                        "class Other { static final int N = Integer.parseInt(\"1\"); }",
                        "class Other { static final int N = Integer.parseInt(\"2\"); }"),
                Arguments.of(
                        "a table",
                        kernel("Other.TABLE[i % 2]"),
                        "class Other { static final int[] TABLE = {1, 5}; }",
                        "class Other { static final int[] TABLE = {2, 5}; }"),
                Arguments.of(
                        "a method of a record that is made",
                        kernel("new Pair(i, 1).sum()"),
                        "record Pair(int a, int b) { int sum() { return a + b; } }",
                        "record Pair(int a, int b) { int sum() { return a + b + 1; } }"),
                Arguments.of(
                        "the constructor of a record",
                        kernel("new Pair(i, 1).b()"),
                        "record Pair(int a, int b) { }",
                        "record Pair(int a, int b) { Pair { b = b + 1; } }"),
                Arguments.of(
                        "the order of an enum's constants",
                        kernel("Colour.RED.ordinal() + 1"),
                        "enum Colour { RED, GREEN }",
                        "enum Colour { GREEN, RED }"),
                Arguments.of(
                        "the body of a lambda",
                        kernel("Other.F.applyAsInt(i)"),
                        "class Other { static final " + function + " F = v -> v + 1; }",
                        "class Other { static final " + function + " F = v -> v + 2; }"),
                Arguments.of(
                        "a default method",
                        "record Pair(int a) implements Other {} " + kernel("new Pair(i).f()"),
                        "interface Other { int a(); default int f() { return a() + 1; } }",
                        "interface Other { int a(); default int f() { return a() + 2; } }"),
                Arguments.of(
                        "a method that a class inherits",
                        "class Mid extends Other {} " + kernel("Mid.f(i)"),
                        "class Other { static int f(int i) { return i + 1; } }",
                        "class Other { static int f(int i) { return i + 2; } }"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void anotherVersionOfAClassIsReadAnew(String what, String kernel, String one, String two) throws IOException {
        ClassLoader first = InMemoryCompiler.compile(sources(kernel, one));
        ClassLoader second = InMemoryCompiler.compile(sources(kernel, two));
        assertThat(first(first)).isEqualTo(1);
        assertThat(files()).hasSize(1);

        age();
        assertThat(first(first)).isEqualTo(1);
        assertThat(isWritten()).as("what was kept is used").isFalse();

        assertThat(first(second)).isEqualTo(2);
        assertThat(isWritten()).isTrue();
        assertThat(first(first)).isEqualTo(1);
    }

    /** Loads the same class files again, so that classes are initialised once more. */
    private static final class Again extends ClassLoader {
        Again(ClassLoader before) {
            super(before);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("p.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : define(name);
            }
        }

        @Override
        public @Nullable InputStream getResourceAsStream(String name) {
            return getParent().getResourceAsStream(name);
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = Objects.requireNonNull(in, name).readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    /** Where the bytes of all classes are the same. */
    static List<Arguments> values() {
        return List.of(
                Arguments.of("int", "Integer.getInteger(\"user.kept\")", "N", "1", "2"),
                Arguments.of("long", "Long.getLong(\"user.kept\")", "(int) N", "1", "2"),
                Arguments.of(
                        "double",
                        "Double.parseDouble(System.getProperty(\"user.kept\"))",
                        "1 / N > 0 ? 1 : 2",
                        "0",
                        "-0.0"),
                Arguments.of("boolean", "Boolean.getBoolean(\"user.kept\")", "N ? 1 : 2", "true", "false"),
                Arguments.of("int[]", "{3, Integer.getInteger(\"user.kept\")}", "N[1]", "1", "2"),
                Arguments.of("int[][]", "{{3, 0}, {0, Integer.getInteger(\"user.kept\")}}", "N[1][1]", "1", "2"),
                Arguments.of("String", "System.getProperty(\"user.kept\")", "N.length()", "a", "bb"),
                Arguments.of("Integer", "Integer.getInteger(\"user.kept\")", "N", "1", "2"),
                Arguments.of("E", "E.valueOf(System.getProperty(\"user.kept\"))", "N == E.A ? 1 : 2", "A", "B"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("values")
    void anotherValueOfAConstantIsReadAnew(String type, String value, String use, String one, String two)
            throws IOException {
        String source = "public final class K { enum E { A, B } static final " + type + " N = " + value
                + "; @GpuKernel static void fill(int[] to) { for (int i = 0; i < to.length; i++) to[i] = " + use
                + "; } }";
        ClassLoader loader = InMemoryCompiler.compile(sources(source));
        try {
            System.setProperty("user.kept", one);
            assertThat(first(new Again(loader))).isEqualTo(1);
            age();
            assertThat(first(new Again(loader))).isEqualTo(1);
            assertThat(isWritten()).isFalse();
            System.setProperty("user.kept", two);
            assertThat(first(new Again(loader))).isEqualTo(2);
            System.setProperty("user.kept", one);
            assertThat(first(new Again(loader))).isEqualTo(1);
        } finally {
            System.clearProperty("user.kept");
        }
    }

    @Test
    void assertionsThatAreEnabledAreReadAnew() {
        String source = "public final class K { @GpuKernel static void fill(int[] to) {"
                + "boolean on = false; assert on = true; for (int i = 0; i < to.length; i++) to[i] = on ? 2 : 1; } }";
        assertThat(first(InMemoryCompiler.compile(sources(source)))).isEqualTo(1);
        ClassLoader enabled = InMemoryCompiler.compile(sources(source));
        enabled.setDefaultAssertionStatus(true);
        assertThat(first(enabled)).isEqualTo(2);
        assertThat(first(InMemoryCompiler.compile(sources(source)))).isEqualTo(1);
    }

    @Test
    void eachConstantArgumentHasCodeOfItsOwn() {
        ClassLoader loader = InMemoryCompiler.compile(
                sources(
                        "public final class K { @GpuKernel static void fill(@Specialise int n, int[] to) {"
                                + "for (int i = 0; i < to.length; i++) { int s = 0; for (int k = 0; k < n; k++) s += k; to[i] = s; } } }"));
        for (int round = 0; round < 2; round++) {
            for (int n : new int[] {3, 4, 3}) {
                int[] to = new int[LENGTH];
                Kernel kernel = kernel(loader, BUILD);
                CPU.run(() -> kernel.launch(n, to));
                assertThat(to).containsOnly(n * (n - 1) / 2);
            }
        }
        // One for any argument, and one for each of two.
        assertThat(files()).hasSize(3);
    }

    @Test
    void anotherBuildOfTheLibraryHasCodeOfItsOwn() throws IOException {
        ClassLoader loader = InMemoryCompiler.compile(sources(kernel("i + 1")));
        assertThat(first(loader)).isEqualTo(1);
        age();
        assertThat(first(loader, "another build")).isEqualTo(1);
        assertThat(isWritten()).isTrue();
    }

    /** Files that are not what was written, made of one that is. */
    private static Map<String, byte[]> damaged(byte[] whole) {
        Map<String, byte[]> damaged = new TreeMap<>();
        damaged.put("empty", new byte[0]);
        damaged.put("foreign", "something else\n".repeat(20).getBytes(StandardCharsets.UTF_8));
        for (int length : new int[] {1, 31, 32, 33, whole.length / 2, whole.length - 1}) {
            damaged.put("first " + length, Arrays.copyOf(whole, length));
        }
        for (int at : new int[] {0, 31, 32, 40, whole.length / 2, whole.length - 1}) {
            byte[] other = whole.clone();
            other[at] ^= 1;
            damaged.put("other at " + at, other);
        }
        damaged.put("longer", Arrays.copyOf(whole, whole.length + 1));
        return damaged;
    }

    @Test
    void aFileThatIsNotWhatWasWrittenIsWrittenAnew() throws IOException {
        ClassLoader loader = InMemoryCompiler.compile(sources(kernel("i + 1")));
        assertThat(first(loader)).isEqualTo(1);
        Path file = files().getFirst();
        byte[] whole = Files.readAllBytes(file);
        for (Map.Entry<String, byte[]> other : damaged(whole).entrySet()) {
            Files.write(file, other.getValue());
            assertThat(first(loader)).as(other.getKey()).isEqualTo(1);
            assertThat(Files.readAllBytes(file)).as(other.getKey()).isEqualTo(whole);
        }
    }

    @Test
    void theFileOfAnotherKernelIsNotUsed() throws IOException {
        ClassLoader one = InMemoryCompiler.compile(sources(kernel("i + 1")));
        ClassLoader two = InMemoryCompiler.compile(sources(kernel("i + 2")));
        assertThat(first(one)).isEqualTo(1);
        Path ofOne = files().getFirst();
        assertThat(first(two)).isEqualTo(2);
        assertThat(files()).as("a name for each version of the kernel's class").hasSize(2);
        for (Path file : files()) {
            if (!file.equals(ofOne)) {
                Files.copy(ofOne, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            }
        }
        assertThat(first(two)).isEqualTo(2);
    }

    @Test
    void whereNothingCanBeKeptKernelsRun() throws IOException {
        ClassLoader loader = InMemoryCompiler.compile(sources(kernel("i + 1")));
        Path inTheWay = Files.createFile(folder.resolve("kernels"));
        assertThat(first(loader)).isEqualTo(1);
        assertThat(files()).containsExactly(inTheWay);
    }

    /** What one device asked for is used there, and what another asks for later is kept beside it. */
    @Test
    void formsForOtherDevicesAreAdded() throws IOException {
        ClassLoader loader = InMemoryCompiler.compile(sources(kernel("Math.max(i + 1, 1)")));
        Gpu gpu = OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE));
        assertThat(filled(kernel(loader, BUILD), CPU)[0]).isEqualTo(1);
        age();
        assertThat(filled(kernel(loader, BUILD), gpu)[0]).isEqualTo(1);
        assertThat(isWritten()).isTrue();
        age();
        assertThat(filled(kernel(loader, BUILD), gpu)[0]).isEqualTo(1);
        assertThat(filled(kernel(loader, BUILD), CPU)[0]).isEqualTo(1);
        assertThat(isWritten()).isFalse();
    }

    @Test
    void manyEnginesMayUseAFolderAtOnce() throws Exception {
        List<ClassLoader> loaders = List.of(
                InMemoryCompiler.compile(
                        sources(kernel("Other.N"), "class Other { static final int N = Integer.parseInt(\"1\"); }")),
                InMemoryCompiler.compile(
                        sources(kernel("Other.N"), "class Other { static final int N = Integer.parseInt(\"2\"); }")));
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Callable<Boolean>> runs = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                int which = i % 2;
                runs.add(() -> first(loaders.get(which)) == which + 1);
            }
            for (Future<Boolean> run : threads.invokeAll(runs)) {
                assertThat(run.get()).isTrue();
            }
        }
    }
}
