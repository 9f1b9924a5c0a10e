package dev.gpukernel.internal.advice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.oracle.InMemoryCompiler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** What is said of jars. */
final class AdviserTest {
    private static final String SOURCE = """
            package app;
            public class Loops extends lib.Base {
                static { System.setProperty("gpukernel.adviser.ran", "yes"); }
                static final double[] TABLE = lib.Base.table();
                private double[] state;
                static void square(double[] x) {
                    for (int i = 0; i < x.length; i++) {
                        x[i] = x[i] * x[i];
                    }
                }
                static void nested(double[][] a, double[] sums) {
                    for (int i = 0; i < a.length; i++) {
                        double sum = 0;
                        for (int j = 0; j < a[i].length; j++) {
                            sum += a[i][j];
                        }
                        sums[i] = sum;
                    }
                }
                private static void hidden(double[] x) {
                    for (int i = 0; i < x.length; i++) {
                        x[i] = 2 * x[i];
                    }
                }
                void ownNothing(double[] x) {
                    for (int i = 0; i < x.length; i++) {
                        x[i] = 2 * x[i];
                    }
                }
                void owns(double[] x) {
                    for (int i = 0; i < x.length; i++) {
                        x[i] = state[i];
                    }
                }
                static void carried(double[] x) {
                    for (int i = 2; i < x.length; i++) {
                        x[i] = Math.sqrt(x[i - 1]) - x[i - 2];
                    }
                }
                static double ofTable(int[] x) {
                    double sum = 0;
                    for (int i = 0; i < x.length; i++) {
                        sum += TABLE[x[i]];
                    }
                    return sum;
                }
                static void ofObjects(java.util.List<Double> list, StringBuilder text, double[] x) {
                    for (int i = 0; i < x.length; i++) {
                        x[i] = list.get(i) + text.length() + new Object().hashCode();
                    }
                }
                Loops(double[] x) {
                    for (int i = 0; i < x.length; i++) {
                        x[i] = 1;
                    }
                }
                static void noArrays(int n) {
                    for (int i = 0; i < n; i++) {
                        System.out.println();
                    }
                }
                static Runnable lambda(double[] x) {
                    return () -> { for (int i = 0; i < x.length; i++) { x[i] = 1; } };
                }
            }
            """;

    private static final String BASE = """
            package lib;
            public class Base {
                public static double[] table() { return new double[Integer.getInteger("some.size", 3)]; }
            }
            """;

