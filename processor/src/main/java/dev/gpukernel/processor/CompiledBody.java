package dev.gpukernel.processor;

import dev.gpukernel.internal.frontend.UnloadedClasses;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The body of a method that was compiled earlier: in another module, or when an incremental build leaves its source alone. It
 * must tell the same as the source would, or the launchers of a kernel would depend on what a build happens to compile.
 *
 * @param calls the methods that it calls
 * @param owners internal names of the classes whose methods and fields it uses
 */
record CompiledBody(List<MethodKey> calls, List<String> owners) {

    private static CompiledBody of(MethodNode method) {
        List<MethodKey> calls = Stream.of(method.instructions.toArray())
                .filter(MethodInsnNode.class::isInstance)
                .map(MethodInsnNode.class::cast)
                .map(call -> new MethodKey(call.owner, call.name, call.desc))
                .distinct()
                .toList();
        Stream<String> fields = Stream.of(method.instructions.toArray())
                .filter(FieldInsnNode.class::isInstance)
                .map(field -> ((FieldInsnNode) field).owner);
        return new CompiledBody(
                calls,
                Stream.concat(calls.stream().map(MethodKey::owner), fields)
                        .distinct()
                        .toList());
    }

    /** Finds methods in class files, each of which is parsed once. */
    static final class Finder {
        private final UnloadedClasses.Files files;
        private final Map<String, Optional<ClassNode>> parsed = new HashMap<>();

        Finder(UnloadedClasses.Files files) {
            this.files = files;
        }

        /** {@return the body of a method of a class or of those above it, null if there is no such class file} */
        @Nullable CompiledBody find(MethodKey key) {
            String owner = key.owner();
            while (owner != null) {
                ClassNode node = parsed.computeIfAbsent(owner, this::parse).orElse(null);
                if (node == null) {
                    return null;
                }
                for (MethodNode method : node.methods) {
                    if (method.name.equals(key.name()) && method.desc.equals(key.descriptor())) {
                        return of(method);
                    }
                }
                owner = node.superName;
            }
            return null;
        }

        private Optional<ClassNode> parse(String internalName) {
            try (InputStream in = files.open(internalName)) {
                if (in == null) {
                    return Optional.empty();
                }
                ClassNode node = new ClassNode();
                new ClassReader(in).accept(node, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
                return Optional.of(node);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (IllegalArgumentException | IndexOutOfBoundsException _) {
                return Optional.empty(); // not a class file, or newer than any known
            }
        }
    }
}
