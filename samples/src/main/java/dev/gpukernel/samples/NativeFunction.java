package dev.gpukernel.samples;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.function.IntFunction;

/**
 * A function of a native library that returns a status, 0 for success, as those of CUDA's libraries do. Its arguments are boxed: a function that is called
 * often is better called by a {@code static final MethodHandle} and {@code invokeExact}.
 */
final class NativeFunction {
    private final String name;
    private final MethodHandle handle;
    private final IntFunction<String> describer;

    private NativeFunction(String name, MethodHandle handle, IntFunction<String> describer) {
        this.name = name;
        this.handle = handle;
        this.describer = describer;
    }

    /**
     * Finds a function.
     *
     * @param library where
     * @param describer says what a status means
     * @param name its name in C
     * @param parameters types of its parameters in C: pointers to device memory and handles are {@code JAVA_LONG}
     * @return the function
     */
    @SuppressWarnings("restricted") // the signature is the caller's; the README says how to allow native access
    static NativeFunction of(
            SymbolLookup library, IntFunction<String> describer, String name, MemoryLayout... parameters) {
        MemorySegment address =
                library.find(name).orElseThrow(() -> new NativeException("the library has no function " + name));
        MethodHandle handle = Linker.nativeLinker()
                .downcallHandle(address, FunctionDescriptor.of(ValueLayout.JAVA_INT, parameters))
                .asSpreader(Object[].class, parameters.length);
        return new NativeFunction(name, handle, describer);
    }

    /**
     * Calls the function.
     *
     * @param arguments its arguments: {@code int} for {@code JAVA_INT}, {@code MemorySegment} for {@code ADDRESS}, and so on
     * @throws NativeException if it returns anything but 0
     */
    void call(Object... arguments) {
        int status = status(arguments);
        if (status != 0) {
            throw new NativeException(name + " failed: " + describer.apply(status));
        }
    }

    private int status(Object... arguments) {
        try {
            return (int) handle.invoke(arguments);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException(thrown);
        }
    }
}
