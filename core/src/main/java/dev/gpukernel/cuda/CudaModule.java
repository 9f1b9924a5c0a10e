package dev.gpukernel.cuda;

import dev.gpukernel.Engine;
import dev.gpukernel.Gpu;
import dev.gpukernel.GpuException;
import dev.gpukernel.Kernel;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.NativeCode;
import dev.gpukernel.internal.backend.NativeKernel;
import dev.gpukernel.internal.backend.NativeModule;
import dev.gpukernel.internal.cuda.CodeImage;
import dev.gpukernel.internal.declaration.CudaDeclarations;
import dev.gpukernel.internal.jit.JitEngine;
import dev.gpukernel.internal.jit.NativeProgram;
import dev.gpukernel.internal.nvrtc.CompiledCode;
import dev.gpukernel.internal.nvrtc.CudaSourceCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * CUDA C, or code that was made of it, with its kernels and variables. It is compiled when it is made, for the GPU at hand, and loaded into
 * each GPU that launches a kernel of it. A module that nothing refers to any more, nor to its kernels, is unloaded some time later.
 *
 * <pre>{@code
 * CudaModule module = CudaModule.compile("""
 *         extern "C" __global__ void scale(float *data, float factor, int n) {
 *             int i = blockIdx.x * blockDim.x + threadIdx.x;
 *             if (i < n) data[i] *= factor;
 *         }
 *         """);
 * CudaKernel scale = module.kernel("scale", float[].class, float.class, int.class);
 * scale.launch(Launch.covering(data.length), data, 2.5f, data.length);
 * }</pre>
 *
 * <p>Indices are not checked in CUDA C. A kernel that leaves its arrays may overwrite others, or end the work of the whole process with the
 * GPU: what waits for the device throws a {@link GpuException} from then on.
 *
 * <p>Safe for use by several threads.
 */
public final class CudaModule {
    private final ModuleCode code;

    private CudaModule(ModuleCode code) {
        this.code = code;
    }

    /**
     * Compiles CUDA C without options.
     *
     * @param source the text
     * @return the module
     * @throws GpuException as {@link #compile(String, CudaOptions)}
     */
    public static CudaModule compile(String source) {
        return compile(source, CudaOptions.of());
    }

    /**
     * Compiles CUDA C for the GPU at hand, {@link Gpu#current()}, or reads what an earlier run compiled from disk.
     *
     * @param source the text
     * @param options how
     * @return the module
     * @throws GpuException if it does not compile: the message has the compiler's log with file and line; if there is no compiler; or if the
     *     device at hand runs no CUDA C, and the options name no architecture
     */
    public static CudaModule compile(String source, CudaOptions options) {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(options, "options");
        CompiledModule compiled = new CompiledModule(options.nameOr("source.cu"), source, options);
        compiled.compile();
        return new CudaModule(compiled);
    }

    /**
     * Compiles a source among the resources of a class, which may include others of its resources.
     *
     * @param owner a class
     * @param resource name of the source, relative to the class, such as {@code scale.cu}
     * @param options how
     * @return the module
     * @throws GpuException if there is no such resource, and as {@link #compile(String, CudaOptions)}
     */
    public static CudaModule compile(Class<?> owner, String resource, CudaOptions options) {
        String source = CudaSourceCode.text(owner, resource);
        CudaOptions own = options.owner() == null ? options.headersOf(owner) : options;
        return compile(source, own.name(options.nameOr(resource)));
    }

