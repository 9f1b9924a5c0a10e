package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.declaration.KernelDeclaration;
import dev.gpukernel.internal.frontend.FunctionClass;
import dev.gpukernel.internal.frontend.Inputs;
import dev.gpukernel.internal.frontend.Inputs.Field;
import dev.gpukernel.internal.frontend.Inputs.Node;
import dev.gpukernel.internal.frontend.Inputs.Place;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/** Of which classes the objects are that a kernel is compiled for: those of one launch. */
final class ObjectClasses implements Inputs.Classes {
    /** What a comparator that orders the other way round orders by, which the JDK does not let others read. */
    private static final MethodHandle REVERSED;

    static {
        try {
            REVERSED = MethodHandles.publicLookup()
                    .findVirtual(Comparator.class, "reversed", MethodType.methodType(Comparator.class));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the JDK has no Comparator.reversed", e);
        }
    }

    private final List<Class<?>> declared;
    private final Class<?> owner;
    private final MethodHandles.Lookup lookup;
    private final Map<Place, Class<?>> classes = new HashMap<>();

    /** What those of them are that are strings. */
    private final Map<Place, String> texts = new HashMap<>();

    private final Map<String, FunctionClass> functions = new HashMap<>();

    /** What was asked for and is null. */
    private final Set<Place> unknown = new HashSet<>();

    private @Nullable Object @Nullable [] arguments;

    /**
     * Makes it.
     *
     * @param declared types of what the method is called with, its receiver first
     * @param arguments of the launch, null for what is no object
     * @param owner the class with the code
     * @param lookup with access to the kernel
     */
    ObjectClasses(List<Class<?>> declared, @Nullable Object[] arguments, Class<?> owner, MethodHandles.Lookup lookup) {
        this.owner = owner;
        this.declared = declared;
        this.arguments = arguments.clone();
        this.lookup = lookup;
    }

    /** {@return whether the method is passed anything of which it matters what class it is of} */
    boolean areAsked() {
        return !declared.isEmpty();
    }

    /** Forgets the objects: what was not asked for yet is not known from now on. */
    void forgetObjects() {
        arguments = null;
    }

    @Override
    public @Nullable String of(Place place) {
        Class<?> type = known(place);
        return type == null ? null : Type.getInternalName(type);
    }

    @Override
    public synchronized @Nullable String text(Place place) {
        return known(place) == String.class ? texts.get(place) : null;
    }

    @Override
    public Class<?> receiver(Class<?> declaring) {
        Class<?> type = declared.isEmpty() ? null : known(new Place(0, null, null));
        return type != null && declaring.isAssignableFrom(type) ? type : declaring;
    }

    @Override
    public @Nullable ClassLoader loader(Class<?> declaring) {
        ClassLoader loader = declaring.getClassLoader();
        for (int i = 0; i < declared.size(); i++) {
            Class<?> type = Leaves.isObject(declared.get(i)) ? known(new Place(i, null, null)) : null;
            if (type != null && isBelow(type.getClassLoader(), loader)) {
                loader = type.getClassLoader();
            }
        }
        return loader;
    }

    @Override
    public synchronized Set<Class<?>> known() {
        return Set.copyOf(classes.values());
    }

    /** {@return whether a loader asks another one first, and so knows all of its classes} */
    @SuppressWarnings("ReferenceEquality") // the very same loader
    private static boolean isBelow(@Nullable ClassLoader loader, @Nullable ClassLoader ancestor) {
        ClassLoader above = loader;
        while (above != null && above != ancestor) {
            above = above.getParent();
        }
        return above == ancestor;
    }

    @Override
    public synchronized @Nullable FunctionClass function(String className) {
        return functions.get(className);
    }

    private synchronized @Nullable Class<?> known(Place place) {
        Class<?> known = classes.get(place);
        Object object = known != null || arguments == null ? null : object(place, arguments);
        if (object != null) {
            known = object.getClass();
            classes.put(place, known);
            if (object instanceof String text) {
                texts.put(place, text);
            }
            if (known.isHidden()) {
                addFunction(object);
            }
        } else if (known == null) {
            unknown.add(place);
        }
        return known;
    }

    private void addFunction(Object object) {
        FunctionClass function = PassedFunction.classOf(object, lookup(object.getClass()));
        if (function != null) {
            functions.put(function.name(), function);
        }
    }