    private static final String SHAPES = """
            package app;
            public final class Shapes {
                interface Weight { double of(double x); }
                static final class Locked implements Weight {
                    public double of(double x) { synchronized (this) { return x; } }
                }
                static final class Twice implements Weight {
                    public double of(double x) { return 2 * x; }
                }
                interface Unknown { double of(double x); }
                static void weighed(Weight weight, double[] x) {
                    for (int i = 0; i < x.length; i++) {
                        x[i] = weight.of(x[i]);
                    }
                }
                static void open(Unknown unknown, double[] x) {
                    for (int i = 0; i < x.length; i++) {
                        x[i] = unknown.of(x[i]);
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    private record Run(int code, String out, String errors) {
        private String of(String method) {
            return Arrays.stream(out.split("\\n(?=\\S|\\n)", -1))
                    .filter(part -> part.contains("." + method + "("))
                    .findFirst()
                    .orElse("");
        }
    }

    private static Run run(Object... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int code = Adviser.run(
                Arrays.stream(arguments).map(String::valueOf).toList(), new PrintStream(out), new PrintStream(errors));
        return new Run(code, out.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
    }

    private static byte[] compiled(String name, Map<String, String> sources) throws IOException {
        try (InputStream in =
                InMemoryCompiler.compile(sources).getResourceAsStream(name.replace('.', '/') + ".class")) {
            return Objects.requireNonNull(in).readAllBytes();
        }
    }

    private Path jar(String name, Map<String, byte[]> entries) throws IOException {
        Path jar = folder.resolve(name);
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MULTI_RELEASE, "true");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream files = new JarOutputStream(out, manifest)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                files.putNextEntry(new JarEntry(entry.getKey()));
                files.write(entry.getValue());
            }
        }
        return jar;
    }

    private Path loops() throws IOException {
        return jar(
                "loops.jar",
                Map.of("app/Loops.class", compiled("app.Loops", Map.of("app.Loops", SOURCE, "lib.Base", BASE))));
    }

    @Test
    void eachMethodIsToldOf() throws IOException {
        Run run = run(loops());
        assertThat(run.code).isZero();
        assertThat(run.of("square")).isEqualTo("""
                depth 1: app.Loops.square(double[]) (Loops.java)
                    taken as it stands""");
        assertThat(run.of("nested")).startsWith("depth 2: ").contains("taken as it stands");
        assertThat(run.of("hidden")).contains("taken as it stands");
        assertThat(run.of("ownNothing")).contains("taken as it stands");
        assertThat(run.of("owns")).contains("taken as it stands");
        assertThat(run.of("carried")).contains("after one edit", "Loops.java:37: [LoopDependence]", "@Sequential");
        assertThat(run.of("ofObjects")).contains("not taken", "[ParameterType]", "[Allocation]");
        assertThat(run.out).doesNotContain("<init>", "noArrays", "lambda");
        assertThat(run.out.lines().findFirst())
                .hasValueSatisfying(first -> assertThat(first).contains("nested"));
        assertThat(run.out).contains("1 classes, 10 methods, 8 of them loop over arrays of primitives:");
    }

    @Test
    void noClassOfTheJarIsInitialised() throws IOException {
        Path jar = jar(
                "all.jar",
                Map.of(
                        "app/Loops.class", compiled("app.Loops", Map.of("app.Loops", SOURCE, "lib.Base", BASE)),
                        "lib/Base.class", compiled("lib.Base", Map.of("lib.Base", BASE))));
        Run run = run(jar);
        assertThat(run.of("ofTable")).contains("known only where it runs");
        assertThat(run.out).contains("2 classes");
        assertThat(System.getProperty("gpukernel.adviser.ran")).isNull();
    }

    @Test
    void aClassThatIsMissingLeavesOpenWhatNeedsIt() throws IOException {
        assertThat(run(loops()).of("ofTable")).contains("known only where it runs");
        assertThat(run(loops()).of("square")).contains("taken as it stands");
    }

    @Test
    void theSameJarGivesTheSameText() throws IOException {
        assertThat(run(loops()).out).isEqualTo(run(loops()).out);
    }

    @Test
    void classesAreChosenByName() throws IOException {
        assertThat(run("--class", "app.*", loops()).out).contains("1 classes");
        assertThat(run("--class", "ap.*", loops()).out).contains("0 classes, 0 methods, 0 of them");
    }

    @Test
    void brokenFilesAreCountedAndNamed() throws IOException {
        byte[] sound = compiled("app.Loops", Map.of("app.Loops", SOURCE, "lib.Base", BASE));
        byte[] future = sound.clone();
        future[6] = 0x7f;
        byte[] scrambled = sound.clone();
        for (int i = 200; i < scrambled.length; i += 7) {
            scrambled[i] ^= 0x55;
        }
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put("BOOT-INF/classes/app/Loops.class", sound);
        entries.put("app/Empty.class", new byte[0]);
        entries.put("app/Truncated.class", Arrays.copyOf(sound, sound.length / 2));
        entries.put("app/Future.class", future);
        entries.put("app/Scrambled.class", scrambled);
        entries.put("app/Text.class", "no class".getBytes(StandardCharsets.UTF_8));
        entries.put("module-info.class", new byte[] {1, 2, 3});
        entries.put("lib/inside.jar", new byte[] {1, 2, 3});
        Run run = run(jar("broken.jar", entries));
        assertThat(run.code).isZero();
        assertThat(run.of("square")).contains("taken as it stands");
        assertThat(run.out)
                .contains("1 jars inside of the jar were not looked into", "5 class files could not be read:")
                .contains("    app.Empty: ", "    app.Truncated: ", "    app.Future: ", "    app.Text: ");
    }

    @Test
    void theVersionForThisJvmIsRead() throws IOException {
        String older =
                "package app; class C { static void f(double[] x) { for (int i = 0; i < x.length; i++) x[i] = 1; } }";
        String newer = older.replace("static void f", "static void g");
        Run run = run(jar(
                "versions.jar",
                Map.of(
                        "app/C.class", compiled("app.C", Map.of("app.C", older)),
                        "META-INF/versions/21/app/C.class", compiled("app.C", Map.of("app.C", newer)),
                        "META-INF/versions/999/app/C.class", new byte[0])));
        assertThat(run.out).contains("app.C.g(double[])", "1 classes").doesNotContain("app.C.f");
    }

    @Test
    void whatIsNoJarIsSaid() throws IOException {
        Path text = Files.writeString(folder.resolve("text.jar"), "no jar");
        assertThat(run(text).code).isEqualTo(1);
        assertThat(run(folder.resolve("missing.jar")).code).isEqualTo(1);
        assertThat(run("--class-path", text, loops()).code).isEqualTo(1);
        assertThat(run("--profile", text, loops()).code).isEqualTo(1);
    }

    @Test
    void severalThreadsSayTheSame() throws IOException {
        assertThat(run("--threads", "3", loops()).out).isEqualTo(run(loops()).out);
    }

    @Test
    void argumentsWithoutSenseAreSaid() throws IOException {
        for (Object[] arguments : List.of(
                new Object[] {},
                new Object[] {"--class"},
                new Object[] {"--seconds", "0", loops()},
                new Object[] {"--seconds", "x", loops()},
                new Object[] {"--threads", "0", loops()},
                new Object[] {"--colour", "red", loops()},
                new Object[] {loops(), loops()})) {
            Run run = run(arguments);
            assertThat(run.code).isEqualTo(2);
            assertThat(run.errors).contains("usage: ");
            assertThat(run.out).isEmpty();
        }
    }

    @Test
    void samplesGoBeforeDepth() throws Exception {
        ClassLoader loader = InMemoryCompiler.compile(Map.of("app.Loops", SOURCE, "lib.Base", BASE));
        java.lang.reflect.Method square = loader.loadClass("app.Loops").getDeclaredMethod("square", double[].class);
        square.setAccessible(true);
        Path file = folder.resolve("recording.jfr");
        double[] numbers = new double[10_000];
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
            recording.start();
            long end = System.nanoTime() + Duration.ofSeconds(1).toNanos();
            while (System.nanoTime() < end) {
                square.invoke(null, (Object) numbers);
            }
            recording.stop();
            recording.dump(file);
        } finally {
            System.clearProperty("gpukernel.adviser.ran");
        }
        Run run = run("--profile", file, loops());
        assertThat(run.out).containsPattern("^[1-9]\\d* samples, depth 1: app.Loops.square");
        assertThat(run.out).contains("0 samples, depth 2: app.Loops.nested");
    }

    /** Nothing that is in a jar makes it or the compiler fail: {@code -Dgpukernel.adviser.jars=folder} sweeps all jars below a folder. */
    @Test
    @EnabledIfSystemProperty(named = "gpukernel.adviser.jars", matches = ".+")
    void anyJarIsSwept() throws IOException {
        List<Path> jars;
        try (Stream<Path> files = Files.walk(Path.of(System.getProperty("gpukernel.adviser.jars")))) {
            jars = files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
        List<String> failures = new ArrayList<>();
        int methods = 0;
        for (Path path : jars) {
            try (JarClasses jar = new JarClasses(path, List.of())) {
                Survey survey =
                        Survey.of(jar, name -> true, (type, method, descriptor) -> 0, Duration.ofSeconds(20), 1);
                assertThat(Report.of(survey, false)).isNotEmpty();
                methods += survey.advice().size();
                survey.advice().stream()
                        .filter(advice -> advice.verdict() == Advice.Verdict.UNDECIDED)
                        .forEach(advice -> failures.add(path + ": " + advice + ": " + advice.failure()));
                survey.broken().forEach(file -> failures.add(path + ": " + file));
            } catch (ZipException e) {
                failures.add(path + ": " + e);
            }
        }
        System.out.println(jars.size() + " jars, " + methods + " methods that loop over arrays");
        assertThat(failures).isEmpty();
    }

    @Test
    void timeIsLimited() {
        InputStreamThatWaits waiting = new InputStreamThatWaits();
        Advice advice = new MethodCheck(name -> waiting, _ -> List.of(), Duration.ofMillis(50))
                .check(
                        "app/C",
                        new dev.gpukernel.internal.frontend.ArrayLoops.Looping("f", "([D)V", "C.java", 1, 1),
                        0);
        waiting.end();
        assertThat(advice.verdict()).isEqualTo(Advice.Verdict.UNDECIDED);
        assertThat(advice.failure()).startsWith("the compiler took more than");
    }

    /** A file that is never read to its end. */
    private static final class InputStreamThatWaits extends InputStream {
        private final java.util.concurrent.CountDownLatch latch = new java.util.concurrent.CountDownLatch(1);

        void end() {
            latch.countDown();
        }

        @Override
        public int read(byte[] bytes, int from, int count) {
            return read();
        }

        @Override
        public int read() {
            while (latch.getCount() > 0) {
                try {
                    latch.await();
                } catch (InterruptedException _) {
                    // The compiler does not listen either.
                }
            }
            return -1;
        }
    }

    /** Which method an interface's is, depends on the object: what holds for one of the jar's classes is said of that one. */
    @Test
    void classesOfTheJarAreTriedForObjects() throws IOException {
        Map<String, String> sources = Map.of("app.Shapes", SHAPES);
        Map<String, byte[]> entries = new HashMap<>();
        for (String name : List.of("", "$Weight", "$Locked", "$Twice", "$Unknown")) {
            entries.put("app/Shapes" + name + ".class", compiled("app.Shapes" + name, sources));
        }
        Run run = run(jar("shapes.jar", entries));
        assertThat(run.of("weighed")).contains("""
                taken with objects of some classes
                        with objects of app.Shapes$Twice""");
        assertThat(run.of("open")).contains("known only where it runs");
    }
}
