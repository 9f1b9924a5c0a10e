package dev.gpukernel.cuda;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.nvrtc.LibrarySearch;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds libraries of CUDA, such as cuFFT, for use by {@code java.lang.foreign}. */
public final class CudaLibrary {
    private CudaLibrary() {}

    /**
     * Finds a library and loads it for as long as the JVM runs. It is looked for in the folders that are passed, in CUDA toolkits ({@code CUDA_HOME},
     * {@code CUDA_PATH}, {@code /usr/local/cuda*}, {@code /opt/cuda*}), and on the system's library path, in this order.
     *
     * <pre>{@code
     * SymbolLookup cufft = CudaLibrary.find("cufft");
     * MethodHandle destroy = Linker.nativeLinker()
     *         .downcallHandle(cufft.findOrThrow("cufftDestroy"), FunctionDescriptor.of(JAVA_INT, JAVA_INT));
     * }</pre>
     *
     * @param name what it is called without what the system adds: {@code cufft} for {@code libcufft.so.12} or {@code cufft64_12.dll}
     * @param folders folders that it, or a toolkit with it, may be in
     * @return its functions
     * @throws GpuException if there is no such library, {@code [CudaLibrary]}, with all places
     */
    public static SymbolLookup find(String name, Path... folders) {
        LibrarySearch search = LibrarySearch.of(name);
        List<String> places = new ArrayList<>();
        for (Path folder : folders) {
            SymbolLookup library = search.inToolkit(folder.toAbsolutePath(), LibrarySearch::open);
            if (library != null) {
                return library;
            }
            places.add("lib" + name + ".so in " + folder.toAbsolutePath());
        }
        SymbolLookup library = search.find(LibrarySearch::open, places);
        if (library == null) {
            throw new GpuException(Message.CUDA_LIBRARY, name, String.join("; ", places));
        }
        return library;
    }
}
