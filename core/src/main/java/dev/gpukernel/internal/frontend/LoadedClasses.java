package dev.gpukernel.internal.frontend;

import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * Classes as those of one loader see them. One that was not initialised yet is when its first field is read. If that fails, its error is
 * thrown, as it is where Java reads the field.
 *
 * @param loader that loader, {@code null} for the JDK's alone
 * @param passed the classes of what a kernel is passed
 */
record LoadedClasses(@Nullable ClassLoader loader, Inputs.Classes passed) implements ClassView {
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
        return passed.function(internalName);
    }

    @Override
    public @Nullable InputStream open(String internalName) {
        String resource = internalName + ".class";
        InputStream in = loader == null ? null : loader.getResourceAsStream(resource);
        // A class loader of the user's own may answer for its own classes alone.
        return in != null ? in : ClassLoader.getSystemResourceAsStream(resource);
    }

    @Override
    public @Nullable Object staticField(String owner, String name) {
        Field field = found(() -> load(owner).getDeclaredField(name));
        return field == null ? null : value(field, null);
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
}
