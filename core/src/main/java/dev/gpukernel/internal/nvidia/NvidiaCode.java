package dev.gpukernel.internal.nvidia;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Executable;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.NativeCode;
import dev.gpukernel.internal.backend.NativeKernel;
import dev.gpukernel.internal.backend.NativeModule;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.cuda.CodeImage;
import dev.gpukernel.internal.cuda.CudaFunction;
import dev.gpukernel.internal.cuda.CudaModule;
import dev.gpukernel.internal.cuda.CudaStream;
import dev.gpukernel.internal.declaration.PtxDeclarations;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ptx.PtxKernel;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** A module of native code in a GPU. It is unloaded when nothing refers to it or to a kernel of it any more. */
final class NvidiaCode implements NativeCode {
    private final NvidiaDevice device;
    private final String name;
    private final UnaryOperator<String> symbols;
    private final CodeImage image;
    private final CudaModule module;

    private NvidiaCode(
            NvidiaDevice device, String name, UnaryOperator<String> symbols, CodeImage image, CudaModule module) {
        this.device = device;
        this.name = name;
        this.symbols = symbols;
        this.image = image;
        this.module = module;
        NvidiaExecutable.CLEANER.register(this, new NvidiaExecutable.Unloading(module));
    }

    /**
     * Loads a module.
     *
     * @param capability compute capability of the device
     * @param symbols finds what a kernel is called in the code; it must not refer to the module
     */
    static NvidiaCode load(NvidiaDevice device, NativeModule module, int capability, UnaryOperator<String> symbols) {
        List<CodeImage> images =
                module.parts(capability).stream().map(NvidiaLinker::image).toList();
        boolean isLinked = module.isLinked() || images.getFirst().kind() == CodeImage.Kind.LTOIR;
        CodeImage image = isLinked ? NvidiaLinker.link(device, module.name(), images) : images.getFirst();
        return new NvidiaCode(
                device, module.name(), symbols, image, CudaModule.load(device.context(), module.name(), image));
    }

    @Override
    public List<String> kernels() {
        List<String> told = module.kernels();
        if (told != null) {
            return told;
        }
        return image.kind() == CodeImage.Kind.PTX
                ? List.copyOf(PtxDeclarations.of(image.text()).kernels().keySet())
                : List.of();
    }

    private CudaFunction function(String kernel) {
        CudaFunction function = module.find(symbols.apply(kernel));
        if (function != null) {
            return function;
        }
        throw new IllegalArgumentException(PtxDeclarations.missing(name, kernel, kernels()));
    }

    @Override
    public void check(NativeKernel kernel) {
        check(kernel, function(kernel.kernel()));
    }

    private static void check(NativeKernel kernel, CudaFunction function) {
        int[] bytes = function.parameterBytes();
        if (bytes == null) {
            return;
        }
        String difference = PtxDeclarations.difference(
                kernel.kernel(),
                kernel.parameterTypes().stream().map(Class::getSimpleName).toList(),
                Arrays.stream(bytes).boxed().toList());
        if (difference != null) {
            throw new IllegalArgumentException(difference);
        }
    }

    @Override
    public Executable executable(KernelUnit unit) {
        NativeKernel kernel = (NativeKernel) unit.source();
        CudaFunction function = function(kernel.kernel());
        check(kernel, function);
        PtxKernel code = PtxKernel.ofNative(function.name(), unit.function(), image.text());
        return NvidiaExecutable.of(device, unit, code, this, function);
    }

    private CudaModule.Global variable(String variable) {
        CudaModule.Global found = module.global(variable);
        if (found == null) {
            throw new IllegalArgumentException(Message.CUDA_VARIABLE.format(name, variable));
        }
        return found;
    }

    @Override
    public long variableBytes(String variable) {
        return variable(variable).bytes();
    }

    private long pointer(String variable, Object hostArray) {
        CudaModule.Global found = variable(variable);
        ElementType element = ElementType.ofArray(hostArray.getClass());
        long bytes = element == null ? 0 : (long) Array.getLength(hostArray) * element.bytes();
        if (bytes != found.bytes()) {
            throw new IllegalArgumentException(Message.CUDA_VARIABLE_SIZE.format(
                    variable, found.bytes(), "an array of " + bytes + " bytes was passed for it"));
        }
        // A kernel that uses it says so to nobody.
        module.context().synchronize();
        return found.pointer();
    }

    @Override
    public void write(String variable, Object hostArray, Stream stream) {
        long pointer = pointer(variable, hostArray);
        CudaStream queue = ((NvidiaStream) stream).cuda();
        device.copy().copyIn(RowBytes.host(hostArray, 0, Array.getLength(hostArray)), pointer, queue);
        queue.synchronize();
    }

    @Override
    public void read(String variable, Object hostArray, Stream stream) {
        long pointer = pointer(variable, hostArray);
        CudaStream queue = ((NvidiaStream) stream).cuda();
        device.copy().copyOut(RowBytes.host(hostArray, 0, Array.getLength(hostArray)), pointer, queue);
        queue.synchronize();
    }
}
