package dev.gpukernel.internal.nvidia;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.NativeModule;
import dev.gpukernel.internal.cuda.CodeImage;
import dev.gpukernel.internal.cuda.CudaLinker;
import dev.gpukernel.internal.nvrtc.NvJitLink;
import java.util.List;
import java.util.stream.Stream;

/** Links code for a device, by nvJitLink or by the driver's linker. */
final class NvidiaLinker {
    private NvidiaLinker() {}

    /** {@return code that was made elsewhere, for the device's driver or a linker} */
    static CodeImage image(NativeModule.Part part) {
        CodeImage image = CodeImage.of(part.name(), part.code());
        if (image == null) {
            throw new GpuException(Message.CUDA_CODE, part.name());
        }
        return image;
    }

    /**
     * Links a generated kernel with the functions that it calls, which are declared alike on both sides. nvJitLink links also what a compiler newer than
     * the driver made.
     *
     * @param device for which
     * @param kernel the kernel
     * @param libraries what it calls
     * @return a cubin
     * @throws GpuException {@link Message#CUDA_LINK} with the linker's log
     */
    static CodeImage link(NvidiaDevice device, CodeImage kernel, List<NativeModule> libraries) {
        List<CodeImage> parts = Stream.concat(
                        Stream.of(kernel),
                        libraries.stream()
                                .flatMap(library -> library.parts(device.capability()).stream())
                                .map(NvidiaLinker::image))
                .toList();
        NvJitLink linker = NvJitLink.find();
        return linker == null
                ? CudaLinker.link(device.context(), kernel.name(), parts)
                : link(linker, device, kernel.name(), parts);
    }

    /**
     * Links a user's code. The driver's linker links all but LTO IR, as it says of everything that does not fit.
     *
     * @param device for which
     * @param name what messages call the result
     * @param parts what to link, at least one
     * @return a cubin
     * @throws GpuException {@link Message#CUDA_LINK} with the linker's log
     */
    static CodeImage link(NvidiaDevice device, String name, List<CodeImage> parts) {
        for (CodeImage part : parts) {
            if (part.kind() == CodeImage.Kind.LTOIR) {
                NvJitLink linker = NvJitLink.find();
                if (linker != null) {
                    return link(linker, device, name, parts);
                }
                String reason =
                        part.name() + " is LTO IR, for which nvJitLink is needed; it is looked for where NVRTC is";
                throw new GpuException(Message.CUDA_LINK, name, reason);
            }
        }
        return CudaLinker.link(device.context(), name, parts);
    }

    private static CodeImage link(NvJitLink linker, NvidiaDevice device, String name, List<CodeImage> parts) {
        byte[] linked = linker.link(
                name,
                device.capability(),
                parts.stream().map(NvidiaLinker::input).toList());
        return new CodeImage(name, CodeImage.Kind.CUBIN, linked);
    }

    private static NvJitLink.Input input(CodeImage part) {
        NvJitLink.Kind kind = switch (part.kind()) {
            case CUBIN -> NvJitLink.Kind.CUBIN;
            case PTX -> NvJitLink.Kind.PTX;
            case FATBIN -> NvJitLink.Kind.FATBIN;
            case LTOIR -> NvJitLink.Kind.LTOIR;
        };
        return new NvJitLink.Input(part.name(), kind, part.bytes());
    }
}
