package dev.gpukernel.processor;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.internal.setting.Setting;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;
import java.lang.reflect.Proxy;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.Filer;
import javax.annotation.processing.Messager;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;

/** How the processor is found, and what it makes of environments that are not javac's own, or that fail. */
class EnvironmentTest {
    private static final String GRID_KERNEL = """
            package com.acme;
            class Ops {
                @dev.gpukernel.GpuKernel static void k(int[] x) { x[dev.gpukernel.device.Grid.x()]++; }
            }
            """;

    /** The processor in another environment. */
    private static final class Elsewhere extends AbstractProcessor {
        private final Processor processor = new GpuKernelProcessor();
        private final UnaryOperator<ProcessingEnvironment> wrapper;

        Elsewhere(UnaryOperator<ProcessingEnvironment> wrapper) {
            this.wrapper = wrapper;
        }

        @Override
        public synchronized void init(ProcessingEnvironment environment) {
            processor.init(wrapper.apply(environment));
        }

        @Override
        public Set<String> getSupportedAnnotationTypes() {
            return processor.getSupportedAnnotationTypes();
        }

        @Override
        public Set<String> getSupportedOptions() {
            return processor.getSupportedOptions();
        }

        @Override
        public SourceVersion getSupportedSourceVersion() {
            return processor.getSupportedSourceVersion();
        }

