package dev.gpukernel.internal.jit;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** Lets tests launch kernels with the code for segments of more elements than an array has, however few they have. */
public final class LargeForms implements InvocationInterceptor {
    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> invoked, ExtensionContext context)
            throws Throwable {
        proceed(invocation);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> invoked, ExtensionContext context)
            throws Throwable {
        proceed(invocation);
    }

    private static void proceed(Invocation<Void> invocation) throws Throwable {
        call(() -> {
            invocation.proceed();
            return true;
        });
    }

    /** Launches with code for large segments. */
    public static <R extends @Nullable Object, X extends Throwable> R call(ScopedValue.CallableOp<R, X> launches)
            throws X {
        return ScopedValue.where(HostSegment.MOST_OF_ARRAY, -1L).call(launches);
    }
}
