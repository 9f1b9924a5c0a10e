package dev.gpukernel.internal.frontend;

import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Classes as those of one loader see them.
 *
 * @param loader that loader, {@code null} for the JDK's alone
 */
record LoadedClasses(@Nullable ClassLoader loader) implements ClassView {
    @Override
    public @Nullable InputStream open(String internalName) {
        String resource = internalName + ".class";
        InputStream in = loader == null ? null : loader.getResourceAsStream(resource);
        // A class loader of the user's own may answer for its own classes alone.
        return in != null ? in : ClassLoader.getSystemResourceAsStream(resource);
    }

    @Override
    public @Nullable Object staticField(String owner, String name) {
        try {
            Field field = load(owner).getDeclaredField(name);
            return field.trySetAccessible() ? field.get(null) : null;
        } catch (ReflectiveOperationException _) {
            return null;
        } catch (Error e) {
            return unknown(e);
        }
    }

    @Override
    public @Nullable Object made(String owner, String name) {
        try {
            Method method = load(owner).getDeclaredMethod(name);
            return method.isSynthetic() && method.trySetAccessible() ? method.invoke(null) : null;
        } catch (ReflectiveOperationException _) {
            return null;
        } catch (Error e) {
            return unknown(e);
        }
    }

    /** The class initialiser, which runs now if it never did, may throw any error. Those of the JVM are not the class's. */
    private static @Nullable Object unknown(Error thrown) {
        if (thrown instanceof VirtualMachineError) {
            throw thrown;
        }
        return null;
    }

    private Class<?> load(String internalName) throws ClassNotFoundException {
        return Class.forName(internalName.replace('/', '.'), false, loader);
    }

    @Override
    public boolean isPartial(String internalName) {
        return false;
    }
}