        @Override
        public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
            processor.process(annotations, round);
            return false;
        }
    }

    /** As build tools wrap it. */
    private record Delegating(ProcessingEnvironment delegate) implements ProcessingEnvironment {
        @Override
        public Map<String, String> getOptions() {
            return delegate.getOptions();
        }

        @Override
        public Messager getMessager() {
            return delegate.getMessager();
        }

        @Override
        public Filer getFiler() {
            return delegate.getFiler();
        }

        @Override
        public Elements getElementUtils() {
            return delegate.getElementUtils();
        }

        @Override
        public Types getTypeUtils() {
            return delegate.getTypeUtils();
        }

        @Override
        public SourceVersion getSourceVersion() {
            return delegate.getSourceVersion();
        }

        @Override
        public Locale getLocale() {
            return delegate.getLocale();
        }
    }

    /** {@return an environment that hides what it hands calls on to, and fails to make a filer if there is a failure} */
    private static ProcessingEnvironment hiding(ProcessingEnvironment environment, Map<String, Throwable> failures) {
        return (ProcessingEnvironment) Proxy.newProxyInstance(
                EnvironmentTest.class.getClassLoader(),
                new Class<?>[] {ProcessingEnvironment.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("getFiler") && failures.containsKey("filer")) {
                        return failing(failures.get("filer"));
                    }
                    return method.invoke(environment, arguments);
                });
    }

    private static Filer failing(Throwable failure) {
        return (Filer) Proxy.newProxyInstance(
                EnvironmentTest.class.getClassLoader(), new Class<?>[] {Filer.class}, (proxy, method, arguments) -> {
                    throw failure;
                });
    }

    private static SourceCompilation compile(UnaryOperator<ProcessingEnvironment> wrapper) {
        return SourceCompilation.with(List.of(new Elsewhere(wrapper)), GRID_KERNEL);
    }

    @Test
    void isFoundByJavacAndGradle() throws IOException {
        assertThat(ServiceLoader.load(Processor.class).stream().map(ServiceLoader.Provider::type))
                .contains(
                        GpuKernelProcessor.class,
                        VectorizeProcessor.class,
                        CudaSourceProcessor.class,
                        CudaFunctionProcessor.class,
                        AnnotationClaim.class);
        try (InputStream gradle =
                EnvironmentTest.class.getResourceAsStream("/META-INF/gradle/incremental.annotation.processors")) {
            assertThat(gradle)
                    .hasContent(GpuKernelProcessor.class.getName() + ",isolating\n" + VectorizeProcessor.class.getName()
                            + ",isolating\n" + CudaSourceProcessor.class.getName() + ",isolating\n"
                            + CudaFunctionProcessor.class.getName() + ",isolating\n"
                            + AnnotationClaim.class.getName() + ",isolating\n");
        }
    }

    /** Notes the annotations that the processors before it did not claim. */
    private static final class Last extends AbstractProcessor {
        private final Set<String> seen = new HashSet<>();

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
            annotations.forEach(annotation -> seen.add(annotation.toString()));
            return false;
        }
    }

    @Test
    void leavesTheAnnotationToOthers() {
        Last last = new Last();
        SourceCompilation.with(List.of(new GpuKernelProcessor(), last), GRID_KERNEL);
        assertThat(last.seen).contains(GpuKernel.class.getName());
    }

    private static Set<String> leftTo(boolean isAlone, String source) {
        Last last = new Last();
        SourceCompilation.with(List.of(new GpuKernelProcessor(), new AnnotationClaim(isAlone), last), source);
        return last.seen;
    }

    /** If all annotations of a round are claimed, javac does not ask other processors. */
    @Test
    void claimsAnnotationsOnlyIfOthersAreAskedAnyway() {
        String withAnother = GRID_KERNEL.replace("@dev.gpukernel.GpuKernel", "@Deprecated @dev.gpukernel.GpuKernel");
        assertThat(leftTo(false, GRID_KERNEL)).contains(GpuKernel.class.getName());
        assertThat(leftTo(false, withAnother))
                .contains(Deprecated.class.getName())
                .doesNotContain(GpuKernel.class.getName());
        assertThat(leftTo(true, GRID_KERNEL)).isEmpty();
    }

    /** Of one that nobody claims, javac -Xlint:processing warns. JUnit's, beside which those for tests stand, warn anyway. */
    @Test
    void claimsEveryAnnotationOfDeclarations() throws Exception {
        Path core = Path.of(GpuKernel.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<String> names = new ArrayList<>();
        try (FileSystem jar = Files.isDirectory(core) ? null : FileSystems.newFileSystem(core)) {
            Path root = jar == null ? core : jar.getPath("/");
            try (Stream<Path> files = Files.walk(root.resolve("dev/gpukernel"))) {
                files.map(file -> root.relativize(file).toString().replace(File.separatorChar, '/'))
                        .filter(name ->
                                name.endsWith(".class") && !name.contains("/internal/") && !name.contains("/junit/"))
                        .map(name -> name.substring(0, name.lastIndexOf('.')).replace('/', '.'))
                        .forEach(names::add);
            }
        }
        List<String> annotations = new ArrayList<>();
        for (String name : names) {
            Class<?> type = Class.forName(name, false, GpuKernel.class.getClassLoader());
            Target target = type.isAnnotation() ? type.getAnnotation(Target.class) : null;
            if (target != null && !List.of(target.value()).equals(List.of(ElementType.TYPE_USE))) {
                annotations.add(name);
            }
        }
        assertThat(annotations).hasSizeGreaterThan(5);
        assertThat(new AnnotationClaim(true).getSupportedAnnotationTypes()).containsAll(annotations);
    }

    /** One that is a setting, too, is no mistake. */
    @Test
    void optionsOfTheProcessorAreKnownWhereSettingsAreChecked() {
        List<String> known = new ArrayList<>(Setting.OF_PROCESSOR);
        known.add(Setting.NVRTC.property());
        assertThat(new GpuKernelProcessor().getSupportedOptions()).containsExactlyInAnyOrderElementsOf(known);
    }

    @Test
    void seesThroughWrappers() {
        SourceCompilation compilation = compile(environment -> new Delegating(new Delegating(environment)));
        assertThat(compilation.diagnostics()).isEmpty();
        assertThat(compilation.generated("com/acme/OpsGpu.java"))
                .contains("k(Launch launch, int[] x)")
                .doesNotContain("k(int[] x)");
    }

    @Test
    void generatesBothFormsWhereBodiesCannotBeRead() {
        SourceCompilation compilation = compile(environment -> hiding(environment, Map.of()));
        assertThat(compilation.diagnostics()).isEmpty();
        assertThat(compilation.generated("com/acme/OpsGpu.java"))
                .contains("k(Launch launch, int[] x)")
                .contains("k(int[] x)");
    }

    @Test
    void unexpectedExceptionsAskForAReport() {
        SourceCompilation compilation =
                compile(environment -> hiding(environment, Map.of("filer", new IllegalStateException("out of ink"))));
        assertThat(compilation.diagnostics())
                .singleElement()
                .asString()
                .startsWith(
                        "2: [Bug] annotation processor on com.acme.Ops: java.lang.IllegalStateException: out of ink")
                .contains("at dev.gpukernel.processor.")
                .endsWith("help: this is a bug in GpuKernel; please report it");
    }

    @Test
    void failureToWriteIsNotABug() {
        SourceCompilation compilation =
                compile(environment -> hiding(environment, Map.of("filer", new IOException("disk full"))));
        assertThat(compilation.diagnostics()).containsExactly("""
                        2: [LauncherNotWritten] the launcher com.acme.OpsGpu could not be written: java.io.IOException: disk full
                            help: check the compiler's output folder""");
    }

    @Test
    void modulesNeedNotReadJavaCompiler() {
        String modulePath = Stream.of(GpuKernel.class, Type.class, MethodNode.class, NullMarked.class)
                .map(type ->
                        type.getProtectionDomain().getCodeSource().getLocation().getPath())
                .collect(joining(File.pathSeparator));
        String core = GpuKernel.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        assumeTrue(core.endsWith(".jar"), "only a jar has a module's name; 'mvn verify' makes it");
        SourceCompilation without =
                SourceCompilation.inModule(modulePath, "module acme { requires dev.gpukernel; }", GRID_KERNEL);
        assertThat(without.diagnostics()).isEmpty();
        assertThat(without.generated("com/acme/OpsGpu.java")).doesNotContain("Generated");
        SourceCompilation with = SourceCompilation.inModule(
                modulePath, "module acme { requires dev.gpukernel; requires java.compiler; }", GRID_KERNEL);
        assertThat(with.diagnostics()).isEmpty();
        assertThat(with.generated("com/acme/OpsGpu.java")).contains("@Generated");
    }
}
