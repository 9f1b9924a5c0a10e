package dev.gpukernel.oracle;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Intrinsic;
import dev.gpukernel.internal.ir.ScalarType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Calls the Java method that gives an intrinsic its meaning. */
public final class IntrinsicMethods {
    private static final Map<Intrinsics, Method> METHODS = new EnumMap<>(Intrinsics.class);

    static {
        for (Intrinsics intrinsic : Intrinsics.values()) {
            METHODS.put(intrinsic, find(intrinsic));
        }
    }

    private IntrinsicMethods() {}

    /** {@return what the intrinsic's Java method returns} */
    public static @Nullable Object call(Intrinsic intrinsic, Object[] arguments) {
        Method method = METHODS.get((Intrinsics) intrinsic);
        if (method == null) {
            throw new OracleException("no Java method of " + intrinsic.text());
        }
        try {
            return method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException exception) {
                throw exception;
            }
            throw new OracleException(method + " threw " + e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Method find(Intrinsics intrinsic) {
        Class<?>[] parameters = intrinsic.parameters().stream()
                .map(type -> javaType((ScalarType) type))
                .toArray(Class<?>[]::new);
        try {
            return intrinsic.owner().getMethod(intrinsic.method(), parameters);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Class<?> javaType(ScalarType type) {
        return switch (type) {
            case I1 -> boolean.class;
            case I32 -> int.class;
            case I64 -> long.class;
            case F32 -> float.class;
            case F64 -> double.class;
        };
    }
}
