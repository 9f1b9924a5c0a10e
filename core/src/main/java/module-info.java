/** Annotated Java methods on NVIDIA GPUs. */
module dev.gpukernel {
    requires org.objectweb.asm;
    requires org.objectweb.asm.tree;
    requires static transitive org.jspecify;

    exports dev.gpukernel;
    exports dev.gpukernel.device;
    exports dev.gpukernel.diagnostic;

    uses dev.gpukernel.Engine;
    uses dev.gpukernel.internal.backend.Backend;

    provides dev.gpukernel.internal.backend.Backend with
            dev.gpukernel.internal.cpu.CpuBackend;
}
