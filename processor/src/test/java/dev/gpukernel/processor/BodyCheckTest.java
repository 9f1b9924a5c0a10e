package dev.gpukernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What javac says of bodies depends on the classes around them: where they come from, and what is not known yet. */
class BodyCheckTest {
    private static final String TIME = """
            package com.acme;
            public final class Time {
                public static int now() {
                    return (int) System.nanoTime();
                }
            }
            """;

    private static final String TIMED = """
            package com.acme;
            final class Ops {
                @dev.gpukernel.GpuKernel
                static void timed(int[] a) {
                    a[dev.gpukernel.device.Grid.x()] = Time.now();
                }
            }
            """;

    private static final String NANO_TIME = nanoTime("com.acme.Ops.timed(Ops.java:5)");

    @TempDir
    Path folder;

    private static String nanoTime(String caller) {
        return """
               [CallUnsupported] call of System.nanoTime()
                   called from %s
                   help: measure around the launch; or call static methods, and methods of records and of objects that the kernel makes, which may contain what a kernel may contain""".formatted(caller);
    }

    private Project project() {
        return new Project(folder.resolve("project"));
    }

    private Project library() {
        return new Project(folder.resolve("library"));
    }

    /** A kernel of a class with other members. */
    private static String ops(String members, String body) {
        return """
               package com.acme;
               import dev.gpukernel.device.Grid;
               final class Ops {
                   %s
                   @dev.gpukernel.GpuKernel
                   static void kernel(int[] a) {
                       %s
                   }
               }
               """.formatted(members, body);
    }

    private List<String> saidOf(String members, String body) throws IOException {
        return project().source("Ops.java", ops(members, body)).compile();
    }

    @Test
    void calledMethodsOfTheCompilation() throws IOException {
        assertThat(project().source("Ops.java", TIMED).source("Time.java", TIME).compile())
                .containsExactly("Time.java:4:28: " + NANO_TIME);
    }

    @Test
    void calledMethodsOfAnotherModule() throws IOException {
        Project library = library().source("Time.java", TIME);
        assertThat(library.compile()).isEmpty();
        assertThat(project()
                        .source("Ops.java", TIMED)
                        .dependsOn(library.classes())
                        .compile())
                .containsExactly("Ops.java:5:48: Time.java:4: " + NANO_TIME);
    }

    @Test
    void calledMethodsOfTheLastCompilation() throws IOException {
        Project project = project().source("Ops.java", TIMED).source("Time.java", TIME);
        project.compile(Path.of("Time.java"));
        assertThat(project.compile(Path.of("Ops.java"))).containsExactly("Ops.java:5:48: Time.java:4: " + NANO_TIME);
    }

    @Test
    void classFilesOfTheLastCompilationAreNotTakenForThoseOfThis() throws IOException {
        Project project = project().source("Ops.java", TIMED).source("Time.java", TIME);
        project.compile();
        project.source("Time.java", TIME.replace("System.nanoTime()", "7L"));
        assertThat(project.compile()).isEmpty();
    }

    @Test
    void everyKernelOfEveryClassAndEachFindingOnce() throws IOException {
        String second = TIMED.replace("Ops", "More")
                .replace("= Time", "= counter + Time")
                .replace("final class More {", "final class More { static volatile int counter;");
        assertThat(project()
                        .source("Ops.java", TIMED)
                        .source("More.java", second)
                        .source("Time.java", TIME)
                        .compile())
                .extracting(text -> text.lines().findFirst().orElseThrow())
                .containsExactly(
                        "Time.java:4:28: [CallUnsupported] call of System.nanoTime()",
                        "More.java:5:44: [VolatileField] volatile field More.counter");
    }

