package dev.gpukernel.internal.nvrtc;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.disk.CacheFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The compiler of CUDA C. Safe for use by several threads. */
public final class Nvrtc {
    /** The first version that has CUDA's headers inside. */
    private static final int BUNDLES_HEADERS = 1303;

    private static volatile @Nullable Nvrtc found;

    private final NvrtcLibrary library;
    private final @Nullable CodeCache cache;

    Nvrtc(NvrtcLibrary library, @Nullable Path cache) {
        this.library = library;
        this.cache = cache == null ? null : new CodeCache(cache.resolve("code"));
    }

    /**
     * Finds the compiler where {@code -Dgpukernel.nvrtc} says, in CUDA toolkits, on the system's library path, or in the dependency
     * {@code org.bytedeco:cuda-redist}. One that was found is kept.
     *
     * @return the compiler
     * @throws GpuException {@link Message#NVRTC_MISSING} if there is none
     */
    public static Nvrtc find() {
        Nvrtc known = found;
        if (known != null) {
            return known;
        }
        synchronized (Nvrtc.class) {
            Nvrtc made = found;
            if (made == null) {
                made = new Nvrtc(NvrtcLibrary.find(NvrtcSearch.ofSettings()), CacheFolder.find());
                found = made;
            }
            return made;
        }
    }

    /** Takes a library as found, a stand-in; {@code null} to look for one again. */
    static synchronized void use(@Nullable Nvrtc standIn) {
        found = standIn;
    }

    /** {@return where it was found, and its version} */
    public String name() {
        return "NVRTC " + library.version() + " (" + library.name() + ")";
    }

    /** Where code shall run, and how the compiler is told. */
    private record Target(String option, boolean isPtx) {}

    /**
     * Compiles a program, or finds what was compiled before.
     *
     * @param program the program
     * @param capability compute capability of the device, such as 90 for 9.0
     * @return the code
     * @throws GpuException {@link Message#CUDA_SOURCE} with the compiler's log, or {@link Message#NVRTC_ARCHITECTURE}
     */
    public CompiledCode compile(CudaProgram program, int capability) {
        long start = System.nanoTime();
        Target target = target(capability);
        List<String> options = new ArrayList<>();
        options.add("-arch=" + target.option);
        options.addAll(program.options());
        program.folders().forEach(folder -> options.add("-I" + folder));
        if (program.includesOthers()) {
            addHeaders(options);
        }
        String key = cache == null ? null : CodeCache.key(program, options, name());
        CompiledCode kept = cache == null || key == null ? null : cache.read(key, start);
        if (kept != null) {
            return kept;
        }
        NvrtcLibrary.Output output = library.compile(program, options, target.isPtx);
        if (!output.isCompiled()) {
            throw new GpuException(Message.CUDA_SOURCE, program.name(), target.option, output.log());
        }
        Map<String, String> names = new TreeMap<>();
        for (int i = 0; i < program.expressions().size(); i++) {
            names.put(program.expressions().get(i), output.lowered().get(i));
        }
        CompiledCode compiled = new CompiledCode(output.code(), names, output.log(), false, System.nanoTime() - start);
        if (cache != null && key != null) {
            cache.write(key, compiled);
        }
        return compiled;
    }

    /** A cubin also runs on later devices of its major version; for newer ones, the driver compiles PTX. */
    private Target target(int capability) {
        int best = library.architectures().stream()
                .filter(known -> known <= capability)
                .max(Integer::compare)
                .orElseThrow(() -> new GpuException(
                        Message.NVRTC_ARCHITECTURE,
                        library.version(),
                        "sm_" + capability,
                        library.architectures().stream()
                                .map(known -> "sm_" + known)
                                .collect(Collectors.joining(", "))));
        boolean isPtx = best / 10 != capability / 10;
        return new Target((isPtx ? "compute_" : "sm_") + best, isPtx);
    }

    /** Lets a program include CUDA's headers: those of the toolkit that the library is of, or those inside of the library. */
    private void addHeaders(List<String> options) {
        Path toolkit = headersBeside(Path.of(library.name()));
        if (toolkit != null) {
            options.add("-I" + toolkit);
            Path libraries = toolkit.resolve("cccl");
            if (Files.isDirectory(libraries)) {
                options.add("-I" + libraries);
            }
        } else if (version() >= BUNDLES_HEADERS) {
            Path kept = CacheFolder.findForLibraries();
            Path folder = kept.resolve("headers-" + library.version());
            try {
                Files.createDirectories(kept);
            } catch (IOException _) {
                // The compiler says that there is no such folder.
            }
            options.add("--use-bundled-headers=" + folder);
        }
    }

    private int version() {
        String[] parts = library.version().split("\\.", -1);
        return Integer.parseInt(parts[0]) * 100 + Integer.parseInt(parts[1]);
    }

    private static @Nullable Path headersBeside(Path file) {
        if (!file.isAbsolute()) {
            return null;
        }
        return Stream.of(file.resolveSibling("../include"), file.resolveSibling("../../include"))
                .map(Path::normalize)
                .filter(folder -> Files.isRegularFile(folder.resolve("cuda.h")))
                .findFirst()
                .orElse(null);
    }
}
