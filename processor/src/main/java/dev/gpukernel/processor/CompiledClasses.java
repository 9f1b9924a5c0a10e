package dev.gpukernel.processor;

import dev.gpukernel.internal.frontend.UnloadedClasses;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.Filer;
import javax.annotation.processing.FilerException;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardLocation;
import org.jspecify.annotations.Nullable;

/**
 * The class files that a compilation sees: those that it has written, those it was given, and the JDK's. The JDK's are those of
 * the compiler's own JDK, since those of an older release, as {@code --release} shows them, have no code. For javac's own thread.
 */
final class CompiledClasses implements UnloadedClasses.Files {
    private final Elements elements;
    private final Filer filer;

    /** Top-level classes with a source in this compilation. A file of theirs that was not just written is out of date. */
    private final Set<String> inSource = new HashSet<>();

    /** Sources of the classes written so far, by binary name. */
    private final Map<String, JavaFileObject> written = new HashMap<>();

    private final Map<String, String> modules = new HashMap<>();

    CompiledClasses(ProcessingEnvironment environment) {
        this.elements = environment.getElementUtils();
        this.filer = environment.getFiler();
    }

    /** Notes a top-level class that is being compiled. */
    void addSource(String name) {
        inSource.add(name);
    }

    /** Notes that a class file was written. */
    void addWritten(TypeElement type, JavaFileObject source) {
        String name = elements.getBinaryName(type).toString();
        written.put(name, source);
        ModuleElement module = elements.getModuleOf(type);
        modules.put(name, module == null ? "" : module.getQualifiedName().toString());
    }

    /** {@return the source of a class that was written, by binary name, null for others} */
    @Nullable JavaFileObject sourceOf(String binaryName) {
        return written.get(binaryName);
    }

    @Override
    public @Nullable InputStream open(String internalName) throws IOException {
        String name = internalName.replace('/', '.');
        JavaFileObject source = written.get(name);
        if (source != null) {
            return openWritten(name, source);
        }
        if (isInSource(name)) {
            return null;
        }
        InputStream platform = openPlatform(internalName);
        return platform != null ? platform : openGiven(name);
    }

    /** {@return a class file of the JDK, null if it has none of that name} For any thread. */
    static @Nullable InputStream openPlatform(String internalName) {
        return ClassLoader.getPlatformClassLoader().getResourceAsStream(internalName + ".class");
    }

    /** Tells whether a class is being compiled and has no file yet, and if javac does not make one for it, never will. */
    boolean isToBeWritten(String internalName) {
        String name = internalName.replace('/', '.');
        return !written.containsKey(name) && isInSource(name);
    }

    private boolean isInSource(String name) {
        for (int dollar = name.indexOf('$'); dollar >= 0; dollar = name.indexOf('$', dollar + 1)) {
            if (inSource.contains(name.substring(0, dollar))) {
                return true;
            }
        }
        return inSource.contains(name);
    }

    private @Nullable InputStream openWritten(String name, JavaFileObject source) throws IOException {
        InputStream in = openResource(StandardLocation.CLASS_OUTPUT, "", name);
        if (in == null) {
            in = openResource(StandardLocation.CLASS_OUTPUT, modules.get(name) + "/", name);
        }
        return in != null ? in : openBeside(source.toUri(), name);
    }

    /** Without an output folder, javac writes class files beside their sources. */
    private static @Nullable InputStream openBeside(URI source, String name) throws IOException {
        if (!"file".equals(source.getScheme())) {
            return null;
        }
        Path file = Path.of(source).resolveSibling(name.substring(name.lastIndexOf('.') + 1) + ".class");
        return Files.exists(file) ? Files.newInputStream(file) : null;
    }

    private @Nullable InputStream openGiven(String name) throws IOException {
        TypeElement type = elements.getTypeElement(name.replace('$', '.'));
        if (type != null && elements.getBinaryName(type).contentEquals(name)) {
            JavaFileObject file = elements.getFileObjectOf(type);
            return file != null && file.getKind() == JavaFileObject.Kind.CLASS ? file.openInputStream() : null;
        }
        return openResource(StandardLocation.CLASS_PATH, "", name);
    }

    private @Nullable InputStream openResource(JavaFileManager.Location location, String module, String name)
            throws IOException {
        int dot = name.lastIndexOf('.');
        String folder = dot < 0 ? "" : name.substring(0, dot);
        try {
            return filer.getResource(location, module + folder, name.substring(dot + 1) + ".class")
                    .openInputStream();
        } catch (FilerException | IllegalArgumentException | UnsupportedOperationException _) {
            return null; // no such module, or a file manager that does not give back what it was given
        } catch (java.io.FileNotFoundException | java.nio.file.NoSuchFileException _) {
            return null;
        }
    }
}
