package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A sample's kernel with its arrays, and the same in plain Java.
 *
 * @param input what it works on
 * @param cpu the kernel that runs on all cores, or null if it is too slow there
 * @param gpu the kernel that runs on the GPU
 * @param shape the launch of a grid kernel on a device, or null if it is a plain loop
 * @param arguments of both kernels; arrays are written in place
 * @param plain does the same to the arrays in plain Java on one core
 * @param returned what kernels return
 */
record SampleCase(
        String input,
        @Nullable Kernel cpu,
        Kernel gpu,
        @Nullable Function<Gpu, Launch> shape,
        List<Object> arguments,
        Runnable plain,
        Supplier<@Nullable Object> returned) {
    /** {@return a plain loop} */
    static SampleCase loop(String input, Class<?> kernels, String name, Runnable plain, Object... arguments) {
        Kernel kernel = Kernel.of(kernels, name);
        return new SampleCase(input, kernel, kernel, null, List.of(arguments), plain, () -> null);
    }

    /** {@return a grid kernel} */
    static SampleCase grid(
            String input, Kernel kernel, Function<Gpu, Launch> shape, Runnable plain, Object... arguments) {
        return new SampleCase(input, kernel, kernel, shape, List.of(arguments), plain, () -> null);
    }

    /** {@return the same with another kernel on all cores, or none} */
    SampleCase onAllCores(@Nullable Kernel kernel) {
        return new SampleCase(input, kernel, gpu, shape, arguments, plain, returned);
    }

    /** {@return the same with kernels that return something} */
    SampleCase returning(Supplier<@Nullable Object> result) {
        return new SampleCase(input, cpu, gpu, shape, arguments, plain, result);
    }

    /** Runs a kernel on a device and waits for it. */
    @Nullable Object run(Kernel kernel, Gpu device, List<Object> chosen) {
        Object[] passed = chosen.toArray();
        Object result = device.<Answer>call(() -> {
                    if (shape == null) {
                        return new Answer(kernel.launch(passed));
                    }
                    kernel.launch(shape.apply(device), passed);
                    return new Answer(null);
                })
                .value();
        device.synchronize();
        return result;
    }

    /** {@return copies of the arrays as they are now} */
    List<Object> arrays() {
        return arguments.stream()
                .filter(SampleCase::isArray)
                .map(SampleCase::copy)
                .toList();
    }

    /** Makes the arrays what they were. */
    @SuppressWarnings("SuspiciousSystemArraycopy") // both are copies of one array
    void restore(List<Object> before) {
        List<Object> now = arguments.stream().filter(SampleCase::isArray).toList();
        for (int i = 0; i < now.size(); i++) {
            System.arraycopy(before.get(i), 0, now.get(i), 0, Array.getLength(now.get(i)));
        }
    }

    /** {@return whether the arrays are such, and what was returned too, bit by bit, but for NaNs} */
    boolean isResult(@Nullable Object result, List<Object> expected) {
        List<Object> now = arguments.stream().filter(SampleCase::isArray).toList();
        return Objects.equals(returned.get(), result) && Arrays.deepEquals(expected.toArray(), now.toArray());
    }

    /** {@return the arguments with arrays on a device in place of those of the host} */
    Resident upload(Gpu device) {
        List<Object> there = new ArrayList<>();
        for (Object argument : arguments) {
            there.add(isArray(argument) ? device.upload(argument) : argument);
        }
        return new Resident(arguments, there);
    }

    private static boolean isArray(Object argument) {
        return argument.getClass().isArray();
    }

    private static Object copy(Object array) {
        return switch (array) {
            case byte[] bytes -> bytes.clone();
            case int[] ints -> ints.clone();
            case long[] longs -> longs.clone();
            case float[] floats -> floats.clone();
            case double[] doubles -> doubles.clone();
            case Object[] objects -> objects.clone();
            default -> throw new IllegalArgumentException("arrays of " + array.getClass());
        };
    }

    private record Answer(@Nullable Object value) {}

    /**
     * Arguments whose arrays are on a device.
     *
     * @param host the arguments on the host
     * @param arguments the same on the device
     */
    record Resident(List<Object> host, List<Object> arguments) implements AutoCloseable {
        /** Copies the arrays back. */
        @SuppressWarnings("unchecked") // an array of the device has the type of the one that it was uploaded from
        void download() {
            for (int i = 0; i < host.size(); i++) {
                if (arguments.get(i) instanceof GpuArray<?> array) {
                    ((GpuArray<Object>) array).copyTo(host.get(i));
                }
            }
        }

        @Override
        public void close() {
            for (Object argument : arguments) {
                if (argument instanceof GpuArray<?> array) {
                    array.close();
                }
            }
        }
    }
}
