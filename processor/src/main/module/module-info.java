/** Checks kernels and writes their launchers while they are compiled. */
module dev.gpukernel.processor {
    requires dev.gpukernel;
    requires java.compiler;
    requires org.objectweb.asm;
    requires org.objectweb.asm.tree;
    requires static org.jspecify;

    uses javax.annotation.processing.Processor;

    provides javax.annotation.processing.Processor with
            dev.gpukernel.processor.GpuKernelProcessor,
            dev.gpukernel.processor.VectorizeProcessor,
            dev.gpukernel.processor.CudaSourceProcessor,
            dev.gpukernel.processor.CudaFunctionProcessor,
            dev.gpukernel.processor.AnnotationClaim;
}
