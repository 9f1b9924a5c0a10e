package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuArray;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.backend.RecordArrays;
import dev.gpukernel.internal.backend.Rows;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A launch of a kernel of plain loops with what compiled code is not made for: null, where the kernel asks whether an argument is null, or
 * rows that are null, differ much in length, or are there twice, or a memory segment that is no array. Plain Java decides: mostly it throws at null, and where it goes on, it does the
 * kernel's work too, on the calling thread.
 */
final class PlainRun {
    private static final System.Logger LOGGER = System.getLogger(PlainRun.class.getName());

    /** What was passed if that was null. */
    static final String NULL = "null";

    private final Method method;
    private final MethodHandles.Lookup lookup;
    private final String kernel;
    private final String passed;

    /**
     * Makes it.
     *
     * @param method the kernel
     * @param lookup with access to it
     * @param kernel its name
     * @param passed what was passed that compiled code is not made for
     */
    PlainRun(Method method, MethodHandles.Lookup lookup, String kernel, String passed) {
        this.method = method;
        this.lookup = lookup;
        this.kernel = kernel;
        this.passed = passed;
    }

    /** {@return how many leaves the parameter has that a leaf begins} */
    int leavesAt(int leaf) {
        int next = 0;
        for (Class<?> type : Leaves.arguments(method)) {
            int count = count(type);
            if (next == leaf && count > 0) {
                return count;
            }
            next += count;
        }
        throw new IllegalArgumentException("no parameter of " + kernel + " begins at leaf " + leaf);
    }

    /** {@return how many leaves an argument has; the fields of objects come after those of all arguments} */
    private static int count(Class<?> type) {
        return Leaves.isObject(type) ? 0 : Leaves.of("", type).size();
    }

    /**
     * Runs the method. Elements of {@code GpuArray}s are copied to the host before and back after.
     *
     * @param leaves what was passed, records taken apart: arrays, {@code GpuArray}s, boxed numbers, a record in place of its first
     *     leaf, {@code null} for nothing
     * @param called what the method was called with, if it takes objects: it gets the very same, as far as that is on the host
     * @param gpu where to put an array that the method makes and returns, {@code null} to leave it on the host
     * @return its result: a boxed number, an array, {@code null} for nothing
     */
    @Nullable Object run(@Nullable Object[] leaves, @Nullable Object @Nullable [] called, @Nullable DeviceGpu gpu) {
        List<Class<?>> types = Leaves.arguments(method);
        @Nullable Object[] arguments = new @Nullable Object[types.size()];
        Map<GpuArray<?>, Object> copies = new HashMap<>();
        int leaf = 0;
        for (int i = 0; i < arguments.length; i++) {
            Class<?> type = types.get(i);
            int count = count(type);
            if (called != null && (Leaves.isObject(type) || type.isInstance(called[i]))) {
                arguments[i] = called[i];
            } else {
                arguments[i] = count == 0
                        ? Leaves.assemble(type, Collections.emptyIterator(), lookup)
                        : argument(type, onHost(leaves[leaf], copies));
            }
            leaf += count;
        }
        try {
            Object result = lookup.unreflect(method).asFixedArity().invokeWithArguments(arguments);
            LOGGER.log(System.Logger.Level.WARNING, Message.RAN_AS_JAVA.format(kernel, passed));
            return gpu != null && result != null && result.getClass().isArray()
                    ? onDevice(result, copies, gpu)
                    : result;
        } catch (Throwable e) {
            throw KernelExceptions.<RuntimeException>unchecked(e);
        } finally {
            copies.forEach(PlainRun::copyBack);
        }
    }

    private static @Nullable Object argument(Class<?> type, @Nullable Object host) {
        return type == MemorySegment.class && host != null && host.getClass().isArray() ? Leaves.segment(host) : host;
    }

    private static @Nullable Object onHost(@Nullable Object passed, Map<GpuArray<?>, Object> copies) {
        if (!(passed instanceof GpuArray<?> array)) {
            return passed;
        }
        for (Map.Entry<GpuArray<?>, Object> copy : copies.entrySet()) {
            if (areSame(copy.getKey(), array)) {
                return copy.getValue();
            }
        }
        Object copy = array.toHost();
        copies.put(array, copy);
        return copy;
    }

    @SuppressWarnings("ReferenceEquality") // the very same array
    private GpuArray<?> onDevice(Object result, Map<GpuArray<?>, Object> copies, DeviceGpu gpu) {
        for (Map.Entry<GpuArray<?>, Object> copy : copies.entrySet()) {
            if (copy.getValue() == result) {
                return copy.getKey();
            }
            int[] row = copy.getValue() instanceof Object[] rows && Rows.areHeldBy(rows.getClass())
                    ? Rows.find(result, rows)
                    : null;
            if (row != null) {
                return ((HeldArray<?>) copy.getKey()).row(row);
            }
        }
        DeviceGpu there = copies.keySet().stream()
                .findFirst()
                .map(array -> (DeviceGpu) array.device())
                .orElse(gpu);
        return RecordArrays.areHeldBy(result.getClass())
                ? there.hold(result, RecordArrays.of(result.getClass(), lookup))
                : there.upload(result);
    }

    private static boolean areSame(GpuArray<?> first, GpuArray<?> second) {
        return switch (first) {
            case HeldArray<?> array -> array.isSame(second);
            case HeldRecords<?> records -> records.isSame(second);
            default -> false;
        };
    }

    private static <A> void copyBack(GpuArray<A> array, Object host) {
        A contents = array.type().cast(host);
        if (array instanceof HeldRecords<A> records) {
            records.replace(contents);
        } else {
            array.copyFrom(contents);
        }
    }
}
