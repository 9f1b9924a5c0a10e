package dev.gpukernel.oracle;

import dev.gpukernel.GpuKernel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Compiles sources without files, to classes whose bytes can be read back as resources. */
public final class InMemoryCompiler {
    private InMemoryCompiler() {}

    /**
     * Compiles with debug information.
     *
     * @param sources sources by binary name of their class
     * @return a loader of the classes; their bytes are its resources, as with any loader
     * @throws IllegalArgumentException if javac finds an error
     */
    public static ClassLoader compile(Map<String, String> sources) {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        List<Source> units = sources.entrySet().stream()
                .map(entry -> new Source(entry.getKey(), entry.getValue()))
                .toList();
        try (Files files = new Files(javac.getStandardFileManager(null, null, null))) {
            List<String> options = List.of("-g", "-proc:none", "-nowarn", "-classpath", libraryPath());
            if (!javac.getTask(messages, files, null, options, null, units).call()) {
                throw new IllegalArgumentException(messages.toString());
            }
            return new Loader(files.classes);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String libraryPath() {
        try {
            return Path.of(GpuKernel.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String className, String text) {
            super(URI.create("memory:///" + className.replace('.', '/') + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public String getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class Files extends ForwardingJavaFileManager<StandardJavaFileManager> {
        final Map<String, ByteArrayOutputStream> classes = new HashMap<>();

        Files(StandardJavaFileManager fallback) {
            super(fallback);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, @Nullable FileObject sibling) {
            String path = className.replace('.', '/') + ".class";
            return new SimpleJavaFileObject(URI.create("memory:///" + path), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    classes.put(path, bytes);
                    return bytes;
                }
            };
        }
    }

    private static final class Loader extends ClassLoader {
        private final Map<String, ByteArrayOutputStream> classes;

        Loader(Map<String, ByteArrayOutputStream> classes) {
            super(GpuKernel.class.getClassLoader());
            this.classes = classes;
            // As the compiler takes them to be.
            setDefaultAssertionStatus(false);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            ByteArrayOutputStream bytes = classes.get(name.replace('.', '/') + ".class");
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes.toByteArray(), 0, bytes.size());
        }

        @Override
        public @Nullable InputStream getResourceAsStream(String name) {
            ByteArrayOutputStream bytes = classes.get(name);
            return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes.toByteArray());
        }
    }
}
