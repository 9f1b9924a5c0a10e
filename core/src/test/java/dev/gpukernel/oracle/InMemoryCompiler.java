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
import java.util.function.Function;
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
        return compile("-g", sources);
    }

    /**
     * Compiles with debug information or without.
     *
     * @param debugOption javac's option for it, such as {@code -g:none}
     * @param sources sources by binary name of their class
     * @return a loader of the classes; their bytes are its resources, as with any loader
     * @throws IllegalArgumentException if javac finds an error
     */
    public static ClassLoader compile(String debugOption, Map<String, String> sources) {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        List<String> options = List.of(debugOption, "-proc:none", "-nowarn", "-classpath", libraryPath());
        return compile(
                javac,
                options,
                _ -> sources.entrySet().stream()
                        .map(entry -> new Source(entry.getKey(), entry.getValue()))
                        .toList());
    }

    /**
     * Compiles files with any compiler.
     *
     * @param compiler the compiler
     * @param options its options
     * @param sources the files
     * @return a loader of the classes, which come before others of the same name
     * @throws IllegalArgumentException if the compiler finds an error
     */
    public static ClassLoader compile(JavaCompiler compiler, List<String> options, List<Path> sources) {
        return compile(compiler, options, manager -> manager.getJavaFileObjectsFromPaths(sources));
    }

    private static ClassLoader compile(
            JavaCompiler compiler,
            List<String> options,
            Function<StandardJavaFileManager, Iterable<? extends JavaFileObject>> sources) {
        StringWriter messages = new StringWriter();
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
        try (Files files = new Files(manager)) {
            if (!compiler.getTask(messages, files, null, options, null, sources.apply(manager))
                    .call()) {
                throw new IllegalArgumentException(messages.toString());
            }
            return new Loader(files.classes);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String libraryPath() {
        return classPathOf(GpuKernel.class);
    }

    /** {@return the folder or jar that a class comes from} */
    public static String classPathOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
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
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!classes.containsKey(name.replace('.', '/') + ".class")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : findClass(name);
            }
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
