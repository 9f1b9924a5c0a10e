package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * Classes as those of one loader see them. One that was not initialised yet is when its first field is read. If that fails, its error is
 * thrown, as it is where Java reads the field.
 *
 * @param loader that loader, {@code null} for the JDK's alone
 * @param passed the classes of what a kernel is passed
 * @param noted takes what is asked and answered
 */
record LoadedClasses(@Nullable ClassLoader loader, Inputs.Classes passed, Dependencies noted) implements ClassView {
    /** Notes for whoever notes what the current thread asks. */
    LoadedClasses(@Nullable ClassLoader loader, Inputs.Classes passed) {
        this(loader, passed, Dependencies.current());
    }

    /** Without a kernel that is passed anything. */
    LoadedClasses(@Nullable ClassLoader loader) {
        this(loader, _ -> null);
    }

    @Override
    public boolean knowsObjects() {
        return true;
    }

    @Override
    public @Nullable FunctionClass function(String internalName) {
        noted.noteOther();
        return passed.function(internalName);
    }

    @Override
    public @Nullable InputStream open(String internalName) {
        String resource = internalName + ".class";
        InputStream in = loader == null ? null : loader.getResourceAsStream(resource);
        // A class loader of the user's own may answer for its own classes alone.
        return noted.noteFile(internalName, in != null ? in : ClassLoader.getSystemResourceAsStream(resource));
    }

    @Override
    public @Nullable Object staticField(String owner, String name) {
        Field field = found(() -> load(owner).getDeclaredField(name));
        Object value = field == null ? null : value(field, null);
        noted.noteField(owner, name, value);
        return value;
    }

    private static @Nullable Object value(Field field, @Nullable Object object) {
        if (!field.trySetAccessible()) {
            return null;
        }
        EarlyReads.note(field.getDeclaringClass());
        try {
            Object value = field.get(object);
            return value == null ? NULL : value;
        } catch (IllegalAccessException _) {
            return null;
        }
    }

    @Override
    public @Nullable Object field(Object object, String owner, String name) {
        noted.noteOther();
        Class<?> type = object.getClass();
        while (type != null && !Type.getInternalName(type).equals(owner)) {
            type = type.getSuperclass();
        }
        Class<?> declaring = type;
        Field field = declaring == null ? null : found(() -> declaring.getDeclaredField(name));
        return field == null ? null : value(field, object);
    }

    @Override
    public @Nullable Object made(String owner, String name) {
        Object value = returned(owner, name);
        noted.noteMethod(owner, name, value);
        return value;
    }

    private @Nullable Object returned(String owner, String name) {
        Method method = found(() -> load(owner).getDeclaredMethod(name));
        if (method == null || !method.isSynthetic() || !method.trySetAccessible()) {
            return null;
        }
        EarlyReads.note(method.getDeclaringClass());
        try {
            return method.invoke(null);
        } catch (ReflectiveOperationException _) {
            return null;
        }
    }

    /** Finds a member of a class. */
    private interface Finder<T> {
        T find() throws ReflectiveOperationException;
    }

    /** {@return a member, null if there is none or a class that its class refers to is missing, without which Java may do} */
    private static <T> @Nullable T found(Finder<T> finder) {
        try {
            return finder.find();
        } catch (ReflectiveOperationException | LinkageError _) {
            return null;
        }
    }

    private Class<?> load(String internalName) throws ClassNotFoundException {
        return Class.forName(internalName.replace('/', '.'), false, loader);
    }

    @Override
    public boolean isPartial(String internalName) {
        return false;
    }

    /**
     * Requires that a name means the same class here and to the loader of each class that refers to it.
     *
     * @param kernel its name
     * @param names internal names of the classes that were read
     * @throws IllegalArgumentException if it means another class there
     */
    @SuppressWarnings("ReferenceEquality") // the very same loader
    void requireSameClasses(String kernel, Collection<String> names) {
        Set<Class<?>> types = passed.known();
        if (asksParentFirst(loader) && types.stream().allMatch(type -> asksParentFirst(type.getClassLoader()))) {
            return;
        }
        for (Class<?> type : types) {
            FunctionClass function = function(Type.getInternalName(type));
            String text = function == null ? Type.getInternalName(type) : function.toString();
            requireSameClasses(kernel, names, type.getClassLoader(), text);
        }
        for (String name : names) {
            Class<?> type = found(() -> load(name));
            if (type != null && type.getClassLoader() != null && type.getClassLoader() != loader) {
                requireSameClasses(kernel, names, type.getClassLoader(), text(name));
            }
        }
    }

    /** {@return a class file as text, in which the names stand that it refers to} */
    private String text(String name) {
        try (InputStream in = open(name)) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(Message.CLASS_FILE_MISSING.format(name), e);
        }
    }

    private void requireSameClasses(
            String kernel, Collection<String> names, @Nullable ClassLoader other, String referring) {
        for (String name : names) {
            // Nobody but the JDK has classes of such names.
            if (name.startsWith("java/") || !referring.contains(name)) {
                continue;
            }
            Class<?> there = found(() -> Class.forName(name.replace('/', '.'), false, other));
            Class<?> here = found(() -> load(name));
            if (there != null && there != here) {
                throw new IllegalArgumentException(Message.LOADERS_DIFFER.format(
                        kernel,
                        there.getName(),
                        here == null ? "knows none of that name" : "has another one of that name"));
            }
        }
    }

    /** {@return whether a loader has no class of a name that another one, which it can ask, has too} */
    @SuppressWarnings("ReferenceEquality") // the very same loader
    private static boolean asksParentFirst(@Nullable ClassLoader loader) {
        return loader == null
                || loader == ClassLoader.getPlatformClassLoader()
                || loader == ClassLoader.getSystemClassLoader();
    }
}
