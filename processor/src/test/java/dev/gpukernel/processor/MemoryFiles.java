package dev.gpukernel.processor;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import org.jspecify.annotations.Nullable;

/** Keeps what a compilation writes in memory. */
final class MemoryFiles extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, Output> sources = new TreeMap<>();
    private final Map<String, List<String>> origins = new TreeMap<>();

    MemoryFiles(JavaFileManager inputs) {
        super(inputs);
    }

    @Override
    public JavaFileObject getJavaFileForOutputForOriginatingFiles(
            Location location, String className, JavaFileObject.Kind kind, FileObject... originatingFiles) {
        if (kind == JavaFileObject.Kind.SOURCE) {
            origins.put(
                    path(className, kind),
                    Stream.of(originatingFiles).map(FileObject::getName).toList());
        }
        return getJavaFileForOutput(location, className, kind, null);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
            Location location, String className, JavaFileObject.Kind kind, @Nullable FileObject sibling) {
        String path = path(className, kind);
        Output output = new Output(URI.create("output:///" + path), kind);
        if (kind == JavaFileObject.Kind.SOURCE) {
            sources.put(path, output);
        }
        return output;
    }

    private static String path(String className, JavaFileObject.Kind kind) {
        return className.replace('.', '/') + kind.extension;
    }

    /** {@return what the written sources were said to come from, by path} */
    Map<String, List<String>> origins() {
        return origins;
    }

    /** {@return text of the written sources by path} */
    Map<String, String> sources() {
        Map<String, String> texts = new TreeMap<>();
        sources.forEach((path, output) -> texts.put(path, output.getCharContent(true)));
        return texts;
    }

    private static final class Output extends SimpleJavaFileObject {
        private final ByteArrayOutputStream content = new ByteArrayOutputStream();

        Output(URI uri, Kind kind) {
            super(uri, kind);
        }

        @Override
        public OutputStream openOutputStream() {
            return content;
        }

        @Override
        public String getCharContent(boolean ignoreEncodingErrors) {
            return content.toString(StandardCharsets.UTF_8);
        }
    }
}
