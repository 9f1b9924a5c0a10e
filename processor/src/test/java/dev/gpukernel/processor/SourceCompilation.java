package dev.gpukernel.processor;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Sources compiled with the processor and with every warning an error.
 *
 * @param diagnostics what javac and the processor said, each as {@code line: text}
 * @param generated generated sources by the path of their file, those of a failed compilation too
 * @param origins paths of the sources that each generated one was said to come from
 */
record SourceCompilation(List<String> diagnostics, Map<String, String> generated, Map<String, List<String>> origins) {
    // What is compiled here has declarations that are to be seen, and bodies that are not.
    private static final String UNCHECKED = "-Agpukernel.checkedAtCompileTime=false";

    // A processor that claims no annotation makes javac warn, in the category 'processing', that none did.
    private static final List<String> OPTIONS = List.of("-Xlint:all,-processing", "-Werror", UNCHECKED);
    private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
    private static final Pattern TYPE =
            Pattern.compile("(?:^|;)[\\w @]*\\b(?:class|interface|enum|record|module) (\\w+)", Pattern.MULTILINE);

    SourceCompilation {
        diagnostics = List.copyOf(diagnostics);
        generated = Map.copyOf(generated);
        origins = Map.copyOf(origins);
    }

    static SourceCompilation of(String... sources) {
        return with(List.of(new GpuKernelProcessor()), sources);
    }

    static SourceCompilation with(List<Processor> processors, String... sources) {
        return compile(processors, OPTIONS, sources);
    }

    /** Compiles sources of a named module. */
    static SourceCompilation inModule(String modulePath, String... sources) {
        // GpuKernel's jars are automatic modules, of which javac warns.
        List<String> options = List.of(
                "-Xlint:all,-processing,-requires-automatic", "-Werror", UNCHECKED, "--module-path", modulePath);
        return compile(List.of(new GpuKernelProcessor()), options, sources);
    }

    private static SourceCompilation compile(List<Processor> processors, List<String> options, String... sources) {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        MemoryFiles files = new MemoryFiles(javac.getStandardFileManager(diagnostics, Locale.ENGLISH, null));
        List<JavaFileObject> inputs =
                Stream.of(sources).map(SourceCompilation::file).toList();
        JavaCompiler.CompilationTask task = javac.getTask(null, files, diagnostics, options, null, inputs);
        task.setProcessors(processors);
        boolean succeeded = task.call();
        List<String> texts = diagnostics.getDiagnostics().stream()
                .map(SourceCompilation::text)
                .toList();
        if (!succeeded && texts.isEmpty()) {
            throw new IllegalStateException("compilation failed without saying why");
        }
        return new SourceCompilation(texts, files.sources(), files.origins());
    }

    private static JavaFileObject file(String source) {
        Matcher inPackage = PACKAGE.matcher(source);
        Matcher type = TYPE.matcher(source);
        if (!type.find()) {
            throw new IllegalArgumentException("no class in " + source);
        }
        String folder = inPackage.find() ? inPackage.group(1).replace('.', '/') + "/" : "";
        String name = source.startsWith("module ") ? "module-info" : type.group(1);
        return SimpleJavaFileObject.forSource(URI.create("source:///" + folder + name + ".java"), source);
    }

    private static String text(Diagnostic<?> diagnostic) {
        // javac indents every line of a message but the first.
        String message = diagnostic.getMessage(Locale.ENGLISH).replace("\n  ", "\n");
        return diagnostic.getLineNumber() + ": " + message;
    }

    /** {@return the source of one generated class} */
    String generated(String path) {
        return requireNonNull(generated.get(path), () -> path + " is not among " + generated.keySet());
    }
}