    @Test
    void declarationsAndBodiesAtOnce() throws IOException {
        String ops = """
                package com.acme;
                final class Ops {
                    @dev.gpukernel.GpuKernel(blockSize = 2000)
                    static synchronized void first(int[] a) {
                        for (int i = 1; i < a.length; i++) a[i] = 3 * a[i - 1] ^ i;
                    }
                    @dev.gpukernel.GpuKernel
                    static void second(java.util.List<Integer> list, int[] a) {
                        for (int i = 0; i < a.length; i++) a[i] = list.size() + (int) System.nanoTime();
                    }
                    @dev.gpukernel.GpuKernel
                    static void third(int[] a) {
                        for (int i = 1; i < a.length; i++) a[i] = 5 * a[i - 1] ^ i;
                    }
                }
                """;
        assertThat(project().source("Ops.java", ops).compile())
                .extracting(text -> text.replaceFirst("].*(?s:.*)", "]"))
                .containsExactly(
                        "Ops.java:4:30: [Synchronized]",
                        "Ops.java:3:42: [BlockSize]",
                        "Ops.java:5:49: [LoopDependence]",
                        "Ops.java:8:48: [ParameterType]",
                        "Ops.java:9:77: [CallUnsupported]",
                        "Ops.java:13:49: [LoopDependence]");
    }

    @Test
    void errorsOfJavacStayAsTheyAre() throws IOException {
        Project project = project().source("Ops.java", TIMED).source("Time.java", TIME);
        project.source("Wrong.java", "package com.acme; class Wrong { int x = true; }");
        assertThat(project.compile())
                .containsExactly(
                        "Wrong.java:1:41: incompatible types: boolean cannot be converted to int",
                        "Time.java:4:28: " + NANO_TIME);
    }

    @Test
    void theOptionLeavesItToTheFirstLaunch() throws IOException {
        Project project = project().source("Ops.java", TIMED).source("Time.java", TIME);
        assertThat(project.with("-Agpukernel.checkedAtCompileTime=false").compile())
                .isEmpty();
    }

    @Test
    void withoutLineNumbersTheMethodIsReported() throws IOException {
        assertThat(project()
                        .source("Ops.java", TIMED)
                        .source("Time.java", TIME)
                        .with("-g:none")
                        .compile())
                .containsExactly("Time.java:3:23: " + nanoTime("com.acme.Ops.timed(com.acme.Ops)"));
    }

    @Test
    void valuesThatAreKnownWhenItRuns() throws IOException {
        assertThat(saidOf("""
                static final int SIZE = Integer.getInteger("size", 4);
                static final int[] TABLE = made();
                static final Integer BOXED = SIZE;
                static int[] made() { return new int[] {1}; }
                """, """
                int[] own = new int[SIZE];
                own[0] = TABLE[a[0]];
                for (int i = 0; i < a.length; i++) { a[i] += own[0]; }""")).isEmpty();
    }

    @Test
    void whatDoesNotDependOnSuchValuesIsSaid() throws IOException {
        assertThat(saidOf("""
                static final int SIZE = Integer.getInteger("size", 4);
                static int grown(int n) { return Long.toString(n).length(); }
                """, "a[Grid.x()] = grown(SIZE);"))
                .singleElement()
                .asString()
                .startsWith("Ops.java:5:50: [CallUnsupported] call of String.length()");
    }

    @Test
    void initialisersOfConstantsAreUnderstood() throws IOException {
        assertThat(saidOf("static final int[] TABLE = {1, 2, 3};", """
                for (int i = 1; i < a.length; i++) {
                    a[i] = TABLE[1] - a[i - 1];
                }"""))
                .singleElement()
                .asString()
                .startsWith("Ops.java:8:10: [LoopDependence]");
    }

    @Test
    void constantsOfEnumsAndSwitchesOverThemAreUnderstood() throws IOException {
        String members = """
                enum Colour { RED, GREEN }
                static final Colour FIRST = Colour.RED;
                static final Colour LAST = Colour.valueOf("GREEN");
                static int of(Colour colour) {
                    return switch (colour) {
                        case RED -> 1;
                        case GREEN -> 2;
                    };
                }
                """;
        String loop = """
                for (int i = 1; i < a.length; i++) {
                    a[i] = of(Colour.GREEN) + FIRST.ordinal() - a[i - %d];
                }
                """;
        assertThat(saidOf(members, loop.formatted(0))).isEmpty();
        assertThat(saidOf(members, loop.formatted(1)))
                .singleElement()
                .asString()
                .contains("[LoopDependence]");
        assertThat(saidOf(members, "a[Grid.x()] = of(LAST);")).isEmpty();
    }

