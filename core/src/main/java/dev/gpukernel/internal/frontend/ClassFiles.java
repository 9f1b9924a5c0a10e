package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Finds and parses class files, as the classes of one loader see them. Each is parsed once. */
final class ClassFiles {
    private final @Nullable ClassLoader loader;
    private final Map<String, Optional<ClassNode>> parsed = new HashMap<>();

    /** Looks through a loader, {@code null} for the JDK's alone. */
    ClassFiles(@Nullable ClassLoader loader) {
        this.loader = loader;
    }

    /** {@return the class file with an internal name, null if there is none} */
    @Nullable ClassNode find(String internalName) {
        return parsed.computeIfAbsent(internalName, this::parse).orElse(null);
    }

    /** {@return the loader through which classes are found, null for the JDK's alone} */
    @Nullable ClassLoader loader() {
        return loader;
    }

    private Optional<ClassNode> parse(String internalName) {
        try (InputStream in = open(internalName + ".class")) {
            if (in == null) {
                return Optional.empty();
            }
            ClassNode node = new ClassNode();
            new ClassReader(in).accept(node, ClassReader.SKIP_FRAMES);
            return Optional.of(node);
        } catch (IOException e) {
            throw new UncheckedIOException(Message.CLASS_FILE_MISSING.format(internalName), e);
        } catch (IllegalArgumentException e) {
            // Of a version that is newer than the parser.
            throw new IllegalArgumentException(Message.CLASS_FILE_MISSING.format(internalName), e);
        }
    }

    private @Nullable InputStream open(String resource) {
        InputStream in = loader == null ? null : loader.getResourceAsStream(resource);
        // A class loader of the user's own may answer for its own classes alone.
        return in != null ? in : ClassLoader.getSystemResourceAsStream(resource);
    }

    /** {@return the method of a class or of the classes above it, null if there is none} */
    @Nullable Found method(String owner, String name, String descriptor) {
        for (ClassNode node = find(owner); node != null; node = above(node)) {
            for (MethodNode method : node.methods) {
                if (method.name.equals(name) && method.desc.equals(descriptor)) {
                    return new Found(node, method);
                }
            }
        }
        return null;
    }

    private @Nullable ClassNode above(ClassNode node) {
        return node.superName == null ? null : find(node.superName);
    }

    /** {@return whether a class is another or extends it} */
    boolean isSubclass(String internalName, String ancestor) {
        for (ClassNode node = find(internalName); node != null; node = above(node)) {
            if (node.name.equals(ancestor)) {
                return true;
            }
        }
        return false;
    }

    boolean isRecord(String internalName) {
        ClassNode node = find(internalName);
        return node != null && Objects.equals(node.superName, "java/lang/Record");
    }

    /** A method and the class that declares it. */
    record Found(ClassNode owner, MethodNode method) {}
}
