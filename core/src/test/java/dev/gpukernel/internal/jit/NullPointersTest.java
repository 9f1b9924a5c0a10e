package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.GpuGraph;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.GpuRegistration;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelCall;
import dev.gpukernel.Launch;
import dev.gpukernel.device.Grid;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever passes null where it is not allowed is told for what: each reference that a method of the API takes. */
final class NullPointersTest {
    private static final List<Class<?>> API = List.of(
            Gpu.class,
            GpuArray.class,
            GpuStream.class,
            GpuEvent.class,
            GpuGraph.class,
            Kernel.class,
            KernelCall.class,
            Launch.class,
            Launch.Grid.class);
    private static final int LEAST_PARAMETERS = 30;

    private static final Gpu CPU = Gpu.all().stream()
            .filter(gpu -> gpu.backend().equals("cpu"))
            .findFirst()
            .orElseThrow();

    static final class Kernels {
        @GpuKernel
        static void fill(int[] to, int with) {
            for (int i = 0; i < to.length; i++) {
                to[i] = with;
            }
        }

        @GpuKernel
        static void fillByThreads(int[] to, int with) {
            if (Grid.x() < to.length) {
                to[Grid.x()] = with;
            }
        }
    }

    /** {@return each method with the position of each parameter that must not be null} */
    static Stream<Arguments> parameters() {
        return API.stream()
                .flatMap(type -> Stream.of(type.getDeclaredMethods()))
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .flatMap(method -> IntStream.range(0, method.getParameterCount())
                        .filter(i -> !method.getParameterTypes()[i].isPrimitive())
                        .filter(i -> !method.getAnnotatedParameterTypes()[i].isAnnotationPresent(Nullable.class))
                        .mapToObj(i -> Arguments.of(method, i)));
    }

    private static boolean takesLaunch(Method method) {
        return Arrays.asList(method.getParameterTypes()).contains(Launch.class);
    }

    /** {@return something that has a method} */
    private static Object receiver(Method method) {
        Class<?> type = method.getDeclaringClass();
        if (type == Gpu.class) {
            return CPU;
        } else if (type == GpuArray.class) {
            return CPU.upload(new int[3]);
        } else if (type == GpuStream.class) {
            return CPU.defaultStream();
        } else if (type == GpuEvent.class) {
            return CPU.newEvent();
        } else if (type == GpuGraph.class) {
            GpuArray<int[]> array = CPU.upload(new int[3]);
            return CPU.record(() -> Kernel.of(Kernels.class, "fill").launch(array, 1));
        } else if (type == Kernel.class) {
            return Kernel.of(Kernels.class, takesLaunch(method) ? "fillByThreads" : "fill");
        } else if (type == KernelCall.class) {
            return Kernel.of(Kernels.class, "fill").call();
        }
        return type == Launch.class ? Launch.covering(3) : Launch.grid(3);
    }

    /** {@return what may be passed} */
    private static Object argument(Class<?> type) {
        if (type == int.class) {
            return 0;
        } else if (type == String.class) {
            return "with";
        } else if (type == Class.class) {
            return Kernels.class;
        } else if (type == Object.class) {
            return 1;
        } else if (type == long.class) {
            return 1L;
        } else if (type == int[].class) {
            return new int[] {1, 1};
        } else if (type == byte[].class) {
            return new byte[64];
        } else if (type == List.class) {
            return List.of();
        } else if (type == LongConsumer.class) {
            return (LongConsumer) handle -> {};
        } else if (type == Object[].class) {
            return new Object[] {new int[3], 1};
        } else if (type == Class[].class) {
            return new Class<?>[] {int[].class};
        } else if (type == MethodHandles.Lookup.class) {
            return MethodHandles.lookup();
        } else if (type == GpuArray.class) {
            return CPU.upload(new int[3]);
        } else if (type == Buffer.class) {
            return IntBuffer.allocate(3);
        } else if (type == MemorySegment.class) {
            return MemorySegment.ofArray(new int[3]);
        } else if (type == GpuRegistration.Reading.class) {
            return GpuRegistration.Reading.COPIED;
        } else if (type == Launch.class) {
            return Launch.covering(3);
        } else if (type == Supplier.class) {
            return (Supplier<Object>) () -> 1;
        }
        throw new IllegalArgumentException("none of " + type);
    }

    @ParameterizedTest
    @MethodSource("parameters")
    void nullIsNamed(Method method, int position) throws IllegalAccessException {
        @Nullable Object[] arguments = new @Nullable Object[method.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = i == position ? null : argument(method.getParameterTypes()[i]);
        }
        @Nullable Throwable thrown = null;
        try {
            method.invoke(receiver(method), arguments);
        } catch (InvocationTargetException e) {
            thrown = e.getTargetException();
        }
        // The JVM's own words are those of an accident.
        assertThat(thrown).isInstanceOf(NullPointerException.class);
        assertThat(thrown).message().isNotBlank().doesNotContain("because", "Cannot ");
    }

    @Test
    void thereAreMany() {
        assertThat(parameters()).hasSizeGreaterThanOrEqualTo(LEAST_PARAMETERS);
    }
}