    @Test
    void tablesThatLoopsFillAreTablesAllTheSame() throws IOException {
        String members = """
                static final int[] SQUARES = new int[16];
                static {
                    for (int i = 0; i < SQUARES.length; i++) { SQUARES[i] = Math.max(i * i, 3); }
                }
                """;
        assertThat(saidOf(members, "a[Grid.x()] = SQUARES[a[0] & 15];")).isEmpty();
        assertThat(saidOf(members, "SQUARES[a[0] & 15] = Grid.x();"))
                .singleElement()
                .asString()
                .contains("[TableWrite]");
    }

    @Test
    void assertionsMayBeEnabledOrNot() throws IOException {
        // Enabled, the loop is not the first thing that happens to the array.
        assertThat(saidOf("", """
                assert a[0]++ == 0;
                for (int i = 0; i < a.length; i++) {
                    a[i] = i;
                }""")).isEmpty();
        assertThat(saidOf("", """
                for (int i = 2; i < a.length; i++) {
                    assert i > 0;
                    a[i] = a[i - 1] + a[i - 2];
                }""")).singleElement().asString().startsWith("Ops.java:9:10: [LoopDependence]");
    }

    @Test
    void classesThatOnlyTheProgramSees() throws IOException {
        Project far = new Project(folder.resolve("far"))
                .source("Far.java", "package com.acme; public class Far { public static int f() { return 1; } }");
        far.compile();
        Project library = library()
                .dependsOn(far.classes())
                .source(
                        "Near.java",
                        "package com.acme; public class Near { public static int f() { return Far.f(); } }");
        library.compile();
        String kernel = ops("", "a[Grid.x()] = Near.f();");
        assertThat(project()
                        .source("Ops.java", kernel)
                        .dependsOn(library.classes())
                        .compile())
                .isEmpty();
    }

    @Test
    void classesWithoutTheirCode() throws IOException {
        Project library = library().source("Time.java", TIME);
        library.compile();
        Path file = library.classes().resolve("com/acme/Time.class");
        ClassWriter stripped = new ClassWriter(0);
        new ClassReader(Files.readAllBytes(file))
                .accept(
                        new ClassVisitor(Opcodes.ASM9, stripped) {
                            @Override
                            public @Nullable MethodVisitor visitMethod(
                                    int access,
                                    String name,
                                    String descriptor,
                                    @Nullable String signature,
                                    String @Nullable [] exceptions) {
                                super.visitMethod(access, name, descriptor, signature, exceptions);
                                return null;
                            }
                        },
                        0);
        Files.write(file, stripped.toByteArray());
        assertThat(project()
                        .source("Ops.java", TIMED)
                        .dependsOn(library.classes())
                        .compile())
                .isEmpty();
    }

    /** A class file that nothing can read stands for a mistake of ours. */
    @Test
    void failuresOfTheCheckAskForAReport() throws IOException {
        Project far = new Project(folder.resolve("far"))
                .source("Far.java", "package com.acme; public class Far { public static int f() { return 1; } }");
        far.compile();
        Project library = library()
                .dependsOn(far.classes())
                .source(
                        "Near.java",
                        "package com.acme; public class Near { public static int f() { return Far.f(); } }");
        library.compile();
        Path file = far.classes().resolve("com/acme/Far.class");
        byte[] cut = Arrays.copyOf(Files.readAllBytes(file), 100);
        Files.write(file, cut);
        List<String> said = project()
                .source("Ops.java", ops("", "a[Grid.x()] = Near.f();"))
                .source("Wrong.java", "package com.acme; class Wrong { int x = true; }")
                .dependsOn(library.classes(), far.classes())
                .compile();
        assertThat(said)
                .hasSize(2)
                .anySatisfy(text -> assertThat(text).startsWith("Wrong.java:1:41: incompatible types"))
                .anySatisfy(text -> assertThat(text)
                        .contains("[Bug] annotation processor on the check of kernel com.acme.Ops.kernel")
                        .endsWith("please report it"));
    }

