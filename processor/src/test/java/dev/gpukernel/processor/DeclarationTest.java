package dev.gpukernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each mistake in a declaration: the line that it is reported on and the whole text. */
class DeclarationTest {
    /** Compiles kernels in a class that starts on line 5. */
    private static SourceCompilation inClass(String members) {
        return SourceCompilation.of("""
                package com.acme;
                import dev.gpukernel.GpuKernel;
                import java.util.*;
                import java.nio.*;
                class Ops {
                %s
                }
                """.formatted(members));
    }

    private static void assertRejected(String members, String... diagnostics) {
        SourceCompilation compilation = inClass(members);
        assertThat(compilation.diagnostics()).containsExactly(diagnostics);
        assertThat(compilation.generated()).isEmpty();
    }

    @Test
    void privateClass() {
        assertRejected("""
                private static class Inner {
                    static class Deep {
                        @GpuKernel
                        static void k(int[] x) {}
                    }
                }""", """
                9: [KernelClass] kernel 'k' is declared in private class com.acme.Ops.Inner
                    help: declare kernels in a named class that is not private, so that a launcher beside it can reach them""");
    }

    @Test
    void localAndAnonymousClass() {
        String help =
                "\n    help: declare kernels in a named class that is not private, so that a launcher beside it can reach them";
        SourceCompilation compilation = inClass("""
                @GpuKernel static void sound(int[] x) {}
                static void outer() {
                    record Local(int i) {
                        @GpuKernel static void k(int[] x) {}
                    }
                    new Object() {
                        @dev.gpukernel.GpuKernel static void l(int[] x) {}
                        static void none(int[] x) {}
                    };
                }""");
        assertThat(compilation.diagnostics())
                .containsExactly(
                        "9: [KernelClass] kernel 'k' is declared in local class Local" + help,
                        "12: [KernelClass] kernel 'l' is declared in an anonymous class" + help);
        assertThat(compilation.generated()).containsOnlyKeys("com/acme/OpsGpu.java");
    }

    @Test
    void typeParameters() {
        assertRejected("@GpuKernel static <T> void k(int[] x) {}", """
                6: [KernelGeneric] kernel 'k' has type parameters
                    help: declare one kernel for each primitive type it is used with""");
    }

    @Test
    void returnType() {
        assertRejected("@GpuKernel static List<Float> k(int[] x) { return List.of(); }", """
                6: [KernelReturns] kernel 'k' returns java.util.List<java.lang.Float>
                    help: let it return a primitive value, an array of one, with up to four dimensions, an array of records of primitives, or an object of a class of yours, or declare it 'void' and store results in an array""");
    }

    @Test
    void noParametersButStaticFields() {
        SourceCompilation compilation = inClass("""
                static float[] x = {1, 2};
                @GpuKernel static void k() { for (int i = 0; i < x.length; i++) x[i]++; }""");
        assertThat(compilation.diagnostics()).isEmpty();
        assertThat(compilation.generated("com/acme/OpsGpu.java")).containsOnlyOnce("void k()");
    }

    @Test
    void noBody() {
        assertRejected("@GpuKernel static native void k(int[] x);", """
                6: [KernelWithoutBody] kernel 'k' is native
                    help: write its body in Java: that is what runs on the GPU""");
        assertThat(SourceCompilation.of("""
                                interface Shape {
                                    @dev.gpukernel.GpuKernel void k(int[] x);
                                }
                                """).diagnostics()).containsExactly("""
                        2: [KernelWithoutBody] kernel 'k' is abstract
                            help: write its body in Java: that is what runs on the GPU""");
    }

    @Test
    void synchronizedMethod() {
        assertRejected("@GpuKernel static synchronized void k(int[] x) {}", """
                6: [Synchronized] synchronized
                    help: leave it out, or take the lock around the launch: iterations and threads of a kernel cannot wait for locks""");
    }

    @Test
    void parameterIsReportedWhereItStands() {
        assertRejected("""
                @GpuKernel
                static void k(
                    int[] x,
                    Thread name) {}""", """
                9: [ParameterType] parameter 'name' of kernel 'k' has type java.lang.Thread
                    help: use a primitive type, an array of one with up to four dimensions, a record of primitives, an array of such records or of boxed numbers, an object of a class of yours, or a MemorySegment""");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    Integer           | java.lang.Integer                  | int
                    Float             | java.lang.Float                    | float
                    Long[][]          | java.lang.Long[][]                 | long[][]
                    Short[][][]       | java.lang.Short[][][]              | short[][][]
                    Boolean           | java.lang.Boolean                  | boolean
                    List<Byte>        | java.util.List<java.lang.Byte>     | byte[]
                    Character         | java.lang.Character                | char
                    Float[][]         | java.lang.Float[][]                | float[][]
                    double[][][][][]  | double[][][][][]                   | double[][][][]
                    List<Float>       | java.util.List<java.lang.Float>    | float[]
                    ArrayList<Double> | java.util.ArrayList<java.lang.Double> | double[]
                    Collection<Long>  | java.util.Collection<java.lang.Long>  | long[]
                    List<float[]>     | java.util.List<float[]>            | float[][]
                    FloatBuffer       | java.nio.FloatBuffer               | float[]
                    dev.gpukernel.GpuArray<int[]> | dev.gpukernel.GpuArray<int[]> | int[]
                    """)
    void nearMissesAreSuggested(String type, String reported, String suggested) {
        assertRejected(
                "@GpuKernel static void k(int[] x, %s y) {}".formatted(type), """
                6: [ParameterType] parameter 'y' of kernel 'k' has type %s
                    help: use a primitive type, an array of one with up to four dimensions, a record of primitives, an array of such records or of boxed numbers, an object of a class of yours, or a MemorySegment; did you mean '%s'?""".formatted(reported, suggested));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    Object            | java.lang.Object
                    List<String>      | java.util.List<java.lang.String>
                    Map<Integer,Float>| java.util.Map<java.lang.Integer,java.lang.Float>
                    """)
    void otherTypesAreNot(String type, String reported) {
        assertRejected("@GpuKernel static void k(%s y) {}".formatted(type), """
                6: [ParameterType] parameter 'y' of kernel 'k' has type %s
                    help: use a primitive type, an array of one with up to four dimensions, a record of primitives, an array of such records or of boxed numbers, an object of a class of yours, or a MemorySegment""".formatted(reported));
    }

