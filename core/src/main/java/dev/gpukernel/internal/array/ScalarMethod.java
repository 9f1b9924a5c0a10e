package dev.gpukernel.internal.array;

import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.jit.ElementFunction;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A static method of the user's that computes one number of some, to be applied to arrays. It is read when that is done first. */
public final class ScalarMethod {
    private final Method method;
    private final ElementType result;
    private volatile @Nullable ElementFunction function;

    private ScalarMethod(Method method, ElementType result) {
        this.method = method;
        this.result = result;
    }

    /**
     * Finds a method.
     *
     * @param owner the class that declares it
     * @param name its name
     * @param parameterTypes types of its parameters
     * @throws IllegalArgumentException if there is no such method, or it takes or returns anything but int, long, float, double and boolean
     */
    public static ScalarMethod of(Class<?> owner, String name, Class<?>... parameterTypes) {
        try {
            Method found = owner.getDeclaredMethod(name, parameterTypes);
            Class<?> returned = found.getReturnType();
            ElementType result = isTaken(returned) ? ElementType.ofArray(returned.arrayType()) : null;
            boolean areNumbers =
                    parameterTypes.length > 0 && Arrays.stream(parameterTypes).allMatch(ScalarMethod::isTaken);
            if (result != null && areNumbers && Modifier.isStatic(found.getModifiers())) {
                return new ScalarMethod(found, result);
            }
        } catch (NoSuchMethodException _) {
            // As if it were another one.
        }
        throw new IllegalArgumentException(Message.NOT_VECTORIZED.format(owner.getName() + "." + name));
    }

    private static boolean isTaken(Class<?> type) {
        return type == boolean.class
                || type == int.class
                || type == long.class
                || type == float.class
                || type == double.class;
    }

    /**
     * Applies it to each element.
     *
     * @param arguments one for each parameter, of its type
     * @throws IllegalArgumentException if there are more or fewer, or of other types, or their shapes have none in common
     * @throws KernelRejectedException with everything in it that cannot run on a GPU
     */
    public Expression apply(List<Expression> arguments) {
        Class<?>[] types = method.getParameterTypes();
        boolean fit = arguments.size() == types.length;
        for (int i = 0; fit && i < types.length; i++) {
            fit = arguments.get(i).type() == ElementType.ofArray(types[i].arrayType());
        }
        if (!fit) {
            throw new IllegalArgumentException(Message.VECTORIZED_ARGUMENTS.format(
                    method.getName(),
                    Arrays.stream(types).map(Class::getName).toList(),
                    arguments.stream().map(argument -> argument.type().text()).toList()));
        }
        ElementFunction read = function;
        if (read == null) {
            read = ElementFunction.of(method);
            function = read.isKept() ? read : null;
        }
        return Expression.applied(result, read, arguments);
    }
}