    /** {@return a lookup with access to all of a class; null if it is the JDK's, which are never open} */
    private MethodHandles.@Nullable Lookup lookup(Class<?> type) {
        try {
            return KernelFinder.inside(type, lookup);
        } catch (IllegalArgumentException e) {
            if (type.getClassLoader() == null) {
                return null;
            }
            throw e;
        }
    }

    /** {@return whether the objects of a launch are of the same classes, or null, as far as that was asked for} */
    synchronized boolean areOf(@Nullable Object[] launched) {
        for (Map.Entry<Place, Class<?>> known : classes.entrySet()) {
            Object object = object(known.getKey(), launched);
            boolean isOther = object == null || object.getClass() != known.getValue();
            if (isOther || (object instanceof String && !object.equals(texts.get(known.getKey())))) {
                return false;
            }
        }
        return unknown.stream().allMatch(place -> object(place, launched) == null);
    }

    private @Nullable Object object(Place place, @Nullable Object[] launched) {
        Node holder = place.holder();
        if (holder == null) {
            return place.className() == null ? launched[place.argument()] : type(place);
        }
        Object object = object(holder.place(), launched);
        Field field = Objects.requireNonNull(place.field());
        try {
            // Of another class, it has no such field.
            return object == null || !isHolder(holder, field, object)
                    ? null
                    : getter(holder, field).invoke(object);
        } catch (Throwable e) {
            throw KernelExceptions.<RuntimeException>unchecked(e);
        }
    }

    private boolean isHolder(Node holder, Field field, Object object) {
        return holder.place().className() != null
                || field(holder, field).getDeclaringClass().isInstance(object);
    }

    /** {@return the class that an object is taken for: its own, or what it is declared as; that class itself, which has static fields} */
    Class<?> type(Place place) {
        if (place.className() != null) {
            return initialised(place.className());
        }
        Class<?> known = known(place);
        if (known != null) {
            return known;
        }
        Node holder = place.holder();
        return holder == null
                ? declared.get(place.argument())
                : field(holder, Objects.requireNonNull(place.field())).getType();
    }

    /** {@return a class, which is initialised: what its static fields hold is read before the kernel runs} */
    private Class<?> initialised(String internalName) {
        try {
            return Class.forName(internalName.replace('/', '.'), true, loader(owner));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the class file of " + internalName + " has no class", e);
        }
    }

    /** {@return a field of an object} */
    java.lang.reflect.Field field(Node holder, Field field) {
        return field(type(holder.place()), field);
    }

    /** {@return a field of a class, or of one above it} */
    static java.lang.reflect.Field field(Class<?> className, Field field) {
        for (Class<?> type = className; type != null; type = type.getSuperclass()) {
            if (Type.getInternalName(type).equals(field.owner())) {
                try {
                    return type.getDeclaredField(field.name());
                } catch (NoSuchFieldException e) {
                    throw new IllegalStateException(field + " is in the class file alone", e);
                }
            }
        }
        throw new IllegalStateException(className + " has no " + field);
    }

    /** {@return what reads a field of an object} */
    MethodHandle getter(Node holder, Field field) {
        java.lang.reflect.Field found = field(holder, field);
        Class<?> owner = found.getDeclaringClass();
        if (owner.getName().equals(KernelDeclaration.REVERSED) && found.getType() == Comparator.class) {
            return REVERSED;
        }
        MethodHandles.Lookup inside = owner.isHidden() ? lookup(owner) : KernelFinder.inside(owner, lookup);
        if (inside == null) {
            return PassedFunction.getter(found);
        }
        try {
            MethodHandle getter = inside.unreflectGetter(found);
            return Modifier.isStatic(found.getModifiers())
                    ? MethodHandles.dropArguments(getter, 0, Object.class)
                    : getter;
        } catch (IllegalAccessException e) {
            throw KernelFinder.closed(owner, e);
        }
    }

    /** {@return what sets a field of an object} */
    MethodHandle setter(Node holder, Field field) {
        return setter(field(holder, field), lookup);
    }

    /** {@return what sets a field} */
    static MethodHandle setter(java.lang.reflect.Field found, MethodHandles.Lookup lookup) {
        Class<?> owner = found.getDeclaringClass();
        try {
            MethodHandle setter = KernelFinder.inside(owner, lookup).unreflectSetter(found);
            return Modifier.isStatic(found.getModifiers())
                    ? MethodHandles.dropArguments(setter, 0, Object.class)
                    : setter;
        } catch (IllegalAccessException e) {
            throw KernelFinder.closed(owner, e);
        }
    }
}
