package dev.gpukernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import org.junit.jupiter.api.Test;

/** What the processor makes of types that come into being while it runs. */
class RoundsTest {
    private static final String GRID_KERNEL = """
            package com.acme;
            class Ops {
                @dev.gpukernel.GpuKernel static void k(int[] x) { x[dev.gpukernel.device.Grid.x()]++; }
            }
            """;

    /** Generates sources in its first round. */
    private static final class Generating extends AbstractProcessor {
        private final Map<String, String> sources;
        private boolean done;

        Generating(Map<String, String> sources) {
            this.sources = sources;
        }

        @Override
        public Set<String> getSupportedAnnotationTypes() {
            return Set.of("*");
        }

        @Override
        public SourceVersion getSupportedSourceVersion() {
            return SourceVersion.latestSupported();
        }

        @Override
        public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
            if (!done) {
                done = true;
                sources.forEach(this::write);
            }
            return false;
        }

        private void write(String name, String source) {
            try (Writer file = processingEnv.getFiler().createSourceFile(name).openWriter()) {
                file.write(source);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static SourceCompilation compileWithGenerated(Map<String, String> generated, String... sources) {
        return SourceCompilation.with(List.of(new GpuKernelProcessor(), new Generating(generated)), sources);
    }

    @Test
    void kernelsOfGeneratedClassesGetLaunchers() {
        SourceCompilation compilation = compileWithGenerated(Map.of("com.acme.Ops", GRID_KERNEL), "class Other {}");
        assertThat(compilation.diagnostics()).isEmpty();
        assertThat(compilation.generated("com/acme/OpsGpu.java")).contains("k(Launch launch, int[] x)");
    }

    @Test
    void bodiesMayUseGeneratedClassesAndLaunchers() {
        SourceCompilation compilation = compileWithGenerated(
                Map.of(
                        "com.acme.Base", "package com.acme; class Base { int size() { return 1; } }",
                        "com.acme.Made", "package com.acme; class Made { static int one() { return 1; } }"),
                """
                package com.acme;
                class Ops extends Base {
                    @dev.gpukernel.GpuKernel static void k(int[] x) { x[Made.one()] = 1; }
                    @Override int size() { return super.size() + Made.one(); }
                    static void main() { OpsGpu.k(new int[1]); }
                }
                """);
        assertThat(compilation.diagnostics()).isEmpty();
        assertThat(compilation.generated("com/acme/OpsGpu.java"))
                .contains("void k(int[] x)")
                .contains("void k(Launch launch, int[] x)");
    }

    @Test
    void unresolvedTypesWaitForTheNextRound() {
        SourceCompilation compilation =
                compileWithGenerated(Map.of("com.acme.Made", "package com.acme; class Made {}"), """
                package com.acme;
                class Ops {
                    @dev.gpukernel.GpuKernel static void k(int[] x, Made[] made) {}
                    @dev.gpukernel.GpuKernel static void sound(int[] x) {}
                }
                """);
        assertThat(compilation.diagnostics()).containsExactly("""
                        3: [ParameterType] parameter 'made' of kernel 'k' has type com.acme.Made[]
                            help: use a primitive type, an array of one with up to four dimensions, a record of primitives, an array of such records or of boxed numbers, an object of a class of yours, or a MemorySegment""");
        assertThat(compilation.generated("com/acme/OpsGpu.java")).contains("void sound(int[] x)");
    }

    @Test
    void missingTypesAreLeftToJavac() {
        SourceCompilation compilation = SourceCompilation.of("""
                class Ops {
                    @dev.gpukernel.GpuKernel static void k(flaot[] x) {}
                    @dev.gpukernel.GpuKernel static void sound(int[] x) {}
                    static void main() { OpsGpu.sound(new int[1]); }
                }
                """);
        assertThat(compilation.diagnostics())
                .hasSize(2)
                .anySatisfy(text ->
                        assertThat(text).startsWith("2: cannot find symbol").contains("class flaot"))
                .anySatisfy(text -> assertThat(text).contains("created in the last round"));
        assertThat(compilation.generated("OpsGpu.java")).contains("void sound(int[] x)");
    }

    @Test
    void unresolvedClassElsewhereDoesNotHideLaunchers() {
        SourceCompilation compilation = SourceCompilation.of(GRID_KERNEL, "class Broken { Missing field; }");
        assertThat(compilation.diagnostics()).singleElement().asString().contains("class Missing");
        assertThat(compilation.generated()).containsOnlyKeys("com/acme/OpsGpu.java");
    }
}
