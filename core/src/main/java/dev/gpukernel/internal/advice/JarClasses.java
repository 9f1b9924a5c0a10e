package dev.gpukernel.internal.advice;

import dev.gpukernel.internal.frontend.UnloadedClasses;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The class files of a jar, as this JVM would see them if it has several versions of one, and those of the jars and the JDK that it needs. For
 * several threads.
 */
final class JarClasses implements UnloadedClasses.Files, Closeable {
    private static final String SUFFIX = ".class";

    /** Where applications and web applications have their classes, inside of their jar. */
    private static final Pattern CLASS = Pattern.compile("(?:BOOT-INF/classes/|WEB-INF/classes/)?(.+)\\.class");

    private final JarFile jar;
    private final List<JarFile> others = new ArrayList<>();
    private final Map<String, JarEntry> entries = new LinkedHashMap<>();
    private int jarsInside;

    /**
     * Opens a jar.
     *
     * @param path the jar
     * @param classPath jars that it needs
     * @throws IOException if one of them is no jar, or cannot be read
     */
    JarClasses(Path path, List<Path> classPath) throws IOException {
        this.jar = open(path);
        try {
            for (Path other : classPath) {
                others.add(open(other));
            }
            jar.versionedStream().forEach(this::add);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private static JarFile open(Path path) throws IOException {
        return new JarFile(new File(path.toString()), false, ZipFile.OPEN_READ, Runtime.version());
    }

    private void add(JarEntry entry) {
        String name = entry.getName();
        Matcher matcher = CLASS.matcher(name);
        if (name.endsWith(".jar")) {
            jarsInside++;
        } else if (!name.startsWith("META-INF/") && !name.endsWith("module-info.class") && matcher.matches()) {
            entries.putIfAbsent(matcher.group(1), entry);
        }
    }

    /** {@return the names of its classes as its entries have them, sorted} */
    List<String> names() {
        List<String> names = new ArrayList<>(entries.keySet());
        Collections.sort(names);
        return names;
    }

    /** {@return the names of the classes of the jars that it needs, which may be in several of them} */
    Stream<String> needed() {
        return others.stream()
                .flatMap(JarFile::versionedStream)
                .map(JarEntry::getName)
                .filter(name -> name.endsWith(SUFFIX) && !name.startsWith("META-INF/"))
                .map(name -> name.substring(0, name.length() - SUFFIX.length()));
    }

    /** {@return how many jars are inside of the jar, which are not looked into} */
    int jarsInside() {
        return jarsInside;
    }

    /**
     * {@return the bytes of a class file}
     *
     * @param name one of {@link #names()}
     * @throws IOException if it is broken
     */
    byte[] bytes(String name) throws IOException {
        try (InputStream in = jar.getInputStream(entries.get(name))) {
            return in.readAllBytes();
        }
    }

    @Override
    public @Nullable InputStream open(String internalName) throws IOException {
        JarEntry entry = entries.get(internalName);
        if (entry != null) {
            return jar.getInputStream(entry);
        }
        String resource = internalName + SUFFIX;
        for (JarFile other : others) {
            JarEntry found = other.getJarEntry(resource);
            if (found != null) {
                return other.getInputStream(found);
            }
        }
        ClassLoader loader = internalName.startsWith("dev/gpukernel/")
                ? JarClasses.class.getClassLoader()
                : ClassLoader.getPlatformClassLoader();
        return loader.getResourceAsStream(resource);
    }

    @Override
    public void close() throws IOException {
        jar.close();
        for (JarFile other : others) {
            other.close();
        }
    }
}
