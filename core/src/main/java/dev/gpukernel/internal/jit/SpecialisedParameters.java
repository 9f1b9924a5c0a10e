package dev.gpukernel.internal.jit;

import dev.gpukernel.Specialise;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The parameters of a kernel's method whose arguments are constants of its code. */
final class SpecialisedParameters {
    private SpecialisedParameters() {}

    /** {@return their positions, none if there is no method} */
    static int[] of(@Nullable Method method) {
        return method == null
                ? new int[0]
                : IntStream.range(0, method.getParameterCount())
                        .filter(position -> has(method, position))
                        .toArray();
    }

    /** {@return whether a parameter is one} */
    static boolean has(@Nullable Method method, int position) {
        return method != null && method.getParameters()[position].isAnnotationPresent(Specialise.class);
    }

    /** {@return for how many of their values there is code at most} */
    static int limit(@Nullable Method method) {
        return Arrays.stream(Objects.requireNonNull(method, "with parameters").getParameters())
                .map(parameter -> parameter.getAnnotation(Specialise.class))
                .filter(Objects::nonNull)
                .mapToInt(annotation -> Math.max(1, annotation.limit()))
                .min()
                .orElse(0);
    }
}
