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
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** Finds and parses class files. Each is parsed once. */
public final class ClassFiles {
    private static final String OBJECT = "java/lang/Object";

    private final ClassView view;
    private final Map<String, Optional<ClassNode>> parsed = new HashMap<>();
    private final Map<String, Map<String, Object>> initialised = new HashMap<>();

    ClassFiles(ClassView view) {
        this.view = view;
    }

    /** Looks at class files that are not loaded. */
    public ClassFiles(UnloadedClasses view) {
        this((ClassView) view);
    }

    /** {@return the class file with an internal name, null if there is none} */
    @Nullable ClassNode find(String internalName) {
        return parsed.computeIfAbsent(internalName, this::parse).orElse(null);
    }

    /** {@return whether a class, or one above it, is missing here but may be there when the kernel runs} */
    boolean mayComeLater(String internalName) {
        ClassNode node = find(internalName);
        while (node != null && !node.name.equals(OBJECT)) {
            node = above(node);
        }
        return node == null && isPartial(internalName);
    }

    /** {@return whether what is not known of a class here may be known when the kernel runs} */
    boolean isPartial(String internalName) {
        return view.isPartial(internalName);
    }

    /**
     * {@return what a static final field holds, null if that is not known} Where a class cannot be asked, as for the JDK's own
     * fields, its initialiser's bytecode is evaluated.
     */
    @Nullable Object staticField(String owner, String name) {
        Object value = view.staticField(owner, name);
        if (value != null) {
            return value;
        }
        Map<String, Object> known = initialised.get(owner);
        if (known == null) {
            known = ClassInitialiser.evaluate(this, owner);
            initialised.put(owner, known);
        }
        return known.get(name);
    }

    /** {@return what a static method without parameters that a compiler made for its own use returns, null if it cannot be called} */
    @Nullable Object made(String owner, String name) {
        return view.made(owner, name);
    }

    private Optional<ClassNode> parse(String internalName) {
        try (InputStream in = view.open(internalName)) {
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

    /** {@return the method of a class, of the classes above it, or of their interfaces, null if there is none} */
    @Nullable Found method(String owner, String name, String descriptor) {
        for (ClassNode node = find(owner); node != null; node = above(node)) {
            Found found = declared(node, name, descriptor);
            if (found != null) {
                return found;
            }
        }
        for (ClassNode node = find(owner); node != null; node = above(node)) {
            Found found = ofInterfaces(node, name, descriptor);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static @Nullable Found declared(ClassNode node, String name, String descriptor) {
        for (MethodNode method : node.methods) {
            if (method.name.equals(name) && method.desc.equals(descriptor)) {
                return new Found(node, method);
            }
        }
        return null;
    }

    /** {@return the one with a body that no other overrides, or else any} */
    private @Nullable Found ofInterfaces(ClassNode node, String name, String descriptor) {
        Found best = null;
        for (String each : node.interfaces) {
            ClassNode type = find(each);
            Found found = type == null ? null : declared(type, name, descriptor);
            if (found == null && type != null) {
                found = ofInterfaces(type, name, descriptor);
            }
            if (found != null && (best == null || isBetter(found, best))) {
                best = found;
            }
        }
        return best;
    }

    private boolean isBetter(Found found, Found other) {
        boolean hadBody = (other.method.access & Opcodes.ACC_ABSTRACT) == 0;
        return hadBody ? isSubtype(found.owner.name, other.owner.name) : (found.method.access & Opcodes.ACC_ABSTRACT) == 0;
    }

    /** {@return the field that an access to one of a class comes to, null if there is none} */
    @Nullable FoundField field(String owner, String name, String descriptor) {
        for (ClassNode node = find(owner); node != null; node = above(node)) {
            for (FieldNode field : node.fields) {
                if (field.name.equals(name) && field.desc.equals(descriptor)) {
                    return new FoundField(node, field);
                }
            }
        }
        return null;
    }

    private @Nullable ClassNode above(ClassNode node) {
        return node.superName == null ? null : find(node.superName);
    }

    /** {@return whether a class or interface is another, extends or implements it} */
    boolean isSubtype(String internalName, String ancestor) {
        for (ClassNode node = find(internalName); node != null; node = above(node)) {
            if (node.name.equals(ancestor) || node.interfaces.stream().anyMatch(each -> isSubtype(each, ancestor))) {
                return true;
            }
        }
        return false;
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

    /** A field and the class that declares it. */
    record FoundField(ClassNode owner, FieldNode field) {}
}
