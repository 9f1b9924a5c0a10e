package dev.gpukernel.oracle;

import dev.gpukernel.internal.ir.CudaBody;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.objectweb.asm.Type;

/** What stands for CUDA C where kernels are interpreted: the bodies in Java of its methods. */
final class CudaBodies {
    private CudaBodies() {}

    /** {@return the result for numbers as kernels have them, where a boolean is an int} */
    static Object call(CudaBody body, Object[] numbers) {
        if (!body.hasJava()) {
            throw new OracleException(body.text() + " has no body in Java");
        }
        try {
            Class<?> owner = Class.forName(
                    body.owner().replace('/', '.'), true, Thread.currentThread().getContextClassLoader());
            Method method = Arrays.stream(owner.getDeclaredMethods())
                    .filter(one -> one.getName().equals(body.method())
                            && Type.getMethodDescriptor(one).equals(body.descriptor()))
                    .findFirst()
                    .orElseThrow();
            method.setAccessible(true);
            Object[] arguments = new Object[numbers.length];
            for (int i = 0; i < numbers.length; i++) {
                arguments[i] = narrowed(method.getParameterTypes()[i], numbers[i]);
            }
            return Elements.widened(method.invoke(null, arguments));
        } catch (ReflectiveOperationException e) {
            throw e instanceof InvocationTargetException thrown && thrown.getCause() instanceof RuntimeException cause
                    ? cause
                    : new OracleException(body.text() + ": " + e);
        }
    }

    private static Object narrowed(Class<?> type, Object number) {
        if (type == boolean.class) {
            return (int) number != 0;
        }
        if (type == byte.class) {
            return ((Integer) number).byteValue();
        }
        if (type == short.class) {
            return ((Integer) number).shortValue();
        }
        return type == char.class ? (Object) (char) (int) number : number;
    }
}
