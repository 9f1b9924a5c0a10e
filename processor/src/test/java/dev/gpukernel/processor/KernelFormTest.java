package dev.gpukernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which kernels take the shape of a launch. */
class KernelFormTest {
    private static final String GRID = "static void k(Launch launch, int[] x)";
    private static final String LOOP = "static void k(int[] x)";

    private static void assertGrid(String... sources) {
        assertThat(launchers(sources)).contains(GRID).doesNotContain(LOOP);
    }

    private static void assertLoop(String... sources) {
        assertThat(launchers(sources)).contains(LOOP).doesNotContain(GRID);
    }

    private static void assertEither(String... sources) {
        assertThat(launchers(sources)).contains(LOOP).contains(GRID);
    }

    private static String launchers(String... sources) {
        SourceCompilation compilation = SourceCompilation.of(sources);
        assertThat(compilation.diagnostics()).isEmpty();
        return compilation.generated("com/acme/OpsGpu.java");
    }

    /** A kernel of one statement. */
    private static String ops(String imports, String statement, String others) {
        return """
               package com.acme;
               import dev.gpukernel.GpuKernel;
               %s
               class Ops {
                   @GpuKernel static void k(int[] x) { %s }
                   %s
               }
               """.formatted(imports, statement, others);
    }

    @Test
    void importsOfEveryKind() {
        assertGrid(ops("import dev.gpukernel.device.Grid;", "x[Grid.x()]++;", ""));
        assertGrid(ops("import dev.gpukernel.device.*;", "x[ThreadIdx.y()]++;", ""));
        assertGrid(ops("import static dev.gpukernel.device.Grid.x;", "x[x()]++;", ""));
        assertGrid(ops("import static dev.gpukernel.device.BlockIdx.*;", "x[z()]++;", ""));
        assertGrid(ops("", "x[dev.gpukernel.device.GridDim.x()]++;", ""));
    }

    @Test
    void whatMeansTheSameInEveryThread() {
        assertLoop(ops(
                "import dev.gpukernel.device.Philox;",
                "for (int i = 0; i < x.length; i++) { x[i] = Philox.words(1, 2, i).first(); }",
                ""));
        assertLoop(ops(
                "import dev.gpukernel.device.*;",
                "for (int i = 0; i < x.length; i++) { x[i] = (int) (Approximate.exp2(i) + GpuMath.exp2(i)); }",
                ""));
    }

    @Test
    void atomicOperations() {
        String imports = "import dev.gpukernel.device.Atomic;";
        assertGrid(ops(imports, "Atomic.add(x, 0, Math.max(x[1], 3));", ""));
        assertLoop(ops(imports, "for (int i = 0; i < x.length; i++) { Atomic.add(x, i, 1); }", ""));
        assertEither(ops(imports, "Atomic.add(x, 0, other(x));", "static int other(int[] x) { return x.length; }"));
        String add = "static void add(int[] x, int i) { Atomic.add(x, i, 1); }";
        assertLoop(ops(imports, "for (int i = 0; i < x.length; i++) { add(x, i); }", add));
    }

    @Test
    void stubsOfKotlinClassesDoNotTell() {
        String metadata = "package kotlin;\npublic @interface Metadata {}";
        assertEither("""
                package com.acme;
                @kotlin.Metadata
                class Ops {
                    @dev.gpukernel.GpuKernel static void k(int[] x) {}
                }
                """, metadata);
        assertEither(
                ops("", "Index.set(x);", ""),
                "package com.acme; @kotlin.Metadata\nclass Index { static void set(int[] x) {} }",
                metadata);
    }

    @Test
    void useInsideOtherStatements() {
        assertGrid(ops(
                "import dev.gpukernel.device.Grid;",
                "for (int i = 0; i < 2; i++) { if (x[i] > 0) { x[i] = Math.max(1, -Grid.sizeX()); } }",
                ""));
        assertGrid(ops("import dev.gpukernel.device.*;", "java.util.function.IntSupplier s = Grid::x;", ""));
    }

    @Test
    void plainLoops() {
        assertLoop(ops(
                "import dev.gpukernel.device.Grid;",
                "for (int i = 0; i < x.length; i++) { x[i] = Math.floorMod(x[i], ONE.length()) + other(x); }",
                """
                static final String ONE = "1";
                static int other(int[] x) { return x.length; }
                static int unused(int[] x) { return Grid.x(); }
                """));
    }

    @Test
    void classesOfTheSameNameAreOthers() {
        String use = "x[Grid.x()]++;";
        assertLoop(ops("", use, ""), "package com.acme; class Grid { static int x() { return 0; } }");
        assertLoop(ops("import dev.gpukernel.device.*;", use, "static class Grid { static int x() { return 0; } }"));
        assertLoop(ops(
                "import dev.gpukernel.device.*;", "record Grid() { static int x() { return 0; } } x[Grid.x()]++;", ""));
        assertLoop(
                ops("import dev.gpukernel.device.*;", use, "static final User Grid = new User();"),
                "package com.acme; class User { int x() { return 0; } }");
        assertLoop(ops("import static dev.gpukernel.device.Grid.*;", "x[x()]++;", "static int x() { return 0; }"));
        assertLoop("""
                package com.acme;
                class Ops extends Base {
                    @dev.gpukernel.GpuKernel static void k(int[] x) { x[Grid.x()]++; }
                }
                """, "package com.acme; class Base { static class Grid { static int x() { return 0; } } }");
    }

    @Test
    void localVariablesDoNotHideMethods() {
        assertGrid(ops("import static dev.gpukernel.device.Grid.*;", "int y = y(); x[y]++;", ""));
    }

    @Test
    void calledMethods() {
        assertGrid(ops("", "Index.set(x);", ""), """
                package com.acme;
                class Index extends Base {
                    static void set(int[] x) { x[own()] = 1; }
                }
                """, """
                package com.acme;
                class Base {
                    static int own() { return dev.gpukernel.device.Grid.x(); }
                }
                """);
        assertGrid(ops("import static com.acme.Index.index;", "x[index(1, 2)]++;", ""), """
                package com.acme;
                class Index {
                    static int index() { return 0; }
                    static int index(int... all) { return dev.gpukernel.device.Grid.x(); }
                }
                """);
    }

    @Test
    void recursionEnds() {
        assertLoop(ops("", "f(x);", "static void f(int[] x) { g(x); } static void g(int[] x) { f(x); }"));
    }

    @Test
    void overloadsOfBothFormsAreNotTold() {
        assertEither(ops(
                "import dev.gpukernel.device.Grid;",
                "x[f(1f)]++;",
                "static int f(int i) { return Grid.x(); } static int f(float i) { return 0; }"));
    }

    @Test
    void classFilesTellAsSourcesDo() {
        assertLoop(ops("", "x[0] = org.objectweb.asm.Type.getArgumentCount(\"(I)V\");", ""));
    }

    @Test
    void innerClassesMayUseThis() {
        assertLoop(ops(
                "", "class Local { int i; int f() { return this.i + super.hashCode() + Local.this.i; } } x[0]++;", ""));
    }
}
