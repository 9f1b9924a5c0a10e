package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Finds and parses class files. Each is parsed once. */
public final class ClassFiles {
    private static final String OBJECT = "java/lang/Object";

    private final ClassView view;
    private final Map<String, Optional<ClassNode>> parsed = new HashMap<>();
    private final IdentityHashMap<InvokeDynamicInsnNode, FunctionClass> functions = new IdentityHashMap<>();
    private final Map<String, Optional<InitialFunction>> initialFunctions = new HashMap<>();
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
        Optional<ClassNode> found = parsed.computeIfAbsent(internalName, this::parse);
        if (found.isEmpty() && FunctionClass.isOne(internalName)) {
            // It is known once a function that is passed is asked for.
            parsed.remove(internalName);
        }
        return found.orElse(null);
    }

    /** {@return the internal names of all classes that were asked for} */
    Set<String> names() {
        return parsed.keySet();
    }

    /** {@return the class of the function that a call site in a class makes, null if it makes none} */
    @Nullable FunctionClass function(InvokeDynamicInsnNode site, String owner) {
        FunctionClass known = functions.get(site);
        if (known != null) {
            return known;
        }
        FunctionClass made = FunctionClass.of(site, owner, functions.size());
        if (made != null) {
            functions.put(site, made);
            parsed.put(made.name(), Optional.of(made.node()));
        }
        return made;
    }

    /** {@return what the source calls a value that a function captures, null if a field of a class is none} */
    @Nullable String captured(String className, String field) {
        FunctionClass function = FunctionClass.isOne(className) ? view.function(className) : null;
        if (function == null) {
            return null;
        }
        Handle body = function.body();
        Found found = method(body.getOwner(), body.getName(), body.getDesc());
        List<String> names = new ArrayList<>();
        if (body.getTag() != Opcodes.H_INVOKESTATIC) {
            names.add("this");
        }
        if (found != null && (found.method.access & Opcodes.ACC_SYNTHETIC) != 0) {
            names.addAll(new MethodSource(found.owner, found.method, null).parameterNames());
        }
        int index = FunctionClass.index(field);
        return index < names.size() ? names.get(index) : field;
    }

    /** {@return whether a class, or one above it, is missing here but may be there when the kernel runs} */
    boolean mayComeLater(String internalName) {
        ClassNode node = find(internalName);
        while (node != null && !node.name.equals(OBJECT)) {
            node = above(node);
        }
        boolean isWhole = node != null && interfaces(internalName).stream().allMatch(type -> find(type) != null);
        return !isWhole && isPartial(internalName);
    }

    /** {@return whether it is known of which classes the objects are that a kernel is passed} */
    boolean knowsObjects() {
        return view.knowsObjects();
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
            // Of a class that another one's initialiser asks meanwhile, nothing is known.
            initialised.put(owner, Map.of());
            known = ClassInitialiser.evaluate(this, owner);
            initialised.put(owner, known);
        }
        return known.get(name);
    }

    /** {@return what makes the function that a static final field holds, null if that is not known} */
    @Nullable Found initialFunction(ClassNode owner, FieldNode field) {
        InitialFunction made = initialFunctions
                .computeIfAbsent(
                        owner.name + "." + field.name, _ -> Optional.ofNullable(InitialFunction.of(this, owner, field)))
                .orElse(null);
        return made == null ? null : new Found(owner, made);
    }

    /**
     * {@return what a field of an object holds, null if that cannot be asked for}
     *
     * @param owner internal name of the class that declares it
     */
    @Nullable Object field(Object object, String owner, String name) {
        return object instanceof InitialisedObject made ? made.field(owner, name) : view.field(object, owner, name);
    }

    /** {@return what a static method without parameters that a compiler made for its own use returns, null if it cannot be called} */
    @Nullable Object made(String owner, String name) {
        return view.made(owner, name);
    }

    private Optional<ClassNode> parse(String internalName) {
        if (FunctionClass.isOne(internalName)) {
            return Optional.ofNullable(view.function(internalName)).map(FunctionClass::node);
        }
        try (InputStream in = view.open(internalName)) {
            if (in == null) {
                return Optional.empty();
            }
            ClassNode node = new ClassNode();
            new ClassReader(in).accept(node, ClassReader.SKIP_FRAMES);
            node.methods.forEach(Concatenation::askForTexts);
            return Optional.of(node);
        } catch (IOException e) {
            throw new UncheckedIOException(Message.CLASS_FILE_MISSING.format(internalName), e);
        } catch (IllegalArgumentException e) {
            // Of a version that is newer than the parser.
            throw new IllegalArgumentException(Message.CLASS_FILE_MISSING.format(internalName), e);
        }
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

    /** {@return the field that an access to one of a class comes to, null if there is none} */
    @Nullable FoundField field(String owner, String name, String descriptor) {
        return field(owner, field -> field.name.equals(name) && field.desc.equals(descriptor));
    }

    /** {@return the static field of that name that a class has, null if there is none} */
    @Nullable FoundField resolveStaticField(String owner, String name) {
        return field(owner, field -> field.name.equals(name) && (field.access & Opcodes.ACC_STATIC) != 0);
    }

    /** {@return the first field that is asked for of a class, its interfaces and the classes above it, as the JVM looks them up} */
    private @Nullable FoundField field(String owner, Predicate<FieldNode> asked) {
        for (ClassNode node = find(owner); node != null; node = above(node)) {
            for (FieldNode field : node.fields) {
                if (asked.test(field)) {
                    return new FoundField(node, field);
                }
            }
            for (String type : node.interfaces) {
                FoundField inherited = field(type, asked);
                if (inherited != null) {
                    return inherited;
                }
            }
        }
        return null;
    }

    /**
     * {@return the method that runs where an instruction calls a method of an object, null if there is none}
     *
     * @param className the class of the object
     * @param owner the class or interface that the instruction names
     */
    @Nullable Found selected(String className, String owner, String name, String descriptor) {
        Found named = method(owner, name, descriptor);
        if (named != null && (named.method.access & Opcodes.ACC_PRIVATE) != 0) {
            return named;
        }
        for (ClassNode node = find(className); node != null; node = above(node)) {
            for (MethodNode method : node.methods) {
                if (method.name.equals(name)
                        && method.desc.equals(descriptor)
                        && (method.access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) == 0) {
                    Found found = new Found(node, method);
                    return named == null || overrides(found, named) ? found : null;
                }
            }
        }
        return inherited(className, name, descriptor);
    }

    /** {@return whether a method overrides another one for sure: not one that its package alone sees, from another package} */
    private static boolean overrides(Found found, Found named) {
        return (named.method.access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0
                || packageOf(found.owner.name).equals(packageOf(named.owner.name));
    }

    private static String packageOf(String internalName) {
        return internalName.substring(0, Math.max(0, internalName.lastIndexOf('/')));
    }

    /** {@return the default method that a class has of its interfaces, null if there is none or more than one that is most specific} */
    private @Nullable Found inherited(String className, String name, String descriptor) {
        List<Found> all = new ArrayList<>();
        for (String type : interfaces(className)) {
            ClassNode node = find(type);
            if (node == null) {
                continue;
            }
            for (MethodNode method : node.methods) {
                if (method.name.equals(name)
                        && method.desc.equals(descriptor)
                        && (method.access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) == 0) {
                    all.add(new Found(node, method));
                }
            }
        }
        List<Found> specific = all.stream()
                .filter(one -> all.stream().noneMatch(other -> isBelow(other.owner.name, one.owner.name)))
                .filter(one -> (one.method.access & Opcodes.ACC_ABSTRACT) == 0)
                .toList();
        return specific.size() == 1 ? specific.getFirst() : null;
    }

    private boolean isBelow(String type, String ancestor) {
        return !type.equals(ancestor) && isA(type, ancestor);
    }

    /** {@return whether an object of a class is one of another class or interface} */
    boolean isA(String className, String type) {
        return type.equals(OBJECT)
                || isSubclass(className, type)
                || interfaces(className).contains(type);
    }

    /** {@return the interfaces of a class, of those above it, and of these interfaces} */
    private Set<String> interfaces(String className) {
        Set<String> interfaces = new LinkedHashSet<>();
        for (ClassNode node = find(className); node != null; node = above(node)) {
            for (String type : node.interfaces) {
                interfaces.add(type);
                interfaces.addAll(interfaces(type));
            }
        }
        return interfaces;
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

    /** A field and the class that declares it. */
    record FoundField(ClassNode owner, FieldNode field) {}
}