    /**
     * Compiles a file, which may include others of its folder.
     *
     * @param file the source
     * @param options how
     * @return the module
     * @throws GpuException as {@link #compile(String, CudaOptions)}
     * @throws UncheckedIOException if the file cannot be read
     */
    public static CudaModule compile(Path file, CudaOptions options) {
        Path path = file.toAbsolutePath();
        try {
            String source = Files.readString(path);
            return compile(
                    source,
                    options.include(Objects.requireNonNull(path.getParent(), "a file is in a folder"))
                            .name(options.nameOr(path.toString())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Takes code that was compiled before.
     *
     * @param name what messages call it
     * @param image PTX, a cubin, a fatbin, or LTO IR
     * @return the module
     * @throws GpuException if it is none of these
     */
    public static CudaModule load(String name, byte[] image) {
        return new CudaModule(new LoadedModule(name, image.clone()));
    }

    /**
     * Takes code from a file.
     *
     * @param file PTX, a cubin, or a fatbin, as {@code nvcc} writes them
     * @return the module
     * @throws GpuException if it is none of these
     * @throws UncheckedIOException if the file cannot be read
     */
    public static CudaModule load(Path file) {
        try {
            return load(file.toString(), Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Takes code from a resource.
     *
     * @param owner a class
     * @param resource name relative to the class, of PTX, a cubin, or a fatbin
     * @return the module
     * @throws GpuException if there is no such resource, or if it is none of these
     */
    public static CudaModule load(Class<?> owner, String resource) {
        return load(resource, CudaSourceCode.read(owner, resource));
    }

    /**
     * Makes one module of several, which may use functions and variables of each other. It is linked when it is loaded.
     *
     * @param parts modules of relocatable code, see {@link CudaOptions#relocatable()}, of PTX, or of LTO IR
     * @return the module
     */
    public static CudaModule link(CudaModule... parts) {
        if (parts.length == 0) {
            throw new IllegalArgumentException("no parts");
        }
        return new CudaModule(
                new LinkedModule(Arrays.stream(parts).map(part -> part.code).toList()));
    }

    /** {@return what messages call it} */
    public String name() {
        return code.name();
    }

    /**
     * Finds a kernel whose arrays may be read and written.
     *
     * @param name its name; without {@code extern "C"}, the text that {@link CudaOptions#expression} was given
     * @param types of its parameters, in order: primitive types for values, arrays of them or {@code MemorySegment} for pointers
     * @return the kernel
     * @throws IllegalArgumentException as {@link #kernel(String, List)}
     */
    public CudaKernel kernel(String name, Class<?>... types) {
        return kernel(name, Arrays.stream(types).map(CudaParameter::of).toList());
    }

    /**
     * Finds a kernel.
     *
     * @param name its name; without {@code extern "C"}, the text that {@link CudaOptions#expression} was given
     * @param parameters its parameters, in order
     * @return the kernel
     * @throws IllegalArgumentException if there is no such kernel: the message lists those that there are; or if it has other parameters, as
     *     far as the driver tells. Where the device at hand runs no CUDA C, that is seen at the first launch.
     */
    public CudaKernel kernel(String name, List<CudaParameter> parameters) {
        Objects.requireNonNull(name, "name");
        BitSet read = new BitSet();
        BitSet written = new BitSet();
        for (int i = 0; i < parameters.size(); i++) {
            CudaParameter parameter = parameters.get(i);
            parameter.check(i + 1, name);
            read.set(i, parameter.isRead());
            written.set(i, parameter.isWritten());
        }
        NativeKernel source = new NativeKernel(
                code,
                name,
                parameters.stream().<Class<?>>map(CudaParameter::type).toList());
        Gpu gpu = Gpu.current();
        if (gpu.backend().equals("cuda")) {
            JitEngine.load(gpu, code).check(source);
        }
        NativeProgram program = new NativeProgram(source, names(name, parameters.size()), read, written);
        Kernel kernel = ((JitEngine) Engine.get()).kernel(program);
        return new CudaKernel(kernel, parameters);
    }

    private List<String> names(String kernel, int count) {
        List<String> declared = code.source() == null
                ? null
                : CudaDeclarations.of(code.source()).parameterNames(kernel);
        return declared != null && declared.size() == count
                ? declared
                : IntStream.rangeClosed(1, count).mapToObj(i -> "argument" + i).toList();
    }

    /**
     * {@return names of its kernels, sorted; none if neither driver nor code tell} Kernels that are not {@code extern "C"} have longer names
     * there.
     *
     * @throws GpuException if the device at hand runs no CUDA C
     */
    public List<String> kernels() {
        return loaded(Gpu.current()).kernels().stream().sorted().toList();
    }

    /**
     * Finds a {@code __device__} or {@code __constant__} variable, on the GPU at hand: each GPU has its own.
     *
     * @param <A> type of an array
     * @param name of the variable
     * @param type of an array of its elements, such as {@code float[].class}, also if it is no array
     * @return the variable
     * @throws IllegalArgumentException if there is none, or one of another size than some elements have
     * @throws GpuException if the device at hand runs no CUDA C
     */
    public <A> CudaVariable<A> variable(String name, Class<A> type) {
        Gpu gpu = Gpu.current();
        return CudaVariable.of(gpu, code, loaded(gpu), name, type);
    }

    private NativeCode loaded(Gpu gpu) {
        return JitEngine.load(gpu, code);
    }

    /** {@return how long compiling took, or reading what an earlier run compiled; zero for what was loaded} */
    public Duration compileTime() {
        CompiledCode compiled = code.compiled();
        return compiled == null ? Duration.ZERO : Duration.ofNanos(compiled.nanos());
    }

    /** {@return whether it was compiled by an earlier run, and read from disk} */
    public boolean isCached() {
        CompiledCode compiled = code.compiled();
        return compiled != null && compiled.isKept();
    }

    /** {@return what the compiler said, such as warnings; empty for nothing, and for what was loaded} */
    public String log() {
        CompiledCode compiled = code.compiled();
        return compiled == null ? "" : compiled.log();
    }

    /** {@return the code: a cubin for the GPU that it was compiled for, or what was loaded} Of linked modules, that of the first. */
    public byte[] image() {
        return code.image().clone();
    }

    @Override
    public String toString() {
        return "CUDA module " + name();
    }

    /** Code of a module, and what is known of it. */
    abstract static sealed class ModuleCode implements NativeModule permits CompiledModule, LoadedModule, LinkedModule {
        /** {@return its text in CUDA C, null if there is none} */
        abstract @Nullable String source();

        /** {@return what was compiled first, null if nothing was} */
        abstract @Nullable CompiledCode compiled();

        abstract byte[] image();
    }

    /** Code that was compiled before. */
    private static final class LoadedModule extends ModuleCode {
        private final String name;
        private final byte[] image;

        LoadedModule(String name, byte[] image) {
            this.name = Objects.requireNonNull(name, "name");
            this.image = image;
            requireCode(name, image);
        }

        private static void requireCode(String name, byte[] image) {
            if (CodeImage.of(name, image) == null) {
                throw new GpuException(Message.CUDA_CODE, name);
            }
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public List<Part> parts(int capability) {
            return List.of(new Part(name, image));
        }

        @Override
        public boolean isLinked() {
            return false;
        }

        @Override
        public String symbol(int capability, String kernel) {
            return kernel;
        }

        @Override
        @Nullable String source() {
            return null;
        }

        @Override
        @Nullable CompiledCode compiled() {
            return null;
        }

        @Override
        byte[] image() {
            return image;
        }
    }

    /** Several modules as one. */
    private static final class LinkedModule extends ModuleCode {
        private final List<ModuleCode> parts;

        LinkedModule(List<ModuleCode> parts) {
            this.parts = parts;
        }

        @Override
        public String name() {
            return String.join(" + ", parts.stream().map(ModuleCode::name).toList());
        }

        @Override
        public List<Part> parts(int capability) {
            return parts.stream()
                    .flatMap(part -> part.parts(capability).stream())
                    .toList();
        }

        @Override
        public boolean isLinked() {
            return true;
        }

        @Override
        public String symbol(int capability, String kernel) {
            return parts.stream()
                    .map(part -> part.symbol(capability, kernel))
                    .filter(symbol -> !symbol.equals(kernel))
                    .findFirst()
                    .orElse(kernel);
        }

        @Override
        @Nullable String source() {
            String all = String.join(
                    "\n",
                    parts.stream()
                            .map(ModuleCode::source)
                            .filter(Objects::nonNull)
                            .map(Objects::requireNonNull)
                            .toList());
            return all.isEmpty() ? null : all;
        }

        @Override
        @Nullable CompiledCode compiled() {
            return parts.getFirst().compiled();
        }

        @Override
        byte[] image() {
            return parts.getFirst().image();
        }
    }
}
