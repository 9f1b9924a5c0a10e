package dev.gpukernel.internal.cpu;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * A method to be called with its arguments in an array.
 *
 * @param handle of type {@code (Object[])void}
 * @param returning the same of type {@code (Object[])Object}
 */
record MethodCall(MethodHandle handle, MethodHandle returning) {
    /**
     * Makes the call of a method.
     *
     * @param method a handle on a method, which an instance method takes its receiver first
     * @return its call
     */
    static MethodCall of(MethodHandle method) {
        int parameters = method.type().parameterCount();
        MethodHandle spread = method.asFixedArity().asSpreader(Object[].class, parameters);
        return new MethodCall(
                spread.asType(MethodType.methodType(void.class, Object[].class)),
                spread.asType(MethodType.methodType(Object.class, Object[].class)));
    }

    void invoke(Object[] arguments) throws Throwable {
        handle.invokeExact(arguments);
    }

    /** {@return what the method returns, null for nothing} */
    @Nullable Object result(Object[] arguments) throws Throwable {
        return returning.invokeExact(arguments);
    }
}
