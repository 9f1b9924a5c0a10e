/** Java methods as kernels: {@link dev.gpukernel.GpuKernel} says which. */
module dev.gpukernel {
    requires java.management;
    requires jdk.jfr;
    requires org.objectweb.asm;
    requires org.objectweb.asm.tree;
    // Only who passes pictures needs it.
    requires static transitive java.desktop;
    requires static transitive org.jspecify;
    // Only tests use package junit, and they have it.
    requires static org.junit.jupiter.api;

    exports dev.gpukernel;
    exports dev.gpukernel.array;
    exports dev.gpukernel.device;
    exports dev.gpukernel.diagnostic;
    exports dev.gpukernel.function;
    exports dev.gpukernel.junit;
    exports dev.gpukernel.cuda;
    exports dev.gpukernel.internal.declaration to
            dev.gpukernel.processor;
    exports dev.gpukernel.internal.frontend to
            dev.gpukernel.processor;
    exports dev.gpukernel.internal.ir to
            dev.gpukernel.processor;
    exports dev.gpukernel.internal.jit to
            dev.gpukernel.processor;
    exports dev.gpukernel.internal.nvrtc to
            dev.gpukernel.processor;

    uses dev.gpukernel.Engine;
    uses dev.gpukernel.Sorter;
    uses dev.gpukernel.internal.backend.Backend;

    provides dev.gpukernel.Engine with
            dev.gpukernel.internal.jit.JitEngine;
    provides dev.gpukernel.Sorter with
            dev.gpukernel.internal.array.RadixSorter;
    provides dev.gpukernel.internal.backend.Backend with
            dev.gpukernel.internal.tornado.TornadoBackend,
            dev.gpukernel.internal.nvidia.NvidiaBackend,
            dev.gpukernel.internal.cpu.CpuBackend;
}
