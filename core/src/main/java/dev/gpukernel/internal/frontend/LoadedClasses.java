package dev.gpukernel.internal.frontend;

import java.io.InputStream;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * Classes as one of them sees them: through its own loader.
 *
 * @param viewer that class
 */
record LoadedClasses(Class<?> viewer) implements ClassView {
    @Override
    public @Nullable InputStream open(String internalName) {
        String resource = internalName + ".class";
        ClassLoader loader = viewer.getClassLoader();
        InputStream in = loader == null ? null : loader.getResourceAsStream(resource);
        // A class loader of the user's own may answer for its own classes alone.
        return in != null ? in : ClassLoader.getSystemResourceAsStream(resource);
    }

    @Override
    public @Nullable Object staticField(String owner, String name) {
        try {
            Class<?> type = Class.forName(owner.replace('/', '.'), true, viewer.getClassLoader());
            Field field = type.getDeclaredField(name);
            return field.trySetAccessible() ? field.get(null) : null;
        } catch (ReflectiveOperationException | LinkageError _) {
            return null;
        }
    }

    @Override
    public boolean isPartial(String internalName) {
        return false;
    }
}
