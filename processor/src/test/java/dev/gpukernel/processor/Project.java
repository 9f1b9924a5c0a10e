package dev.gpukernel.processor;

import dev.gpukernel.internal.nvrtc.CompilerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Sources in a folder, compiled with the processor to class files in another, as build tools do; by javac, if none other is named. */
final class Project {
    private final Path sources;
    private final Path classes;
    private final List<Path> classPath = new ArrayList<>();
    private final List<String> options = new ArrayList<>(List.of("-g"));
    private final JavaCompiler compiler;
    private CudaCompilation.Compiler cudaCompiler = CompilerProcess::compile;

    Project(Path folder) {
        this(folder, ToolProvider.getSystemJavaCompiler());
    }

    Project(Path folder, JavaCompiler compiler) {
        this.compiler = compiler;
        sources = folder.resolve("src");
        classes = folder.resolve("classes");
        try {
            Files.createDirectories(sources);
            Files.createDirectories(classes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path classes() {
        return classes;
    }

    Project with(String... more) {
        options.addAll(List.of(more));
        return this;
    }

    /** Compiles CUDA C by a stand-in. */
    Project compilesCudaBy(CudaCompilation.Compiler standIn) {
        cudaCompiler = standIn;
        return this;
    }

    Project dependsOn(Path... more) {
        classPath.addAll(List.of(more));
        return this;
    }

    /** Adds a source by its path. */
    Project source(String path, String text) {
        try {
            Path file = sources.resolve(path);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds every source of a folder, by its name there. */
    Project sourcesOf(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
                source(file.getFileName().toString(), Files.readString(file));
            }
        }
        return this;
    }

    /** {@return what the compiler says, in order, each as {@code File.java:line:column: text}} */
    List<String> compile() throws IOException {
        return compile(allSources());
    }

    /** Compiles some sources only, against the classes that were compiled before. */
    List<String> compile(Path... some) throws IOException {
        return compile(Stream.of(some).map(sources::resolve).toList());
    }

    private List<Path> allSources() throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }

    private List<String> compile(List<Path> files) throws IOException {
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(said, Locale.ENGLISH, null)) {
            manager.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
            manager.setLocationFromPaths(StandardLocation.SOURCE_OUTPUT, List.of(classes));
            List<Path> path = new ArrayList<>(List.of(classes));
            path.addAll(classPath);
            manager.getLocationAsPaths(StandardLocation.CLASS_PATH).forEach(path::add);
            manager.setLocationFromPaths(StandardLocation.CLASS_PATH, path);
            // Others than javac print what they also hand to the listener.
            Writer prints = isJavac() ? null : Writer.nullWriter();
            JavaCompiler.CompilationTask task =
                    compiler.getTask(prints, manager, said, options, null, manager.getJavaFileObjectsFromPaths(files));
            task.setProcessors(List.of(
                    new GpuKernelProcessor(),
                    new VectorizeProcessor(),
                    new CudaSourceProcessor(new CudaCompilation(cudaCompiler)),
                    new CudaFunctionProcessor(new CudaCompilation(cudaCompiler)),
                    new AnnotationClaim(true)));
            boolean succeeded = task.call();
            List<String> texts = said.getDiagnostics().stream().map(this::text).toList();
            boolean failed = said.getDiagnostics().stream().anyMatch(d -> d.getKind() == Diagnostic.Kind.ERROR);
            if (succeeded == failed) {
                throw new IllegalStateException("the compiler returned " + succeeded + " with " + texts);
            }
            return texts;
        }
    }

    private boolean isJavac() {
        return compiler.getClass() == ToolProvider.getSystemJavaCompiler().getClass();
    }

    private String text(Diagnostic<? extends JavaFileObject> diagnostic) {
        String message = diagnostic.getMessage(Locale.ENGLISH);
        if (isJavac()) {
            // javac indents every line of a message but the first.
            message = message.replace("\n  ", "\n");
        }
        String file = diagnostic.getSource() == null
                ? "-"
                : Path.of(diagnostic.getSource().getName()).getFileName().toString();
        return file + ":" + diagnostic.getLineNumber() + ":" + diagnostic.getColumnNumber() + ": " + message;
    }

    /** {@return a loader of the compiled classes, with assertions disabled} */
    URLClassLoader load() throws IOException {
        List<Path> path = new ArrayList<>(List.of(classes));
        path.addAll(classPath);
        List<java.net.URL> urls = new ArrayList<>();
        for (Path entry : path) {
            urls.add(entry.toUri().toURL());
        }
        URLClassLoader loader = new URLClassLoader(urls.toArray(java.net.URL[]::new), Project.class.getClassLoader());
        loader.setDefaultAssertionStatus(false);
        return loader;
    }
}
