package dev.gpukernel.cuda;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.nvrtc.CompiledCode;
import dev.gpukernel.internal.nvrtc.CudaProgram;
import dev.gpukernel.internal.nvrtc.CudaSourceCode;
import dev.gpukernel.internal.nvrtc.Nvrtc;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** CUDA C, compiled for each architecture that it is loaded into. */
final class CompiledModule extends CudaModule.ModuleCode {
    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d)");

    private final String name;
    private final String source;
    private final CudaOptions options;
    private final CudaProgram program;
    private final Map<Integer, CompiledCode> byCapability = new ConcurrentHashMap<>();
    private volatile @Nullable CompiledCode first;

    CompiledModule(String name, String source, CudaOptions options) {
        this.name = name;
        this.source = source;
        this.options = options;
        this.program = new CudaProgram(
                name,
                source,
                CudaSourceCode.headers(source, options.owner(), options.headers()),
                options.folders(),
                options.options(),
                options.expressions());
    }

    /** Compiles for the device at hand, or for the architecture that the options name. */
    void compile() {
        code(options.capability().isPresent() ? 0 : capability(Gpu.current()));
    }

    private int capability(Gpu gpu) {
        Matcher matcher = VERSION.matcher(gpu.computeCapability().orElse(""));
        if (!matcher.matches()) {
            throw new GpuException(Message.CUDA_DEVICE, name, gpu);
        }
        return Integer.parseInt(matcher.group(1)) * 10 + Integer.parseInt(matcher.group(2));
    }

    private CompiledCode code(int capability) {
        return byCapability.computeIfAbsent(options.capability().orElse(capability), key -> {
            CompiledCode compiled = Nvrtc.find().compile(program, key);
            first = first == null ? compiled : first;
            return compiled;
        });
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Part> parts(int capability) {
        return List.of(new Part(name, code(capability).code()));
    }

    @Override
    public boolean isLinked() {
        return false;
    }

    @Override
    public String symbol(int capability, String kernel) {
        return code(capability).names().getOrDefault(kernel, kernel);
    }

    @Override
    String source() {
        return source;
    }

    @Override
    @Nullable CompiledCode compiled() {
        return first;
    }

    @Override
    byte[] image() {
        CompiledCode compiled = first;
        return compiled == null ? new byte[0] : compiled.code();
    }
}
