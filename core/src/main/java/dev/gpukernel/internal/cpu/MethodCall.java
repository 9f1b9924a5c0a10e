package dev.gpukernel.internal.cpu;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/**
 * A method to be called with its arguments in an array.
 *
 * @param handle of type {@code (Object[])void}
 */
record MethodCall(MethodHandle handle) {
    /**
     * Makes the call of a method.
     *
     * @param method a handle on a static method that returns nothing
     * @return its call
     */
    static MethodCall of(MethodHandle method) {
        int parameters = method.type().parameterCount();
        return new MethodCall(method.asFixedArity()
                .asSpreader(Object[].class, parameters)
                .asType(MethodType.methodType(void.class, Object[].class)));
    }

    void invoke(Object[] arguments) throws Throwable {
        handle.invokeExact(arguments);
    }
}
