package dev.gpukernel.internal.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What newer drivers tell of modules, and older ones do not: names of kernels and sizes of parameters. It is for messages and for checks
 * alone, so that nothing depends on a driver that tells.
 *
 * <p>Safe for use by several threads. The module's context must be current.
 */
final class ModuleQueries {
    private static final long TEXT_LIMIT = 1 << 16;
    private static final int INVALID_VALUE = 1;

    private static final @Nullable MethodHandle GET_FUNCTION_COUNT = ifThere(DriverFunction.MODULE_GET_FUNCTION_COUNT);
    private static final @Nullable MethodHandle ENUMERATE_FUNCTIONS =
            ifThere(DriverFunction.MODULE_ENUMERATE_FUNCTIONS);
    private static final @Nullable MethodHandle GET_NAME = ifThere(DriverFunction.FUNC_GET_NAME);
    private static final @Nullable MethodHandle GET_PARAM_INFO = ifThere(DriverFunction.FUNC_GET_PARAM_INFO);

    private ModuleQueries() {}

    private static @Nullable MethodHandle ifThere(DriverFunction function) {
        return Driver.has(function) ? Driver.link(function) : null;
    }

    /** {@return names of a module's kernels, null if the driver does not tell} */
    static @Nullable List<String> kernels(long module) {
        if (GET_FUNCTION_COUNT == null || ENUMERATE_FUNCTIONS == null || GET_NAME == null) {
            return null;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment cell = arena.allocate(ValueLayout.JAVA_LONG);
            if ((int) GET_FUNCTION_COUNT.invokeExact(cell, module) != Check.SUCCESS) {
                return null;
            }
            int count = cell.get(ValueLayout.JAVA_INT, 0);
            MemorySegment functions = arena.allocate(ValueLayout.JAVA_LONG, Math.max(1, count));
            if ((int) ENUMERATE_FUNCTIONS.invokeExact(functions, count, module) != Check.SUCCESS) {
                return null;
            }
            List<String> names = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                long function = functions.getAtIndex(ValueLayout.JAVA_LONG, i);
                if ((int) GET_NAME.invokeExact(cell, function) != Check.SUCCESS) {
                    return null;
                }
                names.add(text(cell));
            }
            return List.copyOf(names);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    /** {@return bytes of each of a kernel's parameters, null if the driver does not tell} */
    static int @Nullable [] parameterBytes(long function) {
        if (GET_PARAM_INFO == null) {
            return null;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment offset = arena.allocate(ValueLayout.JAVA_LONG);
            MemorySegment size = arena.allocate(ValueLayout.JAVA_LONG);
            List<Integer> sizes = new ArrayList<>();
            for (long i = 0; ; i++) {
                int status = (int) GET_PARAM_INFO.invokeExact(function, i, offset, size);
                if (status == INVALID_VALUE) {
                    return sizes.stream().mapToInt(Integer::intValue).toArray();
                }
                if (status != Check.SUCCESS) {
                    return null;
                }
                sizes.add((int) size.get(ValueLayout.JAVA_LONG, 0));
            }
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    @SuppressWarnings("restricted") // the driver's own constant strings, ended by a zero
    private static String text(MemorySegment pointer) {
        return pointer.get(ValueLayout.ADDRESS, 0).reinterpret(TEXT_LIMIT).getString(0);
    }
}
