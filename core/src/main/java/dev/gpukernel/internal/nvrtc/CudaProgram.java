package dev.gpukernel.internal.nvrtc;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * CUDA C to compile.
 *
 * @param name name of its file in the compiler's messages
 * @param source its text
 * @param headers texts that it may include, by the names that it includes them by
 * @param folders folders of other files that it may include
 * @param options what the compiler is told, such as {@code --use_fast_math}
 * @param expressions expressions that name kernels which are templates or overloaded, such as {@code scale<float>}
 */
public record CudaProgram(
        String name,
        String source,
        Map<String, String> headers,
        List<Path> folders,
        List<String> options,
        List<String> expressions) {
    /** Copies the lists. */
    public CudaProgram {
        headers = Map.copyOf(headers);
        folders = List.copyOf(folders);
        options = List.copyOf(options);
        expressions = List.copyOf(expressions);
    }

    /** {@return whether it includes anything that it does not bring along} */
    boolean includesOthers() {
        return source.contains("#include") || headers.values().stream().anyMatch(text -> text.contains("#include"));
    }

    /** {@return the headers in an order that does not change} */
    Map<String, String> sortedHeaders() {
        return new TreeMap<>(headers);
    }
}
