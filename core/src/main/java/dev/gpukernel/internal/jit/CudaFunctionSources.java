package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.NativeModule;
import dev.gpukernel.internal.ir.CudaBody;
import dev.gpukernel.internal.ir.Function;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The sources in CUDA C of the functions that a kernel calls. Each is read once. */
final class CudaFunctionSources {
    private final @Nullable ClassLoader loader;
    private final Map<List<CudaBody>, CudaFunctionSource> read = new ConcurrentHashMap<>();

    /**
     * Makes it.
     *
     * @param loader of the classes that the kernel's code names
     */
    CudaFunctionSources(@Nullable ClassLoader loader) {
        this.loader = loader;
    }

    /** A source, and how it is compiled. Functions of one may use what others define, so it is compiled once for all. */
    private record Source(String folder, String resource, String text, List<String> options) {
        static Source of(CudaBody body) {
            boolean isRelative =
                    !body.resource().startsWith("/") && body.source().isEmpty();
            String folder = isRelative ? body.owner().substring(0, body.owner().lastIndexOf('/') + 1) : "";
            return new Source(folder, body.resource(), body.source(), body.options());
        }
    }

    /** {@return the functions in CUDA C among those that some code calls} */
    static Stream<CudaBody> bodies(Function code) {
        return code.calledFunctions().stream()
                .map(Function::cuda)
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull);
    }

    /** {@return what some code is to be linked with} */
    List<NativeModule> of(Function code) {
        Collection<List<CudaBody>> bySource = bodies(code)
                .collect(Collectors.groupingBy(Source::of, LinkedHashMap::new, Collectors.toList()))
                .values();
        return bySource.stream()
                .<NativeModule>map(bodies -> read.computeIfAbsent(bodies, key -> CudaFunctionSource.of(key, loader)))
                .toList();
    }
}
