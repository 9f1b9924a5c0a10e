package dev.gpukernel.internal.tornado;

import java.lang.reflect.InvocationTargetException;

/** Loads one generated class. It sees TornadoVM's API and this package, wherever these are. */
final class GeneratedLoader extends ClassLoader {
    private final KernelClass kernel;

    /**
     * Makes it.
     *
     * @param api where TornadoVM's API is
     */
    GeneratedLoader(ClassLoader api, KernelClass kernel) {
        super(api);
        this.kernel = kernel;
    }

    /** {@return a task of the class} */
    Object newTask() {
        try {
            return Class.forName(kernel.name(), true, this).getConstructor().newInstance();
        } catch (InvocationTargetException e) {
            throw new TornadoApi.Failure(e.getCause() == null ? e : e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new TornadoApi.Failure(e);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (name.equals(kernel.name())) {
            byte[] bytes = kernel.classFile();
            return defineClass(name, bytes, 0, bytes.length);
        }
        return Class.forName(name, false, GeneratedLoader.class.getClassLoader());
    }
}
