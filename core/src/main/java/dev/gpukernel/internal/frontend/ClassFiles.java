package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Finds and parses the class files that kernels come from. */
final class ClassFiles {
    private ClassFiles() {}

    /**
     * Parses the class file of a loaded class.
     *
     * @throws IllegalArgumentException if its class loader has no class file for it
     */
    static ClassNode read(Class<?> type) {
        String binaryName = type.getName();
        String resource = binaryName.substring(binaryName.lastIndexOf('.') + 1) + ".class";
        try (InputStream in = type.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalArgumentException(Message.CLASS_FILE_MISSING.format(binaryName));
            }
            ClassNode node = new ClassNode();
            new ClassReader(in).accept(node, ClassReader.SKIP_FRAMES);
            return node;
        } catch (IOException e) {
            throw new UncheckedIOException(Message.CLASS_FILE_MISSING.format(binaryName), e);
        }
    }

    /** Finds the code of a method. */
    static MethodNode method(ClassNode owner, java.lang.reflect.Method method) {
        String descriptor = Type.getMethodDescriptor(method);
        return owner.methods.stream()
                .filter(m -> m.name.equals(method.getName()) && m.desc.equals(descriptor))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(Message.CLASS_FILE_MISSING.format(owner.name)));
    }
}