    @Test
    void localRecordsAndNestedClasses() throws IOException {
        assertThat(saidOf("interface Twice { static int of(int i) { return 2 * i; } }", """
                record Pair(int first, int second) { int sum() { return first + second; } }
                int i = Grid.x();
                a[i] = new Pair(i, Twice.of(i)).sum();"""))
                .isEmpty();
        assertThat(saidOf("", """
                record Pair(int first, int second) { int sum() { return first + (int) System.nanoTime(); } }
                int i = Grid.x();
                a[i] = new Pair(i, i).sum();""")).singleElement().asString().startsWith("Ops.java:7:85: [CallUnsupported]");
    }

    /** An incremental build compiles some sources again; the launchers must come out as if it were all. */
    @Test
    void incrementalBuildsGenerateTheSameLaunchers() throws IOException {
        String kernel = ops("", "a[Index.own()] = 1;");
        Project project = project()
                .source("Ops.java", kernel)
                .source("Index.java", "package com.acme; class Index { static int own() { return Deeper.own(); } }")
                .source("Deeper.java", """
                        package com.acme;
                        class Deeper { static int own() { return dev.gpukernel.device.Grid.x(); } }""");
        Path launchers = project.classes().resolve("com/acme/OpsGpu.java");
        assertThat(project.compile()).isEmpty();
        String all = Files.readString(launchers);
        for (List<String> some : List.of(List.of("Ops.java"), List.of("Ops.java", "Deeper.java"))) {
            Files.delete(launchers);
            assertThat(project.compile(some.stream().map(Path::of).toArray(Path[]::new)))
                    .isEmpty();
            assertThat(launchers).hasContent(all);
        }
        assertThat(all).contains("Launch launch").doesNotContain("kernel(int[] a)");
    }

    @Test
    void modulesOnTheModulePath() throws IOException {
        Project library = library()
                .source("module-info.java", "module acme.time { exports com.acme; }")
                .source("Time.java", TIME);
        assertThat(library.compile()).isEmpty();
        String kernels = TIMED.replace("package com.acme;", "package com.user; import com.acme.Time;");
        Project project = project()
                .source("module-info.java", "module user { requires acme.time; }")
                .source("Ops.java", kernels)
                .with("--module-path", library.classes().toString(), "--add-reads", "user=ALL-UNNAMED");
        assertThat(project.compile())
                .containsExactly("Ops.java:5:48: Time.java:4: " + nanoTime("com.user.Ops.timed(Ops.java:5)"));
    }

    @Test
    void generatedSourcesAreWaitedFor() throws IOException {
        // Launchers are generated sources themselves: the kernel's class uses its own.
        String kernel = ops("static void run() { OpsGpu.kernel(null, new int[1]); }", "a[Grid.x()] = Time.now();");
        assertThat(project()
                        .source("Ops.java", kernel)
                        .source("Time.java", TIME)
                        .compile())
                .containsExactly("Time.java:4:28: " + nanoTime("com.acme.Ops.kernel(Ops.java:7)"));
    }

    @Test
    void classesAreWrittenAllTheSame() throws IOException {
        Project project = project().source("Ops.java", TIMED).source("Time.java", TIME);
        project.compile();
        try (Stream<Path> written = Files.list(project.classes().resolve("com/acme"))) {
            assertThat(written.map(path -> path.getFileName().toString()))
                    .contains("Ops.class", "OpsGpu.class", "Time.class");
        }
    }
}