    @ParameterizedTest
    @CsvSource({"-1", "1025"})
    void blockSize(int size) {
        assertRejected("""
                @GpuKernel(checked = false,
                    blockSize =
                        %s)
                static void k(int[] x) {}""".formatted(size), """
                8: [BlockSize] blockSize = %s of kernel 'k' is not between 0 and 1024
                    help: leave it out to have it chosen""".formatted(size));
    }

    @Test
    void launcherNameOfAnotherClass() {
        SourceCompilation compilation = SourceCompilation.of("""
                class Ops {
                    @dev.gpukernel.GpuKernel static void k(int[] x) {}
                }
                """, "class OpsGpu {}");
        assertThat(compilation.diagnostics()).containsExactly("""
                        1: [LauncherNameTaken] the launcher of Ops would be named OpsGpu, which exists already
                            help: rename one of the two classes""");
    }

    @Test
    void launcherNameOfAnotherLauncher() {
        SourceCompilation compilation = SourceCompilation.of("""
                class A {
                    static class B {
                        @dev.gpukernel.GpuKernel static void k(int[] x) {}
                    }
                }
                """, """
                class A_B {
                    @dev.gpukernel.GpuKernel static void k(int[] x) {}
                }
                """);
        assertThat(compilation.diagnostics()).containsExactly("""
                        1: [LauncherNameTaken] the launcher of A_B would be named A_BGpu, which exists already
                            help: rename one of the two classes""");
        assertThat(compilation.generated("A_BGpu.java")).contains("A.B.class");
    }

    @Test
    void overloadsThatGpuArrayCannotTellApart() {
        SourceCompilation compilation = inClass("""
                @GpuKernel static void k(float[] x, int n) {}
                @GpuKernel static void k(double[] x, int n) {}""");
        assertThat(compilation.diagnostics()).isEmpty();
        assertThat(compilation.generated("com/acme/OpsGpu.java"))
                .contains("void k(float[] x, int n)", "void k(double[] x, int n)", "void k(GpuArray<?> x, int n)");
    }

    @Test
    void everyFindingIsReportedAndSoundKernelsAreLaunched() {
        SourceCompilation compilation = inClass("""
                @GpuKernel
                private <T> int k(T a, Object b) { return 1; }
                @GpuKernel
                static void sound(int[] x) {}
                @GpuKernel
                static void l(Object o) {}""");
        Stream<String> firstLines = compilation.diagnostics().stream()
                .map(text -> text.lines().findFirst().orElseThrow());
        assertThat(firstLines)
                .containsExactly(
                        "7: [KernelGeneric] kernel 'k' has type parameters",
                        "7: [ParameterType] parameter 'a' of kernel 'k' has type T",
                        "7: [ParameterType] parameter 'b' of kernel 'k' has type java.lang.Object",
                        "11: [ParameterType] parameter 'o' of kernel 'l' has type java.lang.Object");
        assertThat(compilation.generated("com/acme/OpsGpu.java"))
                .contains("void sound(")
                .doesNotContain("void k(", "void l(");
    }

    @Test
    void recordsOfPrimitivesArePassedWhole() {
        SourceCompilation compilation = inClass("""
                record Point(double x, double y) {}
                record Ray(Point origin, Point direction, byte level) {}
                @GpuKernel static void k(Ray ray, boolean on, short[] hits) {}""");
        assertThat(compilation.diagnostics()).isEmpty();
        assertThat(compilation.generated("com/acme/OpsGpu.java"))
                .contains(
                        "k(Ops.Ray ray, boolean on, short[] hits)",
                        ".passRecord(ray)",
                        ".passBoolean(on)",
                        ".passArray(hits)");
    }

    @Test
    void arraysOfRecordsOfOtherThingsAreRejected() {
        assertRejected("record Named(String name) {}\n@GpuKernel static void k(Named[] named, int[] x) {}", """
                7: [ParameterType] parameter 'named' of kernel 'k' has type com.acme.Ops.Named[]
                    help: use a primitive type, an array of one with up to four dimensions, a record of primitives, an array of such records or of boxed numbers, an object of a class of yours, or a MemorySegment""");
    }

    @Test
    void annotatedTypesAreTheSameTypes() {
        SourceCompilation compilation = inClass("""
                @java.lang.annotation.Target(java.lang.annotation.ElementType.TYPE_USE) @interface Mark {}
                @GpuKernel static void sound(@Mark int n, @Mark float @Mark [] x) {}
                @GpuKernel static void k(@Mark float @Mark [] [] [] [] [] x) {}""");
        assertThat(compilation.diagnostics())
                .singleElement()
                .asString()
                .contains("has type float[][][][][]", "did you mean 'float[][][][]'?");
        assertThat(compilation.generated("com/acme/OpsGpu.java"))
                .contains("void sound(int n, float[] x)")
                .doesNotContain("Mark");
    }
}
