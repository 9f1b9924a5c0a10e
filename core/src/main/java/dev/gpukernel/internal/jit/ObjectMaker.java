package dev.gpukernel.internal.jit;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.Output;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes objects of what their fields hold. No constructor runs: the kernel did what it does, and what it did to the fields later. */
final class ObjectMaker {
    private static final MethodType SETTER = MethodType.methodType(void.class, Object.class, Object.class);

    private final Constructor<?> allocator;
    private final List<MethodHandle> setters = new ArrayList<>();

    /**
     * Makes it.
     *
     * @param made what the objects hold
     * @param type their class
     * @param lookup with access to the kernel
     */
    ObjectMaker(Output.MadeObject made, Class<?> type, MethodHandles.Lookup lookup) {
        this.allocator = allocator(type);
        for (Output.Held held : made.fields()) {
            Field field = ObjectClasses.field(type, held.field());
            // Final fields can be set only so.
            field.trySetAccessible();
            setters.add(ObjectClasses.setter(field, lookup).asType(SETTER));
        }
    }

    /** {@return a constructor that sets no fields, as deserialisation has it; late-bound, since compilers warn of its class} */
    private static Constructor<?> allocator(Class<?> type) {
        try {
            Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
            return (Constructor<?>) factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class)
                    .invoke(
                            factory.getMethod("getReflectionFactory").invoke(null),
                            type,
                            Object.class.getDeclaredConstructor());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(Message.OBJECT_RESULT.format(type.getName()), e);
        }
    }

    /** {@return a new object whose fields hold nothing yet} */
    Object allocate() {
        try {
            return allocator.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(allocator + " fails", e);
        }
    }

    /** Sets one of the fields. */
    void set(Object object, int field, @Nullable Object value) {
        try {
            setters.get(field).invokeExact(object, value);
        } catch (Throwable e) {
            throw KernelExceptions.<RuntimeException>unchecked(e);
        }
    }
}
