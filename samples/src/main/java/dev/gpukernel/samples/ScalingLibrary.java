package dev.gpukernel.samples;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.List;

/** The library that nvcc makes of {@code scaling.cu}. */
final class ScalingLibrary {
    private static final int LONGEST_MESSAGE = 1024;

    private final NativeFunction hello;
    private final NativeFunction scale;

    /**
     * Loads the library, for as long as the JVM runs.
     *
     * @param path its file
     * @throws NativeException if it is not there, or is another library
     */
    @SuppressWarnings("restricted") // loading is what this is for; the README says how to allow native access
    ScalingLibrary(Path path) {
        SymbolLookup library;
        try {
            library = SymbolLookup.libraryLookup(path.toAbsolutePath(), Arena.global());
        } catch (IllegalArgumentException e) {
            throw new NativeException(path + " cannot be loaded: " + e.getMessage());
        }
        MemorySegment describe =
                library.find("describe").orElseThrow(() -> new NativeException(path + " was not made of scaling.cu"));
        MethodHandle describer =
                Linker.nativeLinker().downcallHandle(describe, FunctionDescriptor.of(ADDRESS, JAVA_INT));
        hello = NativeFunction.of(library, status -> text(describer, status), "hello", JAVA_INT, JAVA_LONG);
        scale = NativeFunction.of(
                library, status -> text(describer, status), "scale", JAVA_LONG, JAVA_FLOAT, JAVA_INT, JAVA_LONG);
    }

    /** Lets threads of the GPU print a line each. */
    void hello(int threads, GpuStream stream) {
        stream.enqueue(handle -> hello.call(threads, handle), List.of(), List.of());
    }

    /** Multiplies elements by a factor, after everything that uses the array, and without waiting. */
    void scale(GpuArray<float[]> data, float factor, GpuStream stream) {
        stream.enqueue(handle -> scale.call(data.address(), factor, data.length(), handle), List.of(), List.of(data));
    }

    @SuppressWarnings("restricted") // CUDA's own string, ended by a zero
    private static String text(MethodHandle describe, int status) {
        try {
            MemorySegment text = (MemorySegment) describe.invokeExact(status);
            return text.reinterpret(LONGEST_MESSAGE).getString(0) + " (CUDA error " + status + ")";
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException(thrown);
        }
    }
}
