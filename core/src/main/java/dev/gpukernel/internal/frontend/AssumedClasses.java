package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.frontend.Inputs.Field;
import dev.gpukernel.internal.frontend.Inputs.Place;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;

/** Classes of objects as they might be at a launch, for a method that nobody launches: the same for all places that are declared alike. */
public final class AssumedClasses implements Inputs.Classes {
    private final ClassFiles classes;
    private final ClassFiles.Found method;
    private final Subclasses below;
    private final int attempt;
    private final Map<String, String> assumed = new LinkedHashMap<>();
    private int attempts;

    /** Finds classes that objects may be of. */
    @FunctionalInterface
    public interface Subclasses {
        /**
         * Finds some.
         *
         * @param className internal name of a class or interface
         * @return internal names of the classes that extend or implement it and of which there can be objects
         */
        List<String> of(String className);
    }

    /**
     * Assumes classes.
     *
     * @param classes the class files
     * @param owner internal name of the class that declares the method
     * @param name its name
     * @param descriptor its descriptor
     * @param below finds classes
     * @param attempt which of them to take
     * @throws IllegalArgumentException if the class files have no such method
     */
    public AssumedClasses(
            ClassFiles classes, String owner, String name, String descriptor, Subclasses below, int attempt) {
        this.classes = classes;
        this.method = FrontEnd.found(classes, owner, name, descriptor);
        this.below = below;
        this.attempt = attempt;
    }

    /** {@return by the class or interface that objects are declared as, which class they were taken for} */
    public Map<String, String> assumed() {
        return assumed;
    }

    /** {@return whether other classes could be taken in another attempt} */
    public boolean areMoreLeft() {
        return attempt + 1 < attempts;
    }

    @Override
    public @Nullable String of(Place place) {
        Field field = place.field();
        boolean isReceiver = field == null && place.argument() == 0 && isInstanceMethod();
        String declared = isReceiver ? method.owner().name : declared(place, field);
        ClassNode node = declared == null || PassedObjects.isClosed(declared) ? null : classes.find(declared);
        if (node == null) {
            return null;
        }
        if ((node.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)) == 0) {
            return node.name;
        }
        String chosen = assumed.computeIfAbsent(node.name, name -> choice(name, isReceiver));
        return chosen.isEmpty() ? null : chosen;
    }

    private boolean isInstanceMethod() {
        return (method.method().access & Opcodes.ACC_STATIC) == 0;
    }

    private @Nullable String declared(Place place, @Nullable Field field) {
        Type type = field != null
                ? Type.getType(field.descriptor())
                : Type.getArgumentTypes(method.method().desc)[place.argument() - (isInstanceMethod() ? 1 : 0)];
        return type.getSort() == Type.OBJECT ? type.getInternalName() : null;
    }

    private String choice(String declared, boolean isReceiver) {
        List<String> all = below.of(declared).stream()
                .filter(name -> !isReceiver || runs(name))
                .toList();
        attempts = Math.max(attempts, all.size());
        return all.isEmpty() ? "" : all.get(Math.min(attempt, all.size() - 1));
    }

    /** {@return whether objects of a class have the method as it is, not another one that overrides it} */
    private boolean runs(String className) {
        return Objects.equals(
                classes.selected(className, method.owner().name, method.method().name, method.method().desc), method);
    }
}
